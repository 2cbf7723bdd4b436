from pathlib import Path

import pytest
from tests.cli.talk import refused

from nardy.cli.worker import command
from nardy.server.store.database.address import Database, PostgresAddress


def test_a_worker_without_a_club_says_where_it_looked(tmp_path: Path) -> None:
    file = tmp_path / "none.db"
    assert f"no database of a club at {file}" in refused("worker", "--database", file)


def test_a_worker_is_told_which_club_it_works_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, told = tmp_path / "club.db", list[Database]()
    file.touch()
    monkeypatch.setattr("nardy.server.worker.process.work", lambda of, _: told.append(of))
    command.main(["--database", str(file)], standalone_mode=False)
    assert told == [file]
    command.main(["--database", "postgresql://nardy:secret@db.example/club"], standalone_mode=False)
    assert told[1:] == [PostgresAddress("postgresql://nardy:secret@db.example/club")]
