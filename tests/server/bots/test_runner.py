import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import open_club
from tests.server.worker.club_worker import open_to_workers, working

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.kernel import is_available
from nardy.server.bots import runner, turn_choice
from nardy.server.club.club import NewRoom
from nardy.server.errors import StoreError
from nardy.server.protocol.messages import Act
from nardy.server.worker.tasks import at_once


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
            assert {(entry.key or "base").partition("-")[0] for entry in room.entries} <= {
                "base",
                "baseline",
            }

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
            assert {key.partition("-")[0] for key in keys} == {"random", "baseline"}

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
            assert {entry.key.partition("-")[0] for entry in room.entries if entry.key} == {
                "baseline"
            }

    asyncio.run(go())
