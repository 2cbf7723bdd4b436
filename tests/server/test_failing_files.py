"""A club whose SQLite file cannot be written or read: full, read-only, damaged, older. One sentence, nothing lost."""

import contextlib
import random
import resource
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.failing_club import (
    TABLES,
    play_through,
    played_games,
    require_no_traceback,
    visited,
)
from tests.server.running_club import (
    RunningClub,
    refused_start,
    require_kept,
    require_sentences,
    running,
    stored_acts,
)
from tests.server.store.database.test_migrating import old_database
from tests.small_disk import SmallDisk, mounted

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import SCHEMA

pytestmark = pytest.mark.thorough
PAGE = 4096


@pytest.fixture
def disk() -> Iterator[SmallDisk]:
    with mounted(8) as disk:
        yield disk


def test_a_disk_that_is_full_refuses_acts_until_there_is_room(disk: SmallDisk) -> None:
    file = disk.folder / "club.db"
    with running(file) as club:
        played = play_through(club, disk.fill, disk.free)
        assert all("the disk is full; nothing was changed" in one for one in played.refused)
        club.process.terminate()
        assert club.process.wait(20) == 0
        require_sentences(club.told)
        assert "the database failed: database or disk is full" in club.told
    require_kept(played, file)


def test_a_file_that_may_not_grow_refuses_acts_until_it_may(tmp_path: Path) -> None:
    """As a quota does, and without a file system of its own."""
    file = tmp_path / "club.db"

    def limit(club: RunningClub, most: int) -> None:
        resource.prlimit(club.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))

    with running(file) as club:
        log = file.with_name("club.db-wal")
        played = play_through(
            club,
            lambda: limit(club, log.stat().st_size),
            lambda: limit(club, resource.RLIM_INFINITY),
        )
        assert all("nothing was changed" in one for one in played.refused)
        require_sentences(club.told)
    require_kept(played, file)


def test_a_club_does_not_start_on_a_full_or_read_only_disk(disk: SmallDisk) -> None:
    file = disk.folder / "club.db"
    disk.fill()
    told = refused_start(file)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "the disk is full; make room" in told.stderr
    disk.free()
    with running(file) as club:
        assert club.health()[0] == 200
        club.process.terminate()
        club.process.wait(20)
    before = file.read_bytes()
    disk.protect()
    told = refused_start(file)
    disk.release()
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "Read-only" in told.stderr
    assert file.read_bytes() == before


def test_a_club_does_not_start_on_a_file_that_is_read_only(disk: SmallDisk) -> None:
    """The folder can be written: the lock is there, but not the right to write the database."""
    file = disk.folder / "club.db"
    open_store(file).close()
    subprocess.run(["/bin/mount", "--bind", file, file], check=True)
    try:
        subprocess.run(["/bin/mount", "-o", "remount,ro,bind", file], check=True)
        told = refused_start(file)
    finally:
        subprocess.run(["/bin/umount", file], check=True)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "it is read-only; make it writable" in told.stderr


@pytest.mark.parametrize("version", ["0.1.0", "0.3.0"])
def test_older_tables_are_upgraded_whole_or_left_as_they_are(
    disk: SmallDisk, tmp_path: Path, version: str
) -> None:
    file = disk.folder / "club.db"
    shutil.copy(old_database(tmp_path, version), file)
    before = _dump(file)
    # For the lock and a beginning, but not for the new tables.
    disk.fill(20 * PAGE)
    told = refused_start(file)
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert "the disk is full; make room" in told.stderr
    disk.free()
    assert _dump(file) == before
    with running(file) as club:
        assert club.health()[0] == 200
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = connection.execute("select value from about where name = 'schema'").fetchone()
        assert found == (str(SCHEMA),)
        assert connection.execute("select count(*) from entry").fetchone()[0] >= 1


def _dump(file: Path) -> list[str]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return [*connection.iterdump()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[str], dict[str, str]]:
    """A database with games, their rooms, and the cookie of one who plays."""
    file = tmp_path_factory.mktemp("whole") / "club.db"
    rooms, cookies = played_games(file)
    with contextlib.closing(sqlite3.connect(file)) as connection:
        connection.execute("pragma journal_mode=delete")
    return file.read_bytes(), rooms, cookies


def spoiled(data: bytes, chance: random.Random, kind: str) -> bytes:
    """The database with pages of noise or zeros, single bytes of noise, or without its end."""
    made = bytearray(data)
    if kind == "cut":
        return data[: chance.randrange(len(data))]
    if kind == "bytes":
        for _ in range(30):
            made[chance.randrange(PAGE, len(made))] = chance.randrange(256)
        return bytes(made)
    for page in chance.sample(range(1, len(made) // PAGE), 8):
        content = chance.randbytes(PAGE) if kind == "noise" else bytes(PAGE)
        made[page * PAGE : (page + 1) * PAGE] = content
    return bytes(made)


@pytest.mark.parametrize("kind", ["noise", "zeros", "bytes", "cut"])
@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_file_is_told_in_sentences(
    whole: tuple[bytes, list[str], dict[str, str]],
    kind: str,
    seed: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It is refused at the start, or what can still be read is: never a traceback, and nothing is made up."""
    data, rooms, cookies = whole
    file = tmp_path / "club.db"
    file.write_bytes(spoiled(data, random.Random(f"{kind}-{seed}"), kind))
    assert 500 not in visited(file, rooms, cookies)
    require_no_traceback(caplog)


def test_the_games_of_a_sound_file_are_all_read(
    whole: tuple[bytes, list[str], dict[str, str]], tmp_path: Path
) -> None:
    """What the test above visits is really there."""
    data, rooms, cookies = whole
    file = tmp_path / "club.db"
    file.write_bytes(data)
    assert visited(file, rooms, cookies) == {200, 201, "update"}
    assert len(stored_acts(file)) >= 20 * TABLES
