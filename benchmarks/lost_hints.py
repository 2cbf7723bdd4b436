"""How far pages are behind while the processes of a club hear nothing of each other, and whether an act is refused.

    python benchmarks/lost_hints.py                             # 100 games; five losses, then five minutes without hints
    python benchmarks/lost_hints.py --games 20 --away 40

Three processes reach PostgreSQL through a proxy that knows their connections for notifications by name, and leaves all
others alone. It ends those connections five times. After that it refuses them for half of the time, and for the other half it takes
everything and passes nothing on, which nobody is told. Meanwhile players play as in failovers.py, and four pages are watched:

- *the opponent's board*: from an act to the next version on the opponent's screen;
- *a name*: someone at a board changes their name at one process; spectators come through all three;
- *the lobby*: a free seat at one process, on the lists of all three;
- *an ended session*: someone who is logged in twice ends the other session at one process; its page is at another one.

Each must be at most six seconds behind. The names, seats and sessions are asked for by turns, one after the other.
"""

import argparse
import asyncio
import contextlib
import itertools
import json
import secrets
import threading
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from bounds import Bounds
from patient_players import LONG, Counts, faults_in, players_at
from several_processes import SeveralProcesses, several_processes
from tests.own_postgresql import own_postgresql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from wire import address_of, post, seat

from nardy.server.store.database.postgresql.notifications import NAME

BEHIND = 6.0
KILLS, BETWEEN = 5, 6.0
CHUNK = 1 << 16
PATIENCE = 20.0
"""Seconds after which a page counts as forgotten."""


