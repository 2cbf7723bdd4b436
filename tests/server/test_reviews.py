import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.club_room import room_in_memory

from nardy.core.events import Played
from nardy.core.game import Game
from nardy.games import find_game
from nardy.server import create_app, opinions, reviews
from nardy.server.opinions import OpinionError
from nardy.server.reviews import Reviews
from nardy.server.room import Room
from nardy.server.store.log import Entry


def finished_room():
    """A room in which a whole game of hypergammon was played at random."""
    game = Game(find_game("hypergammon"), seed=5)
    while game.outcome is None:
        game.roll()
        game.play(next(iter(game.legal_turns)))
    room = room_in_memory("hypergammon")
    record = replace(room.record, is_over=True)
    return Room(record, [Entry(event, 0) for event in game.events], room.append)


async def done(job: reviews.Job) -> None:
    async with asyncio.timeout(60):
        while job.state == "working":
            await asyncio.sleep(0.02)


def test_a_finished_game_is_reviewed_turn_by_turn() -> None:
    if not opinions.is_awake():
        pytest.skip("the kernel is being compiled")
    room, book = finished_room(), Reviews()
    job = book.of(room)
    asyncio.run(done(job))
    book.close()
    assert job.state == "done", job.reason
    played = [(n, e.event) for n, e in enumerate(room.entries, 1) if isinstance(e.event, Played)]
    wanted = [(n, event.turn) for n, event in played]
    assert [(turn.number, turn.turn) for turn in job.turns] == wanted
    assert job.of == len(wanted)
    for turn in job.turns:
        chosen = turn.choices[turn.chosen]
        assert turn.loss == pytest.approx(chosen.loss, abs=1e-6)
        assert turn.choices[0].loss == 0
        assert sum(turn.white) == sum(turn.black) == 3
    assert book.of(room) is job
    told = job.summaries["white"]
    assert told.decisions > 0
    assert told.error_rate >= 0


def test_a_review_waits_for_an_engine_that_is_still_being_set_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if not opinions.is_awake():
        pytest.skip("the kernel is being compiled")
    is_up = threading.Event()
    monkeypatch.setattr(reviews, "is_awake", is_up.is_set)
    monkeypatch.setattr(reviews, "LOOK", 0.01)
    book = Reviews()
    job = book.of(finished_room())
    assert job.state == "working"
    assert not job.turns
    is_up.set()
    asyncio.run(done(job))
    book.close()
    assert job.state == "done", job.reason


def test_a_club_that_closes_waits_for_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "is_awake", lambda: False)
    monkeypatch.setattr(reviews, "LOOK", 0.01)
    before, book = threading.active_count(), Reviews()
    job = book.of(finished_room())
    book.close()
    assert job.state == "failed"
    end = time.monotonic() + 20
    while threading.active_count() > before and time.monotonic() < end:
        time.sleep(0.01)
    assert threading.active_count() == before


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(OpinionError, match="finished game"):
        Reviews().of(room_in_memory())


def test_without_the_engine_a_review_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinions, "is_available", lambda: False)
    with pytest.raises(OpinionError, match="not installed"):
        Reviews().of(finished_room())


def test_a_running_game_is_refused_at_the_door_too(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        room = client.post("/api/rooms", json={"game": "plakoto", "against": "friend"}).json()[
            "room"
        ]
        assert "finished" in client.post(f"/api/rooms/{room}/review").json()["reason"]
        assert client.post("/api/rooms/none/review").status_code == 404
