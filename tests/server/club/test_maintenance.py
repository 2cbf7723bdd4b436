import asyncio
from itertools import pairwise
from pathlib import Path
from time import monotonic

import pytest
from tests.server.club_room import look, open_club, order

from nardy.core.player import Player
from nardy.server.bots.advisor import PositionValue
from nardy.server.club import maintenance
from nardy.server.club.club import Club
from nardy.server.club.game_packing import MANY, GamePacking
from nardy.server.club.maintenance import (
    KEPT_GUESTS,
    KEPT_SESSIONS,
    Maintenance,
    clean,
    go_round,
    settle_abandoned,
)
from nardy.server.errors import StaleError
from nardy.server.rooms import rematches
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.log import Terms
from nardy.server.timestamps import now

SEATS = {"white": "guest:a", "black": "guest:b"}
LATER = 10**6


async def finished(club: Club) -> Room:
    room = await club.make(NewRoom(games=("tapa",), **SEATS))
    await room.act(room.match.game.to_act, order(room, "resign:single"))
    await room.act(room.match.game.to_act, order(room, "accept"))
    return room


def test_a_finished_room_that_nobody_watches_leaves_memory(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            going = await club.make(NewRoom(games=("tapa",), **SEATS))
            watched, done = await finished(club), await finished(club)
            club.bus.subscribe(watched.record.id, hear := lambda _: None)
            await go_round(club)
            assert club.all_loaded() == [going, watched]
            club.bus.unsubscribe(watched.record.id, hear)
            await go_round(club)
            assert club.all_loaded() == [going]
            # It is rebuilt from its log, and the two may play again from there.
            again = await club.room(done.record.id)
            assert again is not None
            assert again.entries == done.entries
            following = await club.again(again, "guest:a")
            assert following.record.white == "guest:b"

    asyncio.run(go())


def test_an_offer_of_a_rematch_waits_for_the_opponent_for_some_days(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await finished(club)
            pages = await look(club, room, "guest:a", "guest:b")
            assert await club.offer_again(room, "guest:a") is room
            for page in pages:
                page.close()
            await go_round(club)
            assert [*club.rematches.offered_to("guest:b")] == [room.record.id]
            monkeypatch.setattr(rematches, "KEPT_SECONDS", 0)
            await go_round(club)
            assert [*club.rematches.offered_to("guest:b")] == []
            assert club.all_loaded() == []

    asyncio.run(go())


def test_a_bots_finished_game_is_forgotten_too(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "bot:random"}
            room = await club.make(NewRoom(games=("tapa",), terms=Terms(clock="60+5"), **seats))
            async with asyncio.timeout(30):
                while club.bus.count(room.record.id) < 2:  # the bot and the referee
                    await asyncio.sleep(0.01)
                await club.close_room(room)
                while club.all_loaded():
                    await asyncio.sleep(0.05)
                    await go_round(club)

    asyncio.run(go())


def test_a_room_that_is_closed_takes_no_act_and_tells_its_seed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), terms=Terms(clock="60+5"), **SEATS))
            rolled = order(room, "roll")
            await room.act(room.match.game.to_act, rolled)
            assert proof_of(room.record, room.entries).seed is None
            await club.close_room(room)
            with pytest.raises(StaleError, match="is over"):
                await room.act(room.match.game.to_act, order(room, "resign:single"))
            # What was answered before is answered again.
            assert await room.act(room.match.game.to_act, rolled) == room.version
            assert (room.view.acts, room.nodes, room.clock) == ([], [], None)
            assert (await club.describer.facts(room, None)).is_over
            assert proof_of(room.record, room.entries).seed is not None
            club.evict(room)
            again = await club.room(room.record.id)
            assert again is not None
            assert again.record.is_over
            assert again.clock is None
            assert again.view.acts == []

    asyncio.run(go())


def test_another_program_that_closes_a_room_is_not_overruled(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), **SEATS))
            await club.store.run(lambda c: log.close(c, room.record.id))
            with pytest.raises(StaleError):
                await room.act(room.match.game.to_act, order(room, "roll"))
            await go_round(club)
            assert room.record.is_over

    asyncio.run(go())


def test_an_abandoned_game_is_lost_by_who_was_to_act(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), **SEATS))
            loser = room.match.game.to_act
            await settle_abandoned(club, now() - LATER)
            assert not room.record.is_over
            await settle_abandoned(club, now() + LATER)
            assert room.record.is_over
            assert room.view.result is not None
            assert room.view.result.winner == loser.opponent.value
            note = room.entries[-1].note
            assert note is not None
            assert note["left"] == loser.value
            assert isinstance(note["worth"], float)
            assert proof_of(room.record, room.entries).seed is not None

    asyncio.run(go())


