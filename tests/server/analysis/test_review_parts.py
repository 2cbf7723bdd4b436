import json
from collections.abc import Generator
from concurrent.futures import Future
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.packed import events_of

from nardy.analysis import review
from nardy.bots import NeuralBot
from nardy.core.events import Played, event_to_json
from nardy.formats import mat, match_json
from nardy.games import find_game
from nardy.kernel import is_available
from nardy.server.analysis import review_parts
from nardy.server.analysis.review_parts import (
    EventLog,
    ReviewSource,
    guessed_turns,
    match_game,
    part_found,
    parts_of,
    reviewed,
)
from nardy.server.jobs.orders import REVIEWS, JobOrder
from nardy.server.jobs.queue import JobQueue

EVENTS = events_of("hypergammon")
GAME = EventLog(EVENTS, find_game)
SOURCE = ReviewSource("room", "r")


class StubQueue(JobQueue):
    """A queue with a worker that knows one game, and does not do every third part."""

    workers = 1

    def __init__(self) -> None:
        super().__init__()
        self.orders: list[JobOrder] = []

    def ask_from_thread(self, order: JobOrder) -> "Future[bytes | None]":
        self.orders.append(order)
        answer: Future[bytes | None] = Future()
        answer.set_result(None if len(self.orders) % 3 == 0 else self._found(order))
        return answer

    def _found(self, order: JobOrder) -> bytes:
        steps = part_found(json.loads(json.dumps(order.payload)), lambda _: GAME)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                return json.dumps(end.value).encode()


@given(st.integers(1, 20), st.integers(0, len(EVENTS)))
def test_parts_cover_all_events_and_have_so_many_turns(turns: int, length: int) -> None:
    events = EVENTS[:length]
    parts = parts_of(events, turns)
    covered = [place for part in parts for place in range(part.begin, part.end)]
    assert covered == list(range(length))
    counts = [
        sum(isinstance(event, Played) for event in events[part.begin : part.end]) for part in parts
    ]
    assert all(count == turns for count in counts[:-1])
    assert not counts or counts[-1] <= turns


@pytest.mark.skipif(not is_available(), reason="there is no kernel")
def test_parts_of_workers_make_the_same_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_parts, "QUICK_TURNS", 5)
    job_queue, whole = StubQueue(), list(review(EVENTS, find_game, NeuralBot(0)))
    assert list(reviewed(job_queue, SOURCE, GAME, 0, 1)) == whole
    assert len(job_queue.orders) > 3
    assert {order.urgency for order in job_queue.orders} == {REVIEWS + 1}
    assert {order.payload["id"] for order in job_queue.orders} == {"r"}
    assert list(reviewed(JobQueue(), SOURCE, GAME, 0, 1)) == whole


def test_a_match_of_a_file_is_read_from_its_events() -> None:
    found = match_game([event_to_json(event) for event in EVENTS], "hypergammon")
    assert list(found.events) == list(EVENTS)
    assert found.find("hypergammon") == find_game("hypergammon")


GAPS = """ 3 point match

 Game 1
 Ann : 0  Bo : 0
  1) 31: 8/5 6/5  64: 24/14
  2)  Resigns
      Wins 1 point

 Game 2
 Ann : 0  Bo : 1
  1) 31: ???  64: 24/14
  2) 11: 6/5(2) 8/7(2)  21: 14/11
  3) 54: 13/4  63: 24/18/15
  4) 62: 13/5
      Wins 1 point
"""
"""A match whose second game begins with a turn that nobody recorded; by what follows it was 8/5 6/5 or the like."""


def test_turns_that_nobody_recorded_are_not_judged() -> None:
    record = mat.loads(GAPS)
    kept = json.loads(match_json.dumps(record))
    (at,) = guessed_turns(kept)
    assert at > len(record.games[0].game.events)
    assert guessed_turns({"events": kept["events"]}) == []
    game = match_game(kept["events"], "backgammon", [at])
    assert isinstance(game.events[at], Played)
    asked = {"of": "match", "id": "m", "plies": 0, "begin": 0, "end": len(game.events)}
    found = [
        run_to_end(part_found(asked, lambda _, log=log: log))
        for log in (game, match_game(kept["events"], "backgammon"))
    ]
    told, all_told = ({one["event"] for one in each} for each in found)
    assert all_told - told == {at}


def run_to_end(steps: "Generator[None, None, list[dict[str, Any]]]") -> list[dict[str, Any]]:
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
