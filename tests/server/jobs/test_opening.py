from pathlib import Path

import sqlalchemy as sql

from nardy.server.jobs.opening import job_engine, looking_engine
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of

NORMAL, FULL = 1, 2


def flushes(engine: sql.Engine) -> int:
    with engine.connect() as connection:
        return connection.execute(sql.text("pragma synchronous")).scalar_one()


def test_only_the_queue_is_written_without_waiting_for_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    for engine, expected in ((job_engine(file), NORMAL), (engine_of(file), FULL)):
        assert flushes(engine) == expected
        engine.dispose()


def test_whoever_looks_waits_for_no_writer(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    writing, looking = engine_of(file, 0.01), looking_engine(file)
    with writing.connect() as writer, writer.begin(), looking.connect() as reader:
        assert reader.execute(sql.text("select count(*) from job")).scalar_one() == 0
    for engine in (writing, looking):
        engine.dispose()
