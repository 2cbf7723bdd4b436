"""A match from its record to its analysis; Ctrl-C keeps what is done."""

from collections.abc import Callable, Iterator

from nardy.analysis.game_review import JUDGE_PLIES, Decision, review
from nardy.bots.neural import NeuralBot
from nardy.formats.record import Record, RecordedGame
from nardy.report.match_analysis import GameAnalysis, MatchAnalysis, analyzed_game

EventsDone = Callable[[int], None]
"""Hears how many events of the record are analyzed."""
GameDecisions = Iterator[tuple[RecordedGame, list[Decision]]]


def analyze(
    record: Record,
    name: str = "",
    judge: NeuralBot | None = None,
    *,
    number: int = 1,
    explained: int | None = 0,
) -> MatchAnalysis:
    """Analyze all games of a match, and explain its worst decisions.

    Args:
        record: The match, from a file.
        name: What the file is called.
        judge: None looks two plies ahead.
        number: Place among the files of a report, from 1.
        explained: How many of the costliest decisions are explained; None: all that have a grade.

    Raises:
        WeightsError: the game has no network.
    """
    judge = judge or NeuralBot(JUDGE_PLIES)
    games = analyzed_games(judged(record, judge))
    match = MatchAnalysis(name, record, tuple(games), judge, number)
    for _ in match.explain(match.mistakes(explained)):
        pass
    return match


def judged(record: Record, judge: NeuralBot, tell: EventsDone = lambda _: None) -> GameDecisions:
    """The decisions of each game; a game that is interrupted is yielded with those that were reached."""
    done = 0
    for recorded in record.games:
        rules, decided, stopped = recorded.game.rules, list[Decision](), None
        try:
            for decision in review(recorded.game.events, lambda _, rules=rules: rules, judge):
                decided.append(decision)
                tell(done + decision.event)
        except KeyboardInterrupt as error:
            stopped = error
        if decided or not stopped:
            yield recorded, decided
        if stopped:
            raise stopped
        done += len(recorded.game.events)


def analyzed_games(found: GameDecisions) -> Iterator[GameAnalysis]:
    """The analyses of games, in order."""
    for index, (recorded, decided) in enumerate(found):
        yield analyzed_game(index, recorded, decided)
