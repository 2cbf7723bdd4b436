import json
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.server.store.database.test_backup import names

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import SCHEMA


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
