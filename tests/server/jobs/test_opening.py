from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.jobs.opening import job_engine, job_looking_engine, queue_file
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import engine_of
from nardy.server.store.job_tables import job

NORMAL, FULL = 1, 2


def flushes(engine: sql.Engine) -> int:
    with engine.connect() as connection:
        return connection.execute(sql.text("pragma synchronous")).scalar_one()


@pytest.mark.sqlite
def test_only_the_queue_is_written_without_waiting_for_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    for engine, expected in ((job_engine(file), NORMAL), (engine_of(file), FULL)):
        assert flushes(engine) == expected
        engine.dispose()


@pytest.mark.sqlite
def test_the_queue_waits_for_no_act_and_no_act_for_the_queue(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    club, queue = engine_of(file, 0.01), job_engine(file)
    with club.connect() as act, act.begin(), queue.connect() as taking, taking.begin():
        assert taking.execute(sql.delete(job)).rowcount == 0
    assert set(sql.inspect(queue).get_table_names()) == {"job", "job_process"}
    for engine in (club, queue):
        engine.dispose()


def test_whoever_looks_waits_for_no_writer(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    open_store(file).close()
    writing, looking = job_engine(file), job_looking_engine(file)
    with writing.connect() as writer, writer.begin(), looking.connect() as reader:
        assert reader.execute(sql.text("select count(*) from job")).scalar_one() == 0
    for engine in (writing, looking):
        engine.dispose()


@pytest.mark.sqlite
def test_a_link_leads_to_the_same_queue(tmp_path: Path) -> None:
    (tmp_path / "real.db").touch()
    (tmp_path / "link.db").symlink_to("real.db")
    assert queue_file(tmp_path / "link.db") == queue_file(tmp_path / "real.db")
