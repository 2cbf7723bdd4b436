import asyncio
import gc
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from msgspec import structs
from tests.server.club_room import open_club, order
from tests.server.tournaments.tournament_hall import until

from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import find_game
from nardy.server.club.club import Club
from nardy.server.club.handover import let_go
from nardy.server.errors import RefusedError, StaleError, StoreError
from nardy.server.rooms import start
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.shards.numbers import shard_of
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import LogEntry, RoomRecord, Terms
from nardy.server.store.schema import entry


def test_a_game_begins_when_both_seats_are_taken(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("backgammon",), white="guest:a"))
            assert room.match.game.phase is Phase.OPENING
            assert await club.sit(room, "guest:a") is Player.WHITE
            assert room.match.game.phase is Phase.OPENING
            assert await club.sit(room, "guest:b") is Player.BLACK
            assert room.match.game.phase is Phase.TURN
            assert await club.sit(room, "guest:c") is None

    asyncio.run(go())


def test_who_does_not_say_what_his_chain_begins_with_is_waited_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        club = Club(open_store(tmp_path / "club.db"), patience=0.05)
        try:
            seats = {"white": "guest:a", "black": "guest:b"}
            silent, quick = [await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(2)]
            told: list[str] = []
            for player in Player:
                await club.game_starter.commit(quick, player, "")
            assert (silent.version, quick.throws.count > 0) == (1, True)
            for room in (silent, quick):
                club.bus.subscribe(room.record.id, told.append)
            async with asyncio.timeout(5):
                while silent.match.game.phase is Phase.OPENING:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            # The other one had begun: nobody is told anything twice.
            assert told == [silent.record.id] * silent.throws.count  # once, and for each tie
        finally:
            await club.close()

    asyncio.run(go())


def test_a_chain_is_waited_for_as_long_as_several_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 4)

    async def go() -> float:
        club = Club(open_store(tmp_path / "club.db"), patience=0.05)
        try:
            start = time.monotonic()
            room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
            while room.match.game.phase is Phase.OPENING:
                await asyncio.sleep(0.01)
            return time.monotonic() - start
        finally:
            await club.close()

    assert asyncio.run(go()) >= 0.19


def test_what_is_closed_before_it_begins_throws_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what))
        club = Club(open_store(tmp_path / "club.db"), patience=0.5)
        try:
            seats = {"white": "guest:a", "black": "guest:b"}
            ended, elsewhere = [
                await club.make(NewRoom(games=("tapa",), **seats)) for _ in range(2)
            ]
            await club.close_room(ended)
            # Another program closes it: that is seen when the first throw is written.
            await club.store.run(lambda c: log.close(c, elsewhere.record.id))
            await until(lambda: elsewhere.record.is_over)
            gc.collect()
            assert (ended.throws.count, elsewhere.throws.count, told) == (0, 0, [])
        finally:
            await club.close()

    asyncio.run(go())


AGAINST_BOT = NewRoom(
    games=("tapa",), white="guest:a", black="bot:random", terms=Terms(clock="600+8")
)


def is_played(club: Club, room: Room) -> bool:
    """Whether a bot sits in a room of a bot, and its flag is watched."""
    counts = club.bot_runner.count(room.record.id), club.timeouts.count(room.record.id)
    return counts == (1, 1)


def test_a_game_that_was_lost_and_came_back_is_started_once_where_it_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        async with open_club(tmp_path, patience=0.2) as club:
            lost = await club.make(AGAINST_BOT)
            let_go(club, {shard_of(lost.record.id)})
            back = await club.room(lost.record.id)
            assert back is not None
            assert back is not lost
            await until(lambda: is_played(club, back))
            assert lost.throws.count == 0
            assert back.match.game.phase is not Phase.OPENING
            club.timeouts.unwatch(back)  # of this very room alone
            assert club.timeouts.count(back.record.id) == 0

    asyncio.run(go())


