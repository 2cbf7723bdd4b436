import sqlite3
from pathlib import Path

from nardy.server.store.database import health
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_only_the_last_beat_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    engine = engine_of(file)
    for at in (1, 2):
        with engine.connect() as connection, connection.begin():
            health.beat(connection, at)
    engine.dispose()
    with sqlite3.connect(file) as connection:
        found = connection.execute("select value from about where name = 'health'").fetchall()
    assert found == [("2",)]