class HintProxy:
    """Leads to PostgreSQL; connections for notifications can be ended, refused, or left without an answer."""

    def __init__(self, target: int) -> None:
        self.state = "works"
        self.seen = 0
        """Connections for notifications, also refused ones."""
        self._target, self._hints = target, set[asyncio.StreamWriter]()
        self._loop = asyncio.new_event_loop()
        self._listening = threading.Event()
        threading.Thread(target=self._run, daemon=True).start()
        self._listening.wait()

    def change(self, state: str) -> None:
        """To "works", "refuses" or "swallows"; all connections for notifications begin anew, unless they are swallowed."""
        self._loop.call_soon_threadsafe(self._change, state)

    def _change(self, state: str) -> None:
        self.state = state
        if state != "swallows":
            for writer in self._hints:
                writer.transport.abort()
            self._hints.clear()

    def _run(self) -> None:
        async def go() -> None:
            server = await asyncio.start_server(self._pass, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            self._listening.set()
            await server.serve_forever()

        self._loop.run_until_complete(go())

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        theirs, ours = await asyncio.open_connection("127.0.0.1", self._target)
        both = writer, ours
        await asyncio.gather(self._copy(reader, ours, both), self._copy(theirs, writer, both))

    async def _copy(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        both: tuple[asyncio.StreamWriter, asyncio.StreamWriter],
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if NAME.encode() in data and both[0] not in self._hints:
                    self.seen += 1
                    self._hints.update(both)
                if both[0] in self._hints and self.state == "refuses":
                    break
                if both[0] in self._hints and self.state == "swallows":
                    continue
                writer.write(data)
                await writer.drain()
        for one in both:
            one.transport.abort()


class Behind:
    """By what was watched and in which state, how many seconds each change took to be on all pages."""

    def __init__(self, proxy: HintProxy) -> None:
        self.found = dict[tuple[str, str], list[float]]()
        self.proxy = proxy

    def note(self, what: str, state: str, seconds: float) -> None:
        self.found.setdefault((what, state), []).append(seconds)


async def see(sockets: list[ClientConnection], text: str, begin: float) -> float:
    """Seconds from a moment until a text has been on all of these pages."""

    async def one(socket: ClientConnection) -> float:
        while True:
            if text in await socket.recv(decode=True):
                return time.monotonic() - begin

    try:
        async with asyncio.timeout(PATIENCE):
            return max(await asyncio.gather(*map(one, sockets)))
    except (TimeoutError, WebSocketException):
        return float("inf")


class Watching:
    """Changes one thing after another and watches the pages that should show it."""

    def __init__(
        self, club: SeveralProcesses, tables: list[tuple[str, str]], behind: Behind
    ) -> None:
        self._club, self._tables, self._behind = club, itertools.cycle(tables), behind
        self._turn = itertools.count()
        self._strangers = itertools.count(1_000_000)

    async def go_on(self, until: float) -> None:
        while time.monotonic() < until:
            for watch in (self.name, self.lobby, self.session):
                state = self._behind.proxy.state
                self._behind.note(watch.__name__, state, await watch())

    @contextlib.asynccontextmanager
    async def _pages(self, hello: dict[str, Any], cookie: str = "") -> Any:
        """A page at each process, which has read what it was told first."""
        async with contextlib.AsyncExitStack() as opened:
            sockets = list[ClientConnection]()
            for club in self._club.clubs:
                headers = {"x-forwarded-for": address_of(next(self._strangers)), "cookie": cookie}
                opening = connect(f"ws{club.address[4:]}/live", additional_headers=headers)
                socket = await opened.enter_async_context(opening)
                await socket.send(json.dumps(hello))
                await socket.recv()
                sockets.append(socket)
            yield sockets

    def _process(self) -> str:
        return self._club.clubs[next(self._turn) % len(self._club.clubs)].address

    async def _post(self, path: str, data: object, cookie: str = "", at: str = "") -> Any:
        who = next(self._strangers)
        return await asyncio.to_thread(post, at or self._process(), who, path, data, cookie)

    async def name(self) -> float:
        room, cookie = next(self._tables)
        name = f"Name {secrets.token_hex(4)}"
        async with self._pages({"type": "watch", "room": room}) as sockets:
            begin = time.monotonic()
            await self._post("/api/me", {"name": name}, cookie)
            return await see(sockets, name, begin)

    async def lobby(self) -> float:
        async with self._pages({"type": "lobby"}) as sockets:
            begin = time.monotonic()
            wish = {"game": "fevga", "against": "anyone", "seat": "white"}
            made, cookie = await self._post("/api/rooms", wish)
            # A seat is offered for as long as whoever waits is there.
            async with self._pages({"type": "watch", "room": made["room"]}, cookie):
                seconds = await see(sockets, made["room"], begin)
                # Somebody takes it, so that the next wish makes a room, too.
                await self._post(f"/api/rooms/{made['room']}/seat", {})
            return seconds

    async def session(self) -> float:
        name, word = f"Anna {secrets.token_hex(4)}", secrets.token_hex(12)
        _, mine = await self._post("/api/me", {"name": name})
        _, mine = await self._post("/api/account", {"name": name, "password": word}, mine)
        _, other = await self._post("/api/sessions", {"name": name, "password": word})
        async with self._pages({"type": "lobby"}, other) as sockets:
            begin = time.monotonic()
            await self._post("/api/sessions/end", {}, other)
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.gather(*(socket.wait_closed() for socket in sockets))
            except TimeoutError:
                return float("inf")
            return time.monotonic() - begin


async def disturb(proxy: HintProxy, away: float) -> None:
    """End the connections five times, refuse them, and swallow everything."""
    for _ in range(KILLS):
        await asyncio.sleep(BETWEEN)
        proxy.change("works")
    for state in ("refuses", "swallows"):
        proxy.change("works")
        await asyncio.sleep(BETWEEN)
        proxy.change(state)
        print(f"connections for notifications: the network {state}", flush=True)
        await asyncio.sleep(away / 2)
    proxy.change("works")


async def measure(
    club: SeveralProcesses, proxy: HintProxy, asked: argparse.Namespace
) -> tuple[Counts, Behind]:
    wish = {"game": asked.game, "length": LONG, "clock": "6000+8", "seat": "white"}
    counts, behind = Counts(), Behind(proxy)
    tables = await asyncio.to_thread(seat, club.proxy, asked.games, wish, 1)
    until = time.monotonic() + (KILLS + 2) * BETWEEN + asked.away + 2 * BETWEEN
    async with asyncio.TaskGroup() as all_of_them:
        for player in players_at(tables, counts):
            all_of_them.create_task(player.play(club.proxy, until))
        all_of_them.create_task(disturb(proxy, asked.away))
        watching = Watching(club, tables, behind)
        all_of_them.create_task(watching.go_on(until - BETWEEN))
    return counts, behind


@contextlib.contextmanager
def club_behind(proxies: int) -> Iterator[tuple[SeveralProcesses, HintProxy]]:
    with own_postgresql() as server:
        parts = urlsplit(server.address)
        proxy = HintProxy(parts.port or 0)
        login = parts.netloc.rpartition("@")[0]
        through = parts._replace(netloc=f"{login}@127.0.0.1:{proxy.port}").geturl()
        with several_processes(proxies, [through] * proxies, server) as club:
            yield club, proxy


def main() -> None:
    """Print the figures, and what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--away", type=float, default=300, help="seconds without hints [300]")
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--game", default="backgammon")
    asked = parser.parse_args()
    bounds = Bounds()
    with club_behind(asked.processes) as (club, proxy):
        counts, behind = asyncio.run(measure(club, proxy, asked))
        wrong = faults_in(club.server.address, counts)
    counts.tell()
    print(f"{proxy.seen} connections for notifications")
    bounds.tell(
        "acts on the opponent's screen, the slowest",
        max(one.took for one in counts.seen),
        most=BEHIND,
    )
    for (what, state), seconds in sorted(behind.found.items()):
        told = f"{what}, {state}: the slowest of {len(seconds)}"
        bounds.tell(told, max(seconds), most=BEHIND)
    wrong += [f"{number} acts were refused: {law}" for law, number in counts.refused.items()]
    bounds.require_none(wrong, "no act was refused, none was lost, none is there twice")
    bounds.leave()


if __name__ == "__main__":
    main()
