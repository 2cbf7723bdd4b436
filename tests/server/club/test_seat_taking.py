import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.club_room import enroll, open_club
from tests.server.half import two_clubs

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.club.club import Club
from nardy.server.errors import MovedError, RefusedError, StoreError
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import accounts, decisions, log
from nardy.server.store.database.writer import Connection


async def waiting(club: Club) -> Room:
    return await club.make(NewRoom(games=("backgammon",), white="guest:a"))


def lose_answer(patch: pytest.MonkeyPatch, club: Club, *, is_stored: bool = True) -> None:
    """Let the next write fail; it *is stored* if only its answer is lost."""
    run = club.store.run

    async def run_and_lose(job: Callable[[Connection], object]) -> object:
        patch.setattr(club.store, "run", run)
        if is_stored:
            await run(job)
        raise StoreError("it is not known whether this was stored")

    patch.setattr(club.store, "run", run_and_lose)


async def unread(_: object) -> None:
    raise StoreError("the database does not answer")


def test_who_has_a_seat_though_the_answer_was_lost_sits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await waiting(club)
            with monkeypatch.context() as patch:
                lose_answer(patch, club)
                assert await club.sit(room, "guest:b") is Player.BLACK
            assert room.record.black == "guest:b"
            assert room.match.game.phase is Phase.TURN
            assert await club.sit(room, "guest:c") is None

    asyncio.run(go())


def test_who_could_not_take_a_seat_may_take_it_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await waiting(club)
            with monkeypatch.context() as patch:
                lose_answer(patch, club, is_stored=False)
                with pytest.raises(StoreError):
                    await club.sit(room, "guest:b")
            assert room.record.black is None
            assert await club.sit(room, "guest:c") is Player.BLACK

    asyncio.run(go())


@pytest.mark.parametrize(("who", "seat"), [("guest:b", Player.BLACK), ("guest:c", None)])
def test_a_seat_that_is_taken_on_the_disk_is_taken_for_the_next_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who: str, seat: Player | None
) -> None:
    """The answer of its write was lost, and the room could not be read either."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await waiting(club)
            with monkeypatch.context() as patch:
                lose_answer(patch, club)
                patch.setattr(club.store, "read", unread)
                with pytest.raises(StoreError):
                    await club.sit(room, "guest:b")
            assert room.record.black is None
            assert await club.sit(room, who) is seat
            assert room.record.black == "guest:b"
            assert room.match.game.phase is Phase.TURN

    asyncio.run(go())


def test_a_seat_in_a_room_that_moved_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, _, _):
            room = await waiting(club)
            await club.store.run(lambda c: log.sit(c, room.record.id, "black", "guest:b"))
            monkeypatch.setattr("nardy.server.club.room_log.fences.holds", lambda *_: False)
            with pytest.raises(MovedError):
                await club.sit(room, "guest:b")
            assert room.record.black is None

    asyncio.run(go())


def test_no_seat_of_a_closed_room_is_taken(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await waiting(club)
            # Another process closes it: the one that has it in memory learns of that by the write.
            await club.store.run(lambda c: log.close(c, room.record.id))
            assert await club.sit(room, "guest:b") is None
            assert room.record.black is None
            room.close()
            assert await club.sit(room, "guest:b") is None

    asyncio.run(go())


def test_nobody_sits_down_opposite_somebody_who_has_left(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a")
            banned, deleted = [await waiting(club) for _ in range(2)]
            await club.store.run(lambda c: decisions.impose(c, "a", "ban", None))
            with pytest.raises(RefusedError, match="has left the club") as refused:
                await club.sit(banned, "guest:b")
            assert refused.value.code == "opponent-gone"
            await club.store.run(lambda c: decisions.lift(c, "a", "ban"))
            assert await club.sit(banned, "guest:b") is Player.BLACK
            await club.store.run(lambda c: accounts.forget(c, "a"))
            with pytest.raises(RefusedError, match="has left the club"):
                await club.sit(deleted, "guest:b")
            assert deleted.record.black is None

    asyncio.run(go())
