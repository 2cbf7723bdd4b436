"""What people are called: names that can be seen, and that nobody borrows from an account."""

import unicodedata

from nardy.errors import NardyError

MOST = 24
GONE = "—"
"""The name of somebody who has taken everything out; a page says it in its language."""


class UnfitNameError(NardyError):
    """A name that is empty, too long, or cannot be seen."""


def name_of(text: str) -> str:
    """A name as it is shown.

    Raises:
        UnfitNameError: it is empty, too long, or has letters that cannot be seen.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or len(name) > MOST or not name.isprintable() or name == GONE:
        raise UnfitNameError(
            f"expected a name of 1 to {MOST} letters that can be seen, got {text!r:.60}"
        )
    return name


def key_of(name: str) -> str:
    """A name as names are compared: two that read alike are one.

    >>> key_of("Anna  K.") == key_of("ＡＮＮＡ k.")
    True
    """
    written = name.encode("utf-8", "replace").decode()
    folded = unicodedata.normalize("NFKC", written).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
