from pathlib import Path

from tests.server.databases import connected

from nardy.server.store import about
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of


def test_only_the_last_value_of_a_name_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    engine = engine_of(file)
    for at in (1, 2):
        with engine.connect() as connection, connection.begin():
            about.put(connection, "health", str(at))
            assert about.get(connection, "health") == str(at)
            assert about.get(connection, "heal") is None
    engine.dispose()
    with connected(file) as connection:
        found = connection.execute("select value from about where name = 'health'").fetchall()
    assert found == [("2",)]
