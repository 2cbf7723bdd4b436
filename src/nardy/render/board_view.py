"""The checkers on the board as one of the players sees them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from nardy.core.cube import Owner
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, Counts
from nardy.core.rules import Rules
from nardy.core.situation import Situation

MovePairs = Iterable[tuple[int, int]]
"""Origins and targets of moves, in the numbering of the player who moves."""


class HasSituation(Protocol):
    """A game, or any other object with a situation."""

    @property
    def situation(self) -> Situation: ...


def situation_of(moment: Situation | HasSituation) -> Situation:
    """The situation to show."""
    return moment if isinstance(moment, Situation) else moment.situation


@dataclass(frozen=True, slots=True)
class OwnCheckers:
    """One player's checkers, in their own numbering."""

    player: Player
    counts: Counts
    pinned: frozenset[int]

    @property
    def on_bar(self) -> int:
        return self.counts[BAR]

    @property
    def off(self) -> int:
        return self.counts[OFF]

    @property
    def pip_count(self) -> int:
        """Pips needed to bear everything off."""
        return sum(place * count for place, count in enumerate(self.counts))


@dataclass(frozen=True, slots=True)
class Stack:
    """One player's checkers on a point, and whether they pin an opposing checker."""

    owner: Player
    count: int
    is_pinning: bool = False


def sides(situation: Situation) -> dict[Player, OwnCheckers]:
    """Both players' checkers, each in their own numbering."""
    position, player = situation.position, situation.to_act
    return {
        player: OwnCheckers(player, position.player, position.player_pinned),
        player.opponent: OwnCheckers(player.opponent, position.opponent, position.opponent_pinned),
    }


def stacks(situation: Situation, viewer: Player) -> dict[int, Stack]:
    """The stack on each point that is not empty, in the viewer's numbering.

    >>> from nardy.games import LONG_NARDY
    >>> start = Situation(rules=LONG_NARDY, position=LONG_NARDY.start)
    >>> {point: stack.owner.letter for point, stack in stacks(start, Player.WHITE).items()}
    {24: 'w', 12: 'b'}
    """
    both = sides(situation)
    held = {
        seen_point(situation.rules, point, side.player, viewer)
        for side in both.values()
        for point in side.pinned
    }
    return {
        point: Stack(side.player, side.counts[own], point in held)
        for side in (both[viewer], both[viewer.opponent])
        for own in range(24, 0, -1)
        if side.counts[own] and own not in side.pinned
        for point in [seen_point(situation.rules, own, side.player, viewer)]
    }


def seen_point(rules: Rules, place: int, owner: Player, viewer: Player) -> int:
    """*owner*'s *place* in the viewer's numbering; bar and off are the same for both."""
    return place if owner is viewer else rules.facing(place)


def player_of(situation: Situation, owner: Owner) -> Player | None:
    """The seat of an owner that is given relative to the player who must act."""
    if owner is Owner.NOBODY:
        return None
    return situation.to_act if owner is Owner.PLAYER else situation.to_act.opponent


def thrower(situation: Situation) -> Player:
    """The player whose dice are on the board; during an offer, the one who made it."""
    return situation.to_act.opponent if situation.offer else situation.to_act


def net_landings(ways: MovePairs) -> dict[int, int]:
    """Net change of checkers by place: arrivals minus departures.

    >>> net_landings([(13, 7), (7, 5), (6, 5)])
    {13: -1, 7: 0, 5: 2, 6: -1}
    """
    net: dict[int, int] = {}
    for origin, target in ways:
        net[origin] = net.get(origin, 0) - 1
        net[target] = net.get(target, 0) + 1
    return net
