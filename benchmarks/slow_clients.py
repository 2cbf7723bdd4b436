"""How much slow clients hold up those who play.

    python benchmarks/slow_clients.py                    # 200 slow ones beside 100 players, 30 s and 30 s
    python benchmarks/slow_clients.py --slow 1000

A club is started on an empty database, and 100 players play as in load.py, alone at first. Then many
connections that never finish are held open beside them. A quarter sends a header byte by byte, a quarter
sends nothing, a quarter sends half a body, and a quarter requests much and reads nothing. A connection that
the club closes is opened again at once. The acts are timed in both halves.
"""

import argparse
import asyncio
import contextlib
import os
import statistics
import tempfile
import time
from itertools import count

from load import LONG, Count, club, play, tell_times
from wire import address_of, seat

_people = count(500_000)
HALVES = (
    b"GET /api/me HTTP/1.1\r\nhost: x\r\nx-slow: ",
    b"",
    b"POST /api/rooms HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{",
    b"GET /schema/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n" * 50,
)


async def be_slow(port: int, kind: int, cut: list[int]) -> None:
    """One client that never finishes, and comes again whenever it is cut."""
    while True:
        with contextlib.suppress(OSError):
            # A buffer of one byte, so that the answers stay on the line.
            reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            address = f"x-forwarded-for: {address_of(next(_people))}\r\n".encode()
            half = HALVES[kind].replace(b"host: x\r\n", b"host: x\r\n" + address)
            writer.write(half)
            try:
                await drip(reader, writer, kind)
            finally:
                cut[kind] += 1
                writer.transport.abort()
        await asyncio.sleep(0.1)


async def drip(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, kind: int) -> None:
    """Until the other side has had enough: a byte of a header each second, or nothing."""
    while not (writer.transport.is_closing() or reader.at_eof()):
        await asyncio.sleep(1)
        if kind == 0:
            writer.write(b"a")
        if kind != 3 and b"HTTP/1.1" in await seen(reader):
            return


async def seen(reader: asyncio.StreamReader) -> bytes:
    try:
        async with asyncio.timeout(0.01):
            return await reader.read(100)
    except TimeoutError:
        return b""


async def measure(address: str, tables: list[tuple[str, str]], seconds: float) -> Count:
    told = Count()
    told.begin = time.monotonic() + 5
    told.end = told.begin + seconds
    await asyncio.gather(*(play(address, n, table, told) for n, table in enumerate(tables)))
    return told


async def run(address: str, options: argparse.Namespace) -> None:
    wish = {"game": "backgammon", "length": LONG}
    p99: list[float] = []
    cut = [0, 0, 0, 0]
    for slow in (0, options.slow):
        tables = await asyncio.to_thread(
            seat, address, options.players // 2, wish, 2 * options.players * bool(slow)
        )
        port = int(address.rpartition(":")[2])
        jobs = [asyncio.create_task(be_slow(port, number % 4, cut)) for number in range(slow)]
        await asyncio.sleep(2 if slow else 0)
        told = await measure(address, tables, options.seconds)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        print(
            f"{slow} slow clients: {len(told.times)} acts, {told.lost} connections of players lost"
        )
        tell_times("to the opponent", told.times)
        p99.append(statistics.quantiles(told.times, n=100)[98])
    print(
        f"  p99 is {p99[1] / p99[0]:.2f} times as long beside them; {sum(cut)} times one was cut {cut}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--slow", type=int, default=200)
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=30, help="of each half")
    options = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores before the start")
    with tempfile.TemporaryDirectory() as folder, club(folder) as (address, _):
        # What is compiled and loaded at the start holds up more than any client.
        time.sleep(15)
        asyncio.run(run(address, options))


if __name__ == "__main__":
    main()