def test_a_game_by_correspondence_is_lost_by_its_clock_alone(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = Terms(clock="8640000+86400")
            going = await club.make(NewRoom(games=("tapa",), terms=terms, **SEATS))
            waits = await club.make(NewRoom(games=("tapa",), terms=terms, white="guest:a"))
            await settle_abandoned(club, now() + LATER)
            assert (going.record.is_over, waits.record.is_over) == (False, True)

    asyncio.run(go())


def test_games_by_correspondence_keep_no_abandoned_game_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = Terms(clock="8640000+86400")
            going = [
                NewRoom(games=("tapa",), terms=terms, room=f"a{n}", **SEATS) for n in range(50)
            ]
            for new in going:
                await club.make(new)
            left = await club.make(NewRoom(games=("tapa",), room="b", **SEATS))
            monkeypatch.setattr(maintenance, "IDLE_SECONDS", 0)
            maintenance.rest(club)
            monkeypatch.setattr(maintenance, "MOST_LISTS", 1)
            await settle_abandoned(club, now() + LATER)
            loaded = [room.record.id for room in club.all_loaded()]
            assert [one for one in loaded if one != left.record.id] == []
            over = await club.store.read(lambda c: log.over_of(c, ["a0", left.record.id]))
            assert over == {left.record.id}

    asyncio.run(go())


def test_an_abandoned_game_is_lost_at_what_a_bot_thinks_it_worth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judge(room: Room) -> PositionValue:
        return PositionValue(0.5, 1.8 if room.match.game.to_act is Player.BLACK else -1.8)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("portes",), **SEATS))
            monkeypatch.setattr(club.advisor, "evaluate", judge)
            await settle_abandoned(club, now() + LATER)
            assert room.view.result is not None
            assert room.view.result.points == 2
            assert (room.entries[-1].note or {})["worth"] == 1.8

    asyncio.run(go())


def test_what_never_began_and_matches_that_nobody_goes_on_with_are_closed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            free = await club.make(NewRoom(games=("tapa",), white="guest:a"))
            match = await club.make(NewRoom(games=("tapa",), length=5, **SEATS))
            await settle_abandoned(club, now() + LATER)
            assert (free.record.is_over, match.record.is_over) == (True, True)
            assert free.view.result is None
            assert match.view.result is not None

    asyncio.run(go())


def test_the_caretaker_goes_round_by_himself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await finished(club)
            done = asyncio.Event()

            async def more() -> None:
                done.set()

            worker = Maintenance(club, more)
            async with asyncio.timeout(5):
                await done.wait()
                while club.all_loaded():
                    await asyncio.sleep(0.01)
            await worker.close()

    asyncio.run(go())


def test_a_caretaker_who_meets_anything_goes_round_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await finished(club)
            look, failed = club.accounts.look_round, []

            async def fail_once() -> None:
                if not failed:
                    failed.append(True)
                    raise ZeroDivisionError
                await look()

            monkeypatch.setattr(club.accounts, "look_round", fail_once)
            worker = Maintenance(club)
            async with asyncio.timeout(5):
                while club.all_loaded():
                    await asyncio.sleep(0.01)
            await worker.close()

    asyncio.run(go())
    assert "a maintenance round failed" in caplog.text


def test_packing_rests_only_when_little_was_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.2)
    left, moments = [MANY, 2 * MANY, MANY - 1, -1, MANY, 0], list[float]()

    async def go_on(self: object, at: int) -> int:
        moments.append(monotonic())
        found = left.pop(0) if left else 0
        if found < 0:
            raise ZeroDivisionError
        return found

    monkeypatch.setattr(GamePacking, "go_on", go_on)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            worker = Maintenance(club)
            async with asyncio.timeout(5):
                while len(moments) < 7:
                    await asyncio.sleep(0.01)
            await worker.close()

    asyncio.run(go())
    pauses = [later - earlier for earlier, later in pairwise(moments)]
    assert [pause >= 0.2 for pause in pauses[:6]] == [False, False, True, True, False, True]
    assert caplog.text.count("a round of packing failed") == 1


def test_a_round_is_finished_however_many_rooms_there_are(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await finished(club)
            many = [room.record.id, *(f"r{number}" for number in range(40_000))]
            found = await club.store.run(lambda c: log.over_of(c, many))
            assert found == {room.record.id}

    asyncio.run(go())


HOUR = 3600 * 1000


def test_who_never_played_is_forgotten_after_a_time_and_players_never(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "AT_ONCE", 2)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            idle = [await club.welcome(f"Guest {number}") for number in range(5)]
            player, token = await club.welcome("Anna")
            room = await club.make(
                NewRoom(games=("tapa",), white=f"guest:{player.id}", black="guest:b")
            )
            began = now()

            await clean(club, began + KEPT_GUESTS - HOUR)
            assert None not in [await club.guest(one) for _, one in idle]

            await clean(club, began + KEPT_GUESTS + HOUR)
            assert [await club.guest(one) for _, one in idle] == [None] * 5
            assert await club.guest(token) == player

            await clean(club, began + KEPT_SESSIONS + HOUR)
            assert await club.guest(token) is None
            facts = await club.describer.facts(room, None)
            assert facts.white is not None
            assert facts.white.name == "Anna"

    asyncio.run(go())
