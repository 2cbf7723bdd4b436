import asyncio
import errno
import sqlite3
from pathlib import Path

import pytest
from tests.server.packed import finish, log_of, pack_all

from nardy.server.errors import StoreError
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.packed_games import archives

NAMES = ["r0", "r1", "r2"]


async def with_games(folder: Path) -> Writer:
    """A club with three packed games, and one as rows."""
    store = open_store(folder / "club.db")
    for name in NAMES:
        await finish(store, name, log_of("backgammon"))
    assert await pack_all(store) == 3
    return store


def test_games_are_read_from_an_archive_and_come_back(tmp_path: Path, database_kind: str) -> None:
    file = tmp_path / "old.games"

    async def go() -> None:
        store = await with_games(tmp_path)
        before = [await store.read(lambda c, of=of: log.load_room(c, of)) for of in NAMES]
        assert await store.read(lambda c: archives.movable(c, 202609)) == []
        assert await store.read(lambda c: archives.movable(c, 202610)) == NAMES
        await store.read(lambda c: archives.write(c, NAMES, file))
        assert await store.run(lambda c: archives.move_out(c, NAMES, file)) == 3
        assert await store.read(lambda c: archives.movable(c, 202610)) == []
        assert await store.read(lambda c: archives.moved_to(c, file)) == NAMES
        # Beside a file of SQLite; PostgreSQL may be on another machine.
        name = "old.games" if database_kind == "sqlite" else str(file)
        assert await store.read(archives.names) == [name]
        assert [await store.read(lambda c, of=of: log.load_room(c, of)) for of in NAMES] == before
        await store.run(lambda c: archives.bring_back(c, NAMES, file))
        assert await store.read(archives.names) == []
        file.unlink()
        assert [await store.read(lambda c, of=of: log.load_room(c, of)) for of in NAMES] == before
        store.close()

    asyncio.run(go())


def test_what_the_archive_does_not_have_as_it_was_stays(tmp_path: Path) -> None:
    file = tmp_path / "old.games"

    async def go() -> None:
        store = await with_games(tmp_path)
        await store.read(lambda c: archives.write(c, NAMES, file))
        with sqlite3.connect(file) as other:
            other.execute("delete from packed_room where room = 'r0'")
            other.execute("update packed_room set data = x'00' where room = 'r1'")
        other.close()
        assert await store.run(lambda c: archives.move_out(c, NAMES, file)) == 1
        assert await store.read(lambda c: archives.moved_to(c, file)) == ["r2"]
        with pytest.raises(StoreError, match="an archive without it"):
            archives.data_of(file, "r0")
        store.close()

    asyncio.run(go())


@pytest.mark.parametrize("harm", ["no file", "no archive"])
def test_a_missing_or_damaged_archive_is_told_in_one_sentence(tmp_path: Path, harm: str) -> None:
    file = tmp_path / "old.games"
    if harm == "no archive":
        file.write_bytes(b"something else" * 100)
    with pytest.raises(StoreError, match=r"expected .*archive.*old\.games.*put"):
        archives.data_of(file, "r")


def test_an_archive_that_may_not_be_read_is_told_with_its_rights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old.games"
    file.touch()

    def refuse(*_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(StoreError, match=r"old\.games.*Permission denied.*owner.*of the database"):
        archives.data_of(file, "r")
