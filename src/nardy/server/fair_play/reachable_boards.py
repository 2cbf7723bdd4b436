"""All boards that one turn leads to, found by the kernel.

Cascades have too many turns, and a bomb changes the board before the turn: there only `may_follow` decides (rules.py).
"""

from functools import lru_cache

import numpy as np

from nardy.core.dice import ROLLS, DiceList
from nardy.core.position import Position
from nardy.core.rules import EVERY_TURN, Rules
from nardy.core.situation import Situation
from nardy.errors import RulesError, TooManyTurns
from nardy.kernel.arrays import begin_rows, find_turns
from nardy.kernel.layout import Bytes
from nardy.server.fair_play.rules import BoardCounts

MOST_KEPT = 64
"""Positions whose boards are cached, some 100 kB each."""


def follows(before: Situation, board: BoardCounts) -> bool:
    """Whether a turn of either side with any roll leads from a situation to a board."""
    rules, (mine, theirs) = before.rules, before.turns or (EVERY_TURN, EVERY_TURN)
    both = (before.position, mine), (before.position.flipped(), theirs)
    return any(
        _is_among(_boards_with(rules, position, tuple(rules.dice_list(r, n) for r in ROLLS)), board)
        for position, n in both
    )


def leads_to(before: Situation, board: BoardCounts) -> bool:
    """Whether a turn with the dice of a situation leads to a board."""
    dice = before.dice
    return dice is not None and _is_among(
        _boards_with(before.rules, before.position, (dice,)), board
    )


@lru_cache(maxsize=MOST_KEPT)
def _boards_with(rules: Rules, position: Position, lists: tuple[DiceList, ...]) -> Bytes | None:
    """All boards after a turn, the mover's side first; None if they cannot be listed."""
    if rules.cascade_count or rules.bomb:
        return None
    try:
        rows = begin_rows(rules, [position] * len(lists), lists)
        finals = find_turns(rules, rows).finals
    except (RulesError, TooManyTurns):
        return None
    return np.ascontiguousarray(finals.boards[: finals.offsets[-1], :, 1:])


def _is_among(boards: Bytes | None, board: BoardCounts) -> bool:
    if boards is None:
        return True
    wanted = np.array([board, board[::-1]], np.int8)
    return bool((boards[:, None] == wanted).all((2, 3)).any())
