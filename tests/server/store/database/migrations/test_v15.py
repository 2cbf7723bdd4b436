import asyncio
import sqlite3
from pathlib import Path

import pytest
from tests.server.store.database.test_migrating import old_database

from nardy.server.store import groups
from nardy.server.store.database.opening import open_store

GROUP = """insert into circle (id, name, about, since, code) values ('g', 'Court', '', 1, 'code');
insert into circle_member (circle, guest, role, since) values ('g', 'a', 'owner', 1);"""


@pytest.mark.parametrize("version", ["0.1.0", "0.1.1"])
def test_groups_keep_their_members_under_the_new_names(tmp_path: Path, version: str) -> None:
    file = old_database(tmp_path, version)
    with sqlite3.connect(file) as connection:
        connection.executescript(GROUP)
    connection.close()
    store = open_store(file)
    found = asyncio.run(store.read(lambda c: groups.load(c, "g")))
    store.close()
    assert found is not None
    assert found[0].name == "Court"
    assert [(member.guest, member.role) for member in found[1]] == [("a", "owner")]
