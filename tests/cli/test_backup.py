import json
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from tests.cli.talk import nardy, refused
from tests.server.databases import PostgresServer, served
from tests.server.store.database.test_backup import names

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import SCHEMA


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresServer]:
    with served() as server:
        yield server


@pytest.fixture
def club(tmp_path: Path) -> Path:
    file = tmp_path / "club.db"
    open_store(file).close()
    return file


def test_a_backup_of_a_club_that_runs_is_sound(club: Path, tmp_path: Path) -> None:
    store = open_store(club)
    told = nardy("backup", tmp_path / "copy.db", "--database", club)
    store.close()
    assert told.status == 0, told.err
    assert told.out.startswith(f"saved: {tmp_path / 'copy.db'} (0.")
    assert f"version {SCHEMA}, 0 rooms, 0 going on)" in told.out
    assert names(tmp_path / "copy.db") == names(club)


def test_nothing_is_overwritten_unasked(club: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    copy.write_text("a letter", "utf-8")
    for arguments, sentence in (
        ([copy], "which exists; add --force to replace it"),
        ([tmp_path], "a folder; add a name"),
        ([club, "--force"], "the database itself; name another"),
        ([tmp_path / "none" / "copy.db"], "expected a folder that can be written"),
    ):
        answer = refused("backup", *arguments, "--database", club)
        assert sentence in answer
    assert copy.read_text("utf-8") == "a letter"
    told = nardy("backup", copy, "--force", "--json", "--database", club).data
    assert told.pop("seconds") > 0
    facts = {"schema": SCHEMA, "rooms": 0, "unfinished": 0, "last_at": 0, "archives": []}
    assert told == {"file": str(copy), "bytes": copy.stat().st_size, **facts}
    assert json.dumps(told)


def test_a_club_that_is_not_there_is_named(tmp_path: Path) -> None:
    answer = refused("backup", tmp_path / "copy.db", "--database", tmp_path / "none.db")
    assert "name it with --database" in answer
    assert list(tmp_path.iterdir()) == []


@pytest.mark.thorough
def test_a_club_on_postgresql_is_saved_and_comes_back(
    tmp_path: Path, postgresql: PostgresServer
) -> None:
    address, file = postgresql.with_tables(), tmp_path / "club.dump"
    with psycopg.connect(address.text) as connection:
        connection.execute("insert into about values ('name', 'before')")
    told = nardy("backup", file, "--database", address.text)
    assert told.status == 0, told.err
    assert told.out.startswith(f"saved: {file} (0.")
    assert file.stat().st_mode & 0o077 == 0
    assert "add --force" in refused("backup", file, "--database", address.text)
    with psycopg.connect(address.text) as connection:
        connection.execute("update about set value = 'after' where name = 'name'")
    told = nardy("restore", file, "--database", address.text)
    assert told.lines[0] == f"restored: {address} (version {SCHEMA}, 0 rooms, 0 going on)"
    kept = told.lines[1].removeprefix("previous tables kept as: ")
    with psycopg.connect(address.text) as connection:
        query = "select value from {}.about where name = 'name'"
        found = [connection.execute(query.format(of)).fetchone() for of in ("public", kept)]  # type: ignore[arg-type]
    assert found == [("before",), ("after",)]
    told = nardy("restore", file, "--json", "--database", address.text).data
    assert told["database"] == str(address)
    assert told["kept"] > kept
    postgresql.drop(address)


def test_a_server_that_is_away_is_told_in_one_sentence(tmp_path: Path) -> None:
    nobody = "postgresql://nobody:5ecret@127.0.0.1:1/none"
    for command in ("backup", "restore"):
        told = refused(command, tmp_path / "club.dump", "--database", nobody)
        assert "it cannot be reached; start it, or check the address in --database" in told
        assert "5ecret" not in told
    assert list(tmp_path.iterdir()) == []
