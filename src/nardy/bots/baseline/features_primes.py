"""Features of all contact games: primes, trapped checkers, stacks."""

from nardy.bots.baseline.view import POINTS, ROAD, BotView, Number, SideFacts
from nardy.core.position import BAR


def count(points: Number) -> Number:
    """The number of points (of 24) in a mask."""
    # Population count by adding neighboring bits, then pairs, fours and eights.
    pairs = points - (points >> 1 & 0x5555555)
    fours = (pairs & 0x3333333) + (pairs >> 2 & 0x3333333)
    eights = fours + (fours >> 4) & 0xF0F0F0F
    return eights * 0x1010101 >> 24 & 0xFF


def runs(made: Number, size: int) -> Number:
    """The mask of points at which a prime of this size begins."""
    found = made & ROAD
    for step in range(1, size):
        found = found & made >> step
    return found


def behind(side: SideFacts, made_there: Number, size: int) -> Number:
    """How many of a side's checkers stand behind an opposing prime of this size."""
    found = runs(made_there, size)
    # The lowest bit of the mask is the prime farthest ahead.
    end = (found & -found) << size - 1
    return (found != 0) * sum((1 << place > end) * side.counts[place] for place in range(1, 26))


def primed(view: BotView, size: int) -> Number:
    """The opponent's checkers behind such a prime, minus the mover's, at most three each."""
    theirs = behind(view.opponent, view.mover.made_there, size)
    mine = behind(view.mover, view.opponent.made_there, size)
    return at_most_three(theirs) - at_most_three(mine)


def at_most_three(checkers: Number) -> Number:
    """The number of checkers, at most three."""
    return checkers - (checkers > 3) * (checkers - 3)


def prime_4(view: BotView) -> Number:
    """Opposing checkers behind a prime of four."""
    return primed(view, 4)


def prime_5(view: BotView) -> Number:
    """Opposing checkers behind a prime of five."""
    return primed(view, 5)


def prime_6(view: BotView) -> Number:
    """Opposing checkers behind a prime of six, which cannot get out."""
    return primed(view, 6)


def obstruction(side: SideFacts, made_there: Number) -> Number:
    """For each checker, the square of the number of closed points in the six before it.

    Squared, because adjacent closed points block more than scattered ones.
    """
    total: Number = 0
    closed: Number = 0
    for place in range(1, BAR + 1):
        total = total + side.counts[place] * closed * closed
        closed = closed + (made_there >> place & 1)
        if place > 6:
            closed = closed - (made_there >> place - 6 & 1)
    return total


def blockade(view: BotView) -> Number:
    """How much the mover's points block the opponent's checkers, minus the reverse."""
    theirs = obstruction(view.opponent, view.mover.made_there)
    mine = obstruction(view.mover, view.opponent.made_there)
    return (theirs - mine) / 36


def stacked(side: SideFacts) -> Number:
    """Checkers above three on a point, which do no work."""
    return sum((side.counts[point] > 3) * (side.counts[point] - 3) for point in POINTS)


def stacks(view: BotView) -> Number:
    """Stacked checkers, minus the opponent's, in threes."""
    return (stacked(view.mover) - stacked(view.opponent)) / 3
