"""Many positions as arrays, in the form in which features read one position."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nardy.bots.baseline.view import POINTS, BotView, SideFacts
from nardy.core.choices import Contact
from nardy.core.position import PLACES, Position
from nardy.core.rules import Rules

Ints = npt.NDArray[np.int32]


def views_of(rules: Rules, positions: Sequence[Position]) -> BotView:
    """One view of all positions: every number is an array with one entry for each position."""
    boards = np.array([(position.player, position.opponent) for position in positions], np.int32)
    pins = np.zeros((2, len(positions)), np.int32)
    if rules.contact is Contact.PIN:
        for n, position in enumerate(positions):
            pins[0, n] = sum(1 << point for point in position.player_pinned)
            pins[1, n] = sum(1 << point for point in position.opponent_pinned)
    return view_of_arrays(rules, boards, pins)


def view_of_arrays(rules: Rules, boards: Ints, pins: Ints) -> BotView:
    """The view of boards [n, 2, 26] and masks of pinned points [2, n]."""
    mine = _side(rules, boards[:, 0], pins[0], pins[1])
    return BotView(rules, mine, _side(rules, boards[:, 1], pins[1], pins[0]))


def _side(rules: Rules, checkers: Ints, pinned: Ints, pinning: Ints) -> SideFacts:
    bits = _bits(rules)
    held, held_there = _masks(checkers > 0, bits)
    if rules.contact is Contact.BLOCK:
        nobody = np.zeros_like(held)
        return SideFacts(
            checkers.T.copy(), held, held, nobody, nobody, held_there, held_there, nobody
        )
    made, made_there = _masks(checkers > 1, bits)
    if rules.contact is Contact.PIN:
        made = made | _faced(rules, pinning)
        made_there = made_there | pinning
    pinned_there = _faced(rules, pinned) if rules.contact is Contact.PIN else pinned
    return SideFacts(
        checkers.T.copy(),
        held,
        made,
        held & ~made & ~pinned,
        pinned,
        held_there,
        made_there,
        held_there & ~made_there & ~pinned_there,
    )


def _bits(rules: Rules) -> npt.NDArray[np.float64]:
    """Each point's bit in the player's own and in the opponent's numbering: [26, 2]."""
    bits = np.zeros((PLACES, 2))
    for point in POINTS:
        bits[point] = 1 << point, 1 << rules.facing(point)
    return bits


def _masks(where: npt.NDArray[np.bool_], bits: npt.NDArray[np.float64]) -> tuple[Ints, Ints]:
    """Masks in both numberings. Float products are exact here, and many times faster."""
    here, there = (where.astype(np.float64) @ bits).astype(np.int32).T
    return here.copy(), there.copy()


def _faced(rules: Rules, points: Ints) -> Ints:
    """The same points in the opponent's numbering."""
    return sum(
        ((points >> point & 1) << rules.facing(point) for point in POINTS), np.zeros_like(points)
    )
