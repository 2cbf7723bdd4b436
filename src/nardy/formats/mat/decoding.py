"""Decode the bytes of a .mat file, and refuse what is not one."""

import re

from nardy.errors import NotationError

MOST_BYTES = 5_000_000
_BEGINNING = 16_384
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
MATCH_LINE = re.compile(
    r"^[ \t]*(\d{1,4})[ \t]*points?[ \t]+match\b|^[ \t]*(?:money|unlimited)[ \t]+(?:session|game|match)\b",
    re.IGNORECASE | re.MULTILINE,
)
_EXAMPLE = "a line such as ' 7 point match', or ' 0 point match' for money"


def match_text(data: str | bytes) -> str:
    """The text of a .mat file: UTF-8 with or without a byte-order mark, otherwise Windows Latin-1.

    Raises:
        NotationError: too long, empty, binary, or without a match line near the beginning.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected a .mat file of at most {MOST_BYTES:,} bytes, got more; write one match a file"
        )
    text = data if isinstance(data, str) else _decoded(data)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    beginning = text[:_BEGINNING]
    if not text.strip():
        raise NotationError(f"expected a .mat file with {_EXAMPLE}, got an empty file")
    if _CONTROLS.search(beginning):
        raise NotationError(f"expected a .mat file, which is text with {_EXAMPLE}, got binary data")
    if not MATCH_LINE.search(beginning):
        raise NotationError(
            f"expected a .mat file with {_EXAMPLE} near its beginning, got {beginning.strip()[:60]!r}"
        )
    return text


def _decoded(data: bytes) -> str:
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("latin-1")
