import asyncio
import os
from pathlib import Path

import pytest
from tests.server.packed import BEGAN
from tests.server.store.packed_games.test_archives import NAMES, with_games

from nardy.server.errors import StoreError
from nardy.server.store.archiving import bring_back, move_out
from nardy.server.store.packed_games import archives

assert BEGAN < 1_800_000_000_000  # September 2026


def test_games_are_moved_in_slices_and_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archives, "AT_ONCE", 2)
    file, told = tmp_path / "old.games", list[tuple[int, int]]()

    def tell(done: int, of: int) -> None:
        told.append((done, of))

    async def go() -> None:
        store = await with_games(tmp_path)
        assert await move_out(store, file, 202609, tell) == 0
        assert not file.exists()
        assert await move_out(store, file, 202610, tell) == 3
        assert told == [(2, 3), (3, 3)]
        assert next(map(Path, await store.read(archives.names))).name == "old.games"
        assert await bring_back(store, file, tell) == 3
        assert await bring_back(store, file, tell) == 0
        # Interrupted after the archive was made: again, and the file is used as it is.
        was = file.read_bytes()
        assert await move_out(store, file, 202610, tell) == 3
        assert file.read_bytes() == was
        assert len(await store.read(lambda c: archives.moved_to(c, file))) == len(NAMES)
        store.close()

    asyncio.run(go())
    assert {one.name for one in tmp_path.iterdir()} - {"club.db"} == {"old.games"}


def test_another_file_of_the_name_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "old.games"
    file.write_text("a letter" * 100, "utf-8")

    async def go() -> None:
        store = await with_games(tmp_path)
        with pytest.raises(StoreError, match="none or damaged"):
            await move_out(store, file, 202610, lambda *_: None)
        store.close()

    asyncio.run(go())
    assert file.read_text("utf-8") == "a letter" * 100


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root gives files away")
def test_an_archive_belongs_to_the_owner_of_the_database(
    tmp_path: Path, database_kind: str
) -> None:
    is_file = database_kind == "sqlite"
    file, example = tmp_path / "old.games", tmp_path / "club.db" if is_file else tmp_path

    async def go() -> None:
        store = await with_games(tmp_path)
        os.chown(example, 1234, 1235)
        if is_file:
            example.chmod(0o640)
        await move_out(store, file, 202610, lambda *_: None)
        store.close()

    asyncio.run(go())
    made = file.stat()
    assert (made.st_uid, made.st_gid) == (1234, 1235)
    assert made.st_mode & 0o777 == (0o640 if is_file else 0o600)
