import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sql
from tests.server.databases import PostgresServer
from tests.server.packed import finish, log_of, pack_all
from tests.server.store.database.test_migrating import old_database
from tests.server.store.packed_games.test_archives import NAMES

from nardy.server.errors import StoreError
from nardy.server.store import log
from nardy.server.store.all_tables import metadata
from nardy.server.store.database import transfer as transfers
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.lock import DatabaseLock, HeldError
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.dumps import OF_THE_MOMENT
from nardy.server.store.database.transfer import TableDigest, digest_of, transfer
from nardy.server.store.database.writer import engine_of
from nardy.server.store.packed_games import archives
from nardy.server.store.packed_tables import packed_room
from nardy.server.store.schema import SCHEMA

MOVED = [table for table in metadata.sorted_tables if table.name not in OF_THE_MOMENT]
ROWS = 3


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.new()
    yield made
    postgresql.drop(made)


def value_of(column: sql.Column[Any], number: int) -> object:
    """Something that a column can hold, another one in each row."""
    for key in column.foreign_keys:
        return value_of(key.column, number)
    values: dict[type, object] = {
        sql.Boolean: number % 2 == 1,
        sql.Float: [1 / 3, -2.5e-300, 4.0][number],
        sql.LargeBinary: bytes([0, 255, 92, number]),
        sql.BigInteger: 1_800_000_000_000 + number,
        sql.Integer: 2 * number + 1,
        sql.Text: f"{column.name} {number} ход\t\n\\N 'x' 😀",
    }
    return next(value for kind, value in values.items() if isinstance(column.type, kind))


def fill(file: Path) -> None:
    """A database with some rows in each table."""
    open_store(file).close()
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        for table in MOVED:
            some = [{of.name: value_of(of, n) for of in table.columns} for n in range(ROWS)]
            for row in some:
                row.update(
                    {of.name: None for of in table.columns if of.nullable and row is some[0]}
                )
            if table.name == "packed_room":
                some = [{**row, "archive": None} for row in some]
            connection.execute(sql.insert(table), some)
    engine.dispose()


def rows_in(file: Path) -> dict[str, list[str]]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return {of.name: told(connection.execute(f"select * from {of.name}")) for of in MOVED}  # noqa: S608


def rows_there(address: PostgresAddress) -> dict[str, list[str]]:
    with psycopg.connect(address.text) as connection:
        queries = {of.name: f'select * from "{of.name}"' for of in MOVED}  # noqa: S608
        return {name: told(connection.execute(query)) for name, query in queries.items()}  # type: ignore[arg-type]


def told(rows: Any) -> list[str]:
    """Rows in words; SQLite has numbers for yes and no."""
    plain = ([int(one) if isinstance(one, bool) else one for one in row] for row in rows)
    return sorted(map(str, plain))


def tables_there(address: PostgresAddress) -> list[tuple[str]]:
    query = "select tablename from pg_tables where schemaname = 'public'"
    with psycopg.connect(address.text) as connection:
        return connection.execute(query).fetchall()


