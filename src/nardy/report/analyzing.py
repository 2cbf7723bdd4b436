"""A match from its record to its analysis; Ctrl-C keeps what is done."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from nardy.analysis.game_review import JUDGE_PLIES, Decision, review
from nardy.bots.neural import NeuralBot
from nardy.formats.record import Record, RecordedGame
from nardy.report.match_analysis import GameAnalysis, MatchAnalysis, analyzed_game

EventsDone = Callable[[int], None]
"""Hears how many events of the record are analyzed."""
KnownGames = Mapping[int, tuple[Sequence[Decision], bool]]
"""By the index of a game: decisions that are known, and whether they are all of the game."""
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


def judged(
    record: Record,
    judge: NeuralBot,
    tell: EventsDone = lambda _: None,
    known: KnownGames | None = None,
) -> GameDecisions:
    """The decisions of each game; a game that is interrupted is yielded with those that were reached.

    What is *known* is not judged again.
    """
    done = 0
    for index, recorded in enumerate(record.games):
        before, is_whole = (known or {}).get(index, ((), False))
        decided, stopped = [*before], None
        try:
            if not is_whole:
                for decision in _rest(recorded, judge, decided):
                    decided.append(decision)
                    tell(done + decision.event)
        except KeyboardInterrupt as error:
            stopped = error
        if decided or not stopped:
            yield recorded, decided
        if stopped:
            raise stopped
        done += len(recorded.game.events)


def _rest(recorded: RecordedGame, judge: NeuralBot, known: list[Decision]) -> Iterator[Decision]:
    """The decisions after those that are known; the last of these is judged again, with its event's others."""
    rules, events = recorded.game.rules, recorded.game.events
    begin = known[-1].event if known else 0
    known[:] = [one for one in known if one.event < begin]
    return review(events, lambda _: rules, judge, begin=begin, guessed=recorded.guessed)


def analyzed_games(found: GameDecisions) -> Iterator[GameAnalysis]:
    """The analyses of games, in order."""
    for index, (recorded, decided) in enumerate(found):
        yield analyzed_game(index, recorded, decided)
