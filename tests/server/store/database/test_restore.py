import contextlib
import sqlite3
from pathlib import Path

import pytest
from tests.server.store.database.test_backup import damage, names

from nardy.server.errors import StoreError
from nardy.server.store.database.backup import beside, copy, put_in_place
from nardy.server.store.database.lock import DatabaseLock, HeldError
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.restore import restore


def write(file: Path, name: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("insert into about values (?, ?)", [name, "x" * 200_000])


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club of now; its backup beside it is of before."""
    file = tmp_path / "club.db"
    open_store(file).close()
    write(file, "before")
    with beside(tmp_path / "backup.db") as part:
        copy(file, part)
        put_in_place(part, tmp_path / "backup.db")
    write(file, "after")
    return file


def files(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_what_stood_there_is_kept(club: Path) -> None:
    club.chmod(0o640)
    found, kept = restore(club.with_name("backup.db"), club)
    assert found.rooms == 0
    assert kept is not None
    assert (names(club), names(kept)) == ({"before"}, {"before", "after"})
    assert club.stat().st_mode & 0o777 == 0o640
    assert files(club.parent) == ["backup.db", "club.db", kept.name, "club.db.lock"]
    open_store(club).close()
    again, other = restore(club.with_name("backup.db"), club)
    assert again == found
    assert other not in (None, kept)


def test_a_club_that_is_not_there_is_made(club: Path) -> None:
    new = club.parent / "new.db"
    _, kept = restore(club.with_name("backup.db"), new)
    assert kept is None
    assert names(new) == {"before"}


def test_nothing_is_changed_under_a_club_that_runs(club: Path) -> None:
    with DatabaseLock(club), pytest.raises(HeldError):
        restore(club.with_name("backup.db"), club)
    # Nor under anything else that has it open: an older nardy takes no lock.
    store = open_store(club)
    with pytest.raises(StoreError, match="which another program holds, such as nardy worker;"):
        restore(club.with_name("backup.db"), club)
    store.close()
    assert names(club) == {"before", "after"}
    assert files(club.parent) == ["backup.db", "club.db", "club.db.lock"]


def test_what_is_no_backup_changes_nothing(club: Path) -> None:
    backup = club.with_name("backup.db")
    with pytest.raises(StoreError, match="the database itself"):
        restore(club, club)
    with pytest.raises(StoreError, match=r"none\.db, which cannot be opened"):
        restore(club.with_name("none.db"), club)
    with contextlib.closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("update about set value = '99' where name = 'schema'")
    with pytest.raises(StoreError, match="a newer nardy wrote it"):
        restore(backup, club)
    damage(backup)
    with pytest.raises(StoreError, match=r"backup\.db, which is damaged"):
        restore(backup, club)
    assert names(club) == {"before", "after"}
    assert files(club.parent) == ["backup.db", "club.db", "club.db.lock"]


def test_a_damaged_database_goes_aside_with_its_log(club: Path) -> None:
    # As a power failure and a bad disk leave it: the log was not written into the database.
    log = club.with_name("club.db-wal")
    store = open_store(club)
    write(club, "late")
    old_log = log.read_bytes()
    store.close()
    log.write_bytes(old_log)
    club.write_bytes(b"nonsense" * 10_000)
    _, kept = restore(club.with_name("backup.db"), club)
    assert kept is not None
    assert kept.read_bytes().startswith(b"nonsense")
    assert kept.with_name(kept.name + "-wal").read_bytes() == old_log
    assert names(club) == {"before"}
