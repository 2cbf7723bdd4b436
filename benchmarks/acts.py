"""The cost of one act for the club: CPU from its message to the updates of both pages.

    python benchmarks/acts.py                                  # 20 games of backgammon at once
    python benchmarks/acts.py --game long-nardy --clock 600+8
    python benchmarks/acts.py --beside ../other-checkout/src   # the same, by turns, with its code
    python benchmarks/acts.py --profile                        # the functions that take the time

The same games are played through the real club, log and protocol, each by two pages. Only the network
is left out: messages are passed as text, and answers are encoded but sent nowhere. Printed are the CPU an
act and the bytes sent to both pages, since wall time depends on the other load of the machine.

`--beside` needs a checkout whose club has the same module names as this one (MODULES).
"""

import argparse
import asyncio
import contextlib
import cProfile
import json
import os
import pstats
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from wire import Update, act_of, read

ROUNDS = 3
MODULES = (
    "nardy.server.club.club",
    "nardy.server.connection.websocket",
    "nardy.server.rooms.new_room",
    "nardy.server.store.database.opening",
)
"""The modules of a checkout that `play` imports; older checkouts have other names."""


class Played:
    """Counts of the acts and messages so far."""

    def __init__(self, most: int) -> None:
        self.left = most
        self.acts = 0
        self.bytes = 0
        self.deciding = 0.0
        """Seconds of CPU that the players themselves took."""


async def look_on(page: Any, played: Played) -> None:
    """Send a page its messages, as to a spectator who does nothing."""

    async def send(message: bytes) -> None:
        played.bytes += len(message)

    await page.tell(send)


async def sit(page: Any, played: Played, over: asyncio.Event) -> None:
    """Send a page its messages, and act for its player until enough acts were played."""

    async def send(message: bytes) -> None:
        begin = time.thread_time()
        played.bytes += len(message)
        told = read(message)
        order = act_of(told) if isinstance(told, Update) else None
        over_here = isinstance(told, Update) and told.view.phase == "over"
        text = json.dumps(order)
        played.deciding += time.thread_time() - begin
        if order is not None and played.left > 0:
            played.left -= 1
            played.acts += 1
            await page.take(text)
        elif over_here or played.left <= 0:
            over.set()

    await page.tell(send)


def load_kernel() -> None:
    """Load the kernel, where the code that is measured uses one."""
    with contextlib.suppress(ImportError):
        from nardy.server.bots.runner import preload  # noqa: PLC0415

        preload()


async def play(folder: Path, options: argparse.Namespace) -> dict[str, float]:
    from nardy.server.club.club import Club  # noqa: PLC0415 (of the code that is measured)
    from nardy.server.connection.websocket import Page  # noqa: PLC0415
    from nardy.server.rooms.new_room import NewRoom  # noqa: PLC0415
    from nardy.server.store.database.opening import open_store  # noqa: PLC0415
    from nardy.server.store.log import Terms  # noqa: PLC0415

    # Ids and seeds of rooms are what the dice follow from: the same in each run.
    chance = random.Random(1)
    secrets.token_hex = lambda size=32: chance.randbytes(size).hex()
    secrets.token_urlsafe = lambda size=32: chance.randbytes(size).hex()
    load_kernel()
    club = Club(open_store(folder / "club.db"), patience=0)
    # The players act faster than the limits allow people to.
    club.limits.pause = lambda *_: 0.0
    terms = {"clock": options.clock} if options.clock else {}
    played, jobs, ends, seats = Played(options.acts), [], [], []
    for _ in range(options.games):
        guests = [f"guest:{(await club.welcome(name))[0].id}" for name in ("Anna", "Boris")]
        room = await club.make(
            NewRoom(games=(options.game,), white=guests[0], black=guests[1], terms=Terms(**terms))
        )
        seats += [(room.record.id, Page(club, guest)) for guest in guests]
    onlookers = [(seats[0][0], Page(club, None)) for _ in range(options.watchers)]
    begin, spent = time.monotonic(), time.process_time()
    for room_id, page in seats:
        ends.append(over := asyncio.Event())
        jobs.append(asyncio.create_task(sit(page, played, over)))
        await page.hear(json.dumps({"type": "watch", "room": room_id}))
    for room_id, page in onlookers:
        jobs.append(asyncio.create_task(look_on(page, played)))
        await page.hear(json.dumps({"type": "watch", "room": room_id}))
    await asyncio.gather(*(over.wait() for over in ends))
    wall, cpu = time.monotonic() - begin, time.process_time() - spent - played.deciding
    for job in jobs:
        job.cancel()
    await asyncio.gather(*jobs, return_exceptions=True)
    await club.close()
    return {
        "ms of CPU an act": cpu / played.acts * 1000,
        "bytes an act": played.bytes / played.acts,
        "acts": played.acts,
        "acts a second": played.acts / wall,
    }


def once(options: argparse.Namespace) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(play(Path(folder), options))


def by_itself(source: str) -> dict[str, float]:
    """A measurement in a separate process, with the code of a checkout.

    Ends the program if that code has other modules.
    """
    more = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *more])}
    command = [sys.executable, __file__, *sys.argv[1:], "--once"]
    told = subprocess.run(  # noqa: S603 (ourselves)
        command, env=environment, check=False, capture_output=True, text=True
    )
    if told.returncode and "ImportError" in told.stderr.replace("ModuleNotFound", "Import"):
        missing = told.stderr.strip().splitlines()[-1].partition(": ")[2]
        sys.exit(
            f"expected the src folder of a checkout whose club has the modules {', '.join(MODULES)}, "
            f"got {source} ({missing})"
        )
    if told.returncode:
        sys.exit(told.stderr)
    return json.loads(told.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="backgammon")
    parser.add_argument("--games", type=int, default=20, help="so many at once [20]")
    parser.add_argument("--watchers", type=int, default=0, help="who look on at the first game")
    parser.add_argument("--acts", type=int, default=1500, help="at most, of all games [1500]")
    parser.add_argument("--clock", default="", help="as 600+8")
    parser.add_argument(
        "--beside", help="the src folder of another checkout with the same module names"
    )
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--once", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.profile:
        profile = cProfile.Profile()
        profile.runcall(once, options)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(60)
        return
    if options.once:
        print(json.dumps(once(options)))
        return
    sources = {"this checkout": str(Path(__file__).parents[1] / "src")}
    if options.beside:
        sources["beside"] = options.beside
    found: dict[str, list[dict[str, float]]] = {name: [] for name in sources}
    # In turn, since the load of a shared machine changes within minutes.
    for _ in range(ROUNDS):
        for name, source in sources.items():
            found[name].append(by_itself(source))
    for name, rounds in found.items():
        medians = {what: statistics.median(one[what] for one in rounds) for what in rounds[0]}
        told = "   ".join(f"{value:,.2f} {what}" for what, value in medians.items())
        print(f"{name:14} {told}")
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
