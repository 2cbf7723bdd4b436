import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest
from tests.server.packed import finish, log_of, pack_all

from nardy.server.errors import StoreError
from nardy.server.store.database import backup
from nardy.server.store.database.backup import beside, copy
from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import SCHEMA


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A database of a hundred pages."""
    file = tmp_path / "club.db"
    open_store(file).close()
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        rows = [(f"guest-{number}", "x" * 3_000) for number in range(100)]
        connection.executemany("insert into about values (?, ?)", rows)
    return file


def names(file: Path) -> set[str]:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        found = {name for (name,) in connection.execute("select name from about")}
    return found - {"schema"}


def test_a_copy_is_of_its_first_moment_however_much_is_written_meanwhile(
    club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "PAGES_A_STEP", 10)
    before, heard = names(club), list[tuple[int, int]]()
    with contextlib.closing(sqlite3.connect(club)) as other:

        def write(done: int, of: int) -> None:
            heard.append((done, of))
            with other:
                other.execute("insert into about values (?, 'new')", [f"new-{done}"])

        found = copy(club, touched(tmp_path / "copy.db"), write)
    assert names(tmp_path / "copy.db") == before
    assert found == backup.Contents(SCHEMA, 0, 0, 0)
    # Never begun anew: each step is ten pages further than the one before.
    steps = [done for done, _ in heard]
    assert steps == sorted(set(steps))
    assert steps[-1] == heard[-1][1] > 100
    assert len(names(club)) == len(before) + len(steps)


def touched(file: Path) -> Path:
    file.touch()
    return file


def test_a_copy_is_one_file_and_can_be_played_on(club: Path, tmp_path: Path) -> None:
    target = tmp_path / "copies" / "copy.db"
    target.parent.mkdir()
    store = open_store(club)  # what was written last stands in the log beside the database
    copy(club, touched(target))
    store.close()
    assert [file.name for file in target.parent.iterdir()] == ["copy.db"]
    assert names(target) == names(club)
    open_store(target).close()


def test_what_is_no_sound_club_is_refused(club: Path, tmp_path: Path) -> None:
    target = tmp_path / "copy.db"
    with pytest.raises(StoreError, match="which cannot be opened"):
        copy(tmp_path / "none.db", touched(target))
    letter = tmp_path / "letter.db"
    letter.write_text("a letter to the editor, long enough to be read as a header" * 20, "utf-8")
    with pytest.raises(StoreError, match=r"letter\.db, which is not one"):
        copy(letter, touched(target))
    with contextlib.closing(sqlite3.connect(tmp_path / "else.db")) as other:
        other.execute("create table about (name, value)")
    with pytest.raises(StoreError, match=r"else\.db, which is not one"):
        copy(tmp_path / "else.db", touched(target))
    damage(club)
    with pytest.raises(StoreError, match=r"club\.db, which is damaged; restore a backup"):
        copy(club, touched(target))


def damage(file: Path) -> None:
    """Let many pages of a database hold nonsense, as a bad disk would; its head is sound."""
    with file.open("r+b") as pages:
        pages.seek(file.stat().st_size // 2)
        pages.write(b"\xa5" * 100_000)


def test_what_is_not_finished_leaves_nothing(tmp_path: Path) -> None:
    def break_off() -> None:
        with beside(tmp_path / "copy.db") as part:
            assert part.stat().st_mode & 0o777 == 0o600
            part.with_name(part.name + "-journal").touch()
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert list(tmp_path.iterdir()) == []
    is_refused = pytest.raises(StoreError, match="expected a folder that can be written")
    with is_refused, beside(tmp_path / "none" / "copy.db"):
        pass


def test_the_last_act_is_known_when_its_game_is_packed(tmp_path: Path) -> None:
    club, game = tmp_path / "club.db", log_of("tapa")
    store = open_store(club)

    async def go() -> None:
        for room_id, entries in (("later", game), ("sooner", game[:5])):
            await finish(store, room_id, entries)
        # The place in the order of ends counts.
        assert await pack_all(store) == 2

    asyncio.run(go())
    store.close()
    assert copy(club, touched(tmp_path / "copy.db")).last_at == game[4].at
    with contextlib.closing(sqlite3.connect(club)) as connection, connection:
        connection.execute("update packed_room set data = x'017a7a' where room = 'sooner'")
    assert copy(club, touched(tmp_path / "copy.db")).last_at == 0
