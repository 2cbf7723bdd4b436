"""How fast an act reaches the opponent's screen when a club is full.

    python benchmarks/load.py                       # 1,000 players in 500 games, 60 seconds
    python benchmarks/load.py --players 100 --seconds 20 --game long-nardy
    python benchmarks/load.py --players 100 --watchers 200    # of them all on one game
    python benchmarks/load.py --players 100 --uploads 20      # with 20 uploaded matches waiting for review
    python benchmarks/load.py --players 100 --uploads 10 --rollouts 10 --rounds 3   # beside the same without them
    python benchmarks/load.py --players 100 --processes 3     # of three processes on PostgreSQL, behind a small proxy

A club is started on an empty database. Each player has a WebSocket over loopback and an address of
their own, as a proxy would report it. The player who must act rolls, or plays the first legal turn. They
act half a second to a second and a half after the message that says so. The pauses are random, so acts
are spread over time, about one a second in each game.

An act is timed from its sending to the arrival of the news at the opponent's connection. Spectators are
timed separately. Players go on reading during their pauses.

`--rounds` measures with the analyses and without them by turns, since the load of a shared machine changes, and
tells the ratio of the medians. Rollouts run in a thread of the club, uploaded matches in processes of their own.

With `--processes` the CPU is told by part: processes of the club, PostgreSQL, and the proxy, which counts for
nobody. The proxy connects a page to the process that owns its room; with `--anywhere` to any process, so that
most messages are passed on.

The generator runs on the same machine. Its share of the CPU and its delays are printed, and so is the CPU
that other programs used. The CPU an act of the server does not depend on them.
"""

import argparse
import asyncio
import base64
import gc
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from wire import Refused, Update, act_of, address_of, post, read, seat

from nardy.core.canonical import legal_turns
from nardy.formats import position_text

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "scripts")]
from club_processes import club_of, proxy_of  # noqa: E402 (found by the line above)
from tests.services import address_of as service_address  # noqa: E402
from tests.services import begun  # noqa: E402

MATCH = Path(__file__).parents[1] / "tests" / "formats" / "data" / "money.mat"
POSITION = "backgammon w 24:1,20:1,13:4,8:3,6:4,5:2 24:2,13:4,11:1,8:3,6:5 dice=64"
"""Whose turns are rolled out; no game of the players comes here."""
LONG = 25
"""Points of the matches, so many that none ends during the measurement."""
CLUB, SERVER, PROXY = "club", "PostgreSQL", "proxy"
Parts = dict[str, list[int]]
"""The processes of each part of a club."""
AGAIN = 0.3
"""Seconds after which a page connects again."""
JOINING = 0.004
"""Seconds between two connections, so that they do not all come at once."""


@dataclass
class Count:
    """The measurements of all players."""

    begin: float = 0.0
    """When the measurement begins, after all players have connected."""
    end: float = 0.0
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    """The time at which an act was sent, by its room and the version that it follows."""
    times: list[float] = field(default_factory=list)
    watched: list[float] = field(default_factory=list)
    acts: int = 0
    refused: list[str] = field(default_factory=list)
    lost: int = 0
    finished: int = 0
    late: list[float] = field(default_factory=list)
    """Seconds by which the generator sent acts later than planned."""


async def play(address: str, player: int, table: tuple[str, str], count: Count) -> None:
    """One player, or a spectator, until the end of the measurement."""
    room, cookie = table
    headers = {"cookie": cookie, "x-forwarded-for": address_of(player)}
    pause = random.Random(player)
    live = f"ws{address[4:]}/live?type=watch&room={room}"
    while time.monotonic() < count.end:
        try:
            async with connect(live, additional_headers=headers) as socket:
                await socket.send(json.dumps({"type": "watch", "room": room}))
                if cookie:
                    await socket.send(json.dumps({"type": "commit", "room": room, "tip": ""}))
                async with asyncio.timeout_at(count.end):
                    await sit(socket, pause, count)
        except* TimeoutError:
            pass
        except* (ConnectionClosed, InvalidHandshake, OSError):
            # As a page does: with several processes its room may have moved.
            count.lost += 1
            await asyncio.sleep(AGAIN)


async def sit(socket: ClientConnection, pause: random.Random, count: Count) -> None:
    """Read all messages; acts are sent by tasks, so that reading goes on during the pauses."""
    acted = 0
    async with asyncio.TaskGroup() as acts:
        while True:
            told = read(await socket.recv(decode=False))
            if isinstance(told, Refused):
                count.refused.append(told.reason)
            if not isinstance(told, Update):
                continue
            hear(told, count)
            if told.version > acted and (order := act_of(told)) is not None:
                acted = told.version
                acts.create_task(act(socket, order, pause.uniform(0.5, 1.5), count))