@pytest.mark.thorough
def test_every_table_is_there_with_all_its_rows(address: PostgresAddress, tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    fill(file)
    before, heard = rows_in(file), list[tuple[int, int]]()
    found = transfer(file, address, lambda done, of: heard.append((done, of)))
    assert rows_there(address) == before == rows_in(file)
    assert {name: of.rows for name, of in found.items()} == {
        of.name: ROWS + (of.name == "about") for of in MOVED
    }
    assert heard[-1] == (len(MOVED), len(MOVED))
    # Numbers that the database gives go on after the largest.
    with psycopg.connect(address.text) as connection:
        sequences = connection.execute(
            "select sequencename, last_value from pg_sequences"
        ).fetchall()
    assert sequences
    assert all(last == 2 * ROWS - 1 for _, last in sequences), sequences


@pytest.mark.thorough
def test_a_club_goes_on_where_it_was(address: PostgresAddress, tmp_path: Path) -> None:
    """Games that are played, packed and archived are read as before."""
    file, archive = tmp_path / "club.db", tmp_path / "old.games"

    async def games(database: Path | PostgresAddress) -> list[object]:
        store = open_store(database)
        found = [await store.read(lambda c, of=of: log.load_room(c, of)) for of in (*NAMES, "new")]
        await asyncio.to_thread(store.close)
        return found

    async def play() -> None:
        store = open_store(file)
        for name in NAMES:
            await finish(store, name, log_of("backgammon"))
        assert await pack_all(store) == len(NAMES)
        await finish(store, "new", log_of("tapa"))
        await store.read(lambda c: archives.write(c, NAMES[:1], archive))
        assert await store.run(lambda c: archives.move_out(c, NAMES[:1], archive)) == 1
        await asyncio.to_thread(store.close)

    asyncio.run(play())
    before = asyncio.run(games(file))
    assert None not in before
    transfer(file, address)
    assert asyncio.run(games(address)) == before
    with psycopg.connect(address.text) as connection:
        query = "select archive from packed_room where archive is not null"
        assert connection.execute(query).fetchall() == [(str(archive),)]

    async def play_on() -> None:
        store = open_store(address)
        await finish(store, "later", log_of("tapa"))
        assert await store.read(lambda c: log.load_room(c, "later")) is not None
        await asyncio.to_thread(store.close)

    asyncio.run(play_on())


@pytest.mark.thorough
@pytest.mark.parametrize("harm", ["nul", "other rows", "too large"])
def test_what_fails_leaves_nothing(
    harm: str, address: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    words = {
        "nul": "expected rows of about that PostgreSQL can store, got one that it cannot",
        "other rows": "expected the 1 rows of about as they were, got 1 or others",
        "too large": "expected rows of room that PostgreSQL can store, got one that it cannot",
    }
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        if harm == "nul":
            connection.execute("insert into about values ('x', 'a' || char(0))")
        if harm == "too large":
            columns = metadata.tables["room"].columns
            values = {of.name: value_of(of, 0) for of in columns} | {"version": 2**40}
            marks = ",".join("?" * len(values))
            names = ",".join(f'"{name}"' for name in values)
            connection.execute(f"insert into room ({names}) values ({marks})", [*values.values()])  # noqa: S608
    if harm == "other rows":
        monkeypatch.setattr(transfers, "digest_of", lambda rows: TableDigest(len(list(rows)), "0"))
    with pytest.raises(StoreError, match=words[harm]):
        transfer(file, address)
    assert tables_there(address) == []


@pytest.mark.thorough
def test_a_database_that_is_not_empty_is_refused(address: PostgresAddress, tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    transfer(file, address)
    with pytest.raises(StoreError, match="expected an empty database, got one with the table"):
        transfer(file, address)
    with DatabaseLock(address), pytest.raises(HeldError):
        transfer(file, address)


def test_a_club_that_runs_and_one_of_another_version_are_refused(tmp_path: Path) -> None:
    nobody, file = PostgresAddress("postgresql://nobody@127.0.0.1:1/none"), tmp_path / "club.db"
    open_store(file).close()
    with DatabaseLock(file), pytest.raises(HeldError):
        transfer(file, nobody)
    with pytest.raises(StoreError, match="it cannot be reached"):
        transfer(file, nobody)
    (tmp_path / "old").mkdir()
    old = old_database(tmp_path / "old", "0.3.0")
    with pytest.raises(StoreError, match=f"version {SCHEMA}, got 17 .* nardy migrate --database"):
        transfer(old, nobody)


def test_a_digest_is_of_all_rows_in_any_order() -> None:
    rows = [(1, "a", None), (2, "b", 0.5), (2, "b", 0.5)]
    digest = digest_of(iter(rows))
    assert digest == digest_of(iter(rows[::-1]))
    others = (rows[:2], [*rows, rows[0]], [*rows[:2], (2, "b", 0.25)], [*rows[:2], (2, "b", None)])
    assert digest not in [digest_of(iter(other)) for other in others]
    assert packed_room in MOVED
