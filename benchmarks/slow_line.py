"""A slow line between a browser and a club, for benchmarks: bytes wait, and share what the line carries."""

import asyncio
import contextlib
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

PART = 1460
"""Bytes that go together: what a packet of TCP carries on Ethernet."""


class Line:
    """One direction: so many bytes a second for all connections together, each later by a delay."""

    def __init__(self, delay: float, rate: float) -> None:
        """*delay* in seconds, *rate* in bytes a second."""
        self.delay, self._rate = delay, rate
        self._free = 0.0
        self.bytes = 0

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Everything from one end to the other, in order."""
        due: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        arriving = asyncio.create_task(self._arrive(due, writer))
        while data := await reader.read(PART):
            # A reader waits until its bytes are on the line: so connections take turns, as packets do.
            self._free = max(self._free, time.monotonic()) + len(data) / self._rate
            self.bytes += len(data)
            due.put_nowait((self._free + self.delay, data))
            await asyncio.sleep(self._free - time.monotonic())
        due.put_nowait((time.monotonic() + self.delay, b""))
        await arriving

    async def _arrive(
        self, due: asyncio.Queue[tuple[float, bytes]], writer: asyncio.StreamWriter
    ) -> None:
        while True:
            at, data = await due.get()
            await asyncio.sleep(at - time.monotonic())
            if not data:
                writer.close()
                return
            writer.write(data)


@contextlib.contextmanager
def slow_line(address: str, round_trip: float, kilobits: float) -> Iterator[tuple[str, Line]]:
    """The address of a club as it is reached over a slow line, and the direction towards the browser.

    TCP's handshake costs a round trip, as on a real line; its slow start is left out.

    Args:
        address: http://host:port of the club.
        round_trip: Seconds there and back.
        kilobits: A second, in each direction.
    """
    target, rate = urlsplit(address), kilobits * 1000 / 8
    up, down = Line(round_trip / 2, rate), Line(round_trip / 2, rate)

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(round_trip)
        far_reader, far_writer = await asyncio.open_connection(target.hostname, target.port)
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await asyncio.gather(up.carry(reader, far_writer), down.carry(far_reader, writer))

    loop = asyncio.new_event_loop()
    loop.set_exception_handler(lambda *_: None)  # a browser that leaves cuts what is on the way
    server = loop.run_until_complete(asyncio.start_server(meet, "127.0.0.1", 0, limit=PART))
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", down
    finally:
        loop.call_soon_threadsafe(_end, loop)
        thread.join()
        loop.close()


def _end(loop: asyncio.AbstractEventLoop) -> None:
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.call_soon(loop.stop)
