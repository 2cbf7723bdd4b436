import asyncio
import functools
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club.test_room_log import told, with_browsers
from tests.server.store.test_schedules import plan
from tests.server.tournaments.tournament_hall import hall, record

from nardy.server.club.club import Club
from nardy.server.pairing.schedule import Schedule, next_start
from nardy.server.store import notice_channels, schedules, tournaments
from nardy.server.store.guests import Guest
from nardy.server.store.notice_channels import NoticeChoice
from nardy.server.timestamps import now
from nardy.server.tournaments.calendar import AHEAD, Calendar, make_due, tell_closing
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService

HOUR, DAY = 3_600_000, 24 * 3_600_000


def test_each_tournament_is_made_once_a_week_ahead_over_all_restarts(tmp_path: Path) -> None:
    async def week(at: int) -> list[str]:
        async with hall(tmp_path) as (club, director):
            if not await club.store.read(schedules.going):
                await club.store.run(functools.partial(schedules.add, new=plan()))
            made = await make_due(director, at)
            assert await make_due(director, at) == []
            starts = [running.record.conditions.starts for running in await director.all()]
            assert len({*starts}) == len(starts)
            return made

    at = now()
    made = [asyncio.run(week(at + days * DAY)) for days in range(0, 29, 4)]
    assert sum(map(len, made)) == 5
    assert len(made[0]) == 1


def test_two_processes_make_a_tournament_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await club.store.run(functools.partial(schedules.add, new=plan()))
            made = await asyncio.gather(*(make_due(director, now()) for _ in range(5)))
            assert sum(map(len, made)) == 1
            assert len(await club.store.read(tournaments.unfinished)) == 1

    asyncio.run(go())


def test_a_start_that_passed_while_the_club_was_closed_is_left_out(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            late = replace(plan(), upto=now() - 100 * DAY)
            await club.store.run(functools.partial(schedules.add, new=late))
            [made] = await make_due(director, now())
            running = await director.running(made)
            assert running is not None
            starts = running.record.conditions.starts
            assert starts == next_start(late.times, now())
            assert running.record.conditions.schedule == late.id
            assert 0 < starts - now() <= AHEAD

    asyncio.run(go())


async def wants_closing(club: Club, *people: str) -> None:
    """People who asked to be told that registration closes."""
    await with_browsers(club, *people)
    choice = NoticeChoice(push="closing")
    for who in people:
        await club.store.run(lambda c, who=who: notice_channels.choose(c, who, choice))


async def of_calendar(club: Club, director: TournamentService) -> RunningTournament:
    """A tournament that the calendar has announced."""
    await club.store.run(functools.partial(schedules.add, new=plan()))
    [made] = await make_due(director, now())
    running = await director.running(made)
    assert running is not None
    return running


def test_who_asked_for_it_hears_once_that_registration_closes(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await with_browsers(club, "c")
            await wants_closing(club, "a", "b")
            running = await of_calendar(club, director)
            await director.enter(running, "guest:b")
            starts = running.record.conditions.starts or 0
            await tell_closing(director, starts - HOUR - 1)
            assert await told(club) == []
            for _ in range(2):
                await tell_closing(director, starts - HOUR + 1)
            assert [(one.guest, one.kind, one.path) for one in await told(club)] == [
                ("a", "closing", f"/tournament/{running.record.id}")
            ]

    asyncio.run(go())


@pytest.mark.parametrize("is_begun", [True, False])
def test_of_a_tournament_that_has_begun_or_ended_early_nobody_hears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_begun: bool
) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await wants_closing(club, "a")
            running = await of_calendar(club, director)
            if is_begun:
                for number in "12":
                    await director.enter(running, f"guest:{number}")
                await director.begin(running)
            else:
                await director.end(running)
                # Its runner may not have stopped yet.
                monkeypatch.setattr(TournamentService, "unfinished", [running])
            await tell_closing(director, (running.record.conditions.starts or 0) - 1)
            assert await told(club) == []

    asyncio.run(go())


def test_after_its_start_nobody_hears_that_registration_closes(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await wants_closing(club, "a")
            running = await of_calendar(club, director)
            starts = running.record.conditions.starts or 0
            await tell_closing(director, starts + 1)
            assert await told(club) == []
            await tell_closing(director, starts - 1)
            assert len(await told(club)) == 1

    asyncio.run(go())


def test_members_of_a_group_hear_that_its_registration_closes(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await wants_closing(club, "a", "b")
            group = await club.groups.make(Guest("a", "a", "member"), "Court", "")
            starts = now() + HOUR
            private = record(conditions={"starts": starts, "group": group})
            await director.make(private)
            await tell_closing(director, starts - 1)
            assert [(one.guest, one.path) for one in await told(club)] == [
                ("a", f"/tournament/{private.id}")
            ]

    asyncio.run(go())


def test_a_tournament_that_anybody_announced_calls_nobody(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await wants_closing(club, "a")
            await director.make(record(conditions={"starts": now() + HOUR}))
            await tell_closing(director, now() + 1)
            assert await told(club) == []

    asyncio.run(go())


def test_the_task_makes_what_is_due_by_itself(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            daily = [replace(plan(str(day)), times=Schedule("week", day, 12)) for day in range(7)]
            for one in daily:
                await club.store.run(functools.partial(schedules.add, new=one))
            calendar = Calendar(director)
            async with asyncio.timeout(10):
                while len(await director.all()) < 7:
                    await asyncio.sleep(0.02)
            await calendar.close()

    asyncio.run(go())


def test_a_schedule_that_cannot_be_computed_holds_up_no_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            for bad in (
                replace(plan(), id="far", upto=2**53),
                replace(plan(), id="gone", games=("gone~0123456789ab",)),
                replace(plan(), id="good", since=now() + 9),
            ):
                await club.store.run(functools.partial(schedules.add, new=bad))
            assert len(await make_due(director, now())) == 1

    asyncio.run(go())


def test_who_fills_the_calendar_may_still_announce_tournaments(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            for day in range(3):
                one = replace(plan(str(day)), times=Schedule("week", day, 12))
                await club.store.run(functools.partial(schedules.add, new=one))
            assert len(await make_due(director, now())) == 3
            await director.make(record())

    asyncio.run(go())
