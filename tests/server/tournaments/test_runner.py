import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.server.club_room import enroll
from tests.server.pairing import played_out
from tests.server.played import DAY
from tests.server.tournaments.tournament_hall import (
    SOON,
    LosingStore,
    Seat,
    begun,
    hall,
    lose,
    play_round,
    record,
    room_of,
    until,
)

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.errors import StaleError
from nardy.server.pairing.course import first_round
from nardy.server.pairing.events import Paired
from nardy.server.pairing.standings import standings
from nardy.server.pairing.values import Meeting
from nardy.server.protocol.messages import Act
from nardy.server.rooms.clock import served_time
from nardy.server.rooms.results import have_both_acted, result_of
from nardy.server.seats import BOT
from nardy.server.timestamps import now
from nardy.server.tournaments import runner
from nardy.server.tournaments.no_shows import NoShowTimes
from nardy.server.tournaments.runner import with_rooms
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService
from nardy.server.tournaments.views import facts_of

HOUR = 3_600_000


def jump(patch: pytest.MonkeyPatch, by: int) -> None:
    """Set the wall clock forward or back by so many milliseconds."""
    for name in ("tournaments.runner", "tournaments.service", "rooms.room"):
        patch.setattr(f"nardy.server.{name}.now", lambda: now() + by)


def wait_for_an_hour(patch: pytest.MonkeyPatch) -> None:
    """All waiting times of tournaments are over."""
    patch.setattr(runner, "served_time", lambda: served_time() + HOUR)


async def look(director: TournamentService, running: RunningTournament) -> None:
    """The runner looks at all its tables, as after its longest sleep."""
    task = director._runners[running.record.id]  # noqa: SLF001
    await until(lambda: len(task._rooms) == len(running.now.open) and not task._due)  # noqa: SLF001
    task._look_everywhere()  # noqa: SLF001
    running.changed.set()
    has_looked = lambda: task._looked_at >= 0 and not task._due  # noqa: E731, SLF001
    await until(lambda: has_looked() or task.task.done())


def test_a_swiss_of_five_people_is_played_to_its_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 5, rounds=3)
            for number in (1, 2, 3):
                await until(lambda n=number: running.now.round == n and running.now.open)
                await play_round(club, running)
            await until(lambda: running.now.closed)
            rows = standings(running.now)
            assert (rows[0].score, rows[0].number) == (3, 1)
            assert len(running.now.meetings) == 9
            # What is over is read again, and stands in everybody's list.
            again = await director.running(running.record.id)
            assert again is not None
            assert again.now == running.now

    asyncio.run(go())


def test_who_does_not_come_loses_and_is_paired_no_more(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path, NoShowTimes(grace=4000, pause=0)) as (club, director):
            running = await begun(director, 4, rounds=3)
            one, two = running.now.open
            room = await room_of(club, one)
            here = room.who(Player.WHITE) or ""
            club.presence.come(room, here, Seat())
            await until(lambda: running.now.closed, 60)  # three rounds of four seconds
            assert running.now.meetings[0].points(one.white) == 1
            assert running.now.meetings[1].result is not None
            assert [running.now.meetings[1].points(n) for n in (two.white, two.black or 0)] == [
                0,
                0,
            ]
            assert not any(
                meeting.result.is_played for meeting in running.now.meetings if meeting.result
            )
            assert [entrant.who for entrant in running.now.inside] == [here]
            assert room.record.is_over

    asyncio.run(go())


def test_who_has_come_is_waited_for_by_the_clock_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 2, rounds=1)
            slow = await begun(director, 2, rounds=1, clock="0d86400")  # and nobody comes
            room = await room_of(club, running.now.open[0])
            for player in Player:
                club.presence.come(room, room.who(player) or "", Seat())
            await room_of(club, slow.now.open[0])
            wait_for_an_hour(monkeypatch)
            for one in (running, slow):
                await look(director, one)
                assert one.now.open

    asyncio.run(go())


