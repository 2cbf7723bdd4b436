import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.analysis.reviewed_parts import told
from tests.server.club_room import room_in_memory
from tests.server.doubled import doubled_room
from tests.server.worker.club_worker import open_to_workers, working

from nardy.core.events import Played
from nardy.core.game import Game
from nardy.games import find_game
from nardy.server import create_app
from nardy.server.analysis import evaluations, reviews
from nardy.server.analysis.evaluations import NotEvaluatedError
from nardy.server.analysis.review_facts import Reviewed
from nardy.server.analysis.reviews import SLICE, Job, ReviewQueue, Reviews
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.log import LogEntry


def finished_room(name: str = "r") -> Room:
    """A room in which a whole game of hypergammon was played at random."""
    game = Game(find_game("hypergammon"), seed=5)
    while game.outcome is None:
        game.roll()
        game.play(next(iter(game.legal_turns)))
    room = room_in_memory("hypergammon")
    record = replace(room.record, is_over=True, id=name)
    return Room(record, [LogEntry(event, 0) for event in game.events], room.needs)


async def done(job: reviews.Job) -> None:
    async with asyncio.timeout(60):
        while job.state == "working":
            await asyncio.sleep(0.02)


def test_a_finished_game_is_reviewed_turn_by_turn() -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    room, book = finished_room(), Reviews()
    job = book.of(room)
    asyncio.run(done(job))
    book.close()
    assert job.state == "done", job.reason
    played = [(n, e.event) for n, e in enumerate(room.entries, 1) if isinstance(e.event, Played)]
    wanted = [(n, event.turn) for n, event in played]
    assert [(turn.number, turn.turn) for turn in told(job, Reviewed)] == wanted
    assert job.of == len(wanted)
    for turn in told(job, Reviewed):
        assert turn.is_forced or turn.plies == reviews.DEEP_PLIES
        chosen = turn.choices[turn.chosen]
        assert turn.loss == pytest.approx(chosen.loss, abs=1e-6)
        assert turn.choices[0].loss == 0
        assert sum(turn.white) == sum(turn.black) == 3
    assert book.of(room) is job


def test_a_preview_stands_until_the_deeper_look_replaces_it() -> None:
    """Also decisions with the cube, which the preview may tell and the deeper look not."""
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    from nardy.analysis.game_review import review  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415

    events = [entry.event for entry in doubled_room().entries]
    quick, deep = (
        list(review(events, find_game, NeuralBot(plies))) for plies in (0, reviews.QUICK_PLIES)
    )
    job = Job(of=len(quick))
    for one in quick:
        job.take(one, is_deep=False)
    assert [one.decision for one in job.decisions()] == quick
    for number, one in enumerate(deep, 1):
        job.take(one, is_deep=True)
        mixed = [seen.decision for seen in job.decisions()]
        assert mixed[:number] == deep[:number]
        assert mixed[number:] == [later for later in quick if later.event > one.event]
        assert [seen.event for seen in mixed] == sorted({seen.event for seen in mixed})
    job.state = "done"
    assert [one.decision for one in job.decisions()] == deep


def test_the_reviews_say_how_far_luck_is_looked_at() -> None:
    from nardy.analysis import judge  # noqa: PLC0415 (imports NumPy)

    assert reviews.LUCK_PLIES == judge.ROLL_PLIES


def test_only_so_many_wait_and_only_those_that_are_done_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(evaluations, "is_available", lambda: True)
    monkeypatch.setattr(reviews, "_work", lambda *_: iter(()))
    monkeypatch.setattr(reviews, "MOST_WAITING", 3)
    monkeypatch.setattr(reviews, "MOST_KEPT", 3)
    rooms, book = [finished_room(name) for name in "abcde"], Reviews()
    jobs = [book.of(room) for room in rooms[:3]]
    with pytest.raises(NotEvaluatedError, match="fewer reviews at once"):
        book.of(rooms[3])
    jobs[1].state = "done"
    book.of(rooms[3])
    assert book.of(rooms[0]) is jobs[0]
    jobs[0].state = "done"
    assert book.of(rooms[1]) is not jobs[1]
    book.close()


def test_what_failed_begins_anew_after_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> Iterator[object]:
        raise OSError("disk full")

    monkeypatch.setattr(reviews, "require_engine", lambda: None)
    monkeypatch.setattr(reviews, "reviewed", fails)
    book, room = Reviews(), finished_room()
    job = book.of(room)
    asyncio.run(done(job))
    assert job.state == "failed"
    assert book.of(room) is job
    monkeypatch.setattr(reviews, "PAUSE", 0)
    assert book.of(room) is not job
    book.close()


def test_a_club_that_closes_gives_its_reviews_up() -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    before, book = set(threading.enumerate()), Reviews()
    job = book.of(finished_room())
    book.close()
    assert job.state == "failed"
    begun = set(threading.enumerate()) - before
    for thread in begun:
        thread.join(20)
    assert not any(thread.is_alive() for thread in begun)


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(NotEvaluatedError, match="finished game"):
        Reviews().of(room_in_memory())


