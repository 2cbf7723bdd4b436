"""The implementation of `nardy exam`; importing it imports NumPy."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from nardy.arena.outside import is_packaged, outside_bot
from nardy.bots.bot import Bot
from nardy.bots.neural import NeuralBot
from nardy.bots.registry import UnknownBotError, load_bot, runs_code
from nardy.bots.ubgi.external import UbgiBot
from nardy.cli.evaluate import plain_bot
from nardy.cli.exam_cubes import CubeRow, cube_lines, failure_line
from nardy.cli.figures import finite
from nardy.core.options import rules_text
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.labels.cube_exam import CubeGrade, cube_answers, cube_grades
from nardy.labels.exam import Exam, Grade, ValueErrors, value_errors
from nardy.labels.label_file import LabelFile, LabelFileError
from nardy.labels.second_judge import SecondJudge, differ_surely
from nardy.search.tables import without_cube


@dataclass(frozen=True, kw_only=True)
class ExamOptions:
    """The options of `nardy exam`."""

    rules: Rules
    find: Callable[[str], Rules]
    """Finds the game by name."""
    bots: tuple[str, ...]
    labels: Path
    seed: int = 1
    """For bots that play by chance; each bot begins with it."""
    judge: Path | None = None
    """Figures of a second judge: only the decisions that both have are asked."""


@dataclass(frozen=True)
class Graded:
    """A bot with its results: of turns, of the cube, or the errors of its values of positions."""

    bot: str
    grade: Grade | None = None
    classes: dict[str, Grade] = field(default_factory=dict[str, Grade])
    values: dict[str, ValueErrors] = field(default_factory=dict[str, ValueErrors])
    cubes: dict[str, CubeGrade] = field(default_factory=dict[str, CubeGrade])
    second: "SecondGrade | None" = None

    def as_values(self) -> dict[str, Any]:
        """As JSON values; an unknown standard error is None."""
        return finite(self._values())

    def _values(self) -> dict[str, Any]:
        if self.cubes:
            return {
                "bot": self.bot,
                "cubes": {stake: asdict(of) for stake, of in self.cubes.items()},
            }
        if self.grade is None:
            values = {kind: asdict(of) for kind, of in self.values.items()}
            return {"bot": self.bot, "values": values}
        classes = {kind: asdict(of) for kind, of in self.classes.items()}
        second = {} if self.second is None else {"second": self.second.as_values()}
        return {"bot": self.bot, **asdict(self.grade), "classes": classes, **second}


@dataclass(frozen=True)
class SecondGrade:
    """A bot's result by the second judge, in the same decisions."""

    judge: str
    grade: Grade
    apart: tuple[int, ...]
    """The numbers of the decisions in which the judges surely prefer different turns."""

    def as_values(self) -> dict[str, Any]:
        return {"judge": self.judge, **asdict(self.grade), "apart": self.apart}


def graded(options: ExamOptions) -> Iterator[Graded]:
    """Each bot with its results, as soon as it has answered all labelled decisions of a file.

    Raises:
        LabelFileError: the file has no decisions of this game.
        NardyError: a bot is missing or cannot play; told before the first one is asked.
    """
    rules, path = options.rules, options.labels
    file = LabelFile.read(path, options.find)
    asked = rules if file.made.get("moments") == "cubes" else without_cube(rules)
    expected, got = rules_text(asked), ", ".join(sorted(file.games))
    if {expected} != file.games:
        raise LabelFileError(
            f"expected labels of {expected} in {path}, got {got or 'none'}; give that game, or "
            "another file"
        )
    if not file.labels:
        raise LabelFileError(f"expected labels in {path}, got none yet; make them with nardy label")
    if asked.cube_play:
        _require_cube(options.bots)
    judge = None if options.judge is None else SecondJudge.read(options.judge, path)
    questions = _Questions(file, asked, options.seed, judge)
    # A bot may take an hour, so all names are tried before.
    ready = [questions.to(spec) for spec in options.bots]
    for ask in ready:
        yield ask()


