"""Many positions seen at once, as arrays: the features read them as they read one."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from nardy.bots import evaluator
from nardy.bots.view import PLACES, ROAD, Side, View
from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.rules import Rules

Ints = npt.NDArray[np.int64]

BITS = 1 << np.arange(PLACES, dtype=np.int64)


def views_of(rules: Rules, positions: Sequence[Position]) -> View:
    """One view of all positions: every number is an array with one entry a position."""
    boards = np.array([(position.player, position.opponent) for position in positions], np.int64)
    pins = np.zeros((2, len(positions)), np.int64)
    if rules.contact is Contact.PIN:
        for n, position in enumerate(positions):
            pins[0, n] = sum(1 << point for point in position.player_pinned)
            pins[1, n] = sum(1 << point for point in position.opponent_pinned)
    return view_of_arrays(rules, boards, pins)


def view_of_arrays(rules: Rules, boards: Ints, pins: Ints) -> View:
    """The view of boards [n, 2, 26] and masks of pinned points [2, n]."""
    mine, his = (
        _side(rules, boards[:, side], pins[side], pins[1 - side]) for side in (0, 1)
    )
    return View(rules, mine, his)


def _side(rules: Rules, checkers: Ints, pinned: Ints, pinning: Ints) -> Side:
    there = np.array([1 << rules.facing(place) for place in range(PLACES)], np.int64)
    here = BITS & ROAD
    there = there * (here != 0)
    held = (checkers > 0) @ here
    least = 1 if rules.contact is Contact.BLOCK else 2
    on_top = _faced(pinning, there)
    made = ((checkers >= least) @ here) | on_top
    blots = held & ~made & ~pinned if least > 1 else held * 0
    return Side(
        checkers.T.copy(),
        held,
        made,
        blots,
        pinned,
        _faced(held, there),
        _faced(made, there),
        _faced(blots, there),
    )


def _faced(points: Ints, there: Ints) -> Ints:
    """The same points in the other player's numbering."""
    return ((points[:, None] >> np.arange(PLACES)) & 1) @ there


def evaluate_batch(rules: Rules, positions: Sequence[Position]) -> list[float]:
    """The log odds of every position, seen by its player, who has just moved."""
    view = views_of(rules, positions)
    contact = np.asarray(view.is_contact)
    values = np.zeros(len(positions))
    if contact.any():
        values = np.asarray(evaluator.total(view, contact=True))
    if not contact.all():
        race = evaluator.total(view, contact=False)
        values = np.where(contact, values, race)
    return [float(value) for value in values]
