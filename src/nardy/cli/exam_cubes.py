"""The table of losses with the cube, for `nardy exam`."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nardy.cli.computing import counted
from nardy.labels.cube_exam import MISTAKES, CubeGrade
from nardy.labels.truth import Figure

PARTS = 1000
"""Losses are told in thousandths of a point."""
STAKES = {"money": "for money", "match": "in matches, a single at the score is 1"}


class CubeRow(NamedTuple):
    """A bot with its results for money and in matches."""

    bot: str
    grades: dict[str, CubeGrade]


def cube_lines(found: Sequence[CubeRow]) -> Iterator[str]:
    """A table for each stake; the figures are means of all moments at which a double is allowed."""
    width = max(20, *(len(one.bot) for one in found))
    for stake, words in STAKES.items():
        rows = [(one.bot, one.grades[stake]) for one in found if stake in one.grades]
        if not rows:
            continue
        yield f"thousandths of a point lost a moment, {words}"
        chance = f"{'match chance':>17}" if rows[0][1].chance is not None else ""
        mistakes = "".join(
            f"{name + 's' if name[-1] != 's' else name + 'es':>17}" for name in MISTAKES
        )
        yield f"{'':{width}}{'loss':>17}{'noise':>8}{mistakes}{chance}{'moments':>9}"
        for bot, grade in rows:
            yield f"{bot:{width}}{_row(grade)}"
            yield from failure_line(grade.failed)


def failure_line(failed: int) -> Iterator[str]:
    """Below a bot that has failed: how often."""
    if failed:
        yield f"  {counted(failed, 'answer')} failed; the worst was charged for each"


def _row(grade: CubeGrade) -> str:
    mistakes = "".join(_points(grade.mistakes[name].loss) for name in MISTAKES)
    noise = f"{PARTS * grade.noise:8.2f}"
    return f"{_points(grade.loss)}{noise}{mistakes}{_chance(grade.chance)}{grade.moments:9,}"


def _points(found: Figure) -> str:
    loss, error = found
    return f"{f'{PARTS * loss:.2f} ±{PARTS * error:.2f}':>17}"


def _chance(found: Figure | None) -> str:
    """Match-winning chance lost a moment."""
    if found is None:
        return ""
    return f"{f'{found[0]:.3%} ±{found[1]:.3%}':>17}"
