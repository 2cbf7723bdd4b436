"""When a bot resigns: the game is lost with any dice and any play."""

import numpy as np

from nardy.core.choices import LastThrow
from nardy.core.outcome import sizes
from nardy.core.position import BAR, HOME, OFF, Counts
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.exact.bearoff import bearoff, doubles_of
from nardy.exact.sides import side_numbers

MOST_OFF = 4
"""Most checkers that one roll bears off: the four moves of a double."""


def certain_loss(situation: Situation) -> str | None:
    """The size of the loss that is certain for the player on roll, or None.

    Only bear-off races are checked in which the player has borne off a checker, so a loss is single.
    The opponent can finish in a known number of rolls with any dice (exact/bearoff.py); even doubles
    in all of them would be too few for the player.


    >>> from nardy.formats import position_text
    >>> certain_loss(position_text.loads("backgammon w 6:9 1:1"))
    'single'
    """
    rules, position = situation.rules, situation.position
    has_plain_dice = doubles_of(rules) == MOST_OFF and not rules.cascade_count
    if situation.phase is not Phase.ROLL or not (has_plain_dice and position.player[OFF]):
        return None
    if not (_is_home(position.player) and _is_home(position.opponent)):
        return None
    theirs = most_rolls(rules, position.opponent)
    if rules.last_throw is not LastThrow.OFF:
        theirs += 1
    return sizes(rules)[0] if sum(position.player[1:]) > MOST_OFF * theirs else None


def most_rolls(rules: Rules, side: Counts) -> int:
    """The most rolls that a side at home needs to bear off, with the worst dice."""
    table = bearoff(rules)
    (number,) = side_numbers(np.array([side], np.int8), len(HOME)).tolist()
    return int(np.flatnonzero(table.all_off[number])[-1])


def _is_home(side: Counts) -> bool:
    return not any(side[HOME.stop : BAR + 1])
