"""The implementation of `nardy label`; importing it imports NumPy."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.compute.chunks import Workers, run_chunks
from nardy.compute.local import Processes, Threads
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.labels.book import first_rolls, missing_replies
from nardy.labels.classes import require_classes
from nardy.labels.cube_drawing import KINDS, draw_cubes
from nardy.labels.drawing import Drawing, Sample, draw
from nardy.labels.label_file import Header, LabelFile
from nardy.labels.puzzle_making import MOST_TRIALS, PuzzleWork, draw_puzzles
from nardy.labels.truth import Precision, TruthWork
from nardy.search.tables import without_cube


@dataclass(frozen=True, kw_only=True)
class Labelling:
    """What `nardy label` was asked for."""

    rules: Rules
    find: Callable[[str], Rules]
    """Finds the game by name."""
    moments: str
    """'decisions', 'positions', 'cubes', 'puzzles' or 'book'."""
    count: int
    least: int
    games: int
    kinds: tuple[str, ...]
    error: float
    trials: int | None
    """Of a moment at most; None: as many as usual."""
    bot: NeuralBot
    cut: int
    to_end: frozenset[str]
    rivals: int
    seed: int

    @property
    def precision(self) -> Precision:
        asked = Precision(
            error=self.error,
            ahead=self.bot.plies,
            cut=self.cut or None,
            to_end=self.to_end,
            rivals=self.rivals,
            seed=self.seed,
        )
        most = MOST_TRIALS if self.moments == "puzzles" else asked.most
        return replace(asked, most=self.trials or most)

    @property
    def work(self) -> TruthWork | PuzzleWork:
        """What rolls out one moment."""
        kind = PuzzleWork if self.moments == "puzzles" else TruthWork
        return kind(self.named, self.precision)

    @property
    def played(self) -> Rules:
        """The game of the moments: only cube decisions have a cube."""
        return self.rules if self.moments == "cubes" else without_cube(self.rules)

    @property
    def named(self) -> NamedBot:
        return NamedBot.of(self.bot, without_cube(self.rules))

    @property
    def header(self) -> Header:
        return Header(
            game=rules_text(self.played),
            moments=self.moments,
            count=self.count,
            least=self.least,
            games=self.games,
            kinds=tuple(sorted(set(self.kinds))),
            seed=self.seed,
            bot=self.named.name,
            network=self.named.digest,
            precision=self.precision,
        )


def file_of(path: Path, labelling: Labelling) -> LabelFile:
    """The file as it is, or a new one with all moments.

    Raises:
        LabelFileError: there is another file.
        RulesError: there is no such class.
    """
    if path.exists():
        return LabelFile.resume(path, labelling.header, labelling.find)
    if labelling.moments == "book":
        firsts = first_rolls(labelling.rules)
        require_classes(labelling.rules, sorted(labelling.to_end), [one.kind for one in firsts])
        return LabelFile.create(path, labelling.header, Sample({}, tuple(firsts)), labelling.find)
    known = KINDS if labelling.moments == "cubes" else ()
    require_classes(labelling.rules, [*labelling.kinds, *sorted(labelling.to_end)], known)
    drawing = Drawing(
        rules=labelling.rules,
        is_decision=labelling.moments in ("decisions", "puzzles"),
        count=labelling.count,
        least=labelling.least,
        games=labelling.games,
        kinds=frozenset(labelling.kinds),
        seed=labelling.seed,
        file=labelling.bot.file,
    )
    return LabelFile.create(path, labelling.header, _drawn(labelling, drawing), labelling.find)


def _drawn(labelling: Labelling, drawing: Drawing) -> Sample:
    if labelling.moments == "cubes":
        return draw_cubes(drawing)
    if labelling.moments == "puzzles":
        return draw_puzzles(drawing, labelling.bot)
    return draw(drawing)


def run(
    file: LabelFile,
    labelling: Labelling,
    cluster: Workers | None,
    threads: int,
    told: Callable[[int], None],
) -> None:
    """Roll out what is missing, and append each label as it is found."""
    workers = cluster or (Processes(threads) if threads > 1 else Threads(1))
    try:
        _roll_out(file, labelling, workers, told)
        if labelling.moments == "book":
            file.extend(missing_replies(file))
        _roll_out(file, labelling, workers, told)
    finally:
        if cluster is None:
            workers.close()


def _roll_out(
    file: LabelFile, labelling: Labelling, workers: Workers, told: Callable[[int], None]
) -> None:
    with closing(run_chunks(workers, labelling.work, file.missing)) as labels:
        for label in labels:
            file.append([label])
            told(len(file.labels))
