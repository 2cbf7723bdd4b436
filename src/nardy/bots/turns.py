"""The turns a bot chooses from: all final positions, or single moves where there are too many."""

from collections.abc import Mapping
from contextlib import suppress
from types import ModuleType

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
from nardy.kernel import is_available

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
    if kernel := _kernel():
        with suppress(RulesError):  # more checkers than the kernel can hold
            return kernel.kernel_turns(rules, position, dice)
    return sequences(rules, begin(rules, position, dice))


def single_moves(rules: Rules, mid: MidTurn, reaches: Reaches) -> dict[Move, MidTurn]:
    """The moves that keep the longest play within reach, each with the turn after it."""
    if kernel := _kernel():
        with suppress(RulesError, TooManyTurns):  # more checkers or positions than it can hold
            return kernel.kernel_moves(rules, mid)
    return legal_moves(rules, mid, reaches)


def longest(rules: Rules, mid: MidTurn) -> int:
    """The number of dice that must be played."""
    if kernel := _kernel():
        with suppress(RulesError, TooManyTurns):  # more checkers or positions than it can hold
            return kernel.kernel_longest(rules, mid)
    return longest_play(rules, mid)


def _kernel() -> ModuleType | None:
    """The functions of the kernel; None where the rule book answers."""
    if not is_available():
        return None
    from nardy.kernel import arrays  # noqa: PLC0415 (NumPy only when it is used)

    return arrays


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