def test_who_came_and_is_away_for_a_moment_is_not_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that is loaded anew goes and comes."""

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 4, rounds=1)
            seen, other = running.now.open
            room = await room_of(club, seen)
            for player in Player:
                page, who = Seat(), room.who(player) or ""
                club.presence.come(room, who, page)
                club.presence.leave(room, who, page)
            await room_of(club, other)
            wait_for_an_hour(monkeypatch)
            await look(director, running)
            assert [meeting.table for meeting in running.now.open] == [seen.table]

    asyncio.run(go())


def test_a_match_does_not_stand_still_while_the_club_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def first() -> str:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 2, rounds=1, length=3)
            await lose(club, await room_of(club, running.now.open[0]), Player.BLACK)
            return running.record.id

    async def second(of: str) -> None:
        monkeypatch.setattr(runner, "now", lambda: now() + DAY)
        async with hall(tmp_path) as (club, director):
            running = await director.running(of)
            assert running is not None
            room = await room_of(club, running.now.open[0])
            await look(director, running)
            assert running.now.open
            assert not room.record.is_over

    asyncio.run(second(asyncio.run(first())))


def test_who_stays_in_a_round_robin_does_not_wait_for_those_who_left(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path, NoShowTimes(pause=1_000)) as (club, director):
            running = await begun(director, 4, "round-robin", rounds=2)
            for number in (2, 3, 4):
                await director.leave(running, number)
            await play_round(club, running)
            await until(lambda: running.now.closed, 5)
            assert standings(running.now)[0].score == 6

    asyncio.run(go())


def test_a_match_that_nobody_goes_on_with_goes_to_who_leads(tmp_path: Path) -> None:
    async def go() -> None:
        patience = NoShowTimes(grace=60_000, standstill=200, pause=0)
        async with hall(tmp_path, patience) as (club, director):
            running = await begun(director, 2, rounds=1, length=3)
            meeting = running.now.open[0]
            room = await room_of(club, meeting)
            await lose(club, room, Player.BLACK)
            await until(lambda: running.now.closed)
            assert running.now.meetings[0].points(meeting.white) == 1
            assert room.record.is_over

    asyncio.run(go())


def test_by_correspondence_the_next_game_of_a_match_begins_by_itself(tmp_path: Path) -> None:
    async def go() -> None:
        patience = NoShowTimes(grace=60_000, standstill=200, pause=0)
        async with hall(tmp_path, patience) as (club, director):
            running = await begun(director, 2, rounds=1, length=3, clock="0d86400")
            room = await room_of(club, running.now.open[0])
            await lose(club, room, Player.BLACK)
            await until(lambda: len(room.match.games) == 2 and room.until_flag)
            # Now the clock of the player to act decides.
            assert room.match.score[Player.WHITE] == 1
            assert running.now.open

    asyncio.run(go())


def test_bots_play_a_knock_out_of_matches_by_themselves(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("knock-out", length=2, games=("sudden-death",)))
            await director.enter(running, f"{BOT}random", 2)
            await director.begin(running)
            await until(lambda: running.now.closed, 60)
            assert [row.lost for row in standings(running.now)] == [0, 1]

    asyncio.run(go())


def test_a_moment_that_has_passed_holds_nothing_up(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The end of a match may still be on its way to the disk when the next game is asked for."""
    refused: list[Act] = []

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            act = club.act

            async def late(told: Act, who: str) -> int:
                if told.act == "next" and not refused:
                    refused.append(told)
                    raise StaleError("expected a game that goes on, and this one is over")
                return await act(told, who)

            club.act = late  # type: ignore[method-assign]
            running = await director.make(record("knock-out", length=2, games=("sudden-death",)))
            await director.enter(running, f"{BOT}random", 2)
            await director.begin(running)
            await until(lambda: running.now.closed, 60)

    asyncio.run(go())
    assert refused
    assert "failed" not in caplog.text


async def white_wins(club: Club, running: RunningTournament, tables: Sequence[Meeting]) -> None:
    """Play the games of some tables to their ends, while nothing is written of the tournament."""
    for meeting in tables:
        await lose(club, await room_of(club, meeting), Player.BLACK)
    assert all(meeting in running.now.open for meeting in tables)


