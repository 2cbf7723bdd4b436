"""Backups of a database of PostgreSQL, by pg_dump: one moment of a club that goes on, read again before it counts."""

import re
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import sqlalchemy as sql
from sqlalchemy.exc import DBAPIError

from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.backup import Contents, TellProgress
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.postgresql.connecting import engine_of
from nardy.server.store.database.postgresql.programs import Programs, programs_for
from nardy.server.store.job_tables import job, job_process
from nardy.server.store.packed_games.form import ended_at
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.schema import about, entry, room

MAGIC = b"PGDMP"
"""The first bytes of a dump in the custom format."""
OF_THE_MOMENT = frozenset({job.name, job_process.name})
"""Tables whose rows mean nothing to a club that begins anew."""
_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1"
# The transaction lasts as long as pg_dump, and waits for it.
_SESSION = {
    "default_transaction_isolation": r"repeatable\ read",
    "default_transaction_read_only": "on",
    "idle_in_transaction_session_timeout": "0",
}
_COPY = re.compile(rb'COPY (?:"?[^".]+"?\.)?"?([^" ]+)"? \((.*)\) FROM stdin;\n')


@dataclass(frozen=True)
class Dumped:
    """What a dump has."""

    schema: int
    """The version of its tables."""
    rows: Mapping[str, int]
    """The number of rows of each table that has data."""


def dump(
    address: PostgresAddress, target: Path, tell: TellProgress = lambda done, of: None
) -> Contents:
    """Write a backup into a file; returns its contents.

    The file is read again to the end, and must have the rows that the database had at that moment.

    Raises:
        MissingExtraError: psycopg is not installed.
        StoreError: the database cannot be read, is none of a club, or the file cannot be written.
    """
    with _snapshot(address) as connection:
        programs = programs_for(address)
        tables = table_names(connection)
        if about.name not in tables:
            raise StoreError(f"expected the database of a club, got {address}, which is none")
        snapshot = connection.scalar(sql.select(sql.func.pg_export_snapshot()))
        schema = connection.scalar(sql.select(sql.func.current_schema()))
        _write(programs, target, [f'"{schema}"."{name}"' for name in tables], f"{snapshot}", tell)
        found, counts = contents(connection), row_counts(connection, tables)
    require_same(read(target, programs).rows, counts, target)
    return found


@contextmanager
def _snapshot(address: PostgresAddress) -> Generator[sql.Connection]:
    """A connection that sees one moment."""
    engine = engine_of(address, session=_SESSION)
    try:
        with engine.connect() as connection, connection.begin():
            yield connection
    except DBAPIError as error:
        raise refusal(error) from error
    finally:
        engine.dispose()


def table_names(connection: sql.Connection) -> list[str]:
    """The tables of a club's database."""
    return list(connection.scalars(sql.text(_TABLES)))


def row_counts(connection: sql.Connection, tables: list[str]) -> dict[str, int]:
    """The number of rows of each table that a backup has data of."""
    return {
        name: connection.scalar(sql.select(sql.func.count()).select_from(sql.table(name))) or 0
        for name in tables
        if name not in OF_THE_MOMENT
    }


def contents(connection: sql.Connection) -> Contents:
    """What is in the database of a club; tables of older versions may lack something."""
    ask = connection.scalar
    version = ask(sql.select(about.c.value).where(about.c.name == "schema"))
    rooms = ask(sql.select(sql.func.count()).select_from(room))
    going_on = sql.select(sql.func.count()).select_from(room).where(room.c.is_over.is_(False))
    packed = sql.select(packed_room.c.data).where(packed_room.c.data.is_not(None))
    last_packed = ask(packed.order_by(packed_room.c.number.desc()).limit(1))
    last_at = max(
        ask(sql.select(sql.func.max(entry.c.at))) or 0, ended_at(last_packed) if last_packed else 0
    )
    archive = packed_room.c.archive
    asked = sql.select(archive).where(archive.is_not(None)).distinct()
    names: tuple[str, ...] = tuple(sorted(connection.scalars(asked)))
    return Contents(int(version or 0), rooms or 0, ask(going_on) or 0, last_at, names)


def _write(
    programs: Programs, target: Path, tables: list[str], snapshot: str, tell: TellProgress
) -> None:
    empty = [f"--exclude-table-data=*.{name}" for name in sorted(OF_THE_MOMENT)]
    command = programs.command(
        "pg_dump",
        [
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            "--verbose",
            f"--snapshot={snapshot}",
            f"--file={target}",
            *empty,
            *(f"--table={name}" for name in tables),
        ],
    )
    done, reason = 0, ""
    with subprocess.Popen(  # noqa: S603 (PostgreSQL's own program)
        command, env=programs.environment(), stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if "dumping contents of table" in line:
                done += 1
                tell(done, max(done, len(tables) - len(OF_THE_MOMENT)))
            elif "error:" in line:
                reason = line.partition("error:")[2].strip()
    if process.returncode:
        raise StoreError(
            f"expected pg_dump to write {target}, but it failed: {reason}; mend that and try again"
        )


def read(file: Path, programs: Programs) -> Dumped:
    """Read a whole dump; the server is not asked.

    Raises:
        StoreError: it is none, or damaged; or pg_restore is not installed.
    """
    _require_dump(file)
    command = [programs.find("pg_restore"), "--data-only", "--file=-", str(file)]
    with (
        tempfile.TemporaryFile() as errors,
        subprocess.Popen(  # noqa: S603 (PostgreSQL's own program)
            command, env=programs.environment(), stdout=subprocess.PIPE, stderr=errors
        ) as process,
    ):
        assert process.stdout is not None
        schema, rows = _counted(process.stdout)
        process.wait()
        errors.seek(0)
        reason = errors.read(500).decode(errors="replace").partition("error:")[2].strip()
    if process.returncode or not schema:
        told = f" ({reason})" if reason else ""
        raise StoreError(
            f"expected a sound backup of a club, got {file}, which cannot be read to its end{told}; use another"
        )
    return Dumped(schema, rows)


def _require_dump(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            begin = opened.read(len(MAGIC))
    except OSError as error:
        raise StoreError(
            f"expected a backup, got {file} ({error.strerror}); name another"
        ) from error
    if begin != MAGIC:
        raise StoreError(
            f"expected a backup of a club on PostgreSQL, got {file}, which is none; a file of SQLite is taken "
            "there by nardy migrate --from"
        )


def _counted(script: IO[bytes]) -> tuple[int, dict[str, int]]:
    """The version of the tables and the number of rows of each, from the statements of a restore."""
    schema, rows = 0, dict[str, int]()
    for line in script:
        begun = _COPY.fullmatch(line)
        if begun is None:
            continue
        name = begun[1].decode()
        rows[name] = 0
        for row in script:
            if row == b"\\.\n":
                break
            rows[name] += 1
            if name == about.name and row.startswith(b"schema\t"):
                schema = int(row.split(b"\t")[1])
    return schema, rows


def require_same(found: Mapping[str, int], expected: Mapping[str, int], file: Path) -> None:
    """Refuse a dump that has other rows than the database.

    Raises:
        StoreError: the first table that differs.
    """
    for name, count in expected.items():
        if found.get(name) != count:
            raise StoreError(
                f"expected {count} rows of {name} in {file}, got {found.get(name, 'none')}; the backup is worth "
                "nothing: check the disk, and try again"
            )
