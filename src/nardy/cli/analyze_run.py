"""The work of `nardy analyze`: all matches one after another, a progress bar, and Ctrl-C."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import click

from nardy.analysis.game_review import Decision, ReviewChunk, review_one
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.cli.analyze_files import MatchFiles, NamedRecord
from nardy.cli.analyze_kept import KeptAnalyses, StoppedAnalysis
from nardy.cli.computing import progress
from nardy.cli.figures import word
from nardy.compute.chunks import Workers, run_chunks
from nardy.errors import NardyError
from nardy.formats.record import Record, RecordedGame
from nardy.report.analyzing import EventsDone, GameDecisions, KnownGames, analyzed_games, judged
from nardy.report.match_analysis import GameAnalysis, MatchAnalysis


class Judging(NamedTuple):
    """Who judges, where, and what is explained."""

    bot: NeuralBot
    workers: Workers | None
    explained: int | None
    """How many of the costliest decisions of each match are explained; None: all that have a grade."""
    language: str
    """Of the progress bar."""


@dataclass
class AnalysisRun:
    """The matches that are analyzed so far."""

    judging: Judging
    matches: list[MatchAnalysis] = field(default_factory=list[MatchAnalysis])
    kept: KeptAnalyses = field(default_factory=KeptAnalyses)
    is_kept: bool = False
    """Whether what was reached is kept for the next try."""
    is_stopped: bool = False
    """Whether Ctrl-C came before the end."""

    def go(self, files: MatchFiles) -> None:
        """Analyze all matches; after Ctrl-C what is done is kept.

        Raises:
            NardyError: the only file cannot be analyzed.
        """
        try:
            for named in files.read():
                try:
                    self._analyze(named)
                except NardyError as error:
                    if files.is_alone:
                        raise
                    files.refuse(named.name, error)
        except KeyboardInterrupt:
            self.is_stopped = True
            self._keep()
        else:
            for match in self.matches:
                self.kept.forget(match.record, self.judging.bot)

    def _keep(self) -> None:
        """Keep the decisions of all matches for the next try; a cluster's are not kept."""
        if self.judging.workers is not None:
            return
        for match in self.matches:
            games = tuple(tuple(one.decision for one in game.decisions) for game in match.games)
            stopped = StoppedAnalysis(games, match.is_complete)
            self.is_kept = self.kept.keep(match.record, self.judging.bot, stopped)

    def _analyze(self, named: NamedRecord) -> None:
        """Add one match; with the games that were reached if Ctrl-C comes."""
        games, stopped = list[GameAnalysis](), None
        try:
            games.extend(self._games(named))
        except KeyboardInterrupt as error:
            stopped = error
        if games or not stopped:
            match = MatchAnalysis(
                named.name,
                named.record,
                tuple(games),
                self.judging.bot,
                number=len(self.matches) + 1,
                is_complete=stopped is None,
            )
            self.matches.append(match)
            if stopped is None:
                self._explain(match)
        if stopped:
            raise stopped

    def _games(self, named: NamedRecord) -> Iterator[GameAnalysis]:
        record, language = named.record, self.judging.language
        with progress(word(language, "analyze.progress"), len(record.events)) as report:
            if self.judging.workers is not None and record.games:
                found = _judged_on(self.judging.workers, record, self.judging.bot, report)
            else:
                found = judged(record, self.judging.bot, report, self._known(named))
            yield from analyzed_games(found)

    def _known(self, named: NamedRecord) -> KnownGames | None:
        """The values that an earlier, stopped analysis has found for a match."""
        found = self.kept.load(named.record, self.judging.bot)
        if found is None:
            return None
        count = sum(map(len, found.games))
        click.echo(
            word(self.judging.language, "analyze.goes_on", name=named.name, n=count), err=True
        )
        return found.known

    def _explain(self, match: MatchAnalysis) -> None:
        chosen = match.mistakes(self.judging.explained)
        if not chosen:
            return
        with progress(word(self.judging.language, "analyze.reasons"), len(chosen)) as report:
            for number, _ in enumerate(match.explain(chosen), start=1):
                report(number)


def _judged_on(workers: Workers, record: Record, bot: NeuralBot, tell: EventsDone) -> GameDecisions:
    """The decisions of each game, found by workers; a chunk is one game."""
    chunks = [_chunk(recorded, bot) for recorded in record.games]
    found, done = run_chunks(workers, review_one, chunks), 0
    for recorded, decided in zip(record.games, found, strict=True):
        done += len(recorded.game.events)
        tell(done)
        yield _with_decisions(recorded, decided)


def _chunk(recorded: RecordedGame, bot: NeuralBot) -> ReviewChunk:
    game = recorded.game
    named = NamedBot.of(bot, game.rules)
    return ReviewChunk(named, game.rules, tuple(game.events), recorded.guessed)


def _with_decisions(
    recorded: RecordedGame, decided: tuple[Decision, ...]
) -> tuple[RecordedGame, list[Decision]]:
    return recorded, [*decided]
