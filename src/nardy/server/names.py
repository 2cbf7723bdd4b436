"""What people are called: names that can be seen, and that nobody borrows from an account."""

import re
import unicodedata

from nardy.server.errors import UnfitNameError

MOST = 24
GONE = "—"
"""The name of somebody who has taken everything out; a page says it in its language."""
MOST_MARKS = 3
"""Above or below one letter: no language has more, and towers of them cover other lines."""
# Letters that show nothing (Hangul fillers, the empty Braille cell), and marks that change nothing that
# is seen (grapheme joiner, Khmer and Mongolian signs, variation selectors).
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Cyrillic and Greek letters that are drawn as Latin ones, small or capital, and signs drawn alike in most
# typefaces; after the skeletons of Unicode's Technical Standard 39, as far as names here need them.
_ALIKE = str.maketrans(
    "авекмнорстухьісјѕԛԝһԁӏαβεζηικμνορτυχi1|0",
    "abekmhopctyxbicjsqwhdlabezhikmvoptyxlllo",
)


def name_of(text: str) -> str:
    """A name as it is shown.

    Raises:
        UnfitNameError: it is empty, too long, or has letters that cannot be seen.
    """
    name = visible(text)
    is_fit = 0 < len(name) <= MOST and name.isprintable() and not _is_tower(name)
    if not is_fit or name == GONE:
        raise UnfitNameError(
            f"expected a name of 1 to {MOST} letters that can be seen, got {text!r:.60}"
        )
    return name


def visible(text: str) -> str:
    """A text in one line without what shows nothing.

    >>> visible(" An\u034fna \u3164 K.")
    'Anna K.'
    """
    seen = _IGNORED.sub("", text).translate(_BLANK)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _is_tower(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign).startswith("M") else " " for sign in name)
    return "m" * (MOST_MARKS + 1) in marks


def looks_of(name: str) -> str:
    """What a name looks like, whatever alphabet it is in: nobody has a name that looks like another's.

    >>> looks_of("\u0410nn\u0430") == looks_of("Anna")  # two Cyrillic letters
    True
    """
    parts = unicodedata.normalize("NFD", key_of(name)).translate(_ALIKE)
    # Once more for what was mapped to a letter that is itself drawn like another.
    return unicodedata.normalize("NFC", parts.translate(_ALIKE))


def key_of(name: str) -> str:
    """A name as names are compared: two that read alike are one.

    >>> key_of("Anna  K.") == key_of("ＡＮＮＡ k.")
    True
    """
    written = name.encode("utf-8", "replace").decode()
    folded = unicodedata.normalize("NFKC", written).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())
