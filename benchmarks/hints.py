"""Hints between the processes of a club, by PostgreSQL's NOTIFY and by Redis: how late, and at what cost.

    python benchmarks/hints.py
    python benchmarks/hints.py --processes 3 --rates 100 1000 4000 --seconds 10

Servers of both are started. Each process hears one channel and tells its share of the hints there at even times, in which it
notes the moment; every process hears all hints. NOTIFY goes through `Notifications`, as in the club; Redis
through two sockets, one to hear and one to tell, which is the least that a client of it can do. Told are how late hints are
heard, and the CPU time of the server and of the processes for each hint told.
"""

import argparse
import functools
import multiprocessing
import os
import re
import socket
import statistics
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from databases import new_database
from postgresql_figures import TICKS, Server

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql.notifications import Notifications

sys.path[:0] = [str(Path(__file__).parents[1])]
from tests.services import begun  # noqa: E402

CHANNEL = "hints"
START = 8.0
"""Seconds until all processes hear."""
GRACE = 1.0
"""Seconds to hear the last hint."""


class Heard(NamedTuple):
    """The findings of one process."""

    late: list[float]
    cpu: float
    told: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--rates", type=int, nargs="+", default=[100, 1_000, 4_000])
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(
        "| hints a second | by | median | 99 of 100 | heard | CPU of the server, a hint | of the processes |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with begun() as (folder, addresses):
        server = Server(folder, addresses["NARDY_TEST_POSTGRESQL"])
        with new_database(server.address) as database:
            redis = addresses["NARDY_TEST_REDIS"]
            redis_process = int((folder / "redis.pid").read_text("utf-8"))
            for rate in asked.rates:
                for name, bus, cpu in (
                    ("NOTIFY", ("postgresql", database), server.cpu_seconds),
                    ("Redis", ("redis", redis), functools.partial(cpu_of, redis_process)),
                ):
                    spent = cpu()
                    found = measured(bus, rate / asked.processes, asked.processes, asked.seconds)
                    spent = cpu() - spent
                    tell(rate, name, found, spent)


def tell(rate: int, name: str, found: list[Heard], server: float) -> None:
    late = sorted(ms for one in found for ms in one.late)
    told = sum(one.told for one in found)
    share = len(late) / (told * len(found))
    print(
        f"| {rate:,} | {name} | {statistics.median(late):.1f} ms | {late[len(late) * 99 // 100]:.1f} ms "
        f"| {share:.1%} | {server / told * 1e6:.0f} µs | {sum(one.cpu for one in found) / told * 1e6:.0f} µs |",
        flush=True,
    )


def cpu_of(process: int) -> float:
    told = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return sum(map(int, told[11:13])) / TICKS


def measured(bus: tuple[str, str], rate: float, processes: int, seconds: float) -> list[Heard]:
    spawn = multiprocessing.get_context("spawn")
    begin = time.time() + START
    lines, started = [], []
    for number in range(processes):
        here, there = spawn.Pipe(duplex=False)
        plan = Plan(bus, rate, begin + number / (rate * processes), seconds)
        process = spawn.Process(target=take_part, args=(plan, there))
        process.start()
        lines.append(here)
        started.append(process)
    found = [line.recv() for line in lines]
    for process in started:
        process.join()
    return found


class Plan(NamedTuple):
    """The hints that one process tells, and their times."""

    bus: tuple[str, str]
    rate: float
    begin: float
    seconds: float


def take_part(plan: Plan, line: Connection) -> None:
    late = list[float]()

    def heard(payload: str) -> None:
        late.append(1000 * (time.time() - float(payload.partition(" ")[0])))

    connected = notify if plan.bus[0] == "postgresql" else redis
    with connected(plan.bus[1], heard) as told:
        spent, count = time.process_time(), int(plan.rate * plan.seconds)
        for number in range(count):
            wait = plan.begin + number / plan.rate - time.time()
            if wait > 0:
                time.sleep(wait)
            # As long as a room's id with its version.
            told(f"{time.time():.6f} 0123456789 {number}")
        time.sleep(GRACE)
        line.send(Heard(late, time.process_time() - spent, count))


Tell = Callable[[str], None]


@contextmanager
def notify(address: str, heard: Tell) -> Iterator[Tell]:
    notifications = Notifications(PostgresAddress(address))
    notifications.hear(CHANNEL, heard, lambda: None)
    try:
        yield lambda payload: notifications.tell(CHANNEL, payload)
    finally:
        notifications.close()


@contextmanager
def redis(address: str, heard: Tell) -> Iterator[Tell]:
    at = urlsplit(address)
    hearing, telling = (socket.create_connection((at.hostname, at.port or 6379)) for _ in range(2))
    for line in (hearing, telling):
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.sendall(f"AUTH {at.password}\r\n".encode())
        line.recv(100)
    hearing.sendall(f"SUBSCRIBE {CHANNEL}\r\n".encode())
    reader = threading.Thread(target=read_messages, args=(hearing, heard), daemon=True)
    reader.start()

    def told(payload: str) -> None:
        of = payload.encode()
        telling.sendall(b"*3\r\n$7\r\nPUBLISH\r\n$5\r\nhints\r\n$%d\r\n%b\r\n" % (len(of), of))
        telling.recv(100)

    try:
        yield told
    finally:
        hearing.shutdown(socket.SHUT_RDWR)
        reader.join()
        hearing.close()
        telling.close()


def read_messages(line: socket.socket, heard: Tell) -> None:
    """A message is an array: `message`, the channel, the payload, each behind its length."""
    waiting = b""
    while part := line.recv(65_536):
        *whole, waiting = re.split(rb"\*3\r\n\$7\r\nmessage\r\n", waiting + part)
        # The last one may not be whole yet: its payload ends with a line break.
        if waiting.count(b"\r\n") == 4:
            whole.append(waiting)
            waiting = b""
        for message in whole:
            if message.startswith(b"$5\r\nhints\r\n"):
                heard(message.split(b"\r\n")[3].decode())


if __name__ == "__main__":
    main()
