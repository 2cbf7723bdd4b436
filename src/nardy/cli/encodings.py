"""Output without UTF-8, as in a pipe on Windows: replacements for missing characters.

>>> "Нарды — φεύγα ●".encode("ascii", errors=PLAIN)
b'Nardy - feuga X'
"""

import codecs
import json
import sys
import unicodedata
from dataclasses import astuple

PLAIN = "nardy-plain"
"""The codec error handler that replaces characters missing in an encoding."""

_ONE_FOR_ONE = str.maketrans(
    "—–−─«»“”„’‘‹›◂▲▼●○·×╭┬╮╰┴╯│█▊▌▎øØıəабвгдеёзийклмнопрстуфыэαβγδεζηικλμνξοπρσςτυφω",
    '----"""""\'\'<><^vXO.x++++++|||||oOieabvgdeeziiklmnoprstufyeavgdeziiklmnxoprsstufo',
)
_LONGER = "±+- …... №No. →-> ≤<= ≥>= жzh хkh цts чch шsh щshch ъ ь юyu яya θth χch ψps"
_NEAREST = _ONE_FOR_ONE | {ord(pair[0]): pair[1:] for pair in _LONGER.split()}
"""ASCII replacements for signs, and the usual transliteration of Russian and Greek letters."""


def plain(text: str) -> str:
    """A text in ASCII: the nearest characters, or '?'."""
    return "".join(map(_plain, text))


def _plain(sign: str) -> str:
    if sign.isascii():
        return sign
    if "\ud800" <= sign <= "\udfff":  # an undecodable byte of a file name
        return ascii(sign)[1:-1]
    if ord(sign) in _NEAREST:
        return sign.translate(_NEAREST)
    small = sign.lower()
    if ord(small[0]) in _NEAREST:
        return small.translate(_NEAREST).capitalize()
    bare = unicodedata.normalize("NFKD", sign)[0]
    return _plain(bare) if bare != sign else "" if unicodedata.combining(sign) else "?"


def _replaced(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return plain(error.object[error.start : error.end]), error.end


codecs.register_error(PLAIN, _replaced)


def can_encode(text: str, encoding: str | None) -> bool:
    try:
        text.encode(encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def can_show(text: str) -> bool:
    """Whether standard output can show every character of a text."""
    return can_encode(text, sys.stdout.encoding)


def can_draw(encoding: str | None) -> bool:
    """Whether an encoding has the characters of a text board."""
    from nardy.render.ink import IN_COLOR, UNICODE  # noqa: PLC0415 (a command may draw none)

    signs = (field for glyphs in (UNICODE, IN_COLOR) for field in astuple(glyphs))
    return can_encode("".join(signs), encoding)


def is_unicode() -> bool:
    """Whether standard output can show every Unicode character."""
    # No encoding but those of Unicode has all three.
    return can_show("ნ↔𝄞")


def json_line(value: object, *, indent: int | None = None) -> str:
    """A value as JSON, escaped if standard output cannot show every Unicode character."""
    return json.dumps(value, ensure_ascii=not is_unicode(), indent=indent)
