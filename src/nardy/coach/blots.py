"""Blots that an opposing checker has still to pass, as masks of points: one position, or many at once."""

from nardy.bots.baseline.features import ROAD
from nardy.bots.baseline.view import Number, faced
from nardy.core.rules import Rules


def exposed(rules: Rules, blots: Number, others: Number) -> Number:
    """The blots that some opposing checker has still to pass; a mask of the opponent's points.

    Args:
        rules: The game, for the numbering of the other player.
        blots: A mask of points with single checkers, in their owner's numbering.
        others: A mask of places with opposing checkers that are free to move, the bar included.
    """
    way: Number = others
    # Five doubling shifts fill all lower bits of a mask of 26 bits.
    for shift in (1, 2, 4, 8, 16):
        way = way | way >> shift
    return faced(rules, blots) & way >> 1 & ROAD
