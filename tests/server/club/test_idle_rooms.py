"""Rooms that nobody asks for leave memory, and the flags of correspondence games still fall."""

import asyncio
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest
import sqlalchemy as sql
from tests.server.club_room import look, open_club, order

from nardy.formats import position_text
from nardy.server.api.rooms import CreateRoom, new_room
from nardy.server.club import maintenance
from nardy.server.club.club import Club
from nardy.server.club.maintenance import Maintenance, go_round
from nardy.server.rooms.claims import claim_in
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.log import Terms
from nardy.server.store.schema import entry

TWO = {"white": "guest:a", "black": "guest:b"}
BOT = {"white": "guest:a", "black": "bot:random"}
SLOW = {"clock": "0d86400"}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "IDLE_SECONDS", 0.0)


async def awaits_a_person(club: Club, room: Room) -> None:
    """The bot sits, has had its turn and told of it."""
    async with asyncio.timeout(20):
        while not (club.bot_runner.count(room.record.id) and maintenance.is_idle(club, room)):
            await asyncio.sleep(0.01)


@pytest.mark.usefixtures("impatient")
def test_rooms_at_which_nobody_looks_leave_memory_and_come_back_as_they_were(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            waiting = await club.make(
                NewRoom(games=("tapa",), white="guest:a", terms=Terms(open=True))
            )
            left = await club.make(NewRoom(games=("tapa",), **BOT))
            seen = await club.make(NewRoom(games=("tapa",), **TWO))
            await look(club, seen, "guest:a")
            await awaits_a_person(club, left)
            await go_round(club)
            assert club.all_loaded() == [seen]
            assert club.bus.count(left.record.id) == 0
            for room in (waiting, left):
                back = await club.room(room.record.id)
                assert back is not None
                assert back is not room
                assert (back.entries, back.view) == (room.entries, room.view)
            assert club.bot_runner.count(left.record.id) == 1

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
def test_a_bot_that_is_to_act_is_not_sent_home(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            for _ in range(8):
                room = await club.make(NewRoom(games=("tapa",), **BOT))
                if room.who(room.match.game.to_act) == BOT["black"]:
                    assert not maintenance.is_idle(club, room)

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
def test_who_was_asked_for_just_now_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "IDLE_SECONDS", 60.0)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), **TWO))
            await go_round(club)
            assert club.all_loaded() == [room]

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
def test_a_flag_falls_though_its_room_has_left_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = 0.0
    monkeypatch.setattr(maintenance, "monotonic", lambda: hour + 1e9)

    async def go() -> None:
        nonlocal hour
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), terms=Terms(**SLOW), **TWO))
            await go_round(club)
            assert club.all_loaded() == []
            assert club.flags[room.record.id] - hour == pytest.approx(1e9 + 86_400, abs=60)
            await go_round(club)
            assert club.all_loaded() == []
            # A day later, as the log and the clock have it.
            hour = 86_460.0
            earlier = sql.update(entry).values(at=entry.c.at - 86_460_000)
            await club.store.run(lambda c: c.execute(earlier))
            await go_round(club)
            async with asyncio.timeout(5):
                while not await club.store.run(lambda c: log.over_of(c, [room.record.id])):
                    await asyncio.sleep(0.01)
            assert club.flags == {}

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("clock", ["0d86400", "259200+86400"])
def test_a_room_by_correspondence_leaves_memory_and_its_clock_runs_while_the_club_is_closed(
    tmp_path: Path, clock: str
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            settings = CreateRoom("tapa", against="friend", clock=clock)
            room = await club.make(replace(new_room(settings), **TWO))
            whole = room.until_flag
            assert whole is not None
            # Nobody is asked to come back within minutes.
            room.absence.leave(room.match.game.to_act)
            assert claim_in(room) is None
            await go_round(club)
            assert club.all_loaded() == []
            assert club.flags[room.record.id] - monotonic() == pytest.approx(whole / 1000, abs=60)
            earlier = sql.update(entry).values(at=entry.c.at - 7_200_000)
            await club.store.run(lambda c: c.execute(earlier))
        async with open_club(tmp_path) as club:
            await maintenance.expect_flags(club)
            left = club.flags[room.record.id] - monotonic()
            assert left == pytest.approx(whole / 1000 - 7_200, abs=60)
            again = await club.room(room.record.id)
            assert again is not None
            assert again.until_flag == pytest.approx(whole - 7_200_000, abs=60_000)

    asyncio.run(go())


def test_the_flag_of_a_chosen_position_is_expected_from_when_both_sat(tmp_path: Path) -> None:
    """No act has told the clock yet, and the board had waited for two days."""

    async def go() -> None:
        terms = Terms(from_position=True, **SLOW)
        begins = position_text.loads("hypergammon,cube_play=off w 2:1 3:1")
        new = NewRoom(games=("hypergammon,cube_play=off",), white="guest:a", terms=terms)
        async with open_club(tmp_path) as club:
            room = await club.make(replace(new, start=begins))
            earlier = sql.update(entry).values(at=entry.c.at - 2 * 86_400_000)
            await club.store.run(lambda c: c.execute(earlier))
            await club.sit(room, "guest:b")
        async with open_club(tmp_path) as club:
            await maintenance.expect_flags(club)
            assert club.flags == {room.record.id: pytest.approx(monotonic() + 86_400, abs=60)}

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
def test_a_clock_that_runs_by_the_minute_is_not_refilled_by_a_rest(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = {"clock": "1320d12"}
            room = await club.make(NewRoom(games=("tapa",), length=3, terms=Terms(**terms), **TWO))
            await go_round(club)
            assert club.all_loaded() == [room]
            assert room.timing is not None
            player = room.match.game.to_act
            await room.act(player, order(room, "resign:single"))
            await room.act(player.opponent, order(room, "accept"))
            await go_round(club)
            assert club.all_loaded() == []

    asyncio.run(go())


@pytest.mark.usefixtures("impatient")
def test_after_a_start_it_is_known_when_flags_fall_that_nobody_asks_for(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            slow = await club.make(NewRoom(games=("tapa",), terms=Terms(**SLOW), **TWO))
            for terms in ({}, {"clock": "600+8"}):
                await club.make(NewRoom(games=("tapa",), terms=Terms(**terms), **TWO))
        async with open_club(tmp_path) as club:
            await maintenance.expect_flags(club)
            assert club.flags == {slow.record.id: pytest.approx(monotonic() + 86_400, abs=60)}
            assert club.all_loaded() == []
        async with open_club(tmp_path) as club:
            earlier = sql.update(entry).values(at=entry.c.at - 86_460_000)
            await club.store.run(lambda c: c.execute(earlier))
            task = Maintenance(club)
            async with asyncio.timeout(5):
                while not await club.store.run(lambda c: log.over_of(c, [slow.record.id])):
                    await asyncio.sleep(0.01)
            await task.close()

    asyncio.run(go())


def test_a_clock_that_has_little_left_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "monotonic", lambda: 1e9)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            made = await club.make(NewRoom(games=("tapa",), terms=Terms(**SLOW), **TWO))
            club.evict(made)
            earlier = sql.update(entry).values(at=entry.c.at - 86_390_000)
            await club.store.run(lambda c: c.execute(earlier))
            room = await club.room(made.record.id)
            assert room is not None
            assert 0 < (room.until_flag or 0) < 1000 * maintenance.IDLE_SECONDS
            await go_round(club)
            assert club.all_loaded() == [room]

    asyncio.run(go())


def test_a_flag_is_expected_by_the_clock_that_has_less_left(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = Terms(clock="259200+86400")
            room = await club.make(NewRoom(games=("long-nardy",), terms=terms, **TWO))
            assert room.timing is not None
            room.timing._since -= 7_200_000  # noqa: SLF001 (nobody waits for two hours)
            await room.act(room.match.game.to_act, order(room, "roll"))
            low, high = sorted(room.timing.stand[:2])
            assert high - low == pytest.approx(7_200_000, abs=60_000)
            club.evict(room)
            await maintenance.expect_flags(club)
            assert club.flags[room.record.id] - monotonic() == pytest.approx(low / 1000, abs=60)

    asyncio.run(go())
