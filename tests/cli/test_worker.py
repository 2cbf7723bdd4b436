import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from tests.cli.talk import NARDY, refused
from tests.server.databases import PostgresServer, served

from nardy.cli.worker import command
from nardy.server.store.database.address import Database, PostgresAddress


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresServer]:
    with served() as server:
        yield server


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


@pytest.mark.thorough
def test_a_worker_of_postgresql_joins_and_leaves(postgresql: PostgresServer) -> None:
    address = postgresql.with_tables()
    # The address has a password, and arguments are seen by everybody.
    environment = {**os.environ, "NARDY_DATABASE": address.text}
    with subprocess.Popen(
        [*NARDY, "worker"], env=environment, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == f"The worker is ready: {address} (Ctrl-C ends it)\n"
        assert workers(address) == 1
        worker.terminate()
        assert worker.wait(20) == 0
    assert workers(address) == 0
    postgresql.drop(address)


def workers(address: PostgresAddress) -> int:
    with psycopg.connect(address.text) as connection:
        found = connection.execute("select count(*) from job_process").fetchone()
    assert found is not None
    return found[0]
