"""Features of positions, by the names in `explain`.

A feature is a number seen by the player who has just moved: more is better where its weight is
positive. Values are kept near 1, so that weights are comparable.
"""

from collections.abc import Callable, Mapping

from nardy.bots.baseline.view import POINTS, ROAD, BotView, Number, SideFacts, faced, rolls_reaching
from nardy.core.choices import Contact
from nardy.core.position import BAR, HOME, OFF

Feature = Callable[[BotView], Number]
"""A feature's value, seen by the player who has just moved."""
Measure = Callable[[SideFacts, SideFacts], Number]
"""A number of the first side, against the second."""

ON_ROLL = 4
"""Half a roll, in pips: the opponent rolls next."""
HOME_MASK = 0b111_1110
NEAR_MASK = HOME_MASK << 6 | HOME_MASK
"""Own 1-12: blots far along the way."""
START_MASK = HOME_MASK << 18
MOTHER = 1 << 24


def gain(measure: Measure, unit: float = 1) -> Feature:
    """The mover's measure minus the opponent's, divided by *unit*."""
    return lambda view: (
        (measure(view.mover, view.opponent) - measure(view.opponent, view.mover)) / unit
    )


# ------------------------------------------------------------------------------- the race


def pips(side: SideFacts) -> Number:
    counts = side.counts
    return sum(place * counts[place] for place in range(1, BAR + 1))


def lead(view: BotView) -> Number:
    """The lead in the race in rolls of ten pips, adjusted for the opponent's roll."""
    return (pips(view.opponent) - pips(view.mover) - ON_ROLL) / 10


def race_lead(view: BotView) -> Number:
    """The same lead relative to the length of the race.

    The spread of dice sums grows with the square root of the pips still to roll.
    """
    mine, theirs = pips(view.mover), pips(view.opponent)
    return (theirs - mine - ON_ROLL) / (theirs + mine + 10) ** 0.5


def in_places(*places: int) -> Measure:
    """Checkers on these places."""
    return lambda side, _: sum(side.counts[place] for place in places)


def waste(side: SideFacts, _: SideFacts) -> Number:
    """Checkers on 1 and 2: pips that larger dice will waste."""
    return side.counts[1] * 2 + side.counts[2]


def gaps(side: SideFacts, _: SideFacts) -> Number:
    """Empty points from 4 to 6, where a number bears nothing off."""
    return sum(side.counts[point] == 0 for point in (4, 5, 6))


outside = in_places(*range(HOME.stop, BAR + 1))
"""Checkers outside home; until they are in, none is borne off."""

# --------------------------------------------------------------------- points and primes


def count(points: Number) -> Number:
    """The number of points (of 24) in a mask."""
    # Population count by adding neighboring bits, then pairs, fours and eights.
    pairs = points - (points >> 1 & 0x5555555)
    fours = (pairs & 0x3333333) + (pairs >> 2 & 0x3333333)
    eights = fours + (fours >> 4) & 0xF0F0F0F
    return eights * 0x1010101 >> 24 & 0xFF


def above(most: int, points: range) -> Measure:
    """Checkers above this many on a point, which do no work."""
    return lambda side, _: sum(
        (side.counts[point] > most) * (side.counts[point] - most) for point in points
    )


def behind(side: SideFacts, made_there: Number, size: int) -> Number:
    """How many of a side's checkers stand behind an opposing prime of this size."""
    found = made_there & ROAD
    for step in range(1, size):
        found = found & made_there >> step
    # The lowest bit of the mask is the prime farthest ahead.
    end = (found & -found) << size - 1
    return (found != 0) * sum((1 << place > end) * side.counts[place] for place in range(1, 26))


def prime(size: int) -> Measure:
    """Opposing checkers behind a prime of this size, at most three."""

    def trapped(side: SideFacts, other: SideFacts) -> Number:
        checkers = behind(other, side.made_there, size)
        return checkers - (checkers > 3) * (checkers - 3)

    return trapped


def blockade(side: SideFacts, other: SideFacts) -> Number:
    """For each opposing checker, the square of the number of closed points in the six before it.

    Squared, because adjacent closed points block more than scattered ones.
    """
    total: Number = 0
    closed: Number = 0
    for place in range(1, BAR + 1):
        total = total + other.counts[place] * closed * closed
        closed = closed + (side.made_there >> place & 1)
        if place > 6:
            closed = closed - (side.made_there >> place - 6 & 1)
    return total


def makes(points: int) -> Measure:
    """Whether one of these points is made."""
    return lambda side, _: (side.made & points != 0) * 1


# ------------------------------------------------------------------------ hits and pins


def shots(points: int = ROAD) -> Feature:
    """The chance that the opponent's next roll hits (or pins) a blot on these points."""
    return lambda view: (
        rolls_reaching(view.landings, faced(view.rules, view.mover.blots & points)) / 36
    )


def threats(points: int = ROAD) -> Feature:
    """The same for the mover, with a roll from here."""
    chance = shots(points)
    return lambda view: chance(view.flipped)


def closed_out(side: SideFacts, other: SideFacts) -> Number:
    """The chance in 36ths that an opposing checker on the bar dances."""
    closed = count(side.made & HOME_MASK)
    return (other.counts[BAR] > 0) * closed * closed / 36