async def act(socket: ClientConnection, order: dict[str, Any], pause: float, count: Count) -> None:
    """Send an act after a pause."""
    due = time.monotonic() + pause
    await asyncio.sleep(pause)
    count.sent[order["room"], order["version"]] = now = time.monotonic()
    count.late.append(now - due)
    count.acts += now >= count.begin
    await socket.send(json.dumps(order))


def hear(told: Update, count: Count) -> None:
    """Time the act that this update reports, if it was not the reader's own."""
    now = time.monotonic()
    if told.view.phase == "over" and told.facts.you == "white":
        count.finished += 1
    sent = count.sent.get((told.room, told.since))
    if sent is None or sent < count.begin or not told.events:
        return
    if told.facts.you is None:
        count.watched.append(now - sent)
    elif told.events[0].event.get("player") != told.facts.you:
        count.times.append(now - sent)


def spent_of(parts: Parts) -> dict[str, float]:
    """Seconds of CPU by part; PostgreSQL's are those of all processes that its first one has begun."""
    found = {name: sum(map(spent_by, processes)) for name, processes in parts.items()}
    for process in parts.get(SERVER, ()):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text("ascii").split():
            found[SERVER] += spent_by(int(child))
    return found


def spent_by(process: int) -> float:
    """Seconds of CPU of a process."""
    # The name of the program, in parentheses, may hold blanks.
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def spent_by_all() -> float:
    """Seconds of CPU of the whole machine, on all cores."""
    user, nice, system, _idle, _wait, irq, softirq, *_ = map(
        int, Path("/proc/stat").read_text("ascii").splitlines()[0].split()[1:]
    )
    return (user + nice + system + irq + softirq) / os.sysconf("SC_CLK_TCK")


