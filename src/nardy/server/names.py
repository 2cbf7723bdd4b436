"""Display names: which are allowed, and which look alike."""

import re
import unicodedata

from nardy.server.errors import UnfitNameError

MOST = 24
GONE = "—"
"""The name of somebody who has deleted their account; the page shows a translated one instead."""
MOST_MARKS = 3
"""Combining marks on one letter: no language needs more, and taller stacks cover other lines."""
# Blank letters (Hangul fillers, the empty Braille cell), and marks without a visible effect (grapheme
# joiner, Khmer and Mongolian signs, variation selectors).
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " ")
_IGNORED = re.compile("[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Cyrillic and Greek letters that look like Latin ones, small or capital, and signs that look alike in most
# typefaces: the part of the confusables of Unicode Technical Standard 39 that names here need.
_ALIKE = str.maketrans(
    "авекмнорстухьісјѕԛԝһԁӏαβεζηικμνορτυχi1|0",
    "abekmhopctyxbicjsqwhdlabezhikmvoptyxlllo",
)


def name_of(text: str) -> str:
    """The name as it is displayed.

    Raises:
        UnfitNameError: it is empty, too long, or has invisible letters.
    """
    name = visible(text)
    is_fit = 0 < len(name) <= MOST and name.isprintable() and not _is_tower(name)
    if not is_fit or name == GONE:
        raise UnfitNameError(f"expected a name of 1 to {MOST} visible letters, got {text!r:.60}")
    return name


def visible(text: str) -> str:
    """The text on one line, without invisible characters.

    >>> visible(" An\u034fna \u3164 K.")
    'Anna K.'
    """
    seen = _IGNORED.sub("", text).translate(_BLANK)
    return " ".join(unicodedata.normalize("NFC", seen).split())


def _is_tower(name: str) -> bool:
    marks = "".join("m" if unicodedata.category(sign).startswith("M") else " " for sign in name)
    return "m" * (MOST_MARKS + 1) in marks


def looks_of(name: str) -> str:
    """The skeleton of a name: names that look alike in any alphabet have the same one.

    >>> looks_of("\u0410nn\u0430") == looks_of("Anna")  # two Cyrillic letters
    True
    """
    parts = unicodedata.normalize("NFD", key_of(name)).translate(_ALIKE)
    # Twice, since a letter may be mapped to one that looks like a third.
    return unicodedata.normalize("NFC", parts.translate(_ALIKE))


def key_of(name: str) -> str:
    """The key by which names are compared, whatever their case, width and spacing.

    >>> key_of("Anna  K.") == key_of("ＡＮＮＡ k.")
    True
    """
    # JSON may contain lone surrogates, which SQLite cannot store as UTF-8.
    written = name.encode("utf-8", "replace").decode()
    folded = unicodedata.normalize("NFKC", written).casefold()
    # Case folding may leave text that is not normalized: Unicode Standard, 3.13, caseless matching.
    return " ".join(unicodedata.normalize("NFKC", folded).split())
