"""Online backup: a consistent copy of a database that a club may be writing to."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from nardy.server.errors import StoreError
from nardy.server.store.packed_games.form import ended_at

TellProgress = Callable[[int, int], None]
"""Progress callback: pages copied, pages in total."""
PAGES_A_STEP = 1024
"""4 MiB: a few milliseconds, so that progress is reported and Ctrl-C works."""
BUSY_SECONDS = 2.0


@dataclass(frozen=True)
class Contents:
    """Summary of a database."""

    schema: int
    rooms: int
    unfinished: int
    last_at: int
    """Time of the last log entry, packed or not, in milliseconds since 1970; 0 if there is none."""
    archives: tuple[str, ...] = ()
    """Names of the files beside the database that have old games."""


def copy(source: Path, target: Path, tell: TellProgress = lambda done, of: None) -> Contents:
    """Copy a database into a new file and verify the copy; returns its contents.

    One read transaction lasts from the first page to the last: without it, SQLite's backup starts
    again whenever another connection commits. The club goes on writing to its write-ahead log.

    Raises:
        StoreError: the source is not a database of a club, or damaged; or the copy cannot be written.
    """
    with (
        contextlib.closing(connect(source)) as reading,
        _told(source, "a sound database of a club"),
    ):
        reading.execute("BEGIN")
        # The first read fixes the snapshot.
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with contextlib.closing(_connect(target)) as writing, _told(target, "room for a copy"):
            # The file is not in use yet: no journal, and one fsync at the end.
            writing.execute("PRAGMA journal_mode=OFF")
            writing.execute("PRAGMA synchronous=OFF")
            reading.backup(
                writing, pages=PAGES_A_STEP, progress=lambda _, left, of: tell(of - left, of)
            )
    with contextlib.closing(connect(target)) as copied, _told(source, "a sound database of a club"):
        # Leave a single file, without a write-ahead log beside it.
        copied.execute("PRAGMA journal_mode=DELETE")
        require_sound(copied, source)
        found = contents(copied)
    _flush(target)
    return found


def connect(file: Path) -> sqlite3.Connection:
    """Connect to an existing database.

    Raises:
        StoreError: it cannot be opened.
    """
    with _told(file, "the database of a club"):
        return _connect(file)


def _connect(file: Path) -> sqlite3.Connection:
    address = f"file:{quote(str(file.absolute()))}?mode=rw"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)


def contents(connection: sqlite3.Connection) -> Contents:
    (schema,) = connection.execute("SELECT value FROM about WHERE name = 'schema'").fetchone()
    (rooms,) = connection.execute("SELECT count(*) FROM room").fetchone()
    (unfinished,) = connection.execute("SELECT count(*) FROM room WHERE is_over IS 0").fetchone()
    # The log is append-only: its last row is its newest.
    newest = "SELECT coalesce((SELECT at FROM entry ORDER BY rowid DESC LIMIT 1), 0)"
    (last_at,) = connection.execute(newest).fetchone()
    archives: tuple[str, ...] = ()
    # Older databases have no packed games.
    table = "SELECT 1 FROM sqlite_master WHERE name = 'packed_room'"
    if connection.execute(table).fetchone() is not None:
        last_at, archives = max(last_at, _last_packed(connection)), _archives(connection)
    return Contents(int(schema), rooms, unfinished, last_at, archives)


def version_of(file: Path) -> int:
    """The version of the tables in an existing database.

    Raises:
        StoreError: it cannot be opened, or is none of a club.
    """
    with contextlib.closing(connect(file)) as reading, _told(file, "the database of a club"):
        (schema,) = reading.execute("SELECT value FROM about WHERE name = 'schema'").fetchone()
        return int(schema)


def _archives(connection: sqlite3.Connection) -> tuple[str, ...]:
    query = "SELECT DISTINCT archive FROM packed_room WHERE archive IS NOT NULL ORDER BY 1"
    return tuple(name for (name,) in connection.execute(query))


def _last_packed(connection: sqlite3.Connection) -> int:
    """The end of the last packed game that lies in the database; 0 if there is none."""
    query = "SELECT data FROM packed_room WHERE data IS NOT NULL ORDER BY number DESC LIMIT 1"
    found = connection.execute(query).fetchone()
    return ended_at(found[0]) if found else 0


def require_sound(connection: sqlite3.Connection, file: Path) -> None:
    """Run SQLite's integrity check.

    Raises:
        StoreError: the database is damaged.
    """
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise _damaged(file)


@contextlib.contextmanager
def beside(file: Path) -> Generator[Path]:
    """A temporary file in the same folder with mode 0600, deleted at the end unless renamed.

    Raises:
        StoreError: the folder cannot be written.
    """
    try:
        descriptor, name = tempfile.mkstemp(
            prefix=f".{file.name}.", suffix=".part", dir=file.parent
        )
    except OSError as error:
        raise StoreError(
            f"expected a folder that can be written, got {file.parent} ({error.strerror}); "
            "choose another"
        ) from error
    os.close(descriptor)
    part = Path(name)
    try:
        yield part
    finally:
        for left in (part, *attendants(part)):
            left.unlink(missing_ok=True)


def attendants(file: Path) -> tuple[Path, Path, Path]:
    """The files that SQLite keeps beside a database: write-ahead log, its index, rollback journal."""
    wal, index, journal = (file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))
    return wal, index, journal


def put_in_place(part: Path, file: Path) -> None:
    """Rename a finished file and flush the folder, so that the name survives a power failure."""
    part.replace(file)
    _flush(file.parent)


def _flush(file: Path) -> None:
    """Wait until a file, or a folder's entries, are on the disk."""
    if os.name == "nt" and file.is_dir():
        return  # Windows cannot open a folder
    descriptor = os.open(file, os.O_RDONLY if file.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _damaged(file: Path) -> StoreError:
    return StoreError(
        f"expected a sound database of a club, got {file}, which is damaged; restore a backup"
    )


@contextlib.contextmanager
def _told(file: Path, expected: str) -> Generator[None]:
    """Translate errors of SQLite to one sentence for the user."""
    try:
        yield
    except StoreError:
        raise  # has a message for the user already
    except sqlite3.DatabaseError as error:
        reason = str(error)
        if "malformed" in reason:
            raise _damaged(file) from error
        causes = {
            "locked": "which another program holds; close that and try again",
            "full": "where the disk is full; make room or choose another",
            "readonly": "which is read-only; make it writable or choose another",
            "unable to open": "which cannot be opened; check the name and its permissions",
            "disk I/O": "which the disk refuses; make room or choose another",
            "not a database": "which is not one",
            "no such": "which is not one",
        }
        unknown = "which cannot be used; try another"
        found = next((text for word, text in causes.items() if word in reason), unknown)
        raise StoreError(f"expected {expected}, got {file}, {found}") from error
    except (TypeError, ValueError) as error:
        # The version is missing, or is not a number.
        raise StoreError(f"expected {expected}, got {file}, which is not one") from error
