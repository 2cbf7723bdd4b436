import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.server.databases import PostgresServer, served
from tests.server.packed import finish, log_of, pack_all
from tests.server.store.packed_games.test_archives import NAMES, with_games

from nardy.server.store import log
from nardy.server.store.database.address import Database
from nardy.server.store.database.opening import open_store


@pytest.fixture
def club(tmp_path: Path) -> Path:
    async def go() -> None:
        (await with_games(tmp_path)).close()

    asyncio.run(go())
    return tmp_path / "club.db"


@pytest.fixture(scope="module")
def postgresql() -> Iterator[PostgresServer]:
    with served() as server:
        yield server


def games_in(file: Database) -> int:
    """How many entries the games have that can be read."""

    async def go() -> int:
        store = open_store(file)
        found = [await store.read(lambda c, of=of: log.load_room(c, of)) for of in NAMES]
        store.close()
        return sum(len(one[1]) for one in found if one)

    return asyncio.run(go())


def test_old_games_leave_the_database_are_read_and_come_back(club: Path) -> None:
    before, archive = games_in(club), club.with_name("old.games")
    told = nardy("archive", "old.games", "--before", "2026-10", "--database", club)
    assert told.out == f"games moved to {archive}: 3\n"
    assert games_in(club) == before
    # A backup names what it does not have, and a restore what is not there.
    copy = club.with_name("copy.db")
    assert str(archive) in nardy("backup", copy, "--database", club).err
    archive.rename(club.with_name("away"))
    assert str(archive) in nardy("restore", copy, "--database", club).err
    club.with_name("away").rename(archive)
    told = nardy("archive", "old.games", "--back", "--json", "--database", club)
    assert told.data == {"archive": str(archive), "games": 3, "back": True}
    archive.unlink()
    assert games_in(club) == before


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["old.games"], "expected --before with a month, or --back"),
        (["old.games", "--before", "January"], "expected a month such as 2026-01"),
        (["../old.games", "--before", "2026-01"], "expected a name of a file"),
        (["club.db", "--before", "2026-01"], "the database itself"),
        (
            [
                "old.games",
                "--before",
                "2026-01",
                "--database",
                "postgresql://a:5ecret@127.0.0.1:1/b",
            ],
            "expected the whole path of a file, got 'old.games'",
        ),
        (["none.games", "--before", "2026-01", "--database", "none.db"], "no database of a club"),
    ],
)
def test_what_cannot_be_moved_is_told_in_one_sentence(
    club: Path, arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(club.parent)
    given = arguments if "--database" in arguments else [*arguments, "--database", str(club)]
    assert sentence in refused("archive", *given)


@pytest.mark.thorough
def test_old_games_of_postgresql_go_where_all_processes_read_them(
    tmp_path: Path, postgresql: PostgresServer
) -> None:
    address, archive = postgresql.with_tables(), tmp_path / "old.games"

    async def fill() -> None:
        store = open_store(address)
        for name in NAMES:
            await finish(store, name, log_of("backgammon"))
        assert await pack_all(store) == len(NAMES)
        store.close()

    asyncio.run(fill())
    before = games_in(address)
    told = nardy("archive", archive, "--before", "2026-10", "--database", address.text)
    assert told.out == f"games moved to {archive}: 3\n"
    assert games_in(address) == before
    copy = tmp_path / "club.dump"
    assert str(archive) in nardy("backup", copy, "--database", address.text).err
    archive.rename(tmp_path / "away")
    assert str(archive) in nardy("restore", copy, "--database", address.text).err
    (tmp_path / "away").rename(archive)
    told = nardy("archive", archive, "--back", "--database", address.text)
    assert told.out == f"games read back from {archive}: 3\n"
    archive.unlink()
    assert games_in(address) == before
    postgresql.drop(address)
