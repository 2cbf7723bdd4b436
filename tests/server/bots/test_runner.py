import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import first_turn, open_club, order
from tests.server.worker.club_worker import open_to_workers, working

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.kernel import is_available
from nardy.server.bots import runner, turn_choice
from nardy.server.club.club import Club, NewRoom
from nardy.server.errors import StaleError, StoreError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.room import Room
from nardy.server.worker.tasks import at_once


def bots_of(room: Room) -> set[str]:
    """The bots that chose the acts of a room, by the ids of their acts."""
    ids = (entry.key.partition(" ")[2] for entry in room.entries if entry.key)
    return {act_id.partition("-")[0] for act_id in ids}


async def until(club: Club, room: Room, is_so: Callable[[], object]) -> None:
    """Wait for the change of a room after which something is so."""
    changed = asyncio.Event()
    club.bus.subscribe(room.record.id, lambda _: changed.set())
    async with asyncio.timeout(30):
        while not is_so():
            await changed.wait()
            changed.clear()


@pytest.mark.parametrize("game", ["hypergammon", "plakoto"])
def test_bots_play_a_game_to_its_end(game: str, tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=(game,), white="bot:random", black="bot:baseline"))
            async with asyncio.timeout(60):
                while not room.record.is_over:
                    await asyncio.sleep(0.01)
            assert room.match.game.phase is Phase.OVER
            keys = [entry.key for entry in room.entries if entry.key]
            assert len(keys) == len(set(keys))

    asyncio.run(go())


@pytest.mark.parametrize("error", [ZeroDivisionError(), StoreError("the disk is full")])
def test_a_bot_that_could_not_act_tries_again(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "RETRY_SECONDS", 0.01)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("tapa",), white="bot:random", black="bot:random"))
            act, failed = room.act, []

            async def fail_once(player: Player, order: Act) -> int:
                if not failed:
                    failed.append(order)
                    raise error
                return await act(player, order)

            monkeypatch.setattr(room, "act", fail_once)
            before = room.version
            async with asyncio.timeout(30):
                while not failed or room.version == before:
                    await asyncio.sleep(0.01)

    asyncio.run(go())


def test_a_bot_without_its_network_plays_on(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "bot:nardy:0:none.npz", "black": "bot:nardy:0:none.npz"}
            room = await club.make(NewRoom(games=("hypergammon",), **seats))
            async with asyncio.timeout(30):
                while room.version < 8:
                    await asyncio.sleep(0.01)

    asyncio.run(go())


PRELOADED = """
import gc
import sys
from nardy.server.bots.runner import preload

preload()
print(gc.get_freeze_count() > 10_000)
print(sorted({"nardy.bots.neural", "nardy.server.turns.fast_move_graph"} - set(sys.modules)))
from nardy.evaluation.network.bundled_weights import bundled
print(bundled.cache_info().currsize)
"""


@pytest.mark.skipif(not is_available(), reason="needs the kernel")
def test_what_networks_need_can_be_loaded_before_anybody_plays() -> None:
    told = subprocess.run(
        [sys.executable, "-c", PRELOADED], capture_output=True, text=True, check=True
    )
    assert told.stdout.splitlines() == ["True", "[]", "2"]


def test_without_a_kernel_there_is_nothing_to_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "is_available", lambda: False)
    monkeypatch.setattr(runner, "nodes_of", lambda *_: pytest.fail("nothing can be loaded"))
    runner.preload()


def test_without_a_kernel_another_bot_plays_for_the_networks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.bots.registry.is_available", lambda: False)
    turn_choice.bot_named.cache_clear()

    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "bot:nardy:0", "black": "bot:nardy:1"}
            room = await club.make(NewRoom(games=("hypergammon",), **seats))
            async with asyncio.timeout(30):
                while room.version < 6:
                    await asyncio.sleep(0.01)
            assert bots_of(room) == {"baseline"}

    asyncio.run(go())


def test_bots_among_themselves_let_a_person_wait_for_one_of_their_turns_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[float] = []

    async def go() -> None:
        async with open_club(tmp_path) as club:
            think = club.bot_runner.think

            async def slowly(job: Callable[[], Any]) -> Any:
                return await think(lambda: (time.sleep(0.005), done.append(0.0), job())[-1])

            monkeypatch.setattr(club.bot_runner, "think", slowly)
            seats = {"white": "bot:random", "black": "bot:random"}
            for _ in range(20):
                await club.make(NewRoom(games=("tapa",), **seats))
            while len(done) < 10:
                await asyncio.sleep(0.01)
            for _ in range(10):
                before = len(done)
                assert await think(lambda: len(done)) - before <= 2

    asyncio.run(go())