def test_a_result_whose_answer_was_lost_holds_nothing_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The results of two tables are due in one step, and the answer of the first one is lost."""
    monkeypatch.setattr(runner, "AFTER_TROUBLE", 0.05)

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 6, rounds=2)
            first, *others = running.now.open
            task = director._runners[running.record.id]  # noqa: SLF001
            await until(lambda: len(task._rooms) == 3 and not task._due)  # noqa: SLF001
            async with running.lock:
                await white_wins(club, running, [first])
                await until(lambda: running.lock._waiters)  # noqa: SLF001 (the result of the first)
                await white_wins(club, running, others)
                monkeypatch.setattr(running, "_store", LosingStore(club.store, 2))
            await until(lambda: running.now.round == 2 and running.now.open)
            tables = running.now.meetings[:3]
            assert [meeting.points(meeting.white) for meeting in tables] == [1] * 3
            assert not any(club.bus.count(meeting.room) for meeting in tables)

    asyncio.run(go())


def test_a_tournament_begins_at_its_time_or_not_at_all(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            # Both guests are to have come by then, on a busy machine too.
            full = await director.make(record(conditions={"starts": now() + 1_500}))
            empty = await director.make(record(conditions={"starts": now() + 100}))
            forgotten = await director.make(record(since=now() - 8 * DAY))
            for number in (1, 2):
                await director.enter(full, f"guest:{number}")
            assert full.now.begun is None
            await until(lambda: full.now.begun)
            await until(lambda: empty.now.closed and forgotten.now.closed)
            assert not empty.now.meetings

    asyncio.run(go())


def test_a_director_who_ends_it_does_not_end_a_game_that_he_loses(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await enroll(club, "1", "2")
            running = await begun(director, 2, conditions={"is_rated": True})
            room = await room_of(club, running.now.open[0])
            await director.end(running)
            runner = director._runners[running.record.id]  # noqa: SLF001
            await asyncio.wait([runner.task])
            assert not room.record.is_over
            assert running.now.open
            assert standings(running.now)[0].score == 0
            assert (await facts_of(club, running, "guest:1")).your_room is None
            await lose(club, room, Player.WHITE)
            found = result_of(room.record, room.match, room.entries)
            assert found is not None
            assert (found.score, found.is_rated) == (0, have_both_acted(room.entries))

    asyncio.run(go())


def test_a_table_of_a_member_and_a_bot_is_not_rated(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await enroll(club, "1")
            running = await director.make(record(conditions={"is_rated": True}))
            for who in ("guest:1", f"{BOT}random"):
                await director.enter(running, who)
            await director.begin(running)
            room = await room_of(club, running.now.open[0])
            assert not room.record.terms.rated

    asyncio.run(go())


def test_bots_do_not_play_on_for_nobody(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await director.make(record("knock-out", length=25, games=("sudden-death",)))
            await director.enter(running, f"{BOT}random", 2)
            await director.begin(running)
            room = await room_of(club, running.now.open[0])
            await director.end(running)
            await until(lambda: room.record.is_over)
            assert not room.match.is_over

    asyncio.run(go())


def test_every_table_has_a_room_before_it_is_opened() -> None:
    event = first_round(played_out.begun(record().conditions.terms, 3).now, 1)
    assert isinstance(event, Paired)
    first, bye = with_rooms(
        "cup", played_out.begun(record().conditions.terms, 3).now, event
    ).pairings
    assert (bool(first.room), bye.room) == (True, "")


@pytest.mark.parametrize("by", [HOUR, -HOUR])
def test_a_wall_clock_that_jumps_takes_nobodys_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: int
) -> None:
    """At one table the next game is waited for, at the other for both players."""

    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 4, rounds=2, length=3)
            one, other = running.now.open
            await lose(club, await room_of(club, one), Player.BLACK)
            await room_of(club, other)
            jump(monkeypatch, by)
            await look(director, running)
            assert [*running.now.open] == [one, other]

    asyncio.run(go())


def test_a_wall_clock_that_is_set_back_holds_up_no_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        patience = NoShowTimes(grace=60_000, standstill=60_000, pause=1_500)
        async with hall(tmp_path, patience) as (club, director):
            running = await begun(director, 4, rounds=2)
            await play_round(club, running)
            assert running.now.round == 1
            jump(monkeypatch, -HOUR)
            running.changed.set()
            await until(lambda: running.now.round == 2, 5)

    asyncio.run(go())


def test_a_grace_that_ends_between_two_looks_at_all_tables_is_seen_at_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 2, rounds=1)
            room = await room_of(club, running.now.open[0])
            task = director._runners[running.record.id]  # noqa: SLF001
            await until(lambda: task._rooms and not task._due)  # noqa: SLF001
            task._opened[room.record.id] = served_time() - SOON.grace  # noqa: SLF001
            task._looked_everywhere = served_time() - 1_000  # noqa: SLF001
            assert task._sleep() < 1  # noqa: SLF001
            task._looked_everywhere = served_time() + 1_000  # noqa: SLF001
            assert task._sleep() > 1  # noqa: SLF001 (it was seen, and somebody had come)

    asyncio.run(go())
