"""The plain text of comments in RTF."""

import re

MOST_CHARACTERS = 100_000
_TOKEN = re.compile(
    r"\\'([0-9a-fA-F]{2})|\\([a-z]{1,32})(-?\d{1,9})? ?|\\([^a-z])|([{}])|([^\\{}]+)"
)
_HIDDEN = {"fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "listtable"}
_BREAKS = {"par": "\n", "line": "\n", "tab": "\t"}


def plain_text(text: str) -> str:
    r"""The text without its formatting; text that is no RTF as it is.

    >>> plain_text(r"{\rtf1{\fonttbl{\f0 Arial;}}\pard d\'e9j\u224? vu\par}")
    'déjà vu'
    """
    # XG writes two control characters for a line break inside a comment.
    text = text[:MOST_CHARACTERS].replace("\x01\x02", "\n")
    if not text.lstrip().startswith("{\\rtf"):
        return text.strip()
    parts: list[str] = []
    hidden: list[bool] = [False]
    skip = 0
    for found in _TOKEN.finditer(text):
        code, word, number, sign, brace, plain = found.groups()
        if brace == "{":
            hidden.append(hidden[-1])
        elif brace == "}":
            hidden = hidden[:-1] or [False]
        elif word in _HIDDEN or sign == "*":
            hidden[-1] = True
        elif hidden[-1]:
            continue
        elif word == "u" and number:
            parts.append(chr(int(number) % 65_536))
            # The character after it stands for programs without Unicode.
            skip = 1
        else:
            added = _plain(code, word, sign, plain)
            parts.append(added[skip:])
            skip = skip if not added else 0
    joined = "".join(parts).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.strip()


def _plain(code: str | None, word: str | None, sign: str | None, plain: str | None) -> str:
    if code:
        return bytes([int(code, 16)]).decode("cp1252", "replace")
    if word:
        return _BREAKS.get(word, "")
    if sign:
        return sign if sign in "\\{}" else ""
    return re.sub(r"[\r\n]", "", plain or "")
