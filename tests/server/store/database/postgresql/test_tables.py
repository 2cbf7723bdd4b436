import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import sqlalchemy as sql
from tests.server.databases import PostgresServer

from nardy.server.errors import StoreError
from nardy.server.store import about
from nardy.server.store.all_tables import metadata
from nardy.server.store.database import migrating
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql import connecting, tables
from nardy.server.store.database.postgresql.tables import bring_up_to_date, prepare
from nardy.server.store.schema import SCHEMA

pytestmark = pytest.mark.thorough

STEP = """
import sqlalchemy as sql
from alembic import op

revision = "{new}"
down_revision = None


def upgrade():
    op.add_column("guest", sql.Column("mood", sql.Text, nullable=False, server_default=""))
"""


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.new()
    yield made
    postgresql.drop(made)


def a_newer_program(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """This program with one more version of the tables."""
    folder.joinpath("next.py").write_text(STEP.format(new=SCHEMA + 1), "utf-8")
    patch.setattr(migrating, "FOLDER", folder)
    patch.setattr(tables, "SCHEMA", SCHEMA + 1)


def columns(address: PostgresAddress) -> set[tuple[str, str]]:
    asked = "select table_name, column_name from information_schema.columns where table_schema = 'public'"
    with psycopg.connect(address.text) as connection:
        return {(row[0], row[1]) for row in connection.execute(asked)}


def test_an_empty_database_gets_all_tables_once(address: PostgresAddress) -> None:
    threads = [threading.Thread(target=prepare, args=[address]) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    wanted = {(table.name, column.name) for table in metadata.tables.values() for column in table.c}
    assert columns(address) == wanted
    assert bring_up_to_date(address) == (SCHEMA, SCHEMA)


def test_texts_are_in_the_order_of_their_bytes(address: PostgresAddress) -> None:
    async def go() -> list[str]:
        store = open_store(address)
        words = ["b", "B", "a", "я", "Я", "ё", "a b", "a-b", "_"]

        def job(connection: sql.Connection) -> list[str]:
            for word in words:
                about.put(connection, word, "")
            return [
                name
                for name in connection.scalars(sql.select(about.about.c.name).order_by("name"))
                if name in words
            ]

        found = await store.run(job)
        store.close()
        return found

    found = asyncio.run(go())
    assert found == sorted(found, key=str.encode)
    assert len(found) == 9


def test_older_tables_are_migrated_by_the_command_alone(
    address: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(address)
    a_newer_program(tmp_path, monkeypatch)
    with pytest.raises(StoreError) as caught:
        open_store(address)
    assert "bring them up to date with nardy migrate" in str(caught.value)
    assert ("guest", "mood") not in columns(address)
    assert bring_up_to_date(address) == (SCHEMA, SCHEMA + 1)
    assert ("guest", "mood") in columns(address)
    assert bring_up_to_date(address) == (SCHEMA + 1, SCHEMA + 1)
    open_store(address).close()
    # And the program before it does not start any more.
    monkeypatch.setattr(tables, "SCHEMA", SCHEMA)
    for refused in (open_store, bring_up_to_date):
        with pytest.raises(StoreError, match="a newer nardy made them"):
            refused(address)


def test_of_several_who_migrate_one_does(
    address: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(address)
    a_newer_program(tmp_path, monkeypatch)
    told = list[tuple[int, int]]()
    threads = [
        threading.Thread(target=lambda: told.append(bring_up_to_date(address))) for _ in range(4)
    ]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert sorted(told) == [(SCHEMA, SCHEMA + 1)] + [(SCHEMA + 1, SCHEMA + 1)] * 3


def test_who_migrates_does_not_wait_for_ever(
    address: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a table lets all others wait behind it."""
    prepare(address)
    a_newer_program(tmp_path, monkeypatch)
    monkeypatch.setitem(connecting._SESSION, "lock_timeout", "200ms")  # noqa: SLF001
    with psycopg.connect(address.text) as other:
        other.execute("select * from guest")
        with pytest.raises(StoreError, match="another program holds what is needed"):
            bring_up_to_date(address)
    assert ("guest", "mood") not in columns(address)
    assert bring_up_to_date(address) == (SCHEMA, SCHEMA + 1)