def key_points(side: SideFacts, _: SideFacts) -> Number:
    """The most valuable points: the 5 point twice, the 4 and the 7 point."""
    made = side.made
    return 2 * (made >> 5 & 1) + (made >> 4 & 1) + (made >> 7 & 1)


def builders(side: SideFacts, _: SideFacts) -> Number:
    """Checkers on 6-12 that are free to make a home point."""
    counts = side.counts
    return sum((counts[point] > 2) * 1 + (counts[point] == 1) for point in range(6, 13))


def pins(_: SideFacts, other: SideFacts) -> Number:
    """The opponent's pinned checkers; each costs more, the farther back."""
    return sum((other.pinned >> point & 1) * point for point in POINTS)


# --------------------------------------------------------------------- room in block games


def movers(side: SideFacts, closed: Number, die: int) -> Number:
    """The points from which a die can be played, without bearing off."""
    return side.held & ~side.pinned & ROAD & (ROAD & ~closed) << die


def lost_pips(side: SideFacts, other: SideFacts) -> Number:
    """Mean pips lost in a roll, both dice together, because no checker can play them."""
    # A side that bears off can always play, or has nothing to lose.
    away = side.held >> 7 != 0
    dead = ((movers(side, other.made_there, die) == 0) * die for die in range(1, 7))
    return away * sum(dead) / 3


def forced(side: SideFacts, other: SideFacts) -> Number:
    """The opponent's numbers with at most one play: the next turn may be forced."""
    away = other.held >> 7 != 0
    playing = (movers(other, side.made_there, die) for die in range(1, 7))
    # Removing the lowest bit empties a mask of one bit or none.
    return away * sum((points & points - 1 == 0) * 1 for points in playing)


def runner(view: BotView) -> Number:
    """Whether the mover's runner has passed the opponent's start, minus the opponent's.

    0 where the rules do not require it.
    """
    limit = view.rules.runner
    passed = (1 << limit + 1) - 1
    is_through = gain(lambda side, _: ((side.held & passed) + side.counts[OFF] > 0) * 1)
    return is_through(view) if limit else 0


# ------------------------------------------------------------------------------ the tables

RACE: Mapping[str, Feature] = {
    "lead": race_lead,
    "borne off": gain(in_places(OFF), 5),
    "waste": gain(waste, 5),
    "gaps": gain(gaps),
    "stragglers": gain(outside, 5),
}
CONTACT: Mapping[str, Feature] = {
    "lead": lead,
    "borne off": RACE["borne off"],
    "blockade": gain(blockade, 36),
    "prime of 4": gain(prime(4)),
    "prime of 5": gain(prime(5)),
    "prime of 6": gain(prime(6)),
    "stacks": gain(above(3, POINTS), 3),
}
HIT: Mapping[str, Feature] = {
    **CONTACT,
    "shots": shots(),
    "dear shots": shots(NEAR_MASK),
    "threats": threats(),
    "blots": gain(lambda side, _: count(side.blots), 3),
    "on the bar": gain(in_places(BAR)),
    "shut in": gain(closed_out),
    "home points": gain(lambda side, _: count(side.made & HOME_MASK)),
    "key points": gain(key_points, 2),
    "anchor": gain(makes(START_MASK)),
    # The 20 and the 21 point are the safest anchors.
    "high anchor": gain(makes(1 << 20 | 1 << 21)),
    "back checkers": gain(in_places(*range(19, BAR + 1)), 2),
    # Out of play while others still travel.
    "deep": gain(in_places(1, 2), 3),
    "builders": gain(builders, 3),
}
PIN: Mapping[str, Feature] = {
    **CONTACT,
    "start": gain(in_places(24), 5),
    "pins": gain(pins, 24),
    # A pin on 19-24 is the worst, since the other player need not leave home.
    "deep pins": gain(lambda _, other: (other.pinned & START_MASK != 0) * 1),
    "shots": shots(),
    "early shots": shots(START_MASK),
    "threats": threats(),
    "mother danger": shots(MOTHER),
    "mother threat": threats(MOTHER),
    "blots": HIT["blots"],
    "home points": HIT["home points"],
}
BLOCK: Mapping[str, Feature] = {
    **CONTACT,
    "head": gain(in_places(24), 5),
    "second quarter": gain(lambda side, _: count(side.held & HOME_MASK << 12), 3),
    "third quarter": gain(lambda side, _: count(side.held & HOME_MASK << 6), 3),
    "home points": gain(lambda side, _: count(side.held & HOME_MASK), 3),
    "dead numbers": lambda view: lost_pips(view.opponent, view.mover),
    "own dead numbers": lambda view: lost_pips(view.mover, view.opponent),
    "forced": gain(forced, 3),
    # Each checker above two, other than on the head, could hold another point.
    "stacks": gain(above(2, range(7, 24)), 5),
    "runner": runner,
}
FEATURES: Mapping[Contact, Mapping[str, Feature]] = {
    Contact.HIT: HIT,
    Contact.PIN: PIN,
    Contact.BLOCK: BLOCK,
}
"""The features of games in contact."""
