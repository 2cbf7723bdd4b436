"""How fast an act reaches the opponent's screen when a club is full.

    python benchmarks/load.py                       # 1,000 players in 500 games, 60 seconds
    python benchmarks/load.py --players 100 --seconds 20 --game long-nardy

A club is started on an empty database, and players connect to it over loopback, each by a WebSocket of
his own and from an address of his own (as a proxy would tell it). Each does one act about every two
seconds, when it is his to do: he rolls, or plays the first lawful turn that he is offered. An act is
timed from the moment it is sent to the moment the opponent's connection has read of it. The generator
runs on the same machine: its own share of the CPU is told, and so is the load before the start.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


@dataclass
class Count:
    """What was seen."""

    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """When the act that leads behind a version of a room was sent."""
    times: list[float] = field(default_factory=list)
    acts: int = 0
    refused: list[str] = field(default_factory=list)
    lost: int = 0
    finished: int = 0


def post(address: str, player: int, path: str, data: object, cookie: str = "") -> tuple[Any, str]:
    """A question of one player, as a proxy passes it on."""
    headers = {"content-type": "application/json", "x-forwarded-for": address_of(player)}
    content = json.dumps(data).encode()
    request = urllib.request.Request(  # noqa: S310 (loopback)
        f"{address}{path}", content, {**headers, "cookie": cookie}
    )
    with urllib.request.urlopen(request) as answer:  # noqa: S310 (loopback)
        told = answer.headers.get("set-cookie", "")
        return json.load(answer), told.partition(";")[0] or cookie


def address_of(player: int) -> str:
    return f"10.{player >> 16}.{player >> 8 & 255}.{player & 255}"


def seat(address: str, pairs: int, game: str) -> list[tuple[str, str]]:
    """Rooms with both seats taken: room and cookie of each player."""
    found: list[tuple[str, str]] = []
    for pair in range(pairs):
        wish = {"game": game, "against": "friend"}
        made, first = post(address, 2 * pair, "/api/rooms", wish)
        _, second = post(address, 2 * pair + 1, f"/api/rooms/{made['room']}/seat", {})
        found += [(made["room"], first), (made["room"], second)]
    return found


def walk(nodes: list[dict[str, Any]]) -> list[dict[str, int]] | None:
    """The first lawful turn of a graph; None if it goes on behind what was sent."""
    at: int | None = 0
    moves: list[dict[str, int]] = []
    while at is not None and nodes[at]["moves"]:
        move = nodes[at]["moves"][0]
        moves.append({"from": move["from"], "to": move["to"]})
        at = move["then"]
    return None if at is None else moves


def act_of(told: dict[str, Any]) -> dict[str, Any] | None:
    """What is done now by whoever reads this; None if it is not his turn."""
    view = told["view"]
    if view["to_act"] != told["facts"]["you"] or view["phase"] in ("over", "opening"):
        return None
    order = {"type": "act", "room": told["room"], "version": told["version"]}
    order["id"] = f"{told['room']}-{told['version']}"
    if view["phase"] != "turn":
        return {**order, "act": "roll" if "roll" in view["acts"] else view["acts"][0]}
    moves = walk(told["nodes"])
    return (
        {**order, "act": "play", "moves": moves}
        if moves is not None
        else {**order, "act": "resign:single"}
    )


async def play(address: str, player: int, table: tuple[str, str], count: Count, end: float) -> None:
    """One player at his board, until the end."""
    room, cookie = table
    headers = {"cookie": cookie, "x-forwarded-for": address_of(player)}
    pause = random.Random(player)
    try:
        async with connect(f"ws{address[4:]}/live", additional_headers=headers) as socket:
            await socket.send(json.dumps({"type": "watch", "room": room}))
            await socket.send(json.dumps({"type": "commit", "room": room, "tip": ""}))
            while (left := end - time.monotonic()) > 0:
                told = json.loads(await asyncio.wait_for(socket.recv(), left))
                if told["type"] == "refused" and told["law"] != "stale":
                    count.refused.append(told["reason"])
                if told["type"] != "update":
                    continue
                hear(told, count)
                if (order := act_of(told)) is not None:
                    await asyncio.sleep(pause.uniform(1, 3) / 2)
                    count.sent[room, told["version"]] = time.monotonic()
                    count.acts += 1
                    await socket.send(json.dumps(order))
    except TimeoutError:
        return
    except (ConnectionClosed, OSError):
        count.lost += 1


def hear(told: dict[str, Any], count: Count) -> None:
    """Time the act that this update tells of, if it was the other's."""
    if told["view"]["phase"] == "over":
        count.finished += 1
    sent = count.sent.get((told["room"], told["since"]))
    actor = told["events"][0]["event"].get("player") if told["events"] else None
    if sent is not None and actor != told["facts"]["you"]:
        count.times.append(time.monotonic() - sent)


def spent_by(process: int) -> float:
    """Seconds of CPU of a process."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """Megabytes of a process that are in memory, at their most."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


def tell(count: Count, spent: dict[str, float], seconds: float) -> None:
    centiles = [part * 1000 for part in statistics.quantiles(count.times, n=100)]
    print(f"  acts            {count.acts:,} ({count.acts / seconds:,.0f} a second)")
    print(f"  to the opponent {centiles[49]:,.0f} ms median, {centiles[98]:,.0f} ms p99")
    print(
        f"  connections     {count.lost} lost; {len(count.refused)} acts refused {count.refused[:1]}"
    )
    print(f"  games finished  {count.finished // 2}")
    print(f"  CPU             server {spent['server'] / seconds:.0%} of a core,", end=" ")
    print(f"generator {spent['generator'] / seconds:.0%};", end=" ")
    print(f"the server {spent['server'] / max(1, count.acts) * 1000:.1f} ms an act")
    print(f"  server memory   {spent['memory']:,.0f} MB at most")


async def run(address: str, process: int, options: argparse.Namespace) -> None:
    begin = time.monotonic()
    tables = await asyncio.to_thread(seat, address, options.players // 2, options.game)
    print(f"  seated in       {time.monotonic() - begin:.1f} s")
    count, before = Count(), (spent_by(process), time.process_time())
    end = time.monotonic() + options.seconds
    jobs = (play(address, n, table, count, end) for n, table in enumerate(tables))
    await asyncio.gather(*jobs)
    spent = {
        "server": spent_by(process) - before[0],
        "generator": time.process_time() - before[1],
        "memory": memory_of(process),
    }
    tell(count, spent, options.seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=1000, help="two a game [1000]")
    parser.add_argument("--seconds", type=float, default=60, help="of play [60]")
    parser.add_argument("--game", default="backgammon")
    options = parser.parse_args()
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{options.players} players; load {load:.1f} on {cores} cores before the start")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NARDY_DATABASE": f"{folder}/club.db"}
        command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
        with subprocess.Popen(  # noqa: S603 (our own)
            command, env=environment, stdout=subprocess.PIPE, text=True
        ) as club:
            assert club.stdout is not None
            words = club.stdout.readline().split()
            address = next(word for word in words if word.startswith("http"))
            try:
                asyncio.run(run(address, club.pid, options))
            finally:
                club.terminate()


if __name__ == "__main__":
    main()
