import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from tests.server import thrown
from tests.server.databases import PostgresServer

from nardy.server.errors import StoreError
from nardy.server.store import about
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql import dumps
from nardy.server.store.database.postgresql.dumps import dump, read, require_same
from nardy.server.store.database.postgresql.programs import programs_for
from nardy.server.store.schema import SCHEMA

pytestmark = pytest.mark.thorough


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.with_tables()
    yield made
    postgresql.drop(made)


def play(address: PostgresAddress, rooms: int, throws: int, seed: int = 3) -> None:
    """Rooms with throws in a club."""

    async def go() -> None:
        store = open_store(address)
        tables = thrown.tables(rooms, seed)
        await thrown.make(store, tables)
        await thrown.play(store, tables, throws, Random(seed))
        await asyncio.to_thread(store.close)

    asyncio.run(go())


def test_a_backup_is_of_one_moment_of_a_club_that_goes_on(
    address: PostgresAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is written after its first moment is not in it, however long pg_dump takes."""
    play(address, 5, 100)
    write, told = dumps._write, list[tuple[int, int]]()  # noqa: SLF001

    def written(*of: object) -> None:
        late = threading.Thread(target=lambda: asyncio.run(note(address)))
        late.start()
        late.join()
        write(*of)  # type: ignore[arg-type]

    monkeypatch.setattr(dumps, "_write", written)
    file = tmp_path / "club.dump"
    found = dump(address, file, lambda done, of: told.append((done, of)))
    assert (found.schema, found.rooms, found.unfinished) == (SCHEMA, 5, 5)
    there = read(file, programs_for(address))
    assert there.schema == SCHEMA
    assert there.rows["room"] == 5
    assert there.rows["about"] == 1
    assert "job" not in there.rows
    assert told[-1][0] == told[-1][1] == len(there.rows)
    # The club has it by now.
    assert dump(address, file).rooms == 5
    assert read(file, programs_for(address)).rows["about"] == 2


async def note(address: PostgresAddress) -> None:
    store = open_store(address)
    await store.run(lambda c: about.put(c, "late", "x"))
    await asyncio.to_thread(store.close)


def test_a_damaged_file_is_refused(address: PostgresAddress, tmp_path: Path) -> None:
    play(address, 5, 400)
    file, programs = tmp_path / "club.dump", programs_for(address)
    dump(address, file)
    whole = file.read_bytes()
    assert read(file, programs).rows["entry"] >= 400
    middle = len(whole) * 2 // 3
    for harm in (whole[:middle], whole[:middle] + b"x" * 300 + whole[middle + 300 :], whole[:100]):
        file.write_bytes(harm)
        with pytest.raises(StoreError, match=r"expected a sound backup.*cannot be read to its end"):
            read(file, programs)
    file.write_bytes(b"SQLite format 3\0" + bytes(500))
    with pytest.raises(
        StoreError, match=r"which is none; a file of SQLite .* nardy migrate --from"
    ):
        read(file, programs)
    with pytest.raises(StoreError, match=r"expected a backup, got .*No such file"):
        read(tmp_path / "none", programs)


def test_other_rows_than_the_database_had_are_no_backup() -> None:
    require_same({"room": 3, "entry": 9, "more": 1}, {"room": 3, "entry": 9}, Path("x"))
    with pytest.raises(StoreError, match="expected 10 rows of entry in x, got 9"):
        require_same({"room": 3, "entry": 9}, {"room": 3, "entry": 10}, Path("x"))
    with pytest.raises(StoreError, match="expected 0 rows of entry in x, got none"):
        require_same({"room": 3}, {"room": 3, "entry": 0}, Path("x"))


def test_a_database_of_no_club_is_refused(postgresql: PostgresServer, tmp_path: Path) -> None:
    empty = postgresql.new()
    with pytest.raises(StoreError, match="expected the database of a club, got"):
        dump(empty, tmp_path / "club.dump")
    postgresql.drop(empty)
    with pytest.raises(StoreError, match="it cannot be reached"):
        dump(PostgresAddress("postgresql://nobody@127.0.0.1:1/none"), tmp_path / "club.dump")