class _Questions:
    """A label file with its kind of questions."""

    def __init__(
        self, file: LabelFile, rules: Rules, seed: int, judge: SecondJudge | None = None
    ) -> None:
        self.file = file
        self.rules = rules
        self.seed = seed
        self.judge = judge
        ranking = _ranking(file)
        if judge is None:
            self.exam = Exam(file, ranking)
            return
        both = judge.labels(file)
        if not both:
            raise LabelFileError(
                f"expected decisions of {file.path} with figures of the second judge, got none; leave out --judge"
            )
        self.exam = Exam(
            file.with_labels({number: file.labels[number] for number in both}), ranking
        )
        self.second = Exam(file.with_labels(both), ranking)

    def to(self, spec: str) -> Callable[[], Graded]:
        """Load a bot; what is returned asks it."""
        if not self.rules.cube_play and not self.exam.decisions:
            plain = plain_bot(spec)
            return lambda: Graded(spec, values=value_errors(self.file, plain))
        bot = outside_bot(spec, self.rules) or load_bot(spec, self.seed)
        if isinstance(bot, UbgiBot):
            bot.check([self.rules])
        return lambda: self._graded(spec, bot)

    def _graded(self, spec: str, bot: Bot) -> Graded:
        if self.rules.cube_play:
            return Graded(spec, cubes=cube_grades(self.file, cube_answers(self.file, bot)))
        choices = self.exam.choices(bot)
        answers = self.exam.judged(choices)
        second = None if self.judge is None else self._by_judge(self.judge, choices)
        grades = self.exam.grade(answers), self.exam.by_class(answers)
        return Graded(spec, *grades, second=second)

    def _by_judge(self, judge: SecondJudge, choices: Mapping[int, Position | None]) -> SecondGrade:
        pairs = zip(self.exam.decisions, self.second.decisions, strict=True)
        apart = [moment.number for (moment, one), (_, other) in pairs if differ_surely(one, other)]
        return SecondGrade(judge.name, self.second.grade(self.second.judged(choices)), tuple(apart))


def _ranking(file: LabelFile) -> NeuralBot:
    """The bot that estimates turns that were not rolled out: with the network of the labels, if they name a file."""
    named = str(file.made.get("bot", "nardy"))
    # A label file may come from anybody, and must not run a program.
    bot = None if runs_code(named) else load_bot(named)
    ranking = NeuralBot(1, bot.file if isinstance(bot, NeuralBot) else None)
    turns = (one for one in file.moments if one.situation.phase is Phase.TURN)
    if ranking.file is not None and (moment := next(turns, None)):
        # A file that is not there is told before a bot has been asked for an hour.
        ranking.network(moment.situation.rules)
    return ranking


def _require_cube(bots: Sequence[str]) -> None:
    """Refuse bots that are asked for turns alone: they would seem never to double.

    Raises:
        UnknownBotError: one is such a bot.
    """
    for spec in filter(is_packaged, bots):
        raise UnknownBotError(
            f"expected bots that play with the cube, got {spec!r}, which nardy asks for turns alone; "
            "leave it out for labels of cube decisions"
        )


def lines(found: Sequence[Graded], *, classes: bool) -> Iterator[str]:
    """The table as text; on request with the classes of each bot below it."""
    if found[0].cubes:
        yield from cube_lines([CubeRow(one.bot, one.cubes) for one in found])
        return
    width = max(20, *(len(one.bot) for one in found))
    graded = found[0].grade is not None
    yield f"{'':{width}}" + (HEADING if graded else VALUE_HEADING)
    for one in found:
        if one.grade is not None:
            yield _line(one.bot, one.grade, width)
            yield from failure_line(one.grade.failed)
        if one.second is not None:
            yield _line("  by the second judge", one.second.grade, width)
        for kind, of in one.values.items():
            if kind == "all" or classes:
                yield _value_line(one.bot if kind == "all" else f"  {kind}", of, width)
        for kind, own in one.classes.items():
            if classes:
                yield _line(f"  {kind}", own, width)
    if (second := found[0].second) is not None:
        yield f"The second judge: {second.judge}."
        yield _apart_line(second)


HEADING = "      PR          right  noise  estimated  decisions"
VALUE_HEADING = "    bias              rms  positions"


def _line(name: str, of: Grade, width: int) -> str:
    return (
        f"{name:{width}} {of.rating:7.2f} ±{of.error:<6.2f} {of.right:6.1%} {of.noise:6.2f} "
        f"{of.estimated:9.1%} {of.decisions:10,}"
    )


def _apart_line(second: SecondGrade) -> str:
    numbers = ", ".join(map(str, second.apart))
    return (
        f"The judges surely prefer different turns in {len(second.apart)} of these decisions"
        f"{f', by number {numbers}' if numbers else ''}."
    )


def _value_line(name: str, of: ValueErrors, width: int) -> str:
    return (
        f"{name:{width}} {of.bias:+z7.4f} ±{of.bias_error:<7.4f} {of.rms:7.4f} {of.positions:10,}"
    )
