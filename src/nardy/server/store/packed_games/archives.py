"""Archives: packed games in a file beside the database, moved out to keep the database small.

On PostgreSQL nothing lies beside the database: an archive is named by its whole path, which all processes can read.

At every moment each game lies whole in the database or in a finished archive.
"""

import contextlib
import sqlite3
from collections.abc import Generator
from pathlib import Path

import sqlalchemy as sql

from nardy.server.errors import StoreError
from nardy.server.store.dialects import is_postgresql
from nardy.server.store.packed_tables import packed_room

AT_ONCE = 200
"""Games of one transaction of the club's database, for which acts wait."""
_TABLE = (
    "CREATE TABLE packed_room (room TEXT PRIMARY KEY, month INTEGER NOT NULL, "
    "number INTEGER NOT NULL, length INTEGER NOT NULL, data BLOB NOT NULL) WITHOUT ROWID"
)


def folder_of(connection: sql.Connection) -> Path:
    """The folder of the database, in which its archives lie."""
    return Path(connection.engine.url.database or ".").resolve().parent


def name_of(connection: sql.Connection, file: Path) -> str:
    """How the database names an archive: its path from `folder_of`."""
    return str(file) if is_postgresql(connection) else file.name


def data_of(file: Path, room_id: str) -> bytes:
    """The packed log of a room in an archive.

    Raises:
        StoreError: the archive is not there or is none, or lacks the room.
    """
    with _opened(file) as archive:
        query = "SELECT data FROM packed_room WHERE room = ?"
        found = archive.execute(query, [room_id]).fetchone()
    if found is None:
        raise StoreError(f"expected the game {room_id} in {file}, got an archive without it")
    return found[0]


def movable(connection: sql.Connection, before: int) -> list[str]:
    """The rooms that ended before a month (such as 202601) and lie in the database."""
    query = sql.select(packed_room.c.room).where(
        packed_room.c.month < before, packed_room.c.data.is_not(None)
    )
    return list(connection.scalars(query.order_by(packed_room.c.room)))


def write(connection: sql.Connection, rooms: list[str], file: Path) -> None:
    """Write packed rooms into a new file, which is on the disk and verified at the return."""
    archive = sqlite3.connect(file, isolation_level=None)
    with contextlib.closing(archive):
        archive.execute("PRAGMA synchronous=FULL")
        archive.execute("BEGIN")
        archive.execute(_TABLE)
        for first in range(0, len(rooms), AT_ONCE):
            some = rooms[first : first + AT_ONCE]
            archive.executemany(
                "INSERT INTO packed_room VALUES (?, ?, ?, ?, ?)", _rows(connection, some)
            )
        archive.execute("COMMIT")
        (sound,) = archive.execute("PRAGMA integrity_check(1)").fetchone()
        (count,) = archive.execute("SELECT count(*) FROM packed_room").fetchone()
    if sound != "ok" or count != len(rooms):
        raise StoreError(f"expected a sound archive of {len(rooms)} games, got {count} in {file}")


def move_out(connection: sql.Connection, rooms: list[str], file: Path) -> int:
    """Let the archive have the data of these rooms; returns how many. Those that differ stay here."""
    with _opened(file) as archive:
        marks = ",".join("?" * len(rooms))
        query = f"SELECT room, data FROM packed_room WHERE room IN ({marks})"  # noqa: S608 (marks only)
        there = dict(archive.execute(query, rooms).fetchall())
    moved, name = 0, name_of(connection, file)
    for room_id, _, _, _, data in _rows(connection, rooms):
        if there.get(room_id) == data:
            is_it = packed_room.c.room == room_id
            out = sql.update(packed_room).where(is_it).values(data=None, archive=name)
            moved += connection.execute(out).rowcount
    return moved


def moved_to(connection: sql.Connection, file: Path) -> list[str]:
    """The rooms whose data lies in an archive."""
    is_there = packed_room.c.archive == name_of(connection, file)
    query = sql.select(packed_room.c.room).where(is_there)
    return list(connection.scalars(query.order_by(packed_room.c.room)))


def bring_back(connection: sql.Connection, rooms: list[str], file: Path) -> None:
    """Read these rooms back into the database; the archive stays as it is."""
    for room_id in rooms:
        values = {"data": data_of(file, room_id), "archive": None}
        is_it = packed_room.c.room == room_id
        connection.execute(sql.update(packed_room).where(is_it).values(**values))


def names(connection: sql.Connection) -> list[str]:
    """The names of all archives that the database needs."""
    query = sql.select(packed_room.c.archive).where(packed_room.c.archive.is_not(None)).distinct()
    return sorted(filter(None, connection.scalars(query)))


def _rows(connection: sql.Connection, rooms: list[str]) -> list[tuple[str, int, int, int, bytes]]:
    columns = [packed_room.c[name] for name in ("room", "month", "number", "length", "data")]
    query = sql.select(*columns).where(packed_room.c.room.in_(rooms))
    found = connection.execute(query.where(packed_room.c.data.is_not(None)))
    return [(row.room, row.month, row.number, row.length, row.data) for row in found]


@contextlib.contextmanager
def _opened(file: Path) -> Generator[sqlite3.Connection]:
    """An archive, to be read."""
    try:
        file.open("rb").close()
    except (FileNotFoundError, IsADirectoryError) as error:
        raise StoreError(
            f"expected the archive {file}, got no such file; put it back there"
        ) from error
    except OSError as error:
        raise StoreError(
            f"expected the archive {file} to be readable, got an error ({error.strerror}); give it the owner "
            "and the mode of the database"
        ) from error
    try:
        archive = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)
        with contextlib.closing(archive):
            yield archive
    except sqlite3.DatabaseError as error:
        raise StoreError(
            f"expected an archive of packed games, got {file}, which is none or damaged; "
            "put a copy of it there"
        ) from error
