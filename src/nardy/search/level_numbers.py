"""The numbers and names of the playing levels, without what they compute with.

A level is a number in every game, 1 the weakest; its name is a translation. The names that levels had before
are aliases, everywhere the same.
"""

from collections.abc import Mapping

from nardy.errors import NardyError

NUMBERS = range(1, 9)
ALIASES: Mapping[str, int] = {
    "beginner": 3,
    "casual": 5,
    "club": 6,
    "expert": 7,
    # The highest level had two names: one of the commands, one of the club.
    "master": 8,
    "strongest": 8,
}
"""The names before there were numbers, each with the level that plays most like it."""
PREFIX = "level-"
"""Before a number in the name of a bot: `nardy:level-3`."""
LEVEL_NAMES = (*(f"{PREFIX}{number}" for number in NUMBERS), *ALIASES)
"""What may follow the name of a bot: numbers, the weakest first, then the old names."""


class LevelError(NardyError):
    """A level that does not exist."""


def number_of(name: str) -> int:
    """The number of a level by its name: `level-3`, `3` or an old name.

    >>> number_of("level-3"), number_of("master")
    (3, 8)

    Raises:
        LevelError: there is no such level.
    """
    plain = name.casefold().removeprefix(PREFIX)
    known = {**ALIASES, **{str(number): number for number in NUMBERS}}
    if plain not in known:
        raise LevelError(
            f"expected a level from 1 to {NUMBERS[-1]}, got {name!r:.20} (for example '3')"
        )
    return known[plain]
