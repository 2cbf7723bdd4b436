"""A small proxy for a club of several processes on loopback: one address, and whoever is ready behind it.

It stands for nginx or HAProxy in `scripts/cluster`, tests and benchmarks. Twice a second it asks every process whether
it is ready. One that says no gets no new connections. One that does not answer is left out, and its connections are
cut, so that pages come again elsewhere.

A WebSocket goes to the process that owns its room: it is offered to any, with a mark, and one that is not the owner
answers who is (`nardy.server.relay.nearest`). `--anywhere` leaves out the mark.
"""

import asyncio
import contextlib
import itertools
import re
import sys
from collections.abc import Iterator, Sequence
from urllib.parse import urlsplit

PAUSE_SECONDS = 0.5
CHECK_SECONDS, SLICES = 1.0, 10
"""The longest wait for an answer to a check, and in how many parts it is counted."""
ANSWER_SECONDS = 10.0
"""The longest wait for the beginning of an answer. One that is late is no reason to ask again elsewhere: pages that all come at once
would come again and again. A process that is frozen is found by the checks."""
FAILURES = 2
"""Checks in a row that fail before a process is left out; a refused connection is enough by itself."""
BACKLOG = 1024
"""Connections that may wait to be taken. Of 133 that came at once the usual 100 let 27 wait for the system's next try, some seconds."""
DRAINING = b" 503 "
CHUNK = 1 << 16
ANYWHERE = "--anywhere"
"""The option that sends every connection to the next process."""
END = b"\r\n\r\n"
"""Ends the head of a request or an answer."""
MARK = b"\r\nx-nardy-near: 1"
_OWNER = re.compile(rb"HTTP/1\.1 421 .*\r\nx-nardy-at: *([^\r]+)", re.DOTALL | re.IGNORECASE)
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Backend:
    """One process."""

    def __init__(self, address: str) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.address = f"{self.host}:{self.port}".encode()
        self.failures, self.silences = 1, 0
        self.writers = set[asyncio.StreamWriter]()

    async def connect(self) -> Line:
        """A new connection."""
        async with asyncio.timeout(CHECK_SECONDS):
            return await asyncio.open_connection(self.host, self.port)

    @property
    def is_silent(self) -> bool:
        """Whether it has not answered too often: then it is frozen, or cut off."""
        return self.silences >= FAILURES

    @contextlib.contextmanager
    def cutting(self, writer: asyncio.StreamWriter) -> Iterator[None]:
        """Cut this connection, too, when the process has not answered too often."""
        self.writers.add(writer)
        try:
            yield
        finally:
            self.writers.discard(writer)

    async def _first_line(self) -> bytes:
        reader, writer = await asyncio.open_connection(self.host, self.port)
        with contextlib.closing(writer):
            writer.write(
                b"GET /health/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
            )
            return await reader.readline()

    async def check(self) -> None:
        """Ask whether it is ready, and cut its connections when it has not answered too often."""
        answer = b""
        asking = asyncio.create_task(self._first_line())
        try:
            for _ in range(SLICES):
                # Where all pages of a process come again, this proxy itself is late: then a slice takes longer.
                if (await asyncio.wait({asking}, timeout=CHECK_SECONDS / SLICES))[0]:
                    with contextlib.suppress(OSError, TimeoutError):
                        answer = asking.result()
                    break
        finally:
            asking.cancel()
        if DRAINING in answer:
            # It ends, and sends its pages away one after the other.
            self.failures, self.silences = FAILURES, 0
            return
        self.failures = 0 if b" 200 " in answer else self.failures + 1
        self.silences = 0 if answer else self.silences + 1
        if self.is_silent:
            for writer in list(self.writers):
                writer.transport.abort()


class SmallProxy:
    """Passes connections on, each to the owner of its room, or to the next process that is ready."""

    def __init__(self, addresses: Sequence[str], *, is_near: bool = True) -> None:
        """Without *is_near* each goes to the next process."""
        self.backends = [Backend(address) for address in addresses]
        self._mark = MARK if is_near else b""
        self._turns = itertools.count()

    async def serve(self, port: int = 0) -> asyncio.Server:
        """Listen once all are ready; the checks go on until the loop ends."""
        while any(backend.failures for backend in self.backends):
            await asyncio.gather(*(backend.check() for backend in self.backends))
            await asyncio.sleep(PAUSE_SECONDS / 4)
        self._checking = asyncio.create_task(self._check())
        return await asyncio.start_server(self._pass, "127.0.0.1", port, backlog=BACKLOG)

    async def _check(self) -> None:
        while True:
            await asyncio.gather(*(backend.check() for backend in self.backends))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await reader.readuntil(END)
            if (found := await self._begin(head)) is not None:
                backend, (theirs, ours), beginning = found
                writer.write(beginning)
                backend.writers |= {writer, ours}
                try:
                    await asyncio.gather(_copy(reader, ours), _copy(theirs, writer))
                finally:
                    backend.writers -= {writer, ours}
        writer.close()

    async def _begin(self, head: bytes) -> tuple[Backend, Line, bytes] | None:
        """A process that has got this request, and the beginning of its answer; None if nobody is ready."""
        if b"\r\nupgrade: websocket" not in head.lower():
            return await self._ask(self._ready(), head)
        line, _, rest = head.partition(b"\r\n")
        found = await self._ask(self._ready(), line + self._mark + b"\r\n" + rest, is_answered=True)
        owner = found and _OWNER.match(found[2])
        if not found or not owner:
            return found
        found[1][1].close()
        at = [one for one in self.backends if one.address == owner[1] and not one.is_silent]
        return await self._ask([*at, *self._ready()], head, is_answered=True)

    def _ready(self) -> list[Backend]:
        """All processes that are ready, the next one first."""
        ready = [backend for backend in self.backends if backend.failures < FAILURES]
        first = next(self._turns) % max(1, len(ready))
        return [*ready[first:], *ready[:first]]

    @staticmethod
    async def _ask(
        backends: Sequence[Backend], head: bytes, *, is_answered: bool = False
    ) -> tuple[Backend, Line, bytes] | None:
        """The first of some processes that takes a request, or that begins to answer it as well."""
        for backend in backends:
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                theirs, ours = await backend.connect()
                with _closed_unless_done(ours), backend.cutting(ours):
                    ours.write(head)
                    async with asyncio.timeout(ANSWER_SECONDS):
                        beginning = await theirs.readuntil(END) if is_answered else b""
                    return backend, (theirs, ours), beginning
        return None


@contextlib.contextmanager
def _closed_unless_done(writer: asyncio.StreamWriter) -> Iterator[None]:
    try:
        yield
    except BaseException:
        writer.close()
        raise


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


async def main(port: int, addresses: Sequence[str], *, is_near: bool) -> None:
    """Serve until the process ends."""
    server = await SmallProxy(addresses, is_near=is_near).serve(port)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        addresses = [one for one in sys.argv[2:] if one != ANYWHERE]
        asyncio.run(main(int(sys.argv[1]), addresses, is_near=ANYWHERE not in sys.argv))
