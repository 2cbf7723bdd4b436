"""One player's errors: all together, checker play and cube apart, and by kind of cube error."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.game_review import Decision, ReviewedTurn, Summary, summary
from nardy.core.player import Player

CUBE_ERRORS: Mapping[str, Callable[[ReviewedCube], bool]] = {
    "missed doubles": lambda one: one.act == "roll" and one.best == "double",
    "wrong doubles": lambda one: one.act == "double" and one.best == "roll",
    "wrong takes": lambda one: one.act in {"take", "beaver"} and one.best == "pass",
    "wrong passes": lambda one: one.act == "pass" and one.best != "pass",
}
"""Kinds of cube errors; a missed or a wrong beaver is none of them."""


@dataclass(frozen=True, slots=True)
class ErrorCount:
    """Errors of one kind that have a grade."""

    count: int
    lost: float
    """Points for a cube of 1 before each decision."""


@dataclass(frozen=True, slots=True)
class ErrorTally:
    """One player's part of a game or a match."""

    total: Summary
    """All decisions, those on a bomb included."""
    turns: Summary
    cube: Summary
    cube_errors: Mapping[str, ErrorCount]
    """By the names of CUBE_ERRORS."""


def error_tally(decisions: Iterable[Decision], player: Player) -> ErrorTally:
    """Count one player's errors.

    >>> empty = error_tally([], Player.WHITE)
    >>> empty.total.decisions, empty.cube_errors["wrong takes"].count
    (0, 0)
    """
    own = [one for one in decisions if one.player is player]
    turns = [one for one in own if isinstance(one, ReviewedTurn)]
    cube = [one for one in own if isinstance(one, ReviewedCube)]
    return ErrorTally(
        total=summary(own, player),
        turns=summary(turns, player),
        cube=summary(cube, player),
        cube_errors={name: _counted(cube, is_one) for name, is_one in CUBE_ERRORS.items()},
    )


def _counted(cube: Sequence[ReviewedCube], is_one: Callable[[ReviewedCube], bool]) -> ErrorCount:
    losses = [one.loss for one in cube if one.grade and is_one(one)]
    return ErrorCount(len(losses), sum(losses))
