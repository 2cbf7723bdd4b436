"""Acts of people while bots think: with nobody beside them, beside other people, and beside bots in the club or in workers.

    python benchmarks/thinking.py                           # 60 players, 100 games against bots, 5 minutes
    python benchmarks/thinking.py --workers 2 --seconds 600 --level 8 --game long-nardy

One club, without sockets. The players sit in games among themselves and act once in a second, those against bots once in five; an act is timed
from its message to its end, when it is on the disk. In windows of some seconds the four arms take turns, so that
other programs of a busy machine disturb all of them alike: others rest, play as many games among themselves at the
same pace, play bots that think in the club, or bots that think in workers. The second arm tells what the acts of other
games cost, without anybody who thinks.
"""

import argparse
import asyncio
import contextlib
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from nardy.core.situation import Phase
from nardy.server.bots.levels import spec_of_level
from nardy.server.bots.runner import preload
from nardy.server.club.club import Club
from nardy.server.jobs.queue import JobQueue
from nardy.server.protocol.messages import Act, DieMove
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.run import shorten_pauses
from nardy.server.store.database.opening import open_store
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import view_of
from nardy.server.worker.pool import WorkerPool

NOBODY, PEOPLE, IN_CLUB, IN_WORKERS = (
    "nobody beside them",
    "beside people",
    "bots in the club",
    "bots in workers",
)
ARMS = (NOBODY, PEOPLE, IN_CLUB, IN_WORKERS)
MEASURED, AMONG_PEOPLE, AGAINST_BOTS = "measured", "among people", "against bots"
PLAYED = {
    NOBODY: (MEASURED,),
    PEOPLE: (MEASURED, AMONG_PEOPLE),
    IN_CLUB: (MEASURED, AGAINST_BOTS),
    IN_WORKERS: (MEASURED, AGAINST_BOTS),
}
"""The games that go on in each arm."""
SETTLING = 1.0
"""Seconds of a window whose acts are not counted: what the arm before has begun ends meanwhile."""


class Windows:
    """Which arm is measured now, and what was measured."""

    def __init__(self) -> None:
        self.arm, self.since, self.is_over = NOBODY, 0.0, False
        self.times: dict[str, list[float]] = {arm: [] for arm in ARMS}
        self.others = dict.fromkeys(ARMS, 0)
        """Acts of people in the other games."""

    @property
    def counts(self) -> bool:
        return time.monotonic() - self.since >= SETTLING


def order_of(room: Room) -> Act:
    """The act that a page would send for the player who must act."""
    game, view = room.match.game, view_of(room.match)
    act = Act(room.record.id, f"a-{room.version}", room.version, "play")
    if game.phase is Phase.TURN:
        act.moves = turn_of(room)
    elif game.phase is Phase.OVER:
        act.act = "next"
    else:
        act.act = "roll" if "roll" in view.acts else view.acts[0]
    return act


def turn_of(room: Room) -> list[DieMove]:
    """The first legal turn of the graph."""
    nodes, at, moves = room.nodes, 0, list[DieMove]()
    while nodes[at].moves:
        choice = nodes[at].moves[0]
        moves.append(DieMove(choice.origin, choice.to))
        if choice.then is None:
            nodes, at = nodes_of(room.match.game.situation, moves), 0
        else:
            at = choice.then
    return moves


async def play(club: Club, room: Room, windows: Windows, kind: str, pause: float) -> None:
    """The people of a room, until the end; they act after *pause* seconds on the average."""
    beside = kind != MEASURED
    pauses = random.Random(room.record.id)
    while not windows.is_over:
        await asyncio.sleep(pause * pauses.uniform(0.5, 1.5))
        if kind not in PLAYED[windows.arm]:
            continue
        who = room.who(room.match.game.to_act) or ""
        if room.match.game.phase is Phase.OVER:
            who = room.record.white or ""
        if not who.startswith("guest:"):
            continue
        order = order_of(room)
        arm, counts, began = windows.arm, windows.counts, time.perf_counter()
        with contextlib.suppress(Exception):  # a turn that the bot has overtaken
            await club.act(order, who)
            if counts and not beside:
                windows.times[arm].append(time.perf_counter() - began)
            windows.others[arm] += beside


async def take_turns(club: Club, windows: Windows, options: argparse.Namespace) -> None:
    """Change the arm every few seconds."""
    own, nobody = club.bot_runner.job_queue, JobQueue()
    end, order = time.monotonic() + options.seconds, list(ARMS)
    while time.monotonic() < end:
        random.shuffle(order)
        for arm in order:
            club.bot_runner.job_queue = own if arm == IN_WORKERS else nobody
            windows.arm, windows.since = arm, time.monotonic()
            await asyncio.sleep(options.window)
    windows.is_over = True
    club.bot_runner.job_queue = own


async def until(holds: Callable[[], bool]) -> None:
    for _ in range(600):
        if holds():
            return
        await asyncio.sleep(0.1)
    raise SystemExit("no worker has come")


async def run(file: Path, options: argparse.Namespace) -> Windows:
    club, windows = Club(open_store(file), patience=0), Windows()
    await club.job_queue.open(file, club.store)
    with contextlib.closing(WorkerPool(file, options.workers)):
        await until(lambda: club.job_queue.workers == options.workers)
        playing: list[asyncio.Task[None]] = []
        games = [(MEASURED, 1.0)] * (options.players // 2)
        # A game against a bot has twice the acts of its one person.
        games += [(AMONG_PEOPLE, options.pause / 2)] * options.games
        games += [(AGAINST_BOTS, options.pause)] * options.games
        for number, (kind, pause) in enumerate(games):
            is_bot = kind == AGAINST_BOTS
            black = f"bot:{spec_of_level(options.level)}" if is_bot else f"guest:b{number}"
            new = NewRoom(games=(options.game,), length=25, white=f"guest:a{number}", black=black)
            room = await club.make(new)
            playing.append(asyncio.create_task(play(club, room, windows, kind, pause)))
        await take_turns(club, windows, options)
        await asyncio.gather(*playing)
        await club.close()
    return windows


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--players", type=int, default=60, help="two a game [60]")
    parser.add_argument("--games", type=int, default=100, help="against bots [100]")
    parser.add_argument("--level", default="8", help="of the bots [8]")
    parser.add_argument("--pause", type=float, default=5, help="seconds of others' acts [5]")
    parser.add_argument("--workers", type=int, default=1, help="[1]")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--window", type=float, default=4, help="seconds of an arm [4]")
    parser.add_argument("--game", default="backgammon")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the start")
    preload()
    shorten_pauses()
    with tempfile.TemporaryDirectory() as folder:
        windows = asyncio.run(run(Path(folder) / "club.db", options))
    alone = statistics.quantiles(windows.times[NOBODY], n=100)
    for arm in ARMS:
        found = statistics.quantiles(windows.times[arm], n=100)
        print(
            f"{arm:20} {len(windows.times[arm]):6,} acts, median {found[49] * 1000:6.1f} ms, p99 "
            f"{found[98] * 1000:6.1f} ms = {found[98] / alone[98]:.2f}; others' acts {windows.others[arm]:,}"
        )
    print(f"load {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
