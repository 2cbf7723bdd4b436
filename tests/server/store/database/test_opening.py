import asyncio
import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from nardy.server.errors import StoreError
from nardy.server.store import guests
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest


def test_a_database_is_made_where_there_is_none_and_found_again(tmp_path: Path) -> None:
    file = tmp_path / "new" / "club.db"
    open_store(file).close()
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        (mode,) = connection.execute("pragma journal_mode").fetchone()
    assert mode == "wal"


def test_a_database_of_a_newer_nardy_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("update about set value = '99' where name = 'schema'")
    with pytest.raises(StoreError, match="a newer nardy wrote it"):
        open_store(file)


def test_what_is_no_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    file.write_text("a letter to the editor, long enough to be read as a header" * 20, "utf-8")
    with pytest.raises(StoreError, match="it is no database"):
        open_store(file)
    with pytest.raises(StoreError, match="--database"):
        open_store(tmp_path)
    with pytest.raises(StoreError, match="expected a folder"):
        open_store(file / "below.db")


def test_a_locked_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("begin immediate")
    with pytest.raises(StoreError, match="another program holds it"):
        open_store(file, 0.01)
    other.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_a_read_only_database_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    file.chmod(0o444)
    with pytest.raises(StoreError, match="read-only"):
        open_store(file)


def test_a_copy_made_while_the_club_runs_is_whole(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    asyncio.run(store.run(lambda c: guests.add_guest(c, Guest("a", "Anna"), "token", 1)))
    with (
        contextlib.closing(sqlite3.connect(tmp_path / "club.db")) as running,
        contextlib.closing(sqlite3.connect(tmp_path / "copy.db")) as copy,
    ):
        running.backup(copy)
    store.close()
    restored = open_store(tmp_path / "copy.db")
    found = asyncio.run(restored.run(lambda c: guests.guest_of(c, "token")))
    restored.close()
    assert found == Guest("a", "Anna")
