"""A server of PostgreSQL that one test may stop, fill and damage."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from tests.services import address_of, begun

OWNER = ["/sbin/runuser", "-u", "postgres", "--"]


class OwnPostgresql:
    """Its data folder, its address, and whether it runs."""

    def __init__(self, folder: Path, address: str) -> None:
        """A server that scripts/services has begun in this folder."""
        self.data = folder / "postgresql"
        self.address = address

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.address, autocommit=True, connect_timeout=5) as connection:
            cursor = connection.execute(statement)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    @property
    def runs(self) -> bool:
        return self._control("status").returncode == 0

    def stop(self) -> None:
        """End it as a machine does that is shut down."""
        assert self._control("stop", "-m", "fast", "-w").returncode == 0

    def stop_at_once(self) -> None:
        """End it without a farewell: it repairs itself from its log when it begins again."""
        assert self._control("stop", "-m", "immediate", "-w").returncode == 0

    def kill(self) -> None:
        """Kill its first process; the others end by themselves as soon as they notice."""
        first = int((self.data / "postmaster.pid").read_text("ascii").split()[0])
        others = Path(f"/proc/{first}/task/{first}/children").read_text("ascii").split()
        os.kill(first, signal.SIGKILL)
        for other in others:
            while Path(f"/proc/{other}").exists():
                time.sleep(0.05)

    def start(self) -> None:
        """Begin it again, at the same address."""
        port = urlsplit(self.address).port
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
        told = self._control(
            "start", "-w", "-t", "60", "-l", f"{self.data}/again.log", "-o", options
        )
        assert told.returncode == 0, told.stdout

    def file_of(self, relation: str) -> Path:
        """The file of a table or an index; what was changed is in it."""
        self.execute("checkpoint")
        ((name,),) = self.execute(f"select pg_relation_filepath('{relation}')")
        return self.data / str(name)

    def _control(self, *words: str) -> "subprocess.CompletedProcess[str]":
        programs = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=_version)
        command = [str(programs[-1]), "-D", str(self.data), *words]
        before = OWNER if os.geteuid() == 0 else []
        # Not by a pipe, which the server itself would keep open.
        return subprocess.run(
            [*before, *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            text=True,
            check=False,
            timeout=120,
        )


def _version(program: Path) -> int:
    return int(program.parents[1].name)


@contextlib.contextmanager
def own_postgresql(place: Path | None = None) -> Iterator[OwnPostgresql]:
    """A new server with an empty database, its data below a folder; no test where none is installed."""
    with begun(place) as (folder, found):
        server = OwnPostgresql(folder, address_of(found, "postgresql"))
        server.execute("create database club template template0")
        server.address = server.address.rpartition("/")[0] + "/club"
        yield server
