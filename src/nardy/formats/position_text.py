"""Position text: one line with a game, its checkers, dice, cube and score."""

import re
from collections.abc import Callable
from typing import TextIO

from nardy.core.reading import MOST_CHARACTERS, read_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.games import find_game

_SIDE = re.compile(r"(?:bar|off|\d{1,2}):(?:\d+|p)(?:,|$)")


def loads(text: str, find: Callable[[str], Rules] = find_game) -> Situation:
    """Read position text; *find* maps the game's id and options to its rules.

    >>> loads("narde b 24:15 24:15").position.player[24]
    15

    Raises:
        NotationError, PositionError, RulesError: with what was expected, and where.
    """
    return read_situation(text, find)


def load(file: TextIO) -> Situation:
    """Read position text from a file's first line."""
    return loads(file.readline())


def dumps(situation: Situation) -> str:
    """Canonical position text.

    >>> dumps(loads("long-nardy@draw w 24:15 24:15"))
    'long-nardy,last_throw=half w 24:15 24:15'
    """
    return situation_text(situation)


def dump(situation: Situation, file: TextIO) -> None:
    """Write canonical position text as one line."""
    file.write(dumps(situation) + "\n")


def is_position_text(text: str) -> bool:
    """Whether the second word is a side, or one of the next words lists checkers on places."""
    words = text[:MOST_CHARACTERS].split()
    return len(words) > 2 and (words[1] in ("w", "b") or any(map(_SIDE.match, words[1:4])))
