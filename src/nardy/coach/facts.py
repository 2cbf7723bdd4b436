"""Counted facts of positions after turns, seen by the player who made the turn (the mover).

A fact is a number with a definition, a unit and a source. All follow the rules in force: what a roll can
do is counted over all legal turns. "Made" means closed to the opponent: two checkers, in block games one.

Sources: P. Magriel, *Backgammon* (builders, shots, points, anchors, primes), as seed 4 retells it; seed 0
for fences and the deficit of moves of long nardy; GNU Backgammon's inputs for escapes and back checkers.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nardy.bots.baseline.features import ROAD as ALL_POINTS
from nardy.bots.baseline.features import above, behind, count, pips
from nardy.bots.baseline.view import Number, SideFacts, faced, views_of
from nardy.coach.blots import exposed
from nardy.coach.roll_facts import RollFacts, of_36, roll_facts
from nardy.core.choices import Contact
from nardy.core.position import BAR, OFF
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.kernel.layout import Doubles
from nardy.search.conversions import tables_of
from nardy.search.tables import GameTables

HIT, PIN, BLOCK = Contact.HIT, Contact.PIN, Contact.BLOCK
HOME = 0b111_1110
"""Own points 1 to 6 as a mask; the other quarters are shifts of it."""
TALL = 3
"""Checkers that a point needs at most: more do no work there."""
LONGEST = 12
FENCE = 4
"""Points in a row that hold a checker for some turns."""


class After:
    """Positions after turns of one moment; what the rolls can do is counted when it is asked for."""

    def __init__(self, game: GameTables, afters: Sequence[Situation]) -> None:
        """The situations after the turns; the opponent rolls in all of them."""
        self.game, self.afters = game, afters
        self.rules: Rules = game.rules
        self.view = views_of(game.rules, [after.position.flipped() for after in afters])

    @property
    def me(self) -> SideFacts:
        return self.view.mover

    @property
    def them(self) -> SideFacts:
        return self.view.opponent

    @cached_property
    def mine(self) -> RollFacts:
        """If the mover rolled now."""
        return roll_facts(self.game, tables_of(self.game, [one.flipped() for one in self.afters]))

    @cached_property
    def theirs(self) -> RollFacts:
        """The opponent rolls."""
        return roll_facts(self.game, tables_of(self.game, self.afters))

    def counted(self, fact: "Fact") -> Doubles:
        """float64[n]: the fact in each position."""
        counts = np.asarray(fact.count(self), float)
        return np.broadcast_to(counts, (len(self.afters),)).round(6)


@dataclass(frozen=True)
class Fact:
    """A number about a position after a turn."""

    id: str
    better: int
    """1 where more is better for the mover if all else is equal, -1 where less is."""
    least: float
    """The smallest difference worth naming."""
    contacts: frozenset[Contact]
    """The kinds of games in which it means something."""
    count: Callable[[After], Number]


def _quarter(side: SideFacts, number: int) -> Number:
    """Points that a side holds in its quarter: 0 is home, 3 the start."""
    return count(side.held & HOME << 6 * number)


def _longest(side: SideFacts, other: SideFacts) -> Number:
    """The longest row of a side's made points with an opposing checker behind it."""
    found = [(behind(other, side.made_there, size) > 0) * size for size in range(1, LONGEST + 1)]
    return np.max(found, axis=0)


def _behind_fence(side: SideFacts, other: SideFacts, size: int = FENCE) -> Number:
    return behind(other, side.made_there, size)


def _exposed(after: After) -> Number:
    """Blots that some opposing checker has still to pass."""
    them = after.them
    free = them.held & ~them.pinned | (them.counts[BAR] > 0) << BAR
    return count(exposed(after.rules, after.me.blots, free))


def _blocks(after: After) -> Number:
    """The mover's points that some opposing checker has still to pass."""
    them = after.them
    way: Number = them.held | (them.counts[BAR] > 0) << BAR
    for shift in (1, 2, 4, 8, 16):
        way = way | way >> shift
    return count(after.me.made_there & way >> 1 & ALL_POINTS)


def _direct(after: After) -> Number:
    """Blots at most six pips ahead of an opposing checker."""
    them = after.them
    free: Number = them.held & ~them.pinned | (them.counts[BAR] > 0) << BAR
    reach: Number = 0
    for pips_away in range(1, 7):
        reach = reach | free >> pips_away
    return count(faced(after.rules, after.me.blots) & reach & ALL_POINTS)


def _holes(side: SideFacts, other: SideFacts) -> Number:
    """Open points in the fullest six of a row with an opposing checker behind it; 6 without any."""
    six = 0b11_1111
    filled = [
        count(side.made_there & six << low)
        * (sum(other.counts[place] for place in range(low + 6, BAR + 1)) > 0)
        for low in range(1, 20)
    ]
    return 6 - np.max(filled, axis=0)


def _at_edge(side: SideFacts, other: SideFacts) -> Number:
    """Opposing checkers directly behind a row of FENCE points or more; on the bar behind 24."""
    made = side.made_there & ALL_POINTS
    row: Number = made << 1
    for step in range(2, FENCE + 1):
        row = row & made << step
    edge = row & ~made
    return sum((edge >> place & 1) * other.counts[place] for place in range(FENCE + 1, BAR + 1))


def _to_save(side: SideFacts) -> Number:
    """Pips to bring all checkers home and one off; 0 where one is off."""
    out = sum((place - 6) * side.counts[place] for place in range(7, BAR + 1))
    lowest: Number = 6
    for point in range(5, 0, -1):
        lowest = (side.counts[point] > 0) * point + (side.counts[point] == 0) * lowest
    return (side.counts[OFF] == 0) * (out + lowest)


