"""Restoring a backup; the replaced database is kept under another name."""

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
    TellProgress,
    attendants,
    beside,
    connect,
    copy,
    put_in_place,
)
from nardy.server.store.database.lock import DatabaseLock, own_like
from nardy.server.store.schema import SCHEMA


def restore(
    backup: Path, database: Path, tell: TellProgress = lambda done, of: None
) -> tuple[Contents, Path | None]:
    """Replace a database by a copy of a backup; returns its contents and the new path of the old one.

    Nothing changes before the copy is verified. At every moment the database's name belongs to a whole
    database, the old one or the new one.

    Raises:
        HeldError: a server has the database open.
        StoreError: the backup is damaged or of a newer version, or another program has the database open.
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
    """Copy owner and mode from the old file: often root restores, and the server runs as another user."""
    is_there = database.exists()
    own_like(part, database if is_there else database.parent)
    if is_there:
        shutil.copymode(database, part)


def _put_aside(database: Path) -> Path:
    """Give the old database a second name; it keeps its own until the new one takes it."""
    kept = _free_name(database)
    _settle(database)
    # SQLite would replay the old write-ahead log into the new database.
    for left, new in zip(attendants(database), attendants(kept), strict=True):
        if left.exists():
            left.rename(new)
    try:
        os.link(database, kept)
    except OSError:  # no hard links here: for a moment no file has the name
        database.rename(kept)
    return kept


def _free_name(database: Path) -> Path:
    at = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    name = f"{database.name}.before-restore-{at}"
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    files = map(database.with_name, names)
    return next(file for file in files if not any(map(Path.exists, (file, *attendants(file)))))


def _settle(database: Path) -> None:
    """Merge the write-ahead log into the database, which also shows that no one has it open.

    A damaged database is put aside with all its files as they are.

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
                f"expected a database that no one has open, got {database}, which another "
                "program holds, such as nardy worker; close that and try again"
            ) from error
