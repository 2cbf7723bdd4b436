import asyncio
import sqlite3
from pathlib import Path

import pytest

from nardy.core.events import Started
from nardy.server.errors import StoreError
from nardy.server.store import guests, log, schema
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest

DATA = Path(__file__).with_name("migrations") / "data"
VERSIONS = ["0.1.0", "0.1.1", "0.2.0", "0.3.0"]


def old_database(folder: Path, version: str) -> Path:
    """A database as that nardy wrote it."""
    file = folder / f"{version}.db"
    with sqlite3.connect(file) as connection:
        connection.executescript((DATA / f"nardy-{version}.sql").read_text("utf-8"))
    connection.close()
    return file


def shape(file: Path) -> dict[str, object]:
    """The tables of a database, as SQLite itself tells them."""
    with sqlite3.connect(file) as connection:
        names = [
            name
            for (name,) in connection.execute(
                "select name from sqlite_master where type = 'table' order by name"
            )
        ]
        return {
            name: {
                "columns": sorted(
                    row[1:] for row in connection.execute(f"pragma table_info({name})")
                ),
                "keys": sorted(
                    row[2:] for row in connection.execute(f"pragma foreign_key_list({name})")
                ),
                "indexes": sorted(
                    (
                        row[2:4],
                        tuple(
                            column[2]
                            for column in connection.execute(f"pragma index_info('{row[1]}')")
                        ),
                    )
                    for row in connection.execute(f"pragma index_list({name})")
                ),
            }
            for name in names
        }


@pytest.mark.parametrize("version", VERSIONS)
def test_a_released_database_gets_the_tables_that_a_new_one_has(
    tmp_path: Path, version: str
) -> None:
    new, old = tmp_path / "new.db", old_database(tmp_path, version)
    open_store(new).close()
    open_store(old).close()
    assert shape(old) == shape(new)
    open_store(old).close()
    with sqlite3.connect(old) as connection:
        told = connection.execute("select value from about where name = 'schema'").fetchall()
        assert told == [(str(schema.SCHEMA),)]
        assert connection.execute("pragma foreign_key_check").fetchall() == []


@pytest.mark.parametrize("version", VERSIONS)
def test_what_was_played_before_is_still_there(tmp_path: Path, version: str) -> None:
    store = open_store(old_database(tmp_path, version))
    who = asyncio.run(store.read(lambda c: guests.guest_of(c, "token-a")))
    found = asyncio.run(store.read(lambda c: log.load_room(c, "going")))
    store.close()
    assert who == Guest("a", "A", "member")
    assert found is not None
    record, (entry,) = found
    assert (record.games, record.white, record.black) == (("tapa",), "guest:a", "bot:random")
    assert entry.event == Started("tapa w opening")
    assert (entry.key, entry.note) == ("key", {"clock": 1})


def test_an_upgrade_that_fails_leaves_the_old_database(tmp_path: Path) -> None:
    file = old_database(tmp_path, "0.1.0")
    before = shape(file)
    with sqlite3.connect(file) as connection:
        # What a newer version wants to make is there already, by whatever accident.
        connection.execute("create table recount (number integer)")
    with pytest.raises(StoreError):
        open_store(file)
    with sqlite3.connect(file) as connection:
        connection.execute("drop table recount")
        assert connection.execute("select value from about").fetchall() == [("11",)]
    assert shape(file) == before


@pytest.mark.parametrize("version", [1, 10, 12, 13])
def test_a_database_of_no_release_is_refused(tmp_path: Path, version: int) -> None:
    file = old_database(tmp_path, "0.1.0")
    with sqlite3.connect(file) as connection:
        connection.execute("update about set value = ? where name = 'schema'", [str(version)])
    with pytest.raises(StoreError, match=f"of nardy 0.1.0 or newer, got one of version {version} "):
        open_store(file)
    with sqlite3.connect(file) as connection:
        assert connection.execute("select value from about").fetchall() == [(str(version),)]