def test_without_the_engine_a_review_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluations, "is_available", lambda: False)
    with pytest.raises(NotEvaluatedError, match="expected a compiled kernel, got none"):
        Reviews().of(finished_room())


def test_a_running_game_is_refused_at_the_door_too(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        room = client.post("/api/rooms", json={"game": "plakoto", "against": "friend"}).json()[
            "room"
        ]
        assert "finished" in client.post(f"/api/rooms/{room}/review").json()["reason"]
        assert client.post("/api/rooms/none/review").status_code == 404


class SteppedGame:
    """A review that writes down each of its steps."""

    def __init__(self, name: str, previews: int, deep: int) -> None:
        self.name, self.counts = name, (previews, deep)
        self.has_begun, self.end = threading.Event(), threading.Event()

    def steps(self, log: list[str], begin: threading.Event) -> Iterator[int]:
        self.has_begun.set()
        begin.wait(60)
        for urgency, count in enumerate(self.counts):
            for _ in range(count):
                log.append(f"{self.name}{urgency}")
                yield urgency
        self.end.set()


def test_a_long_match_keeps_nobody_waiting() -> None:
    queue, log, begin = ReviewQueue(), list[str](), threading.Event()
    games = [
        SteppedGame("long", 2 * SLICE, 6 * SLICE),
        SteppedGame("short", 4, 2 * SLICE),
        SteppedGame("third", 4, 4),
    ]
    try:
        for game in games:
            queue.add(game.steps(log, begin))
        begin.set()
        assert all(game.end.wait(60) for game in games)
    finally:
        queue.close()
    # Every preview comes before anybody's deeper look, but for the slice in which it ends.
    last_preview = max(n for n, one in enumerate(log) if one.endswith("0"))
    assert log.index("long1") > last_preview - 2 * SLICE
    assert log.index("third0") < log.index("long1")
    # The short ones are done while the long one goes on.
    last = {one: n for n, one in enumerate(log)}
    assert last["third1"] < last["short1"] < last["long1"]
    assert log.count("long1") == 6 * SLICE


def test_what_is_closed_ends_with_its_present_step() -> None:
    """A slice of a rollout takes many seconds, for which the end of the process would wait."""
    queue, log, begin = ReviewQueue(), list[str](), threading.Event()
    game = SteppedGame("one", SLICE, 5 * SLICE)
    queue.add(game.steps(log, begin))
    assert game.has_begun.wait(60)
    queue.close()
    begin.set()
    for thread in threading.enumerate():
        if thread.name.startswith("reviews"):
            thread.join(60)
    assert log == ["one0"]


def test_more_urgent_work_waits_for_one_step_and_no_slice() -> None:
    queue, log, over = ReviewQueue(), list[str](), threading.Event()

    def urgent() -> Iterator[int]:
        log.append("urgent")
        yield 0

    def long() -> Iterator[int]:
        for number in range(SLICE):
            log.append("long")
            if number == 1:
                queue.add(urgent())
            yield 2
        over.set()

    queue.add(long(), 2)
    assert over.wait(20)
    queue.close()
    assert log == ["long", "long", "urgent", *["long"] * (SLICE - 2)]


def test_work_that_fails_stops_no_other() -> None:
    queue, over = ReviewQueue(), threading.Event()

    def breaks() -> Iterator[int]:
        yield 0
        raise ZeroDivisionError

    def tell() -> Iterator[int]:
        over.set()
        yield 0

    queue.add(breaks())
    queue.add(tell())
    assert over.wait(20)
    queue.close()


@pytest.mark.skipif(not evaluations.is_available(), reason="there is no kernel")
def test_workers_make_the_same_review(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # For speed.
    monkeypatch.setattr(reviews, "QUICK_PLIES", 0)
    monkeypatch.setattr(reviews, "DEEP_PLIES", 1)
    room = finished_room()

    async def go() -> tuple[Job, Job, int]:
        async with open_to_workers(tmp_path) as club:
            going = replace(room.record, is_over=False)
            await club.store.run(lambda c: log.make_room(c, going, room.entries))
            alone, book = Reviews(), Reviews(job_queue=club.job_queue)
            by_club = alone.of(room)
            await done(by_club)
            with working(tmp_path / "club.db"):
                async with asyncio.timeout(30):
                    while not club.job_queue.workers:
                        await asyncio.sleep(0.01)
                by_workers = book.of(room)
                await done(by_workers)
            count = sum(club.process.jobs.seconds["review"].counts)
            for one in (alone, book):
                one.close()
            return by_club, by_workers, count

    by_club, by_workers, count = asyncio.run(go())
    assert by_workers.state == "done", by_workers.reason
    assert by_workers.decisions() == by_club.decisions()
    assert by_workers.quick == by_club.quick
    assert count >= 2
