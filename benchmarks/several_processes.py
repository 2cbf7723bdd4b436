"""A club of several processes on PostgreSQL behind a small proxy, and which process owns what."""

import contextlib
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

from nardy.server.shards.numbers import shard_of
from nardy.server.store.database.postgresql.leases import part_of

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "scripts")]
from club_processes import ClubProcess, club_of, proxy_of  # noqa: E402 (found by the line above)
from tests.own_postgresql import OwnPostgresql, own_postgresql  # noqa: E402

LISTENS = "0A"
EVEN_SECONDS = 60.0


@dataclass(frozen=True)
class SeveralProcesses:
    """The club: its database, its processes, and the address of the proxy."""

    server: OwnPostgresql
    clubs: list[ClubProcess]
    proxy: str

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Ask the database, not through any proxy."""
        with psycopg.connect(self.server.address, autocommit=True) as connection:
            return connection.execute(query, values).fetchall()  # type: ignore[arg-type]

    def owners(self) -> dict[int, int]:
        """The port of the relay of each shard's owner, if it has one."""
        found = self.rows("SELECT shard, address FROM shard_lease JOIN club_process ON id = owner")
        return {shard: int(address.rpartition(":")[2]) for shard, address in found}

    def owner_of(self, name: str) -> ClubProcess:
        """The process that owns a room or a tournament, waiting for one where it has none."""
        end = time.monotonic() + EVEN_SECONDS
        while time.monotonic() < end:
            port = self.owners().get(shard_of(name))
            for club in self.clubs:
                if club.process.poll() is None and port in ports_of(club):
                    return club
            time.sleep(0.1)
        raise SystemExit(f"nobody owns {name}")

    def wait_until_even(self) -> None:
        """Wait until each process owns its part, so that no more rooms move."""
        end, parts = time.monotonic() + EVEN_SECONDS, list[tuple[Any, ...]]()
        while time.monotonic() < end:
            parts = self.rows("SELECT count(*) FROM shard_lease GROUP BY owner")
            most = max(count for (count,) in parts)
            if len(parts) == len(self.clubs) and most <= part_of(len(self.clubs)):
                return
            time.sleep(0.2)
        raise SystemExit(f"the processes own unequal parts: {parts}")


def ports_of(club: ClubProcess) -> set[int]:
    """The ports at which a process listens."""
    process = Path(f"/proc/{club.process.pid}")
    held = set[str]()
    for file in (process / "fd").iterdir():
        with contextlib.suppress(OSError):
            held.add(str(file.readlink()))
    lines = [line.split() for line in (process / "net" / "tcp").read_text().splitlines()[1:]]
    return {
        int(line[1].rpartition(":")[2], 16)
        for line in lines
        if line[3] == LISTENS and f"socket:[{line[9]}]" in held
    }


@contextlib.contextmanager
def several_processes(
    count: int, databases: Sequence[str] = (), server: OwnPostgresql | None = None
) -> Iterator[SeveralProcesses]:
    """A club of so many processes on a server of its own, or on *server*; each may have an address of the database."""
    with contextlib.ExitStack() as opened:
        server = server or opened.enter_context(own_postgresql())
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="nardy-club-")))
        addresses = databases or [server.address] * count
        clubs = opened.enter_context(club_of(count, addresses, folder=folder))
        proxy = opened.enter_context(proxy_of([club.address for club in clubs]))
        club = SeveralProcesses(server, clubs, proxy)
        club.wait_until_even()
        yield club