def test_a_start_that_ends_after_its_room_was_lost_seats_no_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path, patience=60) as club:
            room = await club.make(AGAINST_BOT)
            append = room.needs.append

            async def lost_meanwhile(*about: Any) -> bool:
                let_go(club, {shard_of(room.record.id)})
                return await append(*about)

            monkeypatch.setattr(room, "needs", replace(room.needs, append=lost_meanwhile))
            # Nobody waits any more for the timeout: the last commitment starts the game.
            await club.game_starter.commit(room, Player.WHITE, "")
            assert room.throws.count
            assert club.bot_runner.count(room.record.id) == 0
            assert club.timeouts.count(room.record.id) == 0

    asyncio.run(go())


@pytest.mark.parametrize("has_committed", [True, False])
def test_a_game_that_another_program_has_begun_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_committed: bool
) -> None:
    """The bot sits down, and the flag is watched."""
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        waits = 60 if has_committed else 0.1
        async with open_club(tmp_path, waits) as club, open_club(tmp_path) as other:
            room = await club.make(AGAINST_BOT)
            begun = await other.room(room.record.id)
            assert begun is not None
            other.bot_runner.stop_bots(begun)
            if has_committed:
                await club.game_starter.commit(room, Player.WHITE, "")
            await until(lambda: is_played(club, room))
            assert room.entries[: room.throws.count] == begun.entries[: room.throws.count]

    asyncio.run(go())


@pytest.mark.parametrize("error", [StoreError, StaleError])
def test_a_roll_off_that_could_not_be_written_whole_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[NardyError]
) -> None:
    """Both threw the same, and then the database failed, or the room could not be read again."""
    monkeypatch.setattr(start, "WAITS_AT_START", 1)
    monkeypatch.setattr(start, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path, patience=0.05) as club:
            room = await club.make(AGAINST_BOT)
            begin = room.begin

            async def tie() -> None:
                room.throws.count += 1
                monkeypatch.setattr(room, "begin", begin)
                raise error("the second throw was not written")

            monkeypatch.setattr(room, "begin", tie)
            await until(lambda: is_played(club, room))
            assert room.match.game.phase is not Phase.OPENING

    asyncio.run(go())


def test_the_roll_off_of_the_next_game_comes_though_a_write_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(NewRoom(games=("backgammon",), length=3, **seats))
            loser = room.match.game.to_act
            await club.act(order(room, "resign:single"), room.who(loser))
            await club.act(order(room, "accept"), room.who(loser.opponent))
            append, written = room.needs.append, list[Any]()

            async def fail_once(*about: Any) -> bool:
                written.append(about)
                if len(written) == 2:
                    raise StoreError("the throw was not written")
                return await append(*about)

            room.needs = replace(room.needs, append=fail_once)
            following = order(room, "next")
            with pytest.raises(StoreError):
                await club.act(following, "guest:a")
            assert room.match.game.phase is Phase.OPENING
            # The page sends it again, and it has been done.
            await club.act(following, "guest:a")
            await until(lambda: room.match.game.phase is Phase.TURN)

    asyncio.run(go())


def test_the_first_roll_off_comes_though_a_throw_after_a_tie_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("backgammon",), white="guest:a"))
            begin = room.begin

            async def tie() -> None:
                room.throws.count += 1
                monkeypatch.setattr(room, "begin", begin)
                raise StoreError("the second throw was not written")

            monkeypatch.setattr(room, "begin", tie)
            with pytest.raises(StoreError):
                await club.sit(room, "guest:b")
            await until(lambda: room.match.game.phase is Phase.TURN)

    asyncio.run(go())


