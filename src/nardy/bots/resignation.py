"""When a bot gives a game up: when it is lost however the dice fall and whatever it plays."""

import numpy as np

from nardy.core.choices import LastThrow
from nardy.core.outcome import sizes
from nardy.core.position import BAR, HOME, OFF, Counts
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.exact.bearoff import bearoff, doubles_of
from nardy.exact.sides import side_numbers

MOST_OFF = 4
"""Checkers that a roll bears off at most: the moves of a double."""


def certain_loss(situation: Situation) -> str | None:
    """The size that the player on roll is sure to lose before his roll, or None.

    Only races at home are looked at, after he has borne a checker off: then he loses a single. The
    opponent has a way to need so many rolls and never more (exact/bearoff.py), and even doubles in
    every roll are too few for the player.

    >>> from nardy.formats import position_text
    >>> certain_loss(position_text.loads("backgammon w 6:9 1:1"))
    'single'
    """
    rules, position = situation.rules, situation.position
    if situation.phase is not Phase.ROLL or not (_is_alone(rules) and position.player[OFF]):
        return None
    if not (_is_home(position.player) and _is_home(position.opponent)):
        return None
    theirs = most_rolls(rules, position.opponent)
    if rules.last_throw is not LastThrow.OFF:
        theirs += 1
    return sizes(rules)[0] if sum(position.player[1:]) > MOST_OFF * theirs else None


def most_rolls(rules: Rules, side: Counts) -> int:
    """So many rolls a side at home needs at most until all are off, with the worst of dice."""
    table = bearoff(rules)
    (number,) = side_numbers(np.array([side], np.int8), len(HOME)).tolist()
    return int(np.flatnonzero(table.all_off[number])[-1])


def _is_alone(rules: Rules) -> bool:
    return doubles_of(rules) == MOST_OFF and not rules.cascade_count


def _is_home(side: Counts) -> bool:
    return not any(side[HOME.stop : BAR + 1])
