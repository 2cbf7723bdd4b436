import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sql
from tests.server.club_room import look, order
from tests.server.half import Half, two_clubs

from nardy.core.clock import SECOND
from nardy.server.club.club import Club, NewRoom
from nardy.server.club.handover import ROOMS_TOGETHER, hand_over, in_parts, let_go, take_up
from nardy.server.connection.websocket import Page
from nardy.server.errors import DamagedLogError
from nardy.server.protocol.messages import Done
from nardy.server.rooms.room import Room
from nardy.server.shards.numbers import shard_of
from nardy.server.store.log import Terms
from nardy.server.store.schema import entry
from nardy.server.timestamps import now

SEATS = {"white": "guest:a", "black": "guest:b"}


async def played(club: Club, clock: str | None = "600+8") -> Room:
    return await club.make(NewRoom(games=("long-nardy",), **SEATS, terms=Terms(clock=clock)))


def moved(ours: Half, theirs: Half, room: Room) -> set[int]:
    """Give the shard of a room to the other process."""
    shard = shard_of(room.record.id)
    ours.shards.discard(shard)
    theirs.shards.add(shard)
    return {shard}


def test_rooms_that_are_lost_leave_memory_and_their_pages_are_sent_away(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, theirs):
            lost, kept = await played(club), await played(club)
            pages = await look(club, lost, "guest:a", None)
            others = await look(club, kept, "guest:b")
            club.flags[lost.record.id] = 1.0
            let_go(club, moved(ours, theirs, lost))
            assert club.all_loaded() == [kept]
            assert [page.is_sent_away for page in (*pages, *others)] == [True, True, False]
            assert club.flags == {}
            # The page that closes afterwards has no place there any more, also when the room is back.
            ours.shards |= theirs.shards
            assert await club.room(lost.record.id) is not lost
            for page in pages:
                page.close()
            assert not club.presence.is_here(lost.record.id, "guest:a")

    asyncio.run(go())


def test_a_page_whose_room_was_lost_and_came_back_in_that_moment_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, _, _):
            room = await played(club)
            require = club.require_room

            async def late(room_id: str, who: str | None) -> Room:
                found = await require(room_id, who)
                let_go(club, {shard_of(room_id)})
                return found

            monkeypatch.setattr(club, "require_room", late)
            (page,) = await look(club, room, "guest:a")
            assert page.is_sent_away
            assert not club.presence.is_here(room.record.id, "guest:a")

    asyncio.run(go())


def told(page: Page) -> list[object]:
    """The answers that it gets before its connection is closed."""
    answers = [page.answers.get_nowait() for _ in range(page.answers.qsize())]
    return answers[: answers.index(None)] if None in answers else answers


def test_an_act_in_a_room_that_is_handed_over_gets_no_answer_and_is_done_by_the_next_process(
    tmp_path: Path,
) -> None:
    """A refusal would be the end of it: the page would not send it again."""

    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            room = await played(club)
            mover = room.match.game.to_act
            (page,) = await look(club, room, SEATS[mover.value])
            act = msgspec.json.encode(order(room, "resign:single"))
            moved(ours, theirs, room)
            await page.hear(act)
            assert page.is_sent_away
            assert told(page) == [room.record.id]
            # What it is told now would be of a copy.
            assert await page._message_about(room.record.id) is None  # noqa: SLF001
            again = await other.room(room.record.id)
            assert again is not None
            (there,) = await look(other, again, SEATS[mover.value])
            await there.hear(act)
            assert any(isinstance(answer, Done) for answer in told(there))

    asyncio.run(go())


def test_an_act_whose_room_is_lost_while_it_is_written_gets_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, theirs):
            room = await played(club)
            (page,) = await look(club, room, SEATS[room.match.game.to_act.value])

            async def lost(*_: object) -> bool:
                moved(ours, theirs, room)
                return False

            monkeypatch.setattr(room, "needs", replace(room.needs, append=lost))
            await page.hear(msgspec.json.encode(order(room, "resign:single")))
            assert page.is_sent_away
            assert told(page) == [room.record.id]

    asyncio.run(go())


