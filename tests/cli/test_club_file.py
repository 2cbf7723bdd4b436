import asyncio
import re
from pathlib import Path

import pytest

from nardy.cli import club_file as of
from nardy.errors import MissingExtraError, NardyError, way_to_install
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer


def test_a_club_that_is_not_there_is_named_with_a_way_out(tmp_path: Path) -> None:
    with pytest.raises(NardyError, match="name it with --database"):
        of.club_database(str(tmp_path / "none.db"))
    assert list(tmp_path.iterdir()) == []


def test_without_the_server_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(of, "find_spec", lambda _: None)
    with pytest.raises(MissingExtraError, match=re.escape(way_to_install("server"))):
        of.club_database(None)


def test_the_store_is_open_for_what_is_done_and_closed_after_it(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()

    async def count(store: Writer, tell: of.TellProgress) -> int:
        for done in range(3):
            tell(done + 1, 3)
        return await store.run(lambda _: 3)

    assert asyncio.run(of.over_rooms(of.club_database(str(file)), count)) == 3
    assert [found.name for found in tmp_path.iterdir()] == ["club.db"]  # and nothing half-written
