import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import first_turn, open_club, order

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.club.club import NewRoom
from nardy.server.connection.websocket import Page
from nardy.server.rooms import timeouts
from nardy.server.rooms.clock import served_time
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms
from nardy.server.store.schema import entry


async def over(room: Room, seconds: float = 5) -> None:
    async with asyncio.timeout(seconds):
        while not room.record.is_over:
            await asyncio.sleep(0.005)


async def timed(club, game: str, clock: str) -> Room:
    seats = {"white": "guest:a", "black": "guest:b"}
    room = await club.make(NewRoom(games=(game,), terms=Terms(clock=clock), **seats))
    for who in seats.values():
        club.presence.come(room, who, Page(club, who))
    return room


def test_a_flag_falls_though_nobody_is_there(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "long-nardy", "1+0")
            room.timing._clock = room.timing._clock.spend(900)  # noqa: SLF001 (nobody waits a second)
            loser = room.match.game.to_act
            await over(room)
            assert room.match.game.outcome.winner is loser.opponent
            assert room.entries[-1].note["time"] == loser.value

    asyncio.run(go())


def test_nothing_is_lost_on_time_by_whoever_is_offered_a_resignation(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "long-nardy", "1+0")
            loser = room.match.game.to_act
            await room.act(loser, order(room, "resign:single"))
            room.timing._clock = room.timing._clock.spend(2_000)  # noqa: SLF001 (nobody waits a second)
            assert await room.flag()
            assert room.match.game.outcome.winner is loser.opponent
            assert "time" not in room.entries[-1].note

    asyncio.run(go())


def test_a_flag_that_could_not_fall_falls_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeouts, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "long-nardy", "1+0")
            flag, failed = room.flag, []

            async def fail_once() -> bool:
                if not failed:
                    failed.append(True)
                    raise ZeroDivisionError
                return await flag()

            monkeypatch.setattr(room, "flag", fail_once)
            room.timing._clock = room.timing._clock.spend(2_000)  # noqa: SLF001
            club.bus.publish(room.record.id)
            await over(room)
            assert failed

    asyncio.run(go())


def test_who_does_not_answer_a_double_in_time_passes(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "backgammon", "1+0")
            await room.act(room.match.game.to_act, order(room, "play", moves=first_turn(room)))
            await room.act(room.match.game.to_act, order(room, "double"))
            room.timing._clock = room.timing._clock.spend(2_000)  # noqa: SLF001
            club.bus.publish(room.record.id)
            await over(room)
            assert room.match.game.events[-1].act == "pass"

    asyncio.run(go())


def test_acts_add_their_seconds_and_a_restart_costs_nobody_any(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "long-nardy", "60+8")
            first = room.match.game.to_act
            await room.act(first, order(room, "roll"))
            await room.act(first, order(room, "play", moves=first_turn(room)))
            left = room.clock.left(first)
            assert 67_000 < left <= 68_000
            earlier = sql.update(entry).values(at=entry.c.at - 3_600_000)
            await club.store.run(lambda c: c.execute(earlier))
        async with open_club(tmp_path) as club:
            again = await club.room(room.record.id)
            assert again is not None
            assert again.clock.left(first) == left
            assert again.clock.left(first.opponent) > 59_500
            assert again.clock.runs_for is first.opponent
            # Whose clock runs is not back yet: that costs him grace, and no time.
            left = again.clock.left(first.opponent)
            again.timing._read_clock = lambda: served_time() + 10_000  # noqa: SLF001
            assert again.clock.left(first.opponent) == left
            club.presence.come(again, str(again.who(first.opponent)), Page(club, "guest:b"))
            again.timing._read_clock = lambda: served_time() + 20_000  # noqa: SLF001
            assert left - 15_000 < again.clock.left(first.opponent) <= left - 10_000

    asyncio.run(go())


def test_no_clock_runs_while_a_seat_is_free_or_the_game_is_over(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = {"clock": "60+0"}
            room = await club.make(
                NewRoom(games=("backgammon",), white="guest:a", terms=Terms(**terms))
            )
            assert room.clock.runs_for is None
            assert await club.sit(room, "guest:b") is Player.BLACK
            assert room.clock.runs_for is room.match.game.to_act
            await room.act(room.match.game.to_act, order(room, "resign:single"))
            await room.act(room.match.game.to_act, order(room, "accept"))
            assert room.match.game.phase is Phase.OVER
            assert room.clock.runs_for is None

    asyncio.run(go())


def test_it_goes_home_though_something_has_happened_at_that_moment(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await timed(club, "long-nardy", "600+0")
            await asyncio.sleep(0.01)
            club.bus.publish(room.record.id)
            async with asyncio.timeout(5):
                await club.timeouts.close()

    asyncio.run(go())
