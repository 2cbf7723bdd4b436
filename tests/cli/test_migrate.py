import shutil
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.server.databases import PostgresServer, served
from tests.server.store.database.test_migrating import old_database, shape

from nardy.server.store.database.lock import DatabaseLock
from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import SCHEMA


def test_a_file_is_brought_up_to_date_once(tmp_path: Path) -> None:
    file = old_database(tmp_path, "0.3.0")
    told = nardy("migrate", "--database", file)
    assert told.lines == [f"migrated: {file}, from version 17 to {SCHEMA}"]
    assert nardy("migrate", "--database", file).lines == [f"up to date: {file}, version {SCHEMA}"]
    data = nardy("migrate", "--database", file, "--json").data
    assert data == {"database": str(file), "before": SCHEMA, "now": SCHEMA}


def test_what_is_no_database_is_told_in_one_sentence(tmp_path: Path) -> None:
    assert "no database of a club at" in refused("migrate", "--database", tmp_path / "none.db")
    shutil.copy(__file__, tmp_path / "text.db")
    assert "got " in refused("migrate", "--database", tmp_path / "text.db")
    nobody = "postgresql://nobody:5ecret@127.0.0.1:1/none"
    for command in ("migrate", "audit"):
        told = refused(command, "--database", nobody)
        assert "it cannot be reached; start it, or check the address in --database" in told
        assert "5ecret" not in told


@pytest.fixture(scope="module")
def postgresql():
    with served() as server:
        yield server


@pytest.mark.thorough
def test_a_database_of_postgresql_is_made_and_looked_after(postgresql: PostgresServer) -> None:
    address = postgresql.new()
    told = nardy("migrate", "--database", address.text)
    assert told.lines == [f"up to date: {address}, version {SCHEMA}"]
    assert nardy("audit", "--database", address.text).lines[0] == "0 throws in 0 rooms"
    assert nardy("ratings", "rebuild", "--database", address.text).status == 0
    postgresql.drop(address)


@pytest.mark.thorough
def test_a_club_moves_from_its_file_to_postgresql(
    tmp_path: Path, postgresql: PostgresServer
) -> None:
    file, address = tmp_path / "club.db", postgresql.new()
    open_store(file).close()
    told = nardy("migrate", "--from", file, "--database", address.text)
    assert told.status == 0, told.err
    assert told.out.startswith(f"moved: {file} to {address} (")
    assert " tables, 1 rows; each table has the same digest)" in told.out
    assert nardy("migrate", "--database", address.text).lines == [
        f"up to date: {address}, version {SCHEMA}"
    ]
    told = refused("migrate", "--from", file, "--database", address.text)
    assert "expected an empty database" in told
    other = postgresql.new()
    data = nardy("migrate", "--from", file, "--database", other.text, "--json").data
    assert data["tables"]["about"]["rows"] == 1
    for one in (address, other):
        postgresql.drop(one)


def test_a_club_moves_only_from_a_file_to_postgresql(tmp_path: Path) -> None:
    file, other = tmp_path / "club.db", tmp_path / "other.db"
    open_store(file).close()
    told = refused("migrate", "--from", file, "--database", other)
    assert (
        f"expected a file for --from and a postgresql:// address for --database, got {file} and {other}"
        in told
    )
    assert not other.exists()
    nobody = "postgresql://nobody:5ecret@127.0.0.1:1/none"
    told = refused("migrate", "--from", tmp_path / "none.db", "--database", nobody)
    assert "no database of a club at" in told
    told = refused("migrate", "--from", file, "--database", nobody)
    assert "it cannot be reached" in told
    assert "5ecret" not in told


def test_no_command_migrates_the_file_of_a_club_that_is_open(tmp_path: Path) -> None:
    file = old_database(tmp_path, "0.3.0")
    before = shape(file)
    for command in (["admin", "--database", file, "find", "a"], ["audit", "--database", file]):
        with DatabaseLock(file):
            told = refused(*command)
        assert f"got 17 in {file}, which a club of an older nardy has open; stop that one" in told
        assert shape(file) == before
    assert nardy("admin", "--database", file, "find", "a").status == 0
    assert shape(file) != before
