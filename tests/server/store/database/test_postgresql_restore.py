import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.server.databases import PostgresServer
from tests.server.store.database.postgresql.test_dumps import note, play

from nardy.server.errors import StoreError
from nardy.server.store.database import postgresql_restore
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.lock import DatabaseLock, HeldError
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.dumps import Dumped, dump
from nardy.server.store.database.postgresql.programs import Programs, find
from nardy.server.store.database.postgresql_restore import restore
from nardy.server.store.schema import SCHEMA

pytestmark = pytest.mark.thorough


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


def rows(address: PostgresAddress, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(address.text) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


def everything(address: PostgresAddress, schema: str = "public") -> dict[str, list[Any]]:
    """All rows of all tables."""
    names = rows(address, f"select tablename from pg_tables where schemaname = '{schema}'")  # noqa: S608
    found = {
        name: rows(address, f'select * from "{schema}"."{name}"')  # noqa: S608
        for (name,) in names
    }
    return {name: sorted(map(str, of)) for name, of in sorted(found.items())}


@pytest.fixture
def backup(address: PostgresAddress, tmp_path: Path) -> Path:
    play(address, 4, 60)
    dump(address, tmp_path / "club.dump")
    return tmp_path / "club.dump"


def test_a_club_is_as_it_was_and_the_tables_before_are_kept(
    address: PostgresAddress, backup: Path
) -> None:
    was = everything(address)
    asyncio.run(note(address))
    changed = everything(address)
    assert changed != was
    found, kept = restore(backup, address)
    assert (found.schema, found.rooms, found.unfinished) == (SCHEMA, 4, 4)
    assert everything(address) == was
    assert kept is not None
    assert kept.startswith("before_restore_")
    assert everything(address, kept) == changed
    # A club plays on in them: also numbers that the database gives go on.
    play_on(address)
    # What was kept is in no backup.
    dump(address, backup)
    assert restore(backup, address)[0].rooms == 4


def play_on(address: PostgresAddress) -> None:
    asyncio.run(note(address))
    open_store(address).close()


def test_another_database_is_filled(
    address: PostgresAddress, backup: Path, postgresql: PostgresServer
) -> None:
    empty = postgresql.new()
    found, kept = restore(backup, empty)
    assert kept is None
    assert found.rooms == 4
    assert everything(empty) == everything(address)
    play_on(empty)
    postgresql.drop(empty)


def test_a_club_that_runs_is_left_alone(address: PostgresAddress, backup: Path) -> None:
    was = everything(address)
    with DatabaseLock(address), pytest.raises(HeldError, match="that no club has open"):
        restore(backup, address)
    assert everything(address) == was
    # One of several processes, which may hold no lock of the whole database.
    until = "(extract(epoch from now()) * 1000 + 20000)::bigint"
    with psycopg.connect(address.text) as connection:
        connection.execute(f"insert into job_process values ('a', 'club', '', '', {until})")  # type: ignore[arg-type] # noqa: S608
    with pytest.raises(HeldError, match="stop all its processes first, and wait half a minute"):
        restore(backup, address)


@pytest.mark.parametrize("harm", ["cut", "other rows", "newer", "a table in the way", "a late end"])
def test_what_fails_changes_nothing(
    harm: str,
    address: PostgresAddress,
    backup: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asyncio.run(note(address))
    read = postgresql_restore.dumps.read
    if harm == "cut":
        # Read as whole, and cut before it is restored.
        check = postgresql_restore._check  # noqa: SLF001
        monkeypatch.setattr(postgresql_restore, "_check", cutting(backup, check))
    if harm == "other rows":
        monkeypatch.setattr(
            postgresql_restore.dumps,
            "read",
            lambda *of: Dumped(SCHEMA, {**read(*of).rows, "room": 5}),
        )
    if harm == "newer":
        monkeypatch.setattr(
            postgresql_restore.dumps, "read", lambda *of: Dumped(SCHEMA + 1, read(*of).rows)
        )
    if harm == "a table in the way":
        monkeypatch.setattr(postgresql_restore, "_put_aside", lambda *_: [])
    if harm == "a late end":
        # All is written, and yet the program fails: it may have been killed before the last indexes.
        program = tmp_path / "pg_restore"
        program.write_text(f'#!/bin/sh\n{find("pg_restore", 0)} "$@"\nexit 3\n')
        program.chmod(0o755)
        check = postgresql_restore._check  # noqa: SLF001

        def checked(*of: Any) -> str:
            real = Programs.find
            monkeypatch.setattr(
                Programs,
                "find",
                lambda its, name: str(program) if name == "pg_restore" else real(its, name),
            )
            return check(*of)

        monkeypatch.setattr(postgresql_restore, "_check", checked)
    was = everything(address)
    told = {
        "cut": "it was refused",
        "other rows": "the rows of room are not those of the backup; nothing was changed",
        "newer": f"version {SCHEMA} or older, got {SCHEMA + 1}",
        "a table in the way": "already exists; nothing was changed",
        "a late end": "pg_restore ended with status 3; nothing was changed",
    }[harm]
    with pytest.raises(StoreError, match=told):
        restore(backup, address)
    assert everything(address) == was
    schemas = "select nspname from pg_namespace where nspname like 'before%'"
    assert rows(address, schemas) == []


def cutting(backup: Path, check: Any) -> Any:
    def cut(*of: object) -> str:
        whole = backup.read_bytes()
        backup.write_bytes(whole[: len(whole) * 2 // 3])
        return check(*of)

    return cut


def test_no_argument_of_a_program_has_the_password(
    address: PostgresAddress, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, popen = list[str](), subprocess.Popen

    def started(command: list[str], **how: Any) -> Any:
        begun.extend(command)
        return popen(command, **how)

    monkeypatch.setattr(subprocess, "Popen", started)
    dump(address, backup)
    restore(backup, address)
    password = address.text.partition("@")[0].rpartition(":")[2]
    assert len(password) > 10
    assert any("dbname=" in one for one in begun)
    assert not any(password in one for one in begun)
