import asyncio
import json
from pathlib import Path

import pytest
from tests.server.club_room import enroll, look, open_club
from tests.server.half import two_clubs

from nardy.core.clock import SECOND
from nardy.server.club.club import NewRoom
from nardy.server.connection.websocket import Page
from nardy.server.errors import StoreError
from nardy.server.operations.draining import begin_draining, drain
from nardy.server.protocol.messages import Done, ToClient
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms


def roll(room: Room) -> str:
    order = {"type": "act", "room": room.record.id, "id": "one", "version": room.version}
    return json.dumps({**order, "act": "roll" if not room.nodes else "resign:single"})


def answers_of(page: Page) -> list[ToClient | str | None]:
    """What is queued for a page, without its updates."""
    told = [page.answers.get_nowait() for _ in range(page.answers.qsize())]
    return [one for one in told if not isinstance(one, str)]


async def played(club, clock: str) -> tuple[Room, list[Page]]:
    seats = {"white": "guest:a", "black": "guest:b"}
    room = await club.make(NewRoom(games=("long-nardy",), **seats, terms=Terms(clock=clock)))
    return room, await look(club, room, "guest:a", "guest:b")


def test_a_drained_club_goes_on_with_every_act_and_every_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            room, pages = await played(club, "60+8")
            assert room.timing is not None
            mover = room.match.game.to_act
            # Twenty seconds of thought.
            monkeypatch.setattr(room.timing, "_since", room.timing._since - 20 * SECOND)  # noqa: SLF001
            before, stood = room.version, room.timing.clock
            await drain(club)
            late = pages[0] if room.player_of("guest:a") is mover else pages[1]
            answers_of(late)
            await late.hear(message := roll(room))
            assert answers_of(late) == []
            assert room.version == before
        async with open_club(tmp_path) as club:
            again = await club.room(room.record.id)
            assert again is not None
            assert again.timing is not None
            assert again.version == before
            drift = again.timing.clock.left(mover) - stood.left(mover)
            assert abs(drift) < 100
            (page,) = await look(club, again, again.who(mover))
            answers_of(page)
            await page.hear(message)
            done = [one for one in answers_of(page) if isinstance(one, Done)]
            assert [one.id for one in done] == ["one"]
            assert again.version > before

    asyncio.run(go())


def test_people_play_on_in_the_rooms_that_a_process_still_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            await enroll(club, "a", "b")
            room, pages = await played(club, "60+8")
            begin_draining(club)
            assert club.process.is_ending
            mover = room.match.game.to_act
            page = pages[0] if room.player_of("guest:a") is mover else pages[1]

            async def close() -> None:
                answers_of(page)
                await page.hear(roll(room))
                assert [type(one) for one in answers_of(page)] == [Done]
                assert room.timing is not None
                stood = room.timing.stand
                await asyncio.sleep(0.05)
                assert room.timing.stand != stood

            monkeypatch.setattr(ours, "close", close)
            await drain(club)
            assert club.process.is_draining

    asyncio.run(go())


def test_a_clock_stands_still_while_acts_of_other_games_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            (idle, _), (busy, _) = await played(club, "60+0"), await played(club, "60+0")
            assert idle.timing is not None
            mover, stood = idle.match.game.to_act, idle.timing.clock
            async with busy.lock:
                draining = asyncio.create_task(drain(club))
                await asyncio.sleep(0.5)
                assert not draining.done()
            await draining
            assert stood.left(mover) - idle.timing.clock.left(mover) < 100

    asyncio.run(go())


def test_a_game_by_correspondence_is_charged_by_the_calendar_alone(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            room, _ = await played(club, "0d86400")
            await drain(club)
            stored = await room.needs.read()
            assert stored is not None
            assert list(stored[1]) == room.entries

    asyncio.run(go())


def test_a_database_that_fails_keeps_no_process_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_: object) -> None:
        raise StoreError("the disk is full")

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            await played(club, "60+8")
            monkeypatch.setattr(club.store, "run", fail)
            await drain(club)

    asyncio.run(go())
    assert "clocks were not kept: 1" in caplog.text
