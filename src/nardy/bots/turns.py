"""The turns a bot chooses from: all final positions, or single moves where there are too many."""

from collections.abc import Mapping

from nardy.core.canonical import canonical_turn
from nardy.core.dice import DiceList
from nardy.core.draft import Draft
from nardy.core.legal import Reaches, begin, legal_moves, longest_play, sequences, steps
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn, after, lands_on_opponent
from nardy.core.turn import Move, Turn
from nardy.errors import IllegalTurnError, RulesError, TooManyTurns
from nardy.kernel.behind import is_ready

Moves = tuple[Move, ...]

LONGEST_LISTED = 4
"""Longer dice lists are cascades, played move by move."""


def is_listed(dice: DiceList) -> bool:
    """Whether all turns of a dice list can be listed."""
    return len(dice.numbers) <= LONGEST_LISTED


def dice_of(situation: Situation) -> DiceList:
    """The dice of a moment in which a turn is due."""
    if situation.dice is None:
        raise IllegalTurnError("not-rolled", "expected dice to play; roll them first")
    return situation.dice


def final_positions(rules: Rules, position: Position, dice: DiceList) -> Mapping[Position, Moves]:
    """Every final position of a legal turn, seen by the mover, with one way to reach it."""
    if is_ready():
        from nardy.kernel.arrays import kernel_turns  # noqa: PLC0415 (Numba only when it is used)

        try:
            return kernel_turns(rules, position, dice)
        except RulesError:
            pass  # more checkers than the kernel can hold
    return sequences(rules, begin(rules, position, dice))


def single_moves(rules: Rules, mid: MidTurn, reaches: Reaches) -> dict[Move, MidTurn]:
    """The moves that keep the longest play within reach, each with the turn after it."""
    if is_ready():
        from nardy.kernel.arrays import kernel_moves  # noqa: PLC0415 (Numba only when it is used)

        try:
            return kernel_moves(rules, mid)
        except (RulesError, TooManyTurns):
            pass  # more checkers or positions than the kernel can hold
    return legal_moves(rules, mid, reaches)


def longest(rules: Rules, mid: MidTurn) -> int:
    """The number of dice that must be played."""
    if is_ready():
        from nardy.kernel.arrays import kernel_longest  # noqa: PLC0415 (Numba only when it is used)

        try:
            return kernel_longest(rules, mid)
        except (RulesError, TooManyTurns):
            pass  # more checkers or positions than the kernel can hold
    return longest_play(rules, mid)


def unchecked_moves(rules: Rules, mid: MidTurn) -> dict[Move, MidTurn]:
    """Moves that are legal by themselves; they may still cut the longest play short."""
    lands = lands_on_opponent
    return {
        Move(step.origin, step.target, lands(rules, mid.position, step.target)): after(
            rules, mid, step
        )
        for step in steps(rules, mid)
    }


def as_played(situation: Situation, moves: Moves, final: Position) -> Draft | Turn:
    """The moves in the form that `Game.play` takes: a complete draft.

    Where two dice bear the same checker off, a draft may resolve a move differently; then the
    canonical turn is used.
    """
    draft = Draft(situation)
    try:
        for move in moves:
            draft.move(move.origin, move.target)
    except IllegalTurnError:
        return _canonical(situation, moves, final)
    return draft if draft.position == final else _canonical(situation, moves, final)


def _canonical(situation: Situation, moves: Moves, final: Position) -> Turn:
    mid = begin(situation.rules, situation.position, dice_of(situation))
    return canonical_turn(situation.rules, mid, moves, final)
