"""Features of block games: room, the head, playable numbers."""

from collections.abc import Mapping

from nardy.bots.baseline.features_primes import blockade, count, prime_4, prime_5, prime_6
from nardy.bots.baseline.features_race import Feature, borne_off, lead
from nardy.bots.baseline.view import ROAD, BotView, Number, SideFacts
from nardy.core.position import OFF

QUARTER = 0b111_1110


def head(view: BotView) -> Number:
    """Checkers on the head, minus the opponent's, in fives."""
    return (view.mover.counts[24] - view.opponent.counts[24]) / 5


def held_in(view: BotView, quarter: int) -> Number:
    """Points held in a quarter, 0 (home) to 3 (start), minus the opponent's, in threes."""
    points = QUARTER << 6 * quarter
    return (count(view.mover.held & points) - count(view.opponent.held & points)) / 3


def second_points(view: BotView) -> Number:
    """Points held on 13-18, minus the opponent's."""
    return held_in(view, 2)


def third_points(view: BotView) -> Number:
    """Points held on 7-12, minus the opponent's."""
    return held_in(view, 1)


def home_points(view: BotView) -> Number:
    """Points held at home, minus the opponent's."""
    return held_in(view, 0)


def movers(side: SideFacts, closed: Number, die: int) -> Number:
    """The points from which a die can be played, without bearing off."""
    return side.held & ~side.pinned & ROAD & (ROAD & ~closed) << die


def lost_pips(side: SideFacts, closed: Number) -> Number:
    """Mean pips lost in a roll, both dice together, because no checker can play them."""
    # A side that bears off can always play, or has nothing to lose.
    away = side.held >> 7 != 0
    return away * sum((movers(side, closed, die) == 0) * die for die in range(1, 7)) / 3


def dead_numbers(view: BotView) -> Number:
    """Mean pips that the opponent loses in a roll."""
    return lost_pips(view.opponent, view.mover.made_there)


def own_dead_numbers(view: BotView) -> Number:
    """Mean pips that the mover would lose in a roll."""
    return lost_pips(view.mover, view.opponent.made_there)


def tight(side: SideFacts, closed: Number) -> Number:
    """Numbers that at most one point can play: the next turn may be forced."""
    away = side.held >> 7 != 0
    playing = (movers(side, closed, die) for die in range(1, 7))
    # Removing the lowest bit empties a mask of one bit or none.
    return away * sum((points & points - 1 == 0) * 1 for points in playing)


def forced(view: BotView) -> Number:
    """The opponent's numbers with at most one play, minus the mover's, in threes."""
    theirs = tight(view.opponent, view.mover.made_there)
    mine = tight(view.mover, view.opponent.made_there)
    return (theirs - mine) / 3


def crowd(side: SideFacts) -> Number:
    """Checkers above two on a point other than the head: each could hold another point."""
    return sum((side.counts[p] > 2) * (side.counts[p] - 2) for p in range(7, 24))


def stacks(view: BotView) -> Number:
    """Crowded checkers, minus the opponent's, in fives."""
    return (crowd(view.mover) - crowd(view.opponent)) / 5


def runner_through(side: SideFacts, runner: int) -> Number:
    """Whether the runner has passed the opponent's start, where the rules require it."""
    return (side.held & (1 << runner + 1) - 1) + side.counts[OFF] > 0


def runner(view: BotView) -> Number:
    """Whether the mover's runner is through, minus the opponent's."""
    limit = view.rules.runner
    if not limit:
        return 0
    return runner_through(view.mover, limit) * 1 - runner_through(view.opponent, limit) * 1


CONTACT_BLOCK: Mapping[str, Feature] = {
    "lead": lead,
    "borne off": borne_off,
    "head": head,
    "second quarter": second_points,
    "third quarter": third_points,
    "home points": home_points,
    "dead numbers": dead_numbers,
    "own dead numbers": own_dead_numbers,
    "forced": forced,
    "blockade": blockade,
    "prime of 4": prime_4,
    "prime of 5": prime_5,
    "prime of 6": prime_6,
    "stacks": stacks,
    "runner": runner,
}
"""The features of block games in contact, by the names in `explain`."""