def memory_of(process: int) -> float:
    """Megabytes of a process that are in memory, at their most."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(next(line for line in lines if line.startswith("VmHWM")).split()[1]) / 1024


def tell_times(who: str, times: list[float]) -> None:
    if len(times) > 1:
        centiles = [part * 1000 for part in statistics.quantiles(times, n=1000)]
        told = f"{centiles[499]:,.0f} ms median, {centiles[989]:,.0f} ms p99"
        print(f"  {who:15} {told}, {centiles[998]:,.0f} ms p99.9, {max(times) * 1000:,.0f} most")


def tell(count: Count, spent: dict[str, float], seconds: float) -> None:
    others = spent["machine"] - spent["server"] - spent["generator"]
    print(f"  acts            {count.acts:,} ({count.acts / seconds:,.0f} a second)")
    tell_times("to the opponent", count.times)
    tell_times("to who looks on", count.watched)
    tell_times("generator late", count.late)
    refused = f"{len(count.refused)} acts refused {count.refused[:1] or ''}"
    print(f"  connections     {count.lost} lost; {refused}")
    print(f"  games finished  {count.finished}")
    print(f"  CPU             server {spent['server'] / seconds:.0%} of a core,", end=" ")
    print(
        f"generator {spent['generator'] / seconds:.0%}, all others {others / seconds:.0%};", end=" "
    )
    print(f"the server {spent['server'] / max(1, count.acts) * 1000:.2f} ms an act")
    print(f"  server memory   {spent['memory']:,.0f} MB at most")


def upload(address: str, count: int, first: int) -> None:
    """Upload so many matches, each of a person of their own, and ask for their reviews."""
    content = base64.b64encode(MATCH.read_bytes()).decode()
    for player in range(first, first + count):
        told, cookie = post(address, player, "/api/matches", {"content": content})
        post(address, player, f"/api/matches/{told['key']}/review", {}, cookie)


def roll_out(address: str, count: int, first: int) -> None:
    """Ask for so many rollouts of two turns, each of a person of their own."""
    asked = position_text.loads(POSITION)
    turns = [str(turn) for turn in legal_turns(asked.rules, asked.position, asked.dice)]
    for place, player in enumerate(range(first, first + count)):
        wanted = {"position": POSITION, "turns": turns[place : place + 2]}
        post(address, player, "/api/position/rollout", wanted)


async def run(address: str, parts: Parts, options: argparse.Namespace) -> list[float]:
    """Seconds until the opponent saw each act."""
    begin = time.monotonic()
    wish = {
        "game": options.game,
        "length": LONG,
        **({"clock": options.clock} if options.clock else {}),
    }
    tables = await asyncio.to_thread(seat, address, options.players // 2, wish)
    tables += [(tables[0][0], "")] * options.watchers
    print(f"  seated in       {time.monotonic() - begin:.1f} s")
    if options.uploads:
        await asyncio.to_thread(upload, address, options.uploads, options.players)
    if options.rollouts:
        first = options.players + options.uploads
        await asyncio.to_thread(roll_out, address, options.rollouts, first)
    count = Count()
    count.begin = time.monotonic() + JOINING * len(tables) + 3
    count.end = count.begin + options.seconds
    # Garbage collections then skip the objects made so far, and delay the generator less.
    gc.freeze()
    jobs: list[asyncio.Task[None]] = []
    for number, table in enumerate(tables):
        jobs.append(asyncio.create_task(play(address, number, table, count)))
        await asyncio.sleep(JOINING)
    await asyncio.sleep(count.begin - time.monotonic())
    before = (spent_of(parts), time.process_time(), spent_by_all())
    await asyncio.gather(*jobs)
    by_part = {name: spent - before[0][name] for name, spent in spent_of(parts).items()}
    spent = {
        "server": sum(seconds for name, seconds in by_part.items() if name != PROXY),
        "generator": time.process_time() - before[1],
        "machine": spent_by_all() - before[2],
        "memory": max(map(memory_of, parts[CLUB])),
    }
    tell(count, spent, options.seconds)
    if len(by_part) > 1:
        told = ", ".join(
            f"{name} {1000 * seconds / max(1, count.acts):.2f}" for name, seconds in by_part.items()
        )
        print(f"  ms CPU an act   {told}")
    return count.times


@contextmanager
def club(folder: str) -> Iterator[tuple[str, Parts]]:
    """A club on an empty database: its address and its process."""
    environment = {**os.environ, "NARDY_DATABASE": f"{folder}/club.db"}
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
    with subprocess.Popen(  # noqa: S603 (our own)
        command, env=environment, stdout=subprocess.PIPE, text=True
    ) as serving:
        assert serving.stdout is not None
        words = serving.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")), {CLUB: [serving.pid]}
        finally:
            serving.terminate()


@contextmanager
def club_of_several(count: int, *more: str) -> Iterator[tuple[str, Parts]]:
    """A club of so many processes on PostgreSQL, behind a small proxy with *more* options."""
    with (
        begun() as (folder, found),
        club_of(count, service_address(found, "postgresql"), folder=folder.parent) as clubs,
        proxy_of([one.address for one in clubs], 0, *more) as proxy,
    ):
        postmaster = int((folder / "postgresql" / "postmaster.pid").read_text().split()[0])
        ours = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
        proxies = [
            int(one) for one in ours if b"small_proxy" in Path(f"/proc/{one}/cmdline").read_bytes()
        ]
        yield (
            proxy,
            {CLUB: [one.process.pid for one in clubs], SERVER: [postmaster], PROXY: proxies},
        )


def once(options: argparse.Namespace) -> float:
    """One measurement; the 99th centile of the time to the opponent, in milliseconds."""
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{options.players} players; load {load:.1f} on {cores} cores before the start")
    with tempfile.TemporaryDirectory() as folder:
        several = options.processes > 1
        more = ["--anywhere"] if options.anywhere else []
        opened = club_of_several(options.processes, *more) if several else club(folder)
        with opened as (address, parts):
            times = asyncio.run(run(address, parts, options))
    return statistics.quantiles(times, n=100)[98] * 1000


def compare(options: argparse.Namespace) -> None:
    """With the analyses and without them, by turns."""
    without = argparse.Namespace(**{**vars(options), "uploads": 0, "rollouts": 0})
    found = [(once(without), once(options)) for _ in range(options.rounds)]
    plain, beside = (statistics.median(side) for side in zip(*found, strict=True))
    print(
        f"p99 to the opponent: {plain:,.0f} ms, beside {options.uploads} uploaded matches", end=" "
    )
    print(f"and {options.rollouts} rollouts {beside:,.0f} ms: {beside / plain:.2f} times")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=1000, help="two a game [1000]")
    parser.add_argument("--watchers", type=int, default=0, help="who look on at one game [0]")
    parser.add_argument("--uploads", type=int, default=0, help="matches that wait for review")
    parser.add_argument("--seconds", type=float, default=60, help="of play [60]")
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--clock", default="", help="as 600+8")
    parser.add_argument(
        "--rollouts", type=int, default=0, help="rollouts that wait, at most 10 [0]"
    )
    parser.add_argument("--processes", type=int, default=1, help="on PostgreSQL, if several [1]")
    parser.add_argument("--anywhere", action="store_true", help="pages end at any process")
    parser.add_argument("--rounds", type=int, default=0, help="by turns with and without analyses")
    options = parser.parse_args()
    if options.rounds:
        compare(options)
    else:
        once(options)


if __name__ == "__main__":
    main()
