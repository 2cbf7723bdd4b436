"""Find GNU ids in pasted text: alone, joined, labelled, or beside a drawn board."""

import re

from nardy.errors import NotationError
from nardy.formats.gnubg.ids import read_position_id

MOST_CHARACTERS = 100_000
_EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
_LABELLED = r"{}[ -]?ID\s*[:=]\s*([A-Za-z0-9+/]*)"
_POSITION = re.compile(_LABELLED.format("Position"), re.IGNORECASE)
_MATCH = re.compile(_LABELLED.format("Match"), re.IGNORECASE)
_JOINED = re.compile(
    r"(?<![^\s=\"'(\[])([A-Za-z0-9+/]{10,18}):[A-Za-z0-9+/]{8,16}(?![^\s\"')\],;.])"
)
# Unlike an ordinary word, it has a capital, a digit or a sign after the first letter.
_LONE = re.compile(r"(?=.+[A-Z0-9+/])[A-Za-z0-9+/]{10,18}")
_OF_LENGTH = r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{{{}}}(?![A-Za-z0-9+/])"
_FOURTEEN, _TWELVE = (re.compile(_OF_LENGTH.format(length)) for length in (14, 12))
# Whatever follows a position id's colon is taken as a match id, complete or not.
_BEHIND = r"\s*:\s*([A-Za-z0-9+/]{12}(?![A-Za-z0-9+/])|\S*)"


def find_ids(text: str) -> tuple[str, str | None]:
    """The position id in a text, and the match id if there is one.

    Raises:
        NotationError: there is no position id, or more than one.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected GNU ids, got {len(text):,} characters")
    joined = _JOINED.search(text)
    position = _once(_POSITION, text) or (joined[1] if joined else _alone(text))
    if position is None:
        raise NotationError(
            f"expected a GNU position id, got {text.strip()[:80]!r} (for example {_EXAMPLE!r})"
        )
    return position, _match(text, position)


def has_ids(text: str) -> bool:
    """Whether a text contains something like GNU ids."""
    return bool(_POSITION.search(text) or _JOINED.search(text)) or _alone(text) is not None


def _match(text: str, position: str) -> str | None:
    """The match id by its label, after the colon, or the only word of its length."""
    labelled = _once(_MATCH, text)
    if labelled is not None:
        return labelled
    beside = re.search(re.escape(position) + _BEHIND, text)
    beside = beside or re.fullmatch(re.escape(position) + r"\s+(\S+)", text.strip())
    if beside:
        return beside[1]
    words = [] if _POSITION.search(text) else _TWELVE.findall(text)
    return words[0] if len(words) == 1 else None


def _once(pattern: re.Pattern[str], text: str) -> str | None:
    found = [*dict.fromkeys(pattern.findall(text))]
    if len(found) > 1:
        raise NotationError(f"expected one position, got several ids: {' and '.join(found[:2])}")
    return found[0] if found else None


def _alone(text: str) -> str | None:
    """A word on its own, or the only word of a text that is a valid position id."""
    stripped = text.strip()
    if _LONE.fullmatch(stripped):
        return stripped
    words = [word for word in dict.fromkeys(_FOURTEEN.findall(text)) if _reads(word)]
    return words[0] if len(words) == 1 else None


def _reads(word: str) -> bool:
    try:
        read_position_id(word)
    except NotationError:
        return False
    return True
