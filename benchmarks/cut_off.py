"""How soon a process that is cut off from PostgreSQL stops acting, and how soon its rooms are served elsewhere.

    python benchmarks/cut_off.py                     # 60 games, cut off for 20 s
    python benchmarks/cut_off.py --games 9 --seconds 10

One of three processes reaches PostgreSQL through a proxy that swallows everything for 20 s, while it can be reached
itself. Half of the games are in its own rooms. Two things are timed from the cut on:

- *It stops acting*: for each of its rooms a page that stays with it, however often it is sent away, asks it again and
  again to do the newest act there, answered or not. When it last says that something is done is told.
- *Its rooms are elsewhere*: when others own all of its shards; and, for each room, the next answer to a player, who comes
  through the proxy. Answers of the first second may have been on their way.

At the end the logs are judged as in failovers.py.
"""

import argparse
import asyncio
import contextlib
import json
import statistics
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from bounds import Bounds
from patient_players import LONG, Counts, Player, faults_in, players_at
from several_processes import SeveralProcesses, ports_of, several_processes
from tests.dropping_proxy import DroppingProxy
from tests.own_postgresql import OwnPostgresql, own_postgresql
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from wire import Done, address_of, read, seat

from nardy.server.shards.numbers import shard_of

THINKS = 0.2, 0.5
STOPS, ELSEWHERE = 3.0, 5.0
ON_THEIR_WAY = 1.0
BEFORE, AFTER = 5.0, 15.0
"""Seconds of play before the cut, and after its end."""


class Cut:
    """One cut, and what was seen of it; moments by the monotonic clock."""

    def __init__(self, club: SeveralProcesses, players: Sequence[Player]) -> None:
        self.club, self.process = club, club.clubs[0]
        self._ports = ports_of(self.process)
        owners = club.owners()
        self.players = [p for p in players if owners.get(shard_of(p.room)) in self._ports]
        self.rooms = sorted({player.room for player in self.players})
        self.at = self.ended = 0.0
        self.moved = float("inf")
        """When others owned all of its shards."""
        self.heard = list[float]()
        """Its own answers."""

    async def ask(self, until: float) -> None:
        """Ask the process again and again to act in its rooms."""
        async with asyncio.TaskGroup() as all_of_them:
            for room in self.rooms:
                both = [player for player in self.players if player.room == room]
                all_of_them.create_task(self._ask(both, until))

    async def watch(self, until: float) -> None:
        """See when its shards are owned by others, from now on."""
        self.at = time.monotonic()
        shards = len(await asyncio.to_thread(self.club.owners))
        while time.monotonic() < until:
            owners = await asyncio.to_thread(self.club.owners)
            if len(owners) == shards and not self._ports & {*owners.values()}:
                self.moved = time.monotonic()
                return
            await asyncio.sleep(0.05)

    async def _ask(self, both: Sequence[Player], until: float) -> None:
        while time.monotonic() < until:
            if any(player.newest for player in both):
                with contextlib.suppress(WebSocketException, OSError, TimeoutError):
                    await self._stay(both, until)
            await asyncio.sleep(0.1)

    async def _stay(self, both: Sequence[Player], until: float) -> None:
        """Ask over one connection until it ends."""
        by = next(player for player in both if player.newest)
        headers = {"cookie": by.cookie, "x-forwarded-for": address_of(by.number)}
        address = f"ws{self.process.address[4:]}/live"
        opening = connect(address, additional_headers=headers, open_timeout=2, close_timeout=1)
        async with opening as socket:
            await socket.send(json.dumps({"type": "watch", "room": by.room}))
            while time.monotonic() < until:
                await socket.send(json.dumps(by.newest))
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(0.5):
                        while not isinstance(read(await socket.recv(decode=False)), Done):
                            pass
                    self.heard.append(time.monotonic())
                await asyncio.sleep(0.1)


async def measure(
    club: SeveralProcesses, line: DroppingProxy, asked: argparse.Namespace
) -> tuple[Counts, Cut]:
    """Let all play, and cut one process off for some time."""
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts, half = Counts(), asked.games // 2
    # A process makes rooms of its own.
    tables = await asyncio.to_thread(seat, club.clubs[0].address, half, wish, 1)
    first = 1 + len(tables)
    tables += await asyncio.to_thread(seat, club.proxy, asked.games - half, wish, first)
    players = players_at(tables, counts, THINKS)
    cut, began = Cut(club, players), time.monotonic()
    until = began + BEFORE + asked.seconds + AFTER
    async with asyncio.TaskGroup() as all_of_them:
        for player in players:
            all_of_them.create_task(player.play(club.proxy, until))
        again = began + BEFORE + asked.seconds
        all_of_them.create_task(cut.ask(again))
        await asyncio.sleep(BEFORE)
        line.swallow()
        await cut.watch(again)
        await asyncio.sleep(again - time.monotonic())
        cut.ended = time.monotonic()
        line.work()
    return counts, cut


def tell(counts: Counts, cut: Cut, bounds: Bounds) -> list[str]:
    """Print the times; rooms that nobody served."""
    bounds.tell("answers of the process before", sum(at < cut.at for at in cut.heard), "acts")
    last = max((at - cut.at for at in cut.heard if cut.at < at < cut.ended), default=0.0)
    bounds.tell("its last answer after it is cut off", last, most=STOPS)
    bounds.tell("others own all of its shards", cut.moved - cut.at, most=ELSEWHERE)
    found, began = list[float](), cut.at + ON_THEIR_WAY
    for room in cut.rooms:
        answers = counts.by_room.get(room, [])
        found.append(min((one.at for one in answers if one.at > began), default=float("inf")))
    bounds.tell("half of its rooms are served elsewhere", statistics.median(found) - cut.at)
    bounds.tell("all of its rooms are served elsewhere", max(found) - cut.at, most=ELSEWHERE)
    wrong = [] if min(cut.heard, default=cut.at) < cut.at else ["it did not answer before either"]
    return wrong + [
        f"{room} was served no more"
        for room, at in zip(cut.rooms, found, strict=True)
        if at == float("inf")
    ]


def through(server: OwnPostgresql, line: DroppingProxy) -> str:
    """The address of the server by way of the proxy."""
    parts = urlsplit(server.address)
    login = parts.netloc.rpartition("@")[0]
    return parts._replace(netloc=f"{login}@127.0.0.1:{line.port}").geturl()


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=20, help="without PostgreSQL [20]")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with own_postgresql() as server, DroppingProxy(urlsplit(server.address).port or 0) as line:
        addresses = [through(server, line), *[server.address] * (asked.processes - 1)]
        with several_processes(asked.processes, addresses, server) as club:
            counts, cut = asyncio.run(measure(club, line, asked))
            wrong = faults_in(server.address, counts)
    counts.tell()
    wrong += tell(counts, cut, bounds)
    bounds.require_none(wrong, "no answered act was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
