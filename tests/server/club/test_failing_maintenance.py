"""Maintenance goes on with the rest where something fails."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import open_club

from nardy.server.club import maintenance
from nardy.server.club.club import Club
from nardy.server.club.maintenance import Maintenance, settle_abandoned, wake
from nardy.server.errors import DamagedLogError, StaleError, StoreError
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms
from nardy.server.store.schema import entry
from nardy.server.timestamps import now

SEATS = {"white": "guest:a", "black": "guest:b"}
LATER = 10**6


async def damage(club: Club, room: Room) -> None:
    """Remove an entry from the stored log of a room, and the room from memory."""
    club.evict(room)
    is_it = (entry.c.room == room.record.id, entry.c.number == 1)
    await club.store.run(lambda c: c.execute(sql.delete(entry).where(*is_it)))


def test_a_game_that_cannot_be_settled_keeps_no_other_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            rooms = [await club.make(NewRoom(games=("tapa",), **SEATS)) for _ in range(3)]
            damaged, stale, other = rooms
            real, settled = maintenance.settle_left, list[str]()

            async def settle(room: Room, evaluate: object) -> bool:
                settled.append(room.record.id)
                if room is stale:
                    raise StaleError("a player has acted")
                return await real(room, club.advisor.evaluate)

            monkeypatch.setattr(maintenance, "settle_left", settle)
            await damage(club, damaged)
            await settle_abandoned(club, now() + LATER)
            assert other.record.is_over
            assert not stale.record.is_over
            assert sorted(settled) == sorted([stale.record.id, other.record.id])
            told = [one.getMessage() for one in caplog.records if "not settled" in one.message]
            expected = [f"room {one.record.id} was not settled" for one in (damaged, stale)]
            assert sorted(told) == sorted(expected)
            # The next round tries again.
            monkeypatch.undo()
            await settle_abandoned(club, now() + LATER)
            assert stale.record.is_over

    asyncio.run(go())


PARTS = ("settle_abandoned", "forget_old", "clean", "keep_house")


@pytest.mark.parametrize("failing", [*PARTS, None])
def test_old_data_is_removed_though_a_part_of_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str | None
) -> None:
    done, rounds = list[str](), asyncio.Event()

    def part(name: str) -> Callable[..., Awaitable[None]]:
        async def do(*_: object) -> None:
            done.append(name)
            if name == failing:
                raise StoreError("the disk is full")

        return do

    async def more() -> None:
        rounds.set()

    async def go() -> None:
        async with open_club(tmp_path) as club:
            monkeypatch.setattr(maintenance, "is_for_old", lambda _: True)
            monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.01)
            monkeypatch.setattr(club.known_devices, "forget_old", part("forget_old"))
            for name in ("settle_abandoned", "clean", "keep_house"):
                monkeypatch.setattr(maintenance, name, part(name))
            worker = Maintenance(club, more)
            for _ in range(2):
                await asyncio.wait_for(rounds.wait(), 10)
                rounds.clear()
            await worker.close()
            assert tuple(done[: len(PARTS)]) == PARTS

    asyncio.run(go())


@pytest.mark.parametrize("error", [StoreError("the server is away"), ZeroDivisionError()])
def test_a_flag_falls_though_its_room_could_not_be_loaded_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            rooms = [await club.make(NewRoom(games=("tapa",), **SEATS)) for _ in range(2)]
            first, second = (room.record.id for room in rooms)
            for room in rooms:
                club.evict(room)
            club.flags.update({first: 0.0, second: 0.0})
            load = club.room

            async def fail(room_id: str) -> Room | None:
                if room_id == first:
                    raise error
                return await load(room_id)

            monkeypatch.setattr(club, "room", fail)
            await wake(club)
            assert club.flags == {first: 0.0}
            assert [room.record.id for room in club.all_loaded()] == [second]
            monkeypatch.undo()
            await wake(club)
            assert club.flags == {}
            assert club.loaded(first) is not None

    asyncio.run(go())


def test_a_flag_in_a_damaged_log_is_expected_no_more(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), **SEATS))
            await damage(club, room)
            with pytest.raises(DamagedLogError):
                await club.room(room.record.id)
            club.flags[room.record.id] = 0.0
            await wake(club)
            assert club.flags == {}

    asyncio.run(go())


def test_a_room_that_moves_while_it_is_loaded_takes_its_flag_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            club.flags["moving"] = 0.0

            async def move(room_id: str) -> None:
                del club.flags[room_id]  # as a handover does

            monkeypatch.setattr(club, "room", move)
            await wake(club)
            assert club.flags == {}

    asyncio.run(go())


def test_every_part_of_a_round_is_done_though_another_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done, tried, is_done = list[str](), list[bool](), asyncio.Event()

    async def fail(_: Club) -> None:
        raise ZeroDivisionError

    async def fail_once(_: Club) -> None:
        tried.append(True)
        if len(tried) == 1:
            raise ZeroDivisionError

    async def more() -> None:
        done.append("more")
        raise ZeroDivisionError

    async def last() -> None:
        done.append("last")

    async def settle(*_: object) -> None:
        done.append("old")
        if len(done) > 3 * 3:
            is_done.set()

    async def go() -> None:
        async with open_club(tmp_path) as club:
            monkeypatch.setattr(maintenance, "is_for_old", lambda _: True)
            monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.01)
            monkeypatch.setattr(maintenance, "go_round", fail)
            monkeypatch.setattr(maintenance, "expect_flags", fail_once)
            monkeypatch.setattr(maintenance, "settle_abandoned", settle)
            worker = Maintenance(club, more, last)
            await asyncio.wait_for(is_done.wait(), 10)
            await worker.close()
            assert done[:6] == ["more", "last", "old"] * 2
            assert len(tried) == 2

    asyncio.run(go())


def test_a_note_that_cannot_be_read_hides_no_flag_of_others(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = Terms(clock="0d86400")
            order = NewRoom(games=("tapa",), terms=terms, **SEATS)
            torn, sound = [await club.make(order) for _ in range(2)]
            for room in (torn, sound):
                club.evict(room)
            is_torn = sql.update(entry).where(entry.c.room == torn.record.id)
            await club.store.run(lambda c: c.execute(is_torn.values(note='{"clock":')))
            await maintenance.expect_flags(club)
            assert list(club.flags) == [sound.record.id]

    asyncio.run(go())
