import json
import sqlite3
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.effort import some

from nardy.server.errors import StoreError
from nardy.server.store import schema
from nardy.server.store.database.migrating import migrate, newest
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


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


def old_database(file: Path, version: int) -> None:
    """A database as the nardy of a version made it: by the migrations up to there."""
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        for earlier in range(version):
            migrate_one(connection, earlier)
        values = {"name": "schema", "value": str(version)}
        connection.execute(sql.insert(schema.about), values)
    engine.dispose()


def migrate_one(connection: sql.Connection, version: int) -> None:
    migrate(connection, version, until=version + 1)


def test_the_migrations_lead_to_the_tables_that_a_new_database_has(tmp_path: Path) -> None:
    assert newest() == schema.SCHEMA
    new = tmp_path / "new.db"
    open_store(new).close()
    for version in some(range(1, schema.SCHEMA), 3):
        old = tmp_path / f"old-{version}.db"
        old_database(old, version)
        assert shape(old) != shape(new)
        open_store(old).close()
        assert shape(old) == shape(new)
        open_store(old).close()


def test_an_upgrade_that_fails_leaves_the_old_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.db"
    old_database(file, 1)
    before = shape(file)
    with sqlite3.connect(file) as connection:
        # What a newer version wants to make is there already, by whatever accident.
        connection.execute("create table audit (number integer)")
    with pytest.raises(StoreError):
        open_store(file)
    with sqlite3.connect(file) as connection:
        connection.execute("drop table audit")
        assert connection.execute("select value from about").fetchall() == [("1",)]
    assert shape(file) == before


def test_what_was_played_before_is_still_there(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    old_database(file, 1)
    with sqlite3.connect(file) as connection:
        connection.execute("insert into guest values ('g', 'hash', 'Anna', 5)")
        connection.execute(
            "insert into room values ('r', '[\"tapa\"]', 0, 'guest:g', null, '{}', 's', '{}', 1, 0, 6)"
        )
        event = json.dumps({"kind": "rolled-off", "white": 1, "black": 2})
        connection.execute("insert into entry values ('r', 1, ?, 'k', 7, null)", [event])
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        for table, rows in {
            "guest": [("g", "Anna", 5, "")],
            "session": [("hash", "g", 5, 5, "", "")],
            "entry": [("r", 1, event, "k", 7, None)],
        }.items():
            assert connection.execute(f"select * from {table}").fetchall() == rows  # noqa: S608
        assert connection.execute("pragma foreign_key_check").fetchall() == []