def test_workers_choose_the_acts_of_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with open_to_workers(tmp_path) as club:
            monkeypatch.setattr(club.bot_runner, "think", lambda _: pytest.fail("the club thinks"))
            with working(tmp_path / "club.db"):
                async with asyncio.timeout(30):
                    while not club.job_queue.workers:
                        await asyncio.sleep(0.01)
                    seats = {"white": "bot:random", "black": "bot:baseline"}
                    room = await club.make(NewRoom(games=("hypergammon",), **seats))
                    while not room.record.is_over:
                        await asyncio.sleep(0.01)
            keys = [entry.key for entry in room.entries if entry.key]
            assert len(keys) == len(set(keys))
            assert bots_of(room) == {"random", "baseline"}

    asyncio.run(go())


def test_where_no_worker_can_choose_another_bot_plays(tmp_path: Path) -> None:
    def fail(_: object) -> object:
        raise StoreError("expected something else")

    async def go() -> None:
        async with open_to_workers(tmp_path) as club:
            with working(tmp_path / "club.db", {"turn": at_once(fail)}):
                async with asyncio.timeout(30):
                    while not club.job_queue.workers:
                        await asyncio.sleep(0.01)
                    seats = {"white": "bot:random", "black": "bot:random"}
                    room = await club.make(NewRoom(games=("hypergammon",), **seats))
                    while room.version < 6:
                        await asyncio.sleep(0.01)
            assert bots_of(room) == {"baseline"}

    asyncio.run(go())


def test_no_id_that_a_person_chooses_keeps_a_bot_from_acting(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "bot:baseline"}
            room = await club.make(NewRoom(games=("tapa",), **seats))
            await until(club, room, lambda: room.view.to_act == "white" and room.view.acts)
            if room.view.phase == "roll":
                await club.act(order(room, "roll", "1"), "guest:a")
            bots = f"baseline-{room.version + 1}"
            last = await club.act(order(room, "play", bots, first_turn(room)), "guest:a")
            await until(club, room, lambda: room.version > last)
            keys = [entry.key for entry in room.entries if entry.key]
            assert keys[keys.index(f"white {bots}") + 1] == f"black {bots}"

    asyncio.run(go())


@pytest.mark.parametrize("is_stale", [False, True])
def test_a_bot_whose_act_changed_nothing_waits_for_a_change(
    is_stale: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as one whose flag has fallen and is not written yet."""
    asked: list[str] = []

    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "bot:random", "black": "bot:random"}
            changed = asyncio.Event()

            async def change_nothing(player: Player, act: Act) -> int:
                asked.append(act.id)
                changed.set()
                if is_stale:
                    raise StaleError("the flag has fallen")
                return act.version

            monkeypatch.setattr(Room, "act", lambda _, player, act: change_nothing(player, act))
            room = await club.make(NewRoom(games=("tapa",), **seats))
            await asyncio.wait_for(changed.wait(), 30)
            for _ in range(20):
                await club.bot_runner.think(lambda: None)
            assert len(asked) == 1
            assert club.process.bot_acts == 0
            changed.clear()
            club.bus.publish(room.record.id)
            await asyncio.wait_for(changed.wait(), 30)
            assert len(asked) == 2

    asyncio.run(go())


def test_a_bot_tries_again_at_once_where_the_room_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, acted = Room.act, list[int]()

    async def be_late(room: Room, player: Player, act: Act) -> int:
        acted.append(await real(room, player, act))
        if len(acted) == 1:
            raise StaleError("somebody has acted")
        enough.set()
        return acted[-1]

    async def go() -> None:
        async with open_club(tmp_path) as club:
            # Nobody tells the bot of the change.
            monkeypatch.setattr(club.bus, "publish", lambda _: None)
            await club.make(NewRoom(games=("tapa",), white="bot:random", black="bot:random"))
            await asyncio.wait_for(enough.wait(), 30)

    enough = asyncio.Event()
    monkeypatch.setattr(Room, "act", be_late)
    asyncio.run(go())
