"""A club in a process of its own, and people who play there while something fails."""

import asyncio
import contextlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

WISH = {"game": "long-nardy", "against": "friend", "length": 15, "clock": "600+8"}
PAUSE_SECONDS = 0.3
"""From a refusal to the same act again."""


@dataclass
class RunningClub:
    """A process of `nardy serve`."""

    process: "subprocess.Popen[bytes]"
    address: str
    log: Path

    @property
    def told(self) -> str:
        """What it has written to its host so far."""
        return self.log.read_text("utf-8")

    def health(self) -> tuple[int, Any]:
        """The status of /health/ready, and its answer."""
        try:
            with urllib.request.urlopen(f"{self.address}/health/ready", timeout=20) as answer:  # noqa: S310
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)


@contextlib.contextmanager
def running(
    database: object, environment: Mapping[str, str] | None = None
) -> Generator[RunningClub]:
    """A club on a database, which is killed at the end if it has not ended."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log")
        with (
            log.open("wb") as errors,
            subprocess.Popen(
                [sys.executable, "-m", "nardy", "serve", "--port", "0"],
                env={**os.environ, "NARDY_DATABASE": str(database), **(environment or {})},
                stdout=subprocess.PIPE,
                stderr=errors,
            ) as process,
        ):
            assert process.stdout is not None
            words = process.stdout.readline().decode().split()
            found = [word for word in words if word.startswith("http")]
            assert found, log.read_text("utf-8")
            try:
                yield RunningClub(process, found[0], log)
            finally:
                process.kill()


def refused_start(
    database: object, environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """What a club says that does not start."""
    return subprocess.run(
        [sys.executable, "-m", "nardy", "serve", "--port", "0"],
        env={**os.environ, "NARDY_DATABASE": str(database), **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def posted(address: str, path: str, data: object, cookie: str = "") -> tuple[Any, str]:
    """The answer, and the cookie of whoever asked."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(f"{address}{path}", json.dumps(data).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 (loopback)
        told = answer.headers.get("set-cookie", "")
        return json.load(answer), told.partition(";")[0] or cookie


def asked(address: str, path: str, cookie: str = "") -> Any:
    """The answer to somebody's question."""
    request = urllib.request.Request(f"{address}{path}", headers={"cookie": cookie})  # noqa: S310
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310 (loopback)
        return json.load(answer)


def seated(address: str, tables: int, wish: Mapping[str, object] = WISH) -> list[tuple[str, str]]:
    """Room and cookie of each player, two a table."""
    found = list[tuple[str, str]]()
    for _ in range(tables):
        made, mine = posted(address, "/api/rooms", wish)
        _, theirs = posted(address, f"/api/rooms/{made['room']}/seat", {})
        found += [(made["room"], mine), (made["room"], theirs)]
    return found


@dataclass
class Played:
    """What the players saw."""

    done: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """The version in the answer to each act that was answered, by room and id."""
    refused: list[str] = field(default_factory=list[str])
    """The sentences of refused acts."""
    waits: list[float] = field(default_factory=list[float])
    """Seconds from an act to its answer, whichever it was."""
    clocks: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """The last clocks of each room."""
    answered_at: float = 0.0
    """When an act was last done, by the monotonic clock."""
    has_ended: bool = False

    def hear_done(self, room: str, told: Mapping[str, Any]) -> None:
        number = self.done.setdefault((room, told["id"]), told["version"])
        assert number == told["version"], "the same act with two numbers"
        self.answered_at = time.monotonic()


async def play(address: str, seat: tuple[str, str], played: Played) -> None:
    """One player, who sends each act until it is done, over one connection after another."""
    room, cookie = seat
    while not played.has_ended:
        with contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError, TimeoutError):
            async with connect(
                f"ws{address[4:]}/live", additional_headers={"cookie": cookie}
            ) as socket:
                await socket.send(json.dumps({"type": "watch", "room": room}))
                await socket.send(json.dumps({"type": "commit", "room": room, "tip": ""}))
                await _follow(socket, room, played)
        await asyncio.sleep(PAUSE_SECONDS)


async def _follow(socket: ClientConnection, room: str, played: Played) -> None:
    order: dict[str, Any] | None = None
    sent_at, acted = 0.0, -1
    while not played.has_ended:
        told = json.loads(await socket.recv())
        if told["type"] in ("done", "refused") and order:
            played.waits.append(time.monotonic() - sent_at)
        if told["type"] == "done":
            played.hear_done(room, told)
            order = None
        elif told["type"] == "refused" and told["law"] == "store" and order:
            played.refused.append(told["reason"])
            await asyncio.sleep(PAUSE_SECONDS)
            sent_at = await _send(socket, order)
        elif told["type"] == "update":
            played.clocks[room] = told["clocks"] or {}
            new = act_in(told)
            if new and told["version"] != acted:
                order, acted = new, told["version"]
                await asyncio.sleep(PAUSE_SECONDS)
                sent_at = await _send(socket, order)


async def _send(socket: ClientConnection, order: Mapping[str, Any]) -> float:
    await socket.send(json.dumps(order))
    return time.monotonic()


def act_in(told: Mapping[str, Any]) -> dict[str, Any] | None:
    """The first legal act of whoever is told; None if it is not their turn."""
    view = told["view"]
    if view["phase"] in ("opening", "over") or view["to_act"] != told["facts"]["you"]:
        return None
    order = {"type": "act", "room": told["room"], "version": told["version"]}
    order["id"] = f"{told['room']}-{told['version']}"
    if view["phase"] == "turn":
        return {**order, "act": "play", "moves": _walk(told["nodes"])}
    return {**order, "act": "roll" if "roll" in view["acts"] else view["acts"][0]}


def _walk(nodes: Sequence[Mapping[str, Any]]) -> list[dict[str, int]]:
    """The first legal turn of a graph."""
    at, moves = 0, list[dict[str, int]]()
    while nodes[at]["moves"]:
        move = nodes[at]["moves"][0]
        moves.append({"from": move["from"], "to": move["to"]})
        if (at := move["then"]) is None:
            break
    return moves


def stored_acts(database: object) -> dict[tuple[str, str], int]:
    """The number of each act in the log, by room and id; checks that logs have no gap."""
    # One statement: a transaction of a club that has just ended may commit between two.
    query = "select entry.room, number, key, version from entry join room on room.id = entry.room"
    rows = _rows(database, f"{query} order by entry.room, number")
    numbers, versions = dict[str, list[int]](), dict[str, int]()
    for room, number, _, version in rows:
        numbers.setdefault(room, []).append(number)
        versions[room] = version
    assert all(of == [*range(1, len(of) + 1)] for of in numbers.values()), "a gap in a log"
    assert all(versions[room] == len(of) for room, of in numbers.items()), "a version of its own"
    # The log has the seat before the id; ids of these clients are no other seat's.
    return {(room, key.partition(" ")[2]): number for room, number, key, _ in rows if key}


def _rows(database: object, query: str) -> list[tuple[Any, ...]]:
    is_address = str(database).startswith("postgresql:")
    opened = psycopg.connect(str(database)) if is_address else sqlite3.connect(str(database))
    with contextlib.closing(opened) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def require_kept(played: Played, database: object) -> None:
    """Every act that was answered is in the log, once and at its number."""
    stored = stored_acts(database)
    assert played.done
    lost = {of: number for of, number in played.done.items() if stored.get(of) != number}
    assert not lost


def require_sentences(told: str) -> None:
    """Whoever hosts the club has read sentences and no traceback, and nothing private."""
    assert "Traceback" not in told
    assert not re.search(r"postgresql://\w+:", told)
