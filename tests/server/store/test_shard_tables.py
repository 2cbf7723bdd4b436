"""What the statements on these tables do is tested in store/database/postgresql/test_leases.py."""

from pathlib import Path

import pytest
import sqlalchemy as sql

from nardy.server.store.database.opening import open_store
from nardy.server.store.schema import metadata
from nardy.server.store.shard_tables import ALL, LEAD, SHARDS, club_process, shard_lease


def test_there_is_one_lease_more_than_shards() -> None:
    assert len(ALL) == SHARDS + 1
    assert LEAD in ALL
    assert LEAD not in range(SHARDS)


@pytest.mark.sqlite
def test_a_new_database_has_both_tables_and_nothing_in_them(tmp_path: Path) -> None:
    assert {club_process, shard_lease} <= set(metadata.tables.values())
    store = open_store(tmp_path / "club.db")
    store.close()
    with sql.create_engine(f"sqlite:///{tmp_path / 'club.db'}").begin() as connection:
        for table in (club_process, shard_lease):
            assert connection.execute(sql.select(table)).all() == []


def test_a_shard_has_one_lease_without_an_owner_at_first(tmp_path: Path) -> None:
    assert [column.name for column in shard_lease.primary_key] == ["shard"]
    assert shard_lease.c.owner.nullable
    assert not shard_lease.c.epoch.nullable
