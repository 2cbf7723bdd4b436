"""Restoring a backup on PostgreSQL: in one transaction, and the tables before it are kept in a schema of their own."""

import os
import subprocess
import tempfile
from datetime import datetime
from pathlib import Path

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.backup import Contents
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.lock import DatabaseLock, HeldError
from nardy.server.store.database.postgresql import dumps
from nardy.server.store.database.postgresql.connecting import engine_of
from nardy.server.store.database.postgresql.dumps import Dumped
from nardy.server.store.database.postgresql.programs import Programs, programs_for
from nardy.server.store.dialects import clock_of
from nardy.server.store.job_tables import job_process
from nardy.server.store.schema import SCHEMA


def restore(backup: Path, address: PostgresAddress) -> tuple[Contents, str | None]:
    """Replace the tables of a club by those of a backup; returns its contents and the schema with the old tables.

    The backup is read to its end before anything is changed, and its rows are counted before the transaction ends.

    Raises:
        HeldError: a club has the database open.
        MissingExtraError: psycopg is not installed.
        StoreError: the backup is damaged or of a newer version, or the database cannot be written.
    """
    programs = programs_for(address)
    found = dumps.read(backup, programs)
    if found.schema > SCHEMA:
        raise StoreError(
            f"expected a backup of version {SCHEMA} or older, got {found.schema} in {backup}; "
            "a newer nardy wrote it: use that one"
        )
    with DatabaseLock(address):
        engine = engine_of(address)
        try:
            with engine.connect() as connection:
                schema, tables = _place(connection, address)
            kept = (
                f"before_restore_{datetime.now().astimezone():%Y%m%d_%H%M%S_%f}" if tables else None
            )
            _run(backup, programs, _put_aside(schema, tables, kept), _check(schema, found))
            with engine.connect() as connection:
                return dumps.contents(connection), kept
        except DBAPIError as error:
            raise refusal(error) from error
        finally:
            engine.dispose()


def _place(connection: sql.Connection, address: PostgresAddress) -> tuple[str, list[str]]:
    """The schema of the tables, and those that are there.

    Raises:
        HeldError: a process of the club is there.
    """
    tables = dumps.table_names(connection)
    if job_process.name in tables:
        is_there = (job_process.c.role == "club", job_process.c.until > clock_of(connection))
        if connection.scalar(sql.select(sql.exists().where(*is_there))):
            raise HeldError(
                f"expected a database that no club has open, got {address}; stop all its processes first, "
                "and wait half a minute for one that was killed"
            )
    return str(connection.scalar(sql.select(sql.func.current_schema()))), tables


def _put_aside(schema: str, tables: list[str], kept: str | None) -> list[str]:
    if kept is None:
        return []
    moves = [f'ALTER TABLE "{schema}"."{name}" SET SCHEMA "{kept}"' for name in tables]
    return [f'CREATE SCHEMA "{kept}"', *moves]


def _check(schema: str, found: Dumped) -> str:
    """A statement that fails where a table has other rows than the backup."""
    checks = " ".join(
        f'IF (SELECT count(*) FROM "{schema}"."{name}") <> {count} '  # noqa: S608 (names that pg_dump wrote)
        f"THEN RAISE EXCEPTION 'the rows of {name} are not those of the backup'; END IF;"
        for name, count in found.rows.items()
    )
    return f"DO $check$ BEGIN {checks} END $check$"


def _run(backup: Path, programs: Programs, before: list[str], check: str) -> None:
    """Fill the database, in one transaction.

    Raises:
        StoreError: nothing was changed.
    """
    script = [programs.find("pg_restore"), "--no-owner", "--no-privileges", "--file=-", str(backup)]
    orders = [f"--command={one}" for one in before]
    options = ["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]
    fill = programs.command("psql", [*options, *orders, "--file=-", f"--command={check}"])
    out, into = os.pipe()
    with tempfile.TemporaryFile() as errors, os.fdopen(into, "wb") as last:
        with os.fdopen(out, "rb") as source:
            filling = subprocess.Popen(  # noqa: S603 (PostgreSQL's own programs)
                fill,
                env=programs.environment(),
                stdin=source,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
        is_whole = False
        try:
            with subprocess.Popen(script, stdout=last, stderr=subprocess.DEVNULL) as reading:  # noqa: S603
                pass
            is_whole = reading.returncode == 0
        finally:
            if not is_whole:
                filling.kill()
            # Only now psql sees the end of its input, and commits.
            last.close()
            filling.wait()
        errors.seek(0)
        told = errors.read().decode(errors="replace")
    if not is_whole or filling.returncode:
        told = told or f"pg_restore ended with status {reading.returncode}"
        reasons = [
            line.partition("ERROR:")[2].strip() for line in told.splitlines() if "ERROR:" in line
        ]
        reason = reasons[0] if reasons else told.strip().rpartition("\n")[2]
        raise StoreError(
            f"expected to fill {programs.address} from {backup}, but it was refused: {reason}; nothing was changed"
        )
