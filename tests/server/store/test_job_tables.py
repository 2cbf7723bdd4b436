import sqlalchemy as sql

from nardy.server.store import job_tables
from nardy.server.store.schema import metadata


def test_a_database_that_is_made_anew_has_both_tables() -> None:
    engine = sql.create_engine("sqlite://")
    metadata.create_all(engine)
    found = set(sql.inspect(engine).get_table_names())
    assert {job_tables.job.name, job_tables.job_process.name} <= found


def test_a_job_knows_nobody() -> None:
    assert not [
        key for table in (job_tables.job, job_tables.job_process) for key in table.foreign_keys
    ]
