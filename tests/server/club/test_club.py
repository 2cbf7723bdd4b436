import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.server.club_room import first_turn, open_club, order
from tests.server.played import result

from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry, Terms
from nardy.server.store.ratings import ladders


def test_a_room_outlives_the_club(tmp_path: Path) -> None:
    async def go() -> tuple[object, object]:
        async with open_club(tmp_path) as club:
            made = await club.make(NewRoom(games=("plakoto",), white="guest:a", black="guest:b"))
            await made.act(made.match.game.to_act, order(made, "roll"))
            await made.act(made.match.game.to_act, order(made, "play", moves=first_turn(made)))
        async with open_club(tmp_path) as club:
            found = await club.room(made.record.id)
            assert found is not None
            assert await club.room(made.record.id) is found
            assert await club.room("none") is None
            return (made.view, made.entries), (found.view, found.entries)

    before, after = asyncio.run(go())
    assert before == after


def test_a_room_is_loaded_once_and_keeps_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            one, other = [await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(2)]
            club.evict(one)
            read, may_read = club.store.read, asyncio.Event()
            load, loaded = club._load, list[str]()  # noqa: SLF001

            async def slow(job: Callable[[Connection], object]) -> object:
                await may_read.wait()
                return await read(job)

            async def counted(room_id: str) -> Room | None:
                loaded.append(room_id)
                return await load(room_id)

            monkeypatch.setattr(club.store, "read", slow)
            monkeypatch.setattr(club, "_load", counted)
            asked = [asyncio.create_task(club.room(one.record.id)) for _ in range(5)]
            await asyncio.sleep(0)  # now all of them wait
            async with asyncio.timeout(5):
                assert await club.room(other.record.id) is other
            asked[0].cancel()
            may_read.set()
            gone, *found = await asyncio.gather(*asked, return_exceptions=True)
            assert isinstance(gone, asyncio.CancelledError)
            assert found == [club.loaded(one.record.id)] * 4
            assert loaded == [one.record.id]
            assert found[0] is not one

    asyncio.run(go())


def test_a_page_that_comes_while_a_room_is_made_gets_the_same_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            run, found = club.store.run, list[object]()

            async def run_and_load(job: Callable[[Connection], object]) -> object:
                done = await run(job)
                monkeypatch.setattr(club.store, "run", run)
                found.append(await club.room("table"))
                return done

            monkeypatch.setattr(club.store, "run", run_and_load)
            seats = {"white": "guest:a", "black": "guest:b"}
            made = await club.make(NewRoom(games=("tapa",), **seats, room="table"))
            assert found == [made]
            assert club.loaded("table") is made
            assert made.match.game.phase is not Phase.OPENING

    asyncio.run(go())


def test_the_last_entries_and_the_result_are_written_together(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(NewRoom(games=("backgammon",), **seats))
            over, last = replace(room.record, is_over=True), [LogEntry(room.entries[0].event, 7)]
            one = result(1, "a", "b", room=room.record.id)

            async def changes() -> dict[str, tuple[float, float]]:
                return await club.store.read(lambda c: ladders.changes_of(c, room.record.id))

            assert not await room.needs.append(over, room.version + 5, last, one)
            assert await changes() == {}
            assert await room.needs.append(over, room.version, last, one)
            assert await changes() == {"guest:a": (1510, 10), "guest:b": (1490, -10)}
            game, pace = one.game, str(one.pace)
            assert (await club.standings.of("guest:a", game, pace)).rating == 1510

    asyncio.run(go())


def test_two_play_again_the_other_way_round(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            terms = {"clock": "60+5"}
            room = await club.make(NewRoom(games=("plakoto",), terms=Terms(**terms), **seats))
            with pytest.raises(NardyError, match="finished game"):
                await club.again(room, "guest:a")
            await room.act(room.match.game.to_act, order(room, "resign:single"))
            await room.act(room.match.game.to_act, order(room, "accept"))
            # Both press it at the same moment, and meet.
            second, same = await asyncio.gather(*(club.again(room, who) for who in seats.values()))
            assert same is second
            assert (second.record.white, second.record.black) == ("guest:b", "guest:a")
            assert second.record.terms == Terms(**terms, after=room.record.id)
            assert (await club.describer.facts(room, "guest:a")).next == second.record.id
            with pytest.raises(NardyError):
                await club.again(room, "guest:c")
            for one in (room, second):
                club.evict(one)
        async with open_club(tmp_path) as club:
            known = await club.room(room.record.id)
            assert known is not None
            assert (await club.again(known, "guest:b")).record == second.record

    asyncio.run(go())
