"""The implementation of `nardy exam`; importing it imports Numba."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from nardy.arena.outside import outside_bot
from nardy.bots.neural import NeuralBot
from nardy.bots.registry import load_bot
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.labels.exam import Exam, Grade
from nardy.labels.label_file import LabelFile, LabelFileError
from nardy.search.tables import without_cube


@dataclass(frozen=True)
class Graded:
    """A bot with its results."""

    bot: str
    grade: Grade
    classes: dict[str, Grade]


def graded(
    rules: Rules, bots: Sequence[str], path: Path, told: Callable[[int], None]
) -> list[Graded]:
    """Let the bots answer all labelled decisions of a file.

    Raises:
        LabelFileError: the file has no decisions of this game.
    """
    file = LabelFile.read(path)
    asked = without_cube(rules)
    expected, got = rules_text(asked), ", ".join(sorted(file.games))
    if {expected} != file.games:
        raise LabelFileError(
            f"expected labels of {expected} in {path}, got {got or 'none'}; give that game, or "
            "another file"
        )
    exam = Exam(file, NeuralBot(1))
    if not exam.decisions:
        raise LabelFileError(
            f"expected decisions with labels in {path}, got none; make them with nardy label"
        )
    found = list[Graded]()
    for number, spec in enumerate(bots, 1):
        bot = outside_bot(spec, asked) or load_bot(spec)
        answers = exam.answers(bot)
        found.append(Graded(spec, exam.grade(answers), exam.by_class(answers)))
        told(number)
    return found


def lines(found: Sequence[Graded], *, classes: bool) -> Iterator[str]:
    """The table as text, and the classes of each bot below it."""
    width = max(20, *(len(one.bot) for one in found))
    heading = f"{'':{width}}      PR          right  noise  estimated  decisions"
    yield heading
    for one in found:
        yield _line(one.bot, one.grade, width)
        if classes:
            for kind, own in one.classes.items():
                yield _line(f"  {kind}", own, width)


def _line(name: str, of: Grade, width: int) -> str:
    return (
        f"{name:{width}} {of.rating:7.2f} ±{of.error:<6.2f} {of.right:6.1%} {of.noise:6.2f} "
        f"{of.estimated:9.1%} {of.decisions:10,}"
    )