def _lead_percent(after: After) -> Number:
    mine = pips(after.me)
    return 100 * (pips(after.them) - mine) / np.maximum(mine, 1)


def _home_or_off(side: SideFacts) -> Number:
    return sum(side.counts[place] for place in range(7))


def _crossovers(side: SideFacts) -> Number:
    """Quarters that all checkers must still leave to be home; the bar is one more."""
    return sum(side.counts[place] * ((place - 1) // 6) for place in range(7, BAR + 1))


def _dead(movable: np.ndarray) -> Number:
    return (movable == 0).sum(1)


ALL = frozenset(Contact)
TOUCH = frozenset({HIT, PIN})
FACTS: tuple[Fact, ...] = (
    Fact("shots", -1, 2, TOUCH, lambda a: of_36(a.theirs.hits)),
    Fact("threats", 1, 3, TOUCH, lambda a: of_36(a.mine.hits)),
    Fact("dances", 1, 2, TOUCH, lambda a: of_36(a.theirs.dances)),
    Fact("on the bar", 1, 1, frozenset({HIT}), lambda a: a.them.counts[BAR]),
    Fact("pinned", 1, 1, frozenset({PIN}), lambda a: count(a.them.pinned)),
    Fact("blots", -1, 1, TOUCH, _exposed),
    Fact("direct blots", -1, 1, TOUCH, _direct),
    Fact("home points", 1, 1, TOUCH, lambda a: count(a.me.made & HOME)),
    Fact("anchors", 1, 1, frozenset({HIT}), lambda a: count(a.me.made & HOME << 18)),
    Fact("back", -1, 1, frozenset({HIT}), lambda a: sum(a.me.counts[p] for p in range(19, 26))),
    Fact("start", -1, 1, frozenset({PIN}), lambda a: a.me.counts[24]),
    Fact("builders", 1, 4, TOUCH, lambda a: of_36(a.mine.makes)),
    Fact("unsafe rolls", -1, 3, TOUCH, lambda a: of_36(a.mine.unsafe)),
    Fact("their unsafe rolls", 1, 3, frozenset({PIN}), lambda a: of_36(a.theirs.unsafe)),
    Fact("prime", 1, 1, TOUCH, lambda a: _longest(a.me, a.them)),
    Fact("their prime", -1, 1, TOUCH, lambda a: _longest(a.them, a.me)),
    Fact("fence", 1, 1, frozenset({BLOCK}), lambda a: _longest(a.me, a.them)),
    Fact("their fence", -1, 1, frozenset({BLOCK}), lambda a: _longest(a.them, a.me)),
    Fact("behind fence", 1, 1, ALL, lambda a: _behind_fence(a.me, a.them)),
    Fact("holes", -1, 1, ALL, lambda a: _holes(a.me, a.them)),
    Fact("at the edge", 1, 1, ALL, lambda a: _at_edge(a.me, a.them)),
    Fact("their short rolls", 1, 2, frozenset({BLOCK}), lambda a: of_36(a.theirs.short)),
    Fact("short rolls", -1, 2, frozenset({BLOCK}), lambda a: of_36(a.mine.short)),
    Fact("their dead digits", 1, 1, frozenset({BLOCK}), lambda a: _dead(a.theirs.movable)),
    Fact("dead digits", -1, 1, frozenset({BLOCK}), lambda a: _dead(a.mine.movable)),
    Fact("their movable", -1, 3, frozenset({BLOCK}), lambda a: a.theirs.movable.sum(1)),
    Fact("movable", 1, 3, frozenset({BLOCK, PIN}), lambda a: a.mine.movable.sum(1)),
    Fact("head", -1, 1, frozenset({BLOCK}), lambda a: a.me.counts[24]),
    Fact("first quarter", 1, 1, frozenset({BLOCK}), lambda a: _quarter(a.me, 3)),
    Fact("second quarter", 1, 1, frozenset({BLOCK}), lambda a: _quarter(a.me, 2)),
    Fact("third quarter", 1, 1, frozenset({BLOCK}), lambda a: _quarter(a.me, 1)),
    Fact("fourth quarter", 1, 1, frozenset({BLOCK}), lambda a: _quarter(a.me, 0)),
    Fact("spread", 1, 1, frozenset({BLOCK}), lambda a: count(a.me.held & ALL_POINTS & ~HOME)),
    Fact("blocks", 1, 1, ALL, _blocks),
    Fact("stacks", -1, 1, ALL, lambda a: above(TALL, range(1, 24))(a.me, a.them)),
    Fact("off", 1, 1, ALL, lambda a: a.me.counts[OFF]),
    Fact("home", 1, 1, ALL, lambda a: _home_or_off(a.me)),
    Fact("crossovers", -1, 1, ALL, lambda a: _crossovers(a.me)),
    Fact("gaps", -1, 1, ALL, lambda a: sum(a.me.counts[p] == 0 for p in (4, 5, 6))),
    Fact("pips", -1, 4, ALL, lambda a: pips(a.me)),
    Fact("lead percent", 1, 4, ALL, _lead_percent),
    Fact("to save mars", -1, 2, ALL, lambda a: _to_save(a.me)),
    Fact("lead", 1, 4, ALL, lambda a: pips(a.them) - pips(a.me)),
)
"""In the order in which facts of equal weight are named."""
BY_ID: Mapping[str, Fact] = {fact.id: fact for fact in FACTS}


def facts_for(rules: Rules) -> tuple[Fact, ...]:
    """The facts that a game has."""
    return tuple(fact for fact in FACTS if rules.contact in fact.contacts)
