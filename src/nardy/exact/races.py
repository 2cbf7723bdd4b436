"""Bear-off races: outcome chances where each side only bears off at home.

They are exact if each side plays for the fewest rolls, as is nearly always best. A side that is ahead or
behind, or may still lose a gammon, can sometimes do slightly better.
"""

import numpy as np
from numpy.typing import NDArray

from nardy.core.rules import Rules
from nardy.exact.bearoff import bearoff, doubles_of
from nardy.kernel.bearoff_rolls import find_races, races_batch
from nardy.kernel.features import Floats
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.scoring import STAKES_DRAW, STAKES_SIZES

Flags = NDArray[np.bool_]
Positions = tuple[Bytes, Pins, int, Bytes]
"""Boards and pins (kernel/layout.py), the side that rolls next, and facts
(kernel/scoring.py), seen by that side."""


def race_chances(rules: Rules, stakes: Ints, positions: Positions) -> tuple[Flags, Floats]:
    """Find the bear-off races and their outcome chances, for the player who rolls next.

    `stakes` define the outcomes (kernel/scoring.py).

    Returns: bool[n], all False for a game without a table (exact/bearoff.py); and float32[n,
    outcomes], the best outcome first, undefined where it is no race.
    """
    boards, pins, seat, facts = positions
    outcomes = int(2 * stakes[STAKES_SIZES] + stakes[STAKES_DRAW])
    is_race = np.zeros(len(boards), np.bool_)
    chances = np.empty((len(boards), outcomes), np.float32)
    board = boards, pins, seat
    early = rules.cascade_from - 1 if rules.counts_turns else 0
    if doubles_of(rules) is None or not find_races(early, board, facts, is_race):
        return is_race, chances
    # The table is needed only now, and made on first use.
    table = bearoff(rules)
    tables = table.all_off, table.one_off
    races_batch((rules.checkers, stakes), tables, (board, facts), is_race, chances)
    return is_race, chances
