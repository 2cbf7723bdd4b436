import os
from pathlib import Path

import pytest

from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql import programs
from nardy.server.store.database.postgresql.programs import Programs, find

ADDRESS = PostgresAddress("postgresql://nardy:5ecret@db.example:5433/club?sslmode=require")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs of three versions: one in the PATH, two outside it."""
    for folder, version in (("path", "15.14"), ("16/bin", "16.2 (Debian)"), ("18/bin", "18beta1")):
        (tmp_path / folder).mkdir(parents=True)
        program = tmp_path / folder / "pg_dump"
        program.write_text(f"#!/bin/sh\necho 'pg_dump (PostgreSQL) {version}'\n", "utf-8")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'path'}")
    monkeypatch.setattr(programs, "FOLDERS", (f"{tmp_path}/*/bin".lstrip("/"),))
    return tmp_path


@pytest.mark.skipif(os.name == "nt", reason="scripts of sh")
@pytest.mark.parametrize(
    ("server", "chosen"), [(14, "path"), (15, "path"), (16, "16/bin"), (17, "18/bin")]
)
def test_the_program_is_not_older_than_the_server_and_no_newer_than_needed(
    server: int, chosen: str, installed: Path
) -> None:
    assert find("pg_dump", server) == str(installed / chosen / "pg_dump")


@pytest.mark.skipif(os.name == "nt", reason="scripts of sh")
def test_what_to_install_is_said(installed: Path) -> None:
    with pytest.raises(StoreError, match=r"PostgreSQL 19 or newer.*got 18; .*postgresql-client-19"):
        find("pg_dump", 19)
    with pytest.raises(StoreError, match=r"got none; .*apt install postgresql-client-15"):
        find("pg_restore", 15)
    assert installed


@pytest.mark.skipif(os.name == "nt", reason="scripts of sh")
def test_the_password_is_in_no_argument(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGPASSWORD", "of somebody else")
    ours = Programs(ADDRESS, 15)
    command = ours.command("pg_dump", ["--format=custom"])
    assert command[0] == str(installed / "path" / "pg_dump")
    assert "5ecret" not in str(command)
    for word in ("user=nardy", "host=db.example", "port=5433", "dbname=club", "sslmode=require"):
        assert word in command[2]
    assert ours.environment()["PGPASSWORD"] == "5ecret"
    # Without one in the address libpq finds it where it usually does.
    bare = Programs(PostgresAddress("postgresql://nardy@db.example/club"), 15)
    assert bare.environment()["PGPASSWORD"] == "of somebody else"
