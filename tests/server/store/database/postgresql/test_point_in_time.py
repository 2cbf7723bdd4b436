"""A club as it was at a moment: a base backup and the archived log, as docs/guide/hosting.md says."""

import contextlib
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from tests.server.store.database.postgresql.test_dumps import play
from tests.server.store.database.test_postgresql_restore import everything
from tests.services import address_of, begun

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.programs import find

pytestmark = pytest.mark.thorough
SECONDS = 60


def as_owner(*command: str, **changed: str) -> None:
    """Run a program as the user of the server, whose files these are."""
    before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run(
        [*before, *command],
        check=True,
        cwd="/",
        env={**os.environ, **changed},
        timeout=SECONDS,
        stdout=subprocess.DEVNULL,
    )


def control(data: Path, *orders: str) -> None:
    as_owner(find("pg_ctl", 15), f"--pgdata={data}", "--wait", "--silent", *orders)


def folder_of_the_server(folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    return folder


@contextlib.contextmanager
def recovered(base: Path, log: Path, moment: str) -> Iterator[int]:
    """A second server, on the base backup, up to a moment; its port."""
    settings = {
        "archive_mode": "off",
        "restore_command": f"cp {log}/%f %p",
        "recovery_target_time": moment,
        "recovery_target_action": "promote",
    }
    with (base / "postgresql.auto.conf").open("a", encoding="utf-8") as file:
        file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())
    (base / "recovery.signal").touch()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories="
    control(base, f"--log={base}/server.log", f"--options={options}", "start")
    try:
        yield port
    finally:
        control(base, "--mode=immediate", "stop")


def until(address: str, question: str) -> None:
    end = time.monotonic() + SECONDS
    with psycopg.connect(address, autocommit=True) as connection:
        while not (connection.execute(question).fetchone() or (None,))[0]:  # type: ignore[arg-type]
            assert time.monotonic() < end, question
            time.sleep(0.05)


def test_a_club_is_as_it_was_at_a_moment() -> None:
    with begun() as (folder, found):
        address = address_of(found, "postgresql")
        data, beside = folder / "postgresql", folder.parent
        log, base = folder_of_the_server(beside / "log"), folder_of_the_server(beside / "base")
        with psycopg.connect(address, autocommit=True) as connection:
            for name, value in (("archive_mode", "on"), ("archive_command", f"cp %p {log}/%f")):
                connection.execute(f"ALTER SYSTEM SET {name} = '{value}'")  # type: ignore[arg-type]
        control(data, "--mode=fast", "restart")
        club = PostgresAddress(address)
        play(club, 2, 30)
        place, password = urlsplit(address), str(urlsplit(address).password)
        to = f"host=127.0.0.1 port={place.port} user={place.username}"
        options = ("--checkpoint=fast", "--no-password", "--no-sync", f"--pgdata={base}")
        as_owner(find("pg_basebackup", 15), f"--dbname={to}", *options, PGPASSWORD=password)
        with psycopg.connect(address) as connection:
            connection.execute("INSERT INTO about VALUES ('after', 'the base backup')")
        was = everything(club)
        with psycopg.connect(address, autocommit=True) as connection:
            (moment,) = connection.execute("SELECT clock_timestamp()::text").fetchone() or ("",)
            # What must not come back.
            connection.execute("DELETE FROM about WHERE name = 'after'")
            connection.execute("TRUNCATE room CASCADE")
            connection.execute("SELECT pg_switch_wal()")
        until(
            address,
            "SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) FROM pg_stat_archiver",
        )
        control(data, "--mode=immediate", "stop")
        with recovered(base, log, moment) as port:
            there = PostgresAddress(address.replace(f":{place.port}/", f":{port}/"))
            until(there.text, "SELECT NOT pg_is_in_recovery()")
            assert everything(there) == was
            assert len(was["room"]) == 2
            # And it is played on.
            open_store(there).close()
            with psycopg.connect(there.text) as connection:
                connection.execute("INSERT INTO about VALUES ('again', 'x')")
