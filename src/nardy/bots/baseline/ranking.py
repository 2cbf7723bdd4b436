"""Rank final positions by their value for the mover."""

from collections.abc import Iterable

from nardy.bots.baseline.evaluator import evaluate_all
from nardy.core.outcome import result_after_turn
from nardy.core.position import OFF, Position
from nardy.core.situation import Situation

WON = 1_000.0
"""More than any log odds: a finished game is no estimate."""


def best(situation: Situation, finals: Iterable[Position]) -> Position:
    return ranked(situation, finals)[0][0]


def ranked(situation: Situation, finals: Iterable[Position]) -> list[tuple[Position, float]]:
    """Final positions with their values, best first; ties are in a fixed order."""
    positions = list(finals)
    if len(positions) == 1:
        return [(positions[0], 0.0)]
    values = [round(value, 9) for value in values_of(situation, positions)]
    return sorted(
        zip(positions, values, strict=True),
        key=lambda pair: (pair[1], pair[0].player, pair[0].opponent),
        reverse=True,
    )


def values_of(situation: Situation, finals: list[Position]) -> list[float]:
    """The mover's value of each final position: log odds, or the result of a finished game."""
    estimates = evaluate_all(situation.rules, finals)
    endings = (ending(situation, final) for final in finals)
    return [
        estimate if known is None else known
        for estimate, known in zip(estimates, endings, strict=True)
    ]


def ending(situation: Situation, final: Position) -> float | None:
    """The value of a turn that ends the game, or None."""
    rules = situation.rules
    may_end = rules.mother or rules.first_hit_wins or situation.last
    if not may_end and final.player[OFF] < rules.checkers:
        return None
    result = result_after_turn(situation, final)
    if result is None:
        return None
    if result.winner is None:
        return 0.0
    return WON * result.points * (1 if result.winner is situation.to_act else -1)
