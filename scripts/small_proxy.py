"""A small proxy for a club of several processes on loopback: one address, and whoever is ready behind it.

It stands for HAProxy in `scripts/cluster`, tests and benchmarks. Twice a second it asks every process whether it is
ready. One that does not answer is left out, and its connections are cut, so that pages come again elsewhere.
"""

import asyncio
import contextlib
import itertools
import sys
from collections.abc import Sequence
from urllib.parse import urlsplit

PAUSE_SECONDS = 0.5
CHECK_SECONDS = 1.0
"""The longest wait for an answer to a check."""
FAILURES = 2
"""Checks in a row that fail before a process is left out; a refused connection is enough by itself."""
CHUNK = 1 << 16


class Backend:
    """One process."""

    def __init__(self, address: str) -> None:
        self.host, self.port = urlsplit(address).hostname, urlsplit(address).port
        self.failures = 1
        self.writers = set[asyncio.StreamWriter]()

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.wait_for(asyncio.open_connection(self.host, self.port), CHECK_SECONDS)

    async def check(self) -> None:
        """Ask whether it is ready, and cut its connections when it has failed too often."""
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                reader, writer = await self.connect()
                writer.write(
                    b"GET /health/ready HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
                )
                is_ready = b" 200 " in await reader.readline()
                writer.close()
        except (OSError, TimeoutError):
            is_ready = False
        self.failures = 0 if is_ready else self.failures + 1
        if self.failures == FAILURES:
            for writer in list(self.writers):
                writer.transport.abort()


class SmallProxy:
    """Passes connections on, each to the next process that is ready."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.backends = [Backend(address) for address in addresses]
        self._turns = itertools.count()

    async def serve(self, port: int = 0) -> asyncio.Server:
        """Listen once all are ready; the checks go on until the loop ends."""
        while any(backend.failures for backend in self.backends):
            await asyncio.gather(*(backend.check() for backend in self.backends))
            await asyncio.sleep(PAUSE_SECONDS / 4)
        self._checking = asyncio.create_task(self._check())
        return await asyncio.start_server(self._pass, "127.0.0.1", port)

    async def _check(self) -> None:
        while True:
            await asyncio.gather(*(backend.check() for backend in self.backends))
            await asyncio.sleep(PAUSE_SECONDS)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._turns)
        ready = [backend for backend in self.backends if backend.failures < FAILURES]
        for number in range(len(ready)):
            backend = ready[(first + number) % len(ready)]
            with contextlib.suppress(OSError, TimeoutError):
                theirs, ours = await backend.connect()
                backend.writers |= {writer, ours}
                try:
                    await asyncio.gather(_copy(reader, ours), _copy(theirs, writer))
                finally:
                    backend.writers -= {writer, ours}
                return
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(CHUNK):
            writer.write(data)
            await writer.drain()
    with contextlib.suppress(OSError, RuntimeError):
        writer.close()


async def main(port: int, addresses: Sequence[str]) -> None:
    """Serve until the process ends."""
    server = await SmallProxy(addresses).serve(port)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
