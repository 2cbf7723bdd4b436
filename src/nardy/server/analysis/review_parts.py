"""Reviews in parts, which workers make: each reads the events from the database and judges some of them."""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from nardy.core.events import Event, Played, events_from_json
from nardy.core.rules import Rules
from nardy.games import find_game
from nardy.server.analysis import decision_texts
from nardy.server.analysis.decision_texts import RulesByPlace
from nardy.server.games.related_games import find_related_game
from nardy.server.jobs.orders import REVIEW, REVIEWS, JobOrder
from nardy.server.jobs.prefetch import in_order
from nardy.server.jobs.queue import JobQueue

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision

QUICK_TURNS, DEEP_TURNS = 16, 4
"""Turns of a part one ply ahead, and further: half a second to some seconds of work."""


class EventLog(NamedTuple):
    """What was played, and the rules of a game by its name there."""

    events: Sequence[Event]
    find: Callable[[str], Rules]
    guessed: Collection[int] = ()
    """Indices of turns that nobody recorded, in a match of a file; they are not judged."""


@dataclass(frozen=True, slots=True)
class ReviewSource:
    """Where workers read a game: a room, or a match that somebody has uploaded."""

    of: str
    """"room" or "match"."""
    id: str


def match_game(events: list[Any], game: str, guessed: Collection[int] = ()) -> EventLog:
    """A match of a file, with its events as JSON and the name of its first game."""
    return EventLog(events_from_json(events), find_related_game([find_game(game)]), guessed)


def guessed_turns(record: Mapping[str, Any]) -> list[int]:
    """The indices of guessed turns among all events of a record (`formats.match_json`), which has them by game."""
    starts = [at for at, event in enumerate(record["events"]) if event.get("kind") == "started"]
    games = zip(starts, record.get("games", ()), strict=False)
    return [start + index for start, game in games for index in game.get("guessed", ())]


class EventRange(NamedTuple):
    """Indexes of events: from *begin*, before *end*."""

    begin: int
    end: int


def parts_of(events: Sequence[Event], turns: int) -> list[EventRange]:
    """All events in parts of so many turns."""
    ends = [place + 1 for place, event in enumerate(events) if isinstance(event, Played)]
    # What follows the last turn belongs to it.
    bounds = [0, *ends[turns - 1 : -1 : turns], len(events)]
    return [EventRange(*pair) for pair in pairwise(bounds)]


def reviewed(
    job_queue: JobQueue, source: ReviewSource, game: EventLog, plies: int, urgency: int
) -> "Iterator[Decision]":
    """All decisions of a game, so many plies ahead; found by workers, or here where there are none.

    Raises:
        NardyError: the game cannot be reviewed.
    """
    if not job_queue.workers:
        yield from _found(game, plies, EventRange(0, len(game.events)))
        return
    rules = RulesByPlace(game.events, game.find)

    def order(part: EventRange) -> JobOrder:
        about = {"of": source.of, "id": source.id, "plies": plies}
        return JobOrder(REVIEW, REVIEWS + urgency, {**about, **part._asdict()})

    parts = parts_of(game.events, QUICK_TURNS if plies <= 1 else DEEP_TURNS)
    for part, told in in_order(job_queue, parts, order):
        if told is None:
            yield from _found(game, plies, part)
            continue
        for one in msgspec.json.decode(told):
            yield decision_texts.understood(one, rules)


def part_found(
    payload: Mapping[str, Any], read: Callable[[ReviewSource], EventLog]
) -> Generator[None, None, list[dict[str, object]]]:
    """The decisions of a part that a job asks for, with a pause after each."""
    game = read(ReviewSource(payload["of"], payload["id"]))
    found = list[dict[str, object]]()
    for decision in _found(game, payload["plies"], EventRange(payload["begin"], payload["end"])):
        found.append(decision_texts.told(decision))
        yield
    return found


def _found(game: EventLog, plies: int, part: EventRange) -> "Iterator[Decision]":
    from nardy.analysis.game_review import review  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    events = game.events[: part.end]
    judge = NeuralBot(plies)
    return review(events, game.find, judge, begin=part.begin, guessed=game.guessed)