def test_rooms_with_pages_are_handed_over_in_parts_of_some(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            assert in_parts(club, ours.shards) == [sorted(ours.shards)]
            rooms = [await played(club, None) for _ in range(3 * ROOMS_TOGETHER)]
            for room in rooms[: 2 * ROOMS_TOGETHER + 1]:
                await look(club, room, "guest:a")
            parts = in_parts(club, ours.shards)
            assert sorted(shard for part in parts for shard in part) == sorted(ours.shards)
            seen = [sum(shard_of(room) in part for room in club.presence.rooms()) for part in parts]
            assert sum(seen) == 2 * ROOMS_TOGETHER + 1
            # A shard is never divided, and two rooms may be in one.
            assert len(parts) in {3, 4}
            assert max(seen) <= ROOMS_TOGETHER

    asyncio.run(go())


def test_a_handover_keeps_the_clock_to_a_tenth_of_a_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            room = await played(club)
            assert room.timing is not None
            monkeypatch.setattr(room.timing, "_since", room.timing._since - 30 * SECOND)  # noqa: SLF001
            mover, stood = room.match.game.to_act, room.timing.clock
            await hand_over(club, moved(ours, theirs, room))
            assert club.all_loaded() == []
            taken = await other.room(room.record.id)
            assert taken is not None
            assert taken.timing is not None
            assert abs(taken.timing.clock.left(mover) - stood.left(mover)) < 100

    asyncio.run(go())


def test_a_handover_waits_for_an_act_that_has_begun(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, theirs):
            room = await played(club)
            async with room.lock:
                giving = asyncio.create_task(hand_over(club, moved(ours, theirs, room)))
                await asyncio.sleep(0.05)
                assert club.all_loaded() == [room]
                assert not giving.done()
            await giving
            assert club.all_loaded() == []

    asyncio.run(go())


def test_after_a_death_the_clock_runs_up_to_the_last_beat(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            room = await played(club, "60+0")
            mover, shard = room.match.game.to_act, shard_of(room.record.id)
            at = room.entries[-1].at
            # The last act was twenty seconds ago, and the process lived on for five of them.
            club.evict(room)
            await club.store.run(lambda c: c.execute(sql.update(entry).values(at=at - 20_000)))
            theirs.beats[shard] = at - 15_000
            moved(ours, theirs, room)
            taken = await other.room(room.record.id)
            assert taken is not None
            assert taken.clock is not None
            assert abs(taken.clock.left(mover) - 55 * SECOND) < 300

    asyncio.run(go())


def test_two_deaths_within_a_turn_charge_no_time_in_between(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            room = await played(club, "600+0")
            mover, shard = room.match.game.to_act, shard_of(room.record.id)
            at = room.entries[-1].at
            # The last act was a minute ago, and its process lived on for twenty seconds.
            club.evict(room)
            await club.store.run(lambda c: c.execute(sql.update(entry).values(at=at - 60_000)))
            theirs.beats[shard] = at - 40_000
            await take_up(other, shards := moved(ours, theirs, room))
            # The next one dies at once.
            let_go(other, shards)
            ours.beats[shard] = now()
            moved(theirs, ours, room)
            again = await club.room(room.record.id)
            assert again is not None
            assert again.clock is not None
            assert abs(again.clock.left(mover) - 580 * SECOND) < 5 * SECOND

    asyncio.run(go())


def test_a_death_after_a_handover_charges_the_time_before_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            room = await played(club, "600+0")
            assert room.timing is not None
            mover, shard, at = room.match.game.to_act, shard_of(room.record.id), room.entries[-1].at
            monkeypatch.setattr(room.timing, "_since", room.timing._since - 30 * SECOND)  # noqa: SLF001
            await hand_over(club, moved(ours, theirs, room))
            await club.store.run(lambda c: c.execute(sql.update(entry).values(at=at - 30_000)))
            # Whoever took it died at once.
            theirs.beats[shard] = now()
            taken = await other.room(room.record.id)
            assert taken is not None
            assert taken.clock is not None
            assert abs(taken.clock.left(mover) - 570 * SECOND) < 5 * SECOND

    asyncio.run(go())


def test_who_takes_shards_up_loads_games_on_a_clock_and_knows_when_flags_fall(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            quick, slow = await played(club), await played(club, "0d86400")
            endless, kept = await played(club, None), await played(club)
            shards = set[int]()
            for room in (quick, slow, endless):
                shards |= moved(ours, theirs, room)
            let_go(club, shards)
            await take_up(other, shards)
            assert [room.record.id for room in other.all_loaded()] == [quick.record.id]
            assert other.flags.keys() == {slow.record.id}
            assert club.all_loaded() == [kept]
            assert now() > 0

    asyncio.run(go())


def test_a_damaged_log_keeps_no_other_game_from_being_taken_up(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, other, ours, theirs):
            rooms = [await played(club) for _ in range(3)]
            damaged, *others = (room.record.id for room in rooms)
            for room in rooms:
                shards = moved(ours, theirs, room)
                let_go(club, shards)
            all_of_them = {shard_of(room.record.id) for room in rooms}
            await club.store.run(
                lambda c: c.execute(
                    sql.delete(entry).where(entry.c.room == damaged, entry.c.number == 1)
                )
            )
            await take_up(other, all_of_them)
            assert {room.record.id for room in other.all_loaded()} == {*others}
            with pytest.raises(DamagedLogError):
                await other.room(damaged)

    asyncio.run(go())
