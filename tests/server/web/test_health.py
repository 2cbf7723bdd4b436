import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from litestar.testing import TestClient

from nardy import __version__
from nardy.server import create_app
from nardy.server.errors import StoreError
from nardy.server.shards.ownership import Ownership
from nardy.server.store.database.opening import open_store
from nardy.server.web import health
from nardy.server.web.health import WriteProbe


def test_who_watches_over_the_club_sees_what_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "REST_SECONDS", 0.0)
    monkeypatch.setattr(health, "RECENT_SECONDS", 0.0)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        quiet = {"version": __version__, "games": 0, "rooms": 0, "connections": 0}
        assert client.get("/health").json() == quiet
        client.post("/api/rooms", json={"game": "tapa", "against": "friend"})
        with client.websocket_connect("/live") as live:
            live.send_json({"type": "lobby"})
            live.receive_json()
            told = client.get("/health").json()
        assert told == {**quiet, "games": 1, "rooms": 1, "connections": 1}


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    """A browser at a club that has no patience with its database."""
    monkeypatch.setattr("nardy.server.app.SOON", 0.01)
    monkeypatch.setattr(health, "REST_SECONDS", 0.0)
    monkeypatch.setattr(health, "RECENT_SECONDS", 0.0)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


@contextlib.contextmanager
def held(file: Path) -> Iterator[None]:
    """Another program writes, and does not come to an end."""
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin immediate")
        yield


@pytest.mark.sqlite
def test_a_database_that_takes_no_write_is_ill(client: TestClient[Any], tmp_path: Path) -> None:
    assert client.get("/health").status_code == 200
    with held(tmp_path / "club.db"):
        answer = client.get("/health")
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) >= 1
        assert "another program holds it" in answer.json()["detail"]
    assert client.get("/health").status_code == 200


@pytest.mark.sqlite
def test_what_cannot_be_written_is_refused_and_all_that_is_read_goes_on(
    client: TestClient[Any], tmp_path: Path
) -> None:
    room = client.post("/api/rooms", json={"game": "long-nardy", "bot": "easy"}).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": room})
        live.send_json({"type": "commit", "room": room, "tip": ""})
        told = live.receive_json()
        # In one's own turn nothing happens by itself; the roll-off before it does.
        while told["view"]["to_act"] != told["facts"]["you"] or told["view"]["phase"] == "opening":
            told = live.receive_json()
        act = "roll" if told["view"]["phase"] == "roll" else "resign:single"
        with held(tmp_path / "club.db"):
            answer = client.post("/api/rooms", json={"game": "tapa", "against": "friend"})
            assert answer.status_code == 503
            assert "locked" not in answer.text  # SQLite's own words
            assert (answer.json()["law"], answer.json()["status_code"]) == ("store", 503)
            assert client.get("/api/me").json()["rooms"] == [room]
            order = {"type": "act", "room": room, "id": "1", "version": told["version"]}
            live.send_json({**order, "act": act})
            while told["type"] == "update":
                told = live.receive_json()
        assert (told["type"], told["law"]) == ("refused", "store")
        assert "another program holds it; nothing was changed" in told["reason"]
        assert client.get("/api/me").json()["rooms"] == [room]


@pytest.mark.sqlite
def test_one_write_answers_all_who_ask_within_a_second(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    write_probe = WriteProbe(store, Ownership())

    async def ask() -> None:
        await asyncio.gather(*(write_probe.check() for _ in range(50)))

    with sqlite3.connect(tmp_path / "club.db") as other:
        before = other.execute("pragma data_version").fetchone()[0]
        asyncio.run(ask())
        assert other.execute("pragma data_version").fetchone()[0] == before + 1
    store.close()


class Slow:
    """A store that answers when it may, or fails."""

    def __init__(self) -> None:
        self.may, self.fails, self.writes = asyncio.Event(), False, 0

    async def run(self, _: object) -> None:
        self.writes += 1
        await self.may.wait()
        if self.fails:
            raise StoreError("full")

    async def read(self, _: object) -> int:
        return self.writes


@pytest.mark.parametrize("is_renewed", [False, True])
def test_who_asks_during_a_write_gets_the_result_of_a_recent_one(
    is_renewed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1000.0]
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    monkeypatch.setattr(health, "READY_SECONDS", 0.01)
    monkeypatch.setattr(health, "REST_SECONDS", 0.0)
    monkeypatch.setattr(health, "LONG_REST_SECONDS", 0.0)
    monkeypatch.setattr(health, "RECENT_SECONDS", 0.0 if is_renewed else 60.0)
    monkeypatch.setattr(Ownership, "is_renewed", is_renewed)

    async def go() -> None:
        store = Slow()
        write_probe = WriteProbe(store, Ownership())  # type: ignore[arg-type]
        with pytest.raises(StoreError, match="take a write"):  # the first one has nothing to tell
            await write_probe.check()
        store.may.set()
        await until_done(write_probe)
        store.may.clear()
        assert [await write_probe.check() for _ in range(3)] == [1, 1, 1]
        await asyncio.sleep(0)
        assert store.writes == 2
        # It does not take a write any more.
        clock[0] += 0.02
        with pytest.raises(StoreError, match="take a write"):
            await write_probe.check()
        store.fails = True
        store.may.set()
        await until_done(write_probe)
        with pytest.raises(StoreError, match="full"):
            await write_probe.check()
        store.fails = False
        assert await write_probe.check() == store.writes

    asyncio.run(go())


def test_a_write_that_goes_on_ends_with_the_club(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "READY_SECONDS", 0.01)

    async def go() -> None:
        write_probe, before = WriteProbe(Slow(), Ownership()), asyncio.all_tasks()  # type: ignore[arg-type]
        await write_probe.close()
        with pytest.raises(StoreError, match="take a write"):
            await write_probe.check()
        assert len(asyncio.all_tasks() - before) == 1
        await write_probe.close()
        assert asyncio.all_tasks() == before

    asyncio.run(go())


async def until_done(write_probe: WriteProbe) -> None:
    async with asyncio.timeout(5):
        while not write_probe._trying or not write_probe._trying.done():  # noqa: SLF001
            await asyncio.sleep(0)
        await asyncio.sleep(0)


def test_an_old_result_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monitor that asks once in a while gets the result of its own write."""
    clock = [1000.0]
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: clock[0]))

    async def go() -> None:
        store = Slow()
        store.may.set()
        write_probe = WriteProbe(store, Ownership())  # type: ignore[arg-type]
        assert await write_probe.check() == 1
        clock[0] += health.RECENT_SECONDS
        assert await write_probe.check() == 2

    asyncio.run(go())
