"""The rolls that a race still takes: exact, since neither player can hinder the other any more."""

import numpy as np

from nardy.core.position import OFF, Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.exact.bearoff import bearoff, doubles_of
from nardy.exact.sides import side_numbers
from nardy.kernel.bearoff_rolls import HOME

ROUNDING = 1e-6
"""The table is of single precision."""


def rolls_to_go(rules: Rules, better: Position, other: Position) -> tuple[float, float] | None:
    """The expected rolls until the player's checkers are all off, by the table of exact/bearoff.py.

    None unless the players have passed each other in both positions, all checkers of the player are home, and
    the first position is at least as likely to be off within any number of rolls. Then fewer rolls are surely
    better; otherwise it depends on how many rolls the opponent needs.

    >>> from nardy import BACKGAMMON
    >>> from nardy.formats import read_position
    >>> both = [read_position(f"backgammon w {side} 6:1")[0].position for side in ("3:1,1:1", "2:2")]
    >>> [round(rolls, 2) for rolls in rolls_to_go(BACKGAMMON, *both) or ()]
    [1.06, 1.28]
    """
    both = (better, other)
    if doubles_of(rules) is None or not all(_is_race_at_home(rules, one) for one in both):
        return None
    table = bearoff(rules)
    sides = side_numbers(np.array([one.player for one in both], np.int8), HOME)
    in_time = table.all_off[sides].cumsum(1)
    if (in_time[0] < in_time[1] - ROUNDING).any():
        return None
    best, played = table.means[sides].tolist()
    return best, played


def _is_race_at_home(rules: Rules, position: Position) -> bool:
    is_home = sum(position.player[OFF : HOME + 1]) == rules.checkers
    return is_home and have_passed(rules, position)
