"""Finding GNU ids in what people paste: bare, joined, labelled, or beside a drawn board."""

import re

from nardy.errors import NotationError
from nardy.formats.gnubg_position import read_position_id

MOST_CHARACTERS = 100_000
_EXAMPLE = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
_LABELLED = r"{}[ -]?ID\s*[:=]\s*([A-Za-z0-9+/]+)"
_POSITION = re.compile(_LABELLED.format("Position"), re.IGNORECASE)
_MATCH = re.compile(_LABELLED.format("Match"), re.IGNORECASE)
_JOINED = re.compile(
    r"(?<![^\s=\"'(\[])([A-Za-z0-9+/]{10,18}):([A-Za-z0-9+/]{8,16})(?![^\s\"')\],;.])"
)
# Unlike a word of a language: a capital, a digit or a sign after the first letter.
_LONE = re.compile(r"(?=.+[A-Z0-9+/])[A-Za-z0-9+/]{10,18}")
_WORD = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{14}(?![A-Za-z0-9+/])")


def find_ids(text: str) -> tuple[str, str | None]:
    """The position id in a text, and the match id where there is one.

    Raises:
        NotationError: there is no position id, or there are several.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected GNU ids, got {len(text):,} characters")
    found = _labelled(text) or _joined(text) or _alone(text)
    if found is None:
        raise NotationError(
            f"expected a GNU position id, got {text.strip()[:80]!r} (for example {_EXAMPLE!r})"
        )
    return found


def has_ids(text: str) -> bool:
    """Whether a text holds what means to be GNU ids."""
    return bool(_POSITION.search(text) or _JOINED.search(text)) or _alone(text) is not None


def _labelled(text: str) -> tuple[str, str | None] | None:
    positions, matches = _once(_POSITION, text), _once(_MATCH, text)
    if not positions:
        return None
    return positions[0], matches[0] if matches else None


def _once(pattern: re.Pattern[str], text: str) -> list[str]:
    found = [*dict.fromkeys(pattern.findall(text))]
    if len(found) > 1:
        raise NotationError(f"expected one position, got several ids: {' and '.join(found[:2])}")
    return found


def _joined(text: str) -> tuple[str, str | None] | None:
    found = _JOINED.search(text)
    return (found[1], found[2]) if found else None


def _alone(text: str) -> tuple[str, str | None] | None:
    """A word that stands alone, or the one word of a text that reads as a position."""
    stripped = text.strip()
    if _LONE.fullmatch(stripped):
        return stripped, None
    words = [word for word in dict.fromkeys(_WORD.findall(text)) if _reads(word)]
    if len(words) != 1:
        return None
    matches = re.findall(r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{12}(?![A-Za-z0-9+/])", text)
    return words[0], matches[0] if len(matches) == 1 else None


def _reads(word: str) -> bool:
    try:
        read_position_id(word)
    except NotationError:
        return False
    return True
