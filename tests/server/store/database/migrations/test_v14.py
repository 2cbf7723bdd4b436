import asyncio
import sqlite3
from pathlib import Path

from tests.server.played import club_file, some_results
from tests.server.store.ratings.test_ladders import tables

from nardy.server.players.recalculation import recount
from nardy.server.store.database.migrating import migrate
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.ratings import recalculation


def test_an_older_club_counts_its_ladders_again_and_comes_to_the_same(tmp_path: Path) -> None:
    file = asyncio.run(club_file(tmp_path, some_results(["a", "b", "c"], 12)))
    before = tables(file)
    with sqlite3.connect(file) as connection:
        for name in ("number_of_white", "number_of_black", "result_by_number", "result_of_pair"):
            connection.execute(f"drop index {name}")
        for name in ("number", "white_after", "black_after"):
            connection.execute(f"alter table result drop column {name}")
        connection.execute("drop table recount")
    engine = engine_of(file)
    with engine.connect() as connection, connection.begin():
        migrate(connection, 13, until=14)
    engine.dispose()

    async def count() -> None:
        store = open_store(file)
        (mark,) = await store.read(recalculation.marks)
        assert await recount(store, mark, rest=0)
        store.close()

    asyncio.run(count())
    assert tables(file) == before
