from collections.abc import Iterator

import pytest
from tests.server.databases import PostgresServer

from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.lock import DatabaseLock, HeldError

pytestmark = pytest.mark.thorough


@pytest.fixture
def address(postgresql: PostgresServer) -> Iterator[PostgresAddress]:
    made = postgresql.new()
    yield made
    postgresql.drop(made)


def test_one_club_a_database(address: PostgresAddress, postgresql: PostgresServer) -> None:
    other = postgresql.new()
    with DatabaseLock(address), DatabaseLock(other):
        with pytest.raises(HeldError) as caught:
            DatabaseLock(address)
        assert str(caught.value).startswith(
            f"expected a database that no club has open, got {address}"
        )
        assert "another club from 127.0.0.1 has" in str(caught.value)
        assert address.text.rpartition("@")[0].rpartition(":")[2] not in str(caught.value)
    with DatabaseLock(address):
        pass
    postgresql.drop(other)


def test_a_server_that_is_not_there_is_told_in_one_sentence() -> None:
    with pytest.raises(StoreError, match="it cannot be reached; start it"):
        DatabaseLock(PostgresAddress("postgresql://nobody@127.0.0.1:1/none"))
