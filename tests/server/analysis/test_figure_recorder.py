import asyncio
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.analysis.test_reviews import finished_room
from tests.server.club_room import enroll, open_club

from nardy.analysis.game_review import ReviewedTurn
from nardy.coach import explain
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.kernel import is_available
from nardy.server.analysis import figure_recorder
from nardy.server.analysis.background_reviews import first_look
from nardy.server.analysis.figure_recorder import MOST_EXPLAINED, FigureRecorder, reason_found
from nardy.server.analysis.review_parts import EventLog, ReviewSource, reviewed
from nardy.server.analysis.reviews import LAST, Job
from nardy.server.club.club import Club
from nardy.server.games.related_games import find_related_game
from nardy.server.jobs.orders import REASON, JobOrder
from nardy.server.jobs.queue import JobQueue
from nardy.server.rooms.room import Room
from nardy.server.store import log, reviewed_games
from nardy.server.store.reviewed_games import GameFigures

pytestmark = pytest.mark.skipif(not is_available(), reason="there is no kernel")


async def kept_room(club: Club, name: str = "r") -> Room:
    """A finished room of a and b that the club's database has."""
    await enroll(club, "a", "b")
    room = finished_room(name)
    record = replace(room.record, is_over=False)
    await club.store.run(lambda c: log.make_room(c, record, room.entries))
    return room


def looked_at(room: Room) -> Job:
    job = Job(0)
    events = [entry.event for entry in room.entries]
    game = EventLog(events, find_related_game(room.match.rotation))
    found = reviewed(JobQueue(), ReviewSource("room", room.record.id), game, 0, LAST)
    assert set(first_look(job, found)) == {LAST}
    return job


async def stored(club: Club, who: str) -> list[GameFigures]:
    return await club.store.read(lambda c: reviewed_games.games_of(c, who))


def test_a_finished_review_leaves_figures_of_both_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figure_recorder, "_reason", lambda _: "shots")

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            job = looked_at(room)
            turns = [one.decision for one in job.quick if isinstance(one.decision, ReviewedTurn)]
            errors = [turn for turn in turns if turn.loss >= 0.03]
            assert errors
            steps = list(recorder.steps(room, job))
            assert steps == [LAST] * min(len(errors), MOST_EXPLAINED)
            await asyncio.sleep(0)
            await recorder.flush()
            for who in "ab":
                (told,) = await stored(club, who)
                assert (told.room, told.plies, told.game) == ("r", 1, "hypergammon")
                parts = await club.store.read(lambda c, who=who: reviewed_games.parts_of(c, who))
                assert {part.kind for _, part in parts} >= {"phase", "plan"}
                assert all(part.name == "shots" for _, part in parts if part.kind == "reason")

    asyncio.run(go())


def test_an_error_that_cannot_be_explained_has_no_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("nardy.coach.explain", breaks)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            assert list(recorder.steps(room, looked_at(room)))
            await asyncio.sleep(0)
            await recorder.flush()
            (told,) = await stored(club, "a")
            assert told.turns > 10

    asyncio.run(go())


def test_a_review_that_failed_leaves_none(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            job = looked_at(room)
            job.state = "failed"
            assert list(recorder.steps(room, job)) == []
            await asyncio.sleep(0)
            await recorder.flush()
            assert await stored(club, "a") == []

    asyncio.run(go())


def test_a_position_that_somebody_still_plays_is_in_no_total(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            decisions = [seen.decision for seen in looked_at(room).quick]
            turns = [
                place
                for place, one in enumerate(decisions)
                if isinstance(one, ReviewedTurn) and one.is_decision
            ]

            async def withheld(who: object, asked: list[Situation], games: object) -> set[int]:
                del games
                assert who is None, "a total must tell nobody, whoever looks at it"
                assert len(asked) == len(decisions)
                return {turns[0]}

            await recorder.record(room, decisions, {})
            before = await stored(club, "a") + await stored(club, "b")
            monkeypatch.setattr(club.fair_play, "withheld", withheld)
            await recorder.record(room, decisions, {})
            after = await stored(club, "a") + await stored(club, "b")
            assert sum(one.turns for one in before) == len(turns)
            assert sum(one.turns for one in after) == len(turns) - 1

    asyncio.run(go())


def test_a_game_against_oneself_is_nobodys(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            alone = Room(replace(room.record, black="guest:a"), room.entries, room.needs)
            await recorder.record(alone, [seen.decision for seen in looked_at(room).quick], {})
            assert await stored(club, "a") == []

    asyncio.run(go())


@pytest.mark.thorough
def test_errors_are_explained_by_facts_that_have_names(tmp_path: Path) -> None:
    from nardy.coach.kinds import BY_FACT  # noqa: PLC0415 (imports NumPy)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            list(recorder.steps(room, looked_at(room)))
            await asyncio.sleep(0)
            await recorder.flush()
            parts = [
                part
                for who in "ab"
                for _, part in await club.store.read(
                    lambda c, who=who: reviewed_games.parts_of(c, who)
                )
            ]
            named = {part.name for part in parts if part.kind == "reason"}
            assert named
            assert named <= set(BY_FACT)

    asyncio.run(go())


def test_a_game_without_decisions_waits_no_longer(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            await recorder.record(room, [], {})
            (told,) = await stored(club, "a")
            assert (told.turns, told.cubes, told.decisions) == (0, 0, 0)

    asyncio.run(go())


def test_figures_wait_until_fair_play_knows_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request would be refused meanwhile; a figure would be lost."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            known = asyncio.Event()
            monkeypatch.setattr(club.fair_play.games, "learned", known.wait)
            monkeypatch.setattr("nardy.server.fair_play.service.LEARNING", 0.01)
            task = asyncio.create_task(recorder.record(room, [], {}))
            await asyncio.sleep(0.1)
            assert await stored(club, "a") == []
            known.set()
            await task
            assert len(await stored(club, "a")) == 1

    asyncio.run(go())


class StubQueue(JobQueue):
    """A queue whose worker knows one reason."""

    workers = 1

    def ask_from_thread(self, order: JobOrder) -> "Future[bytes | None]":
        answer: Future[bytes | None] = Future()
        answer.set_result(b'"shots"' if order.kind == REASON else None)
        return answer


def test_workers_find_the_reasons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figure_recorder, "_reason", lambda _: pytest.fail("the club thinks"))

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, recorder = await kept_room(club), FigureRecorder(club)
            monkeypatch.setattr(club, "job_queue", StubQueue())
            assert list(recorder.steps(room, looked_at(room)))
            await asyncio.sleep(0)
            await recorder.flush()
            parts = await club.store.read(lambda c: reviewed_games.parts_of(c, "a"))
            reasons = [part for _, part in parts if part.kind == "reason"]
            assert {part.name for part in reasons} == {"shots"}

    asyncio.run(go())


def test_a_reason_of_a_job_is_that_of_the_club() -> None:
    position = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
    found = reason_found({"position": position, "turn": "13/10 6/5"})
    assert found == explain(position_text.loads(position), "13/10 6/5").reasons[0].fact
    assert reason_found({"position": position, "turn": "24/1"}) == ""
