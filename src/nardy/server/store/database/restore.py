"""A backup put in the place of a club's database; what stood there is kept."""

import contextlib
import os
import shutil
import sqlite3
from datetime import datetime
from itertools import chain, count
from pathlib import Path

from nardy.server.errors import StoreError
from nardy.server.store.database.backup import (
    Contents,
    Tell,
    attendants,
    beside,
    connect,
    copy,
    put_in_place,
)
from nardy.server.store.database.lock import DatabaseLock, own_like
from nardy.server.store.schema import SCHEMA


def restore(
    backup: Path, database: Path, tell: Tell = lambda done, of: None
) -> tuple[Contents, Path | None]:
    """Put a copy of a backup in the place of a database; what it holds, and where the old one is now.

    Nothing is changed before the copy has been read to its end, and at every moment the name of the
    database is that of a whole one, the old or the new.

    Raises:
        HeldError: a club has the database open.
        StoreError: the backup is no sound database of this version or an older one, or the
            database is open elsewhere.
    """
    database = database.resolve()
    with DatabaseLock(database):
        if backup.exists() and database.exists() and database.samefile(backup):
            raise StoreError(f"expected a backup, got {backup}, the database itself; name another")
        with beside(database) as part:
            found = copy(backup, part, tell)
            if found.schema > SCHEMA:
                raise StoreError(
                    f"expected a backup of version {SCHEMA} or older, got {found.schema} in {backup}; "
                    "a newer nardy wrote it: use that one"
                )
            _take_over(part, database)
            kept = _put_aside(database) if database.exists() else None
            put_in_place(part, database)
    return found, kept


def _take_over(part: Path, database: Path) -> None:
    """Let whoever could open the old one open the new one; often root restores, and the club is another."""
    is_there = database.exists()
    own_like(part, database if is_there else database.parent)
    if is_there:
        shutil.copymode(database, part)


def _put_aside(database: Path) -> Path:
    """Another name for the old database; it keeps its own until the new one has that."""
    kept = _free_name(database)
    _settle(database)
    # The log of the old one must not lie beside the new one: SQLite would write it into that.
    for left, new in zip(attendants(database), attendants(kept), strict=True):
        if left.exists():
            left.rename(new)
    try:
        os.link(database, kept)
    except OSError:  # a file system without links: for a moment there is no database
        database.rename(kept)
    return kept


def _free_name(database: Path) -> Path:
    at = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    name = f"{database.name}.before-restore-{at}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    files = map(database.with_name, names)
    return next(file for file in files if not any(map(Path.exists, (file, *attendants(file)))))


def _settle(database: Path) -> None:
    """Bring what stands in the write-ahead log into the database, which shows that nobody else has it open.

    One that is damaged goes aside with all its files as they are.

    Raises:
        StoreError: another program has it open.
    """
    is_damaged = contextlib.suppress(sqlite3.DatabaseError)
    with is_damaged, contextlib.closing(connect(database)) as old:
        try:
            old.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise
            raise StoreError(
                f"expected a database that nobody has open, got {database}, which another "
                "program holds; close that and try again"
            ) from error
