import asyncio
from pathlib import Path

import pytest
from tests.server.tournaments.tournament_hall import (
    LosingStore,
    Seat,
    begun,
    hall,
    lose,
    room_of,
    until,
)

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.rooms.room import Room
from nardy.server.tournaments import runner
from nardy.server.tournaments.runner import TournamentRunner
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService

HOUR = 3_600_000


def make_late(club: Club, task: TournamentRunner, room: Room) -> None:
    """White has come to the first game, or leads; an hour later Black is missing, or nobody goes on."""
    if not room.record.length:
        club.presence.come(room, room.who(Player.WHITE) or "", Seat())
        task._opened[room.record.id] -= HOUR  # noqa: SLF001
    else:
        room.acted_at -= HOUR
        task._since -= HOUR  # noqa: SLF001
    club.bus.publish(room.record.id)


async def late_table(
    club: Club, director: TournamentService, length: int
) -> tuple[TournamentRunner, Room]:
    """A tournament of two, whose first game has begun; in a match Black has lost it."""
    running = await begun(director, 2, rounds=1, length=length)
    room = await room_of(club, running.now.open[0])
    if length:
        await lose(club, room, Player.BLACK)
    task = director._runners[running.record.id]  # noqa: SLF001
    await until(lambda: task._rooms and not task._due)  # noqa: SLF001
    return task, room


async def require_whites_win(club: Club, running: RunningTournament, length: int) -> None:
    """White has the point, and Black is withdrawn if they never came."""
    await until(lambda: running.now.closed)
    (meeting,) = running.now.meetings
    assert (meeting.points(meeting.white), meeting.points(meeting.black or 0)) == (1, 0)
    assert [one.number for one in running.now.inside] == ([1, 2] if length else [meeting.white])
    room = await club.room(meeting.room)
    assert room is not None
    assert room.record.is_over


@pytest.mark.parametrize("length", [0, 3])
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("is_stored", [True, False])
def test_whoever_takes_over_finds_a_result_and_a_closed_game_or_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, number: int, *, is_stored: bool
) -> None:
    """A write fails, and the process ends before it tries again."""
    monkeypatch.setattr(runner, "AFTER_TROUBLE", 3600)

    async def first() -> str:
        async with hall(tmp_path) as (club, director):
            task, room = await late_table(club, director, length)
            losing = LosingStore(club.store, number, is_stored=is_stored)
            monkeypatch.setattr(club.store, "run", losing.run)
            make_late(club, task, room)
            await until(lambda: losing.has_failed)
            return task.running.record.id

    async def second(of: str) -> None:
        async with hall(tmp_path) as (club, director):
            running = await director.running(of)
            assert running is not None
            if running.now.open:
                room = await room_of(club, running.now.open[0])
                assert not room.record.is_over
                task = director._runners[of]  # noqa: SLF001
                await until(lambda: task._rooms)  # noqa: SLF001
                make_late(club, task, room)
            await require_whites_win(club, running, length)

    asyncio.run(second(asyncio.run(first())))


@pytest.mark.parametrize("length", [0, 3])
@pytest.mark.parametrize("number", [1, 2])
def test_a_game_that_could_not_be_closed_at_once_is_closed_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, length: int, number: int
) -> None:
    monkeypatch.setattr(runner, "AFTER_TROUBLE", 0.05)

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            task, room = await late_table(club, director, length)
            monkeypatch.setattr(club.store, "run", LosingStore(club.store, number).run)
            make_late(club, task, room)
            await require_whites_win(club, task.running, length)
            assert room.record.is_over

    asyncio.run(go())


def test_a_process_that_has_lost_the_room_writes_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(runner, "AFTER_TROUBLE", 0.05)

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            task, room = await late_table(club, director, 0)
            version = task.running.now.version
            with monkeypatch.context() as patch:
                patch.setattr("nardy.server.store.fences.holds", lambda *_: False)
                make_late(club, task, room)
                await until(lambda: "has just moved" in caplog.text)
                assert (task.running.now.version, room.record.is_over) == (version, False)
            await require_whites_win(club, task.running, 0)

    asyncio.run(go())