@pytest.mark.parametrize("is_loaded", [True, False])
def test_the_game_of_two_bots_begins_though_the_first_throw_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_loaded: bool
) -> None:
    monkeypatch.setattr(start, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            append, failed = club.room_log.append, list[bool]()

            async def fail_once(*about: Any) -> bool:
                if not failed:
                    failed.append(True)
                    raise StoreError("the throw was not written")
                return await append(*about)

            bots = NewRoom(games=("tapa",), white="bot:random", black="bot:random", room="r")
            if is_loaded:
                record = RoomRecord(id="r", games=bots.games, white=bots.white, black=bots.black)
                record = replace(record, seed="5e" * 32, since=1)
                begun = [LogEntry(one, 1) for one in Match((find_game("tapa"),)).events]
                await club.store.run(lambda c: log.make_room(c, record, begun))
            monkeypatch.setattr(club.room_log, "append", fail_once)
            with pytest.raises(StoreError):
                await (club.room("r") if is_loaded else club.make(bots))
            room = club.loaded("r")
            assert room is not None
            await until(lambda: room.throws.count > 0)

    asyncio.run(go())


def test_a_room_is_waited_for_once_though_it_is_begun_again(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path, patience=60) as club:
            room = await club.make(AGAINST_BOT)
            before = asyncio.all_tasks()
            await club.game_starter.begin(room)
            assert asyncio.all_tasks() == before

    asyncio.run(go())


@pytest.mark.parametrize("what", ["roll", "resign:single"])
def test_nobody_acts_before_the_opponent_sits(tmp_path: Path, what: str) -> None:
    """Otherwise the maker of a room would choose among opening throws."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("backgammon",), white="guest:a"))
            with pytest.raises(RefusedError, match="two players at the board") as found:
                await club.act(order(room, what), "guest:a")
            assert found.value.code == "no-opponent"
            assert room.throws.count == 0

    asyncio.run(go())


def test_a_roll_before_both_have_committed_changes_nothing(tmp_path: Path) -> None:
    """The first throw is made with the chains of both, and then the flag is watched."""

    async def go() -> None:
        async with open_club(tmp_path, patience=60) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(NewRoom(games=("tapa",), **seats, terms=Terms(clock="600+8")))
            await club.game_starter.commit(room, Player.WHITE, "")
            for who in seats.values():
                before = room.version
                assert await club.act(order(room, "roll"), who) == before
            assert (room.throws.count, club.timeouts.count(room.record.id)) == (0, 0)
            await club.game_starter.commit(room, Player.BLACK, "")
            assert room.throws.count > 0
            assert club.timeouts.count(room.record.id) == 1

    asyncio.run(go())


AT_A_POSITION = position_text.loads("hypergammon,cube_play=off b 2:1 3:1")


def from_position(clock: str, black: str | None = None) -> NewRoom:
    terms = Terms(clock=clock, from_position=True)
    seats = {"white": "guest:a", "black": black}
    return NewRoom(games=("hypergammon,cube_play=off",), **seats, terms=terms, start=AT_A_POSITION)


def test_the_clock_of_a_chosen_position_runs_when_both_sit(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(from_position("600+8"))
            assert room.until_flag is None
            assert await club.sit(room, "guest:b") is Player.BLACK
            assert room.until_flag == pytest.approx(600_000, abs=2_000)
            assert club.timeouts.count(room.record.id) == 1

    asyncio.run(go())


def test_a_bot_plays_from_a_position_though_nobody_commits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "WAITS_AT_START", 1)

    async def go() -> None:
        async with open_club(tmp_path, patience=0.05) as club:
            room = await club.make(from_position("600+8", "bot:random"))
            await until(lambda: room.version > 1)

    asyncio.run(go())


def test_the_time_before_the_second_player_sat_is_charged_to_nobody(tmp_path: Path) -> None:
    """By correspondence a clock runs while nobody has the room in memory."""
    day = 86_400_000

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(from_position("0d86400"))

            def two_days_ago(connection: Any) -> None:
                connection.execute(sql.update(entry).values(at=entry.c.at - 2 * day))

            await club.store.run(two_days_ago)
            room.entries[:] = [structs.replace(one, at=one.at - 2 * day) for one in room.entries]
            await club.sit(room, "guest:b")
            club.evict(room)
            again = await club.room(room.record.id)
            assert again is not None
            assert again.until_flag == pytest.approx(day, abs=5_000)
            # A failed write reads the clock of the room in memory again.
            room._rebuild()  # noqa: SLF001
            assert room.until_flag == pytest.approx(day, abs=5_000)

    asyncio.run(go())
