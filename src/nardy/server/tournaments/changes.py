"""What of a tournament has changed since somebody saw it last: an arena of hundreds is not told anew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from nardy.server.protocol.tournaments import DuelFacts, Entrant, StandingRow, TableFacts

One = TypeVar("One")
KEPT = 32
"""Versions that are remembered; whoever has been away for longer is told everything."""


@dataclass(frozen=True, slots=True)
class Lists:
    """The long parts of what is told of a tournament; every item has a number of its own."""

    entrants: list[Entrant]
    standings: list[StandingRow]
    tables: list[TableFacts]
    duels: list[DuelFacts]


NUMBERS: dict[str, Callable[[Any], int]] = {
    "entrants": lambda one: one.number,
    "standings": lambda one: one.number,
    "tables": lambda one: one.table,
    "duels": lambda one: one.knot,
}
"""What the items of each list are known by."""


class Memory:
    """The lists of the last versions of a tournament, as they were told."""

    def __init__(self) -> None:
        """Nothing was told yet."""
        self._told: dict[int, Lists] = {}

    def keep(self, version: int, lists: Lists) -> None:
        """Remember what is told of a version."""
        self._told[version] = lists
        if len(self._told) > KEPT:
            self._told.pop(min(self._told))

    def since(self, version: int, now: Lists) -> Lists | None:
        """What has changed since a version; None where that is not known any more."""
        seen = self._told.get(version)
        if seen is None:
            return None
        parts = {
            field.name: changed(
                getattr(seen, field.name), getattr(now, field.name), NUMBERS[field.name]
            )
            for field in fields(Lists)
        }
        return Lists(**parts)


def changed(seen: Sequence[One], now: Sequence[One], number: Callable[[One], int]) -> list[One]:
    """The items that are new or not as they were.

    >>> changed(["1a", "2a"], ["1a", "2b", "3a"], lambda one: int(one[0]))
    ['2b', '3a']
    """
    known = {number(one): one for one in seen}
    return [one for one in now if known.get(number(one)) != one]
