import os
import subprocess
import sys
from pathlib import Path

import pytest

from nardy.server.errors import StoreError
from nardy.server.store.database.lock import DatabaseLock, HeldError, lock_file


def test_a_second_club_is_refused_with_the_process_that_has_the_database(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with DatabaseLock(file):
        with pytest.raises(HeldError, match=f"process {os.getpid()} has; stop that one first"):
            DatabaseLock(file)
        DatabaseLock(tmp_path / "other.db").release()
    DatabaseLock(file).release()


def test_no_path_leads_around_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "club.db").touch()
    (tmp_path / "folder").symlink_to(tmp_path / "real")
    (tmp_path / "link.db").symlink_to(tmp_path / "real" / "club.db")
    monkeypatch.chdir(tmp_path / "real")
    with DatabaseLock(tmp_path / "real" / "club.db"):
        for other in ("club.db", "../link.db", str(tmp_path / "folder" / "club.db")):
            with pytest.raises(HeldError):
                DatabaseLock(Path(other))


def test_databases_in_memory_are_everybodys_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with DatabaseLock(Path(":memory:")), DatabaseLock(Path(":memory:")):
        assert list(tmp_path.iterdir()) == []


def test_a_lock_dies_with_its_process(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    program = (
        "import sys, pathlib; from nardy.server.store.database.lock import DatabaseLock\n"
        "held = DatabaseLock(pathlib.Path(sys.argv[1])); print('held', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(HeldError, match=f"process {other.pid} has"):
            DatabaseLock(file)
        other.kill()
    DatabaseLock(file).release()


def test_what_stands_in_the_file_of_the_lock_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    lock_file(file).write_bytes(b"\xff" * 99)
    with DatabaseLock(file), pytest.raises(HeldError, match=str(os.getpid())):
        DatabaseLock(file)


def test_where_no_lock_can_be_made_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="make the folder writable"):
        DatabaseLock(tmp_path / "file" / "club.db")
