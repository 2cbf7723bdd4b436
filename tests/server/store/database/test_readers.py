import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.errors import StoreError
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.readers import Readers, reading_engine_of
from nardy.server.store.schema import about


def names(connection: sql.Connection) -> list[str]:
    return list(connection.execute(sql.select(about.c.name)).scalars())


def test_who_reads_changes_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    with pytest.raises(StoreError, match="it is read-only"):
        asyncio.run(store.read(lambda c: c.execute(sql.delete(about))))
    assert asyncio.run(store.read(names)) == ["schema"]
    store.close()


def test_a_job_sees_one_moment(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> tuple[list[str], list[str]]:
        loop = asyncio.get_running_loop()

        def twice(connection: sql.Connection) -> tuple[list[str], list[str]]:
            before = names(connection)
            adding = sql.insert(about).values(name="new", value="")
            written = store.run(lambda c: c.execute(adding))
            asyncio.run_coroutine_threadsafe(written, loop).result(20)
            return before, names(connection)

        return await store.read(twice)

    assert asyncio.run(go()) == (["schema"], ["schema"])
    assert sorted(asyncio.run(store.read(names))) == ["new", "schema"]
    store.close()


def test_who_reads_after_the_end_is_told_so(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    store.close()
    with pytest.raises(StoreError, match="has closed its database"):
        asyncio.run(store.read(names))


def test_what_goes_wrong_belongs_to_who_asked(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    with pytest.raises(ZeroDivisionError):
        asyncio.run(store.read(lambda _: 1 // 0))
    store.close()
    readers = Readers(reading_engine_of(tmp_path / "none" / "club.db"))
    with pytest.raises(StoreError, match="cannot be opened"):
        asyncio.run(readers.run(names))
    readers.close()


def test_a_damaged_text_is_told_by_reads_and_by_writes(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    query = sql.select(about.c.value).where(about.c.name == "x")

    async def go() -> None:
        written = {"name": "x", "value": "{"}
        await store.run(lambda c: c.execute(sql.insert(about), written))
        for job in (store.read, store.run):
            with pytest.raises(StoreError, match="it is damaged"):
                await job(lambda c: json.loads(c.scalar(query)))
        assert await store.read(lambda c: c.scalar(query)) == "{"

    asyncio.run(go())
    store.close()
