import re
import sys

import pytest
from tests.server.databases import PostgresServer

from nardy.errors import MissingExtraError
from nardy.server.errors import StoreError
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.postgresql.connecting import connect


def test_without_the_extra_one_sentence_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingExtraError, match=r"psycopg .*(nardy\[pg\]|scripts/extra pg)"):
        open_store("postgresql://nobody@127.0.0.1:1/none")


def test_a_server_that_is_not_there_is_told_in_one_sentence() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://nobody:5ecret@127.0.0.1:1/none")
    assert str(caught.value) == (
        "expected a database that can be written, but it cannot be reached; "
        "start it, or check the address in --database"
    )


@pytest.mark.thorough
def test_settings_of_the_address_stand_beside_ours(postgresql: PostgresServer) -> None:
    address = PostgresAddress(
        f"{postgresql.address}?options=-c%20work_mem%3D8MB&application_name=x"
    )
    with connect(address, session={"statement_timeout": "7s"}) as connection:
        asked = ("work_mem", "statement_timeout", "lock_timeout", "application_name")
        found = [connection.execute(f"show {name}").fetchone() for name in asked]
    assert found == [("8MB",), ("7s",), ("5s",), ("x",)]


@pytest.mark.thorough
def test_a_connection_has_the_name_that_it_was_given(postgresql: PostgresServer) -> None:
    address = PostgresAddress(postgresql.address)
    with connect(address) as usual, connect(address, name="nardy x") as named:
        found = [one.execute("show application_name").fetchone() for one in (usual, named)]
    assert found == [("nardy",), ("nardy x",)]


@pytest.mark.thorough
def test_a_database_that_is_not_there_is_told_in_one_sentence(postgresql: PostgresServer) -> None:
    with pytest.raises(StoreError, match="there is none of this name; make it with createdb"):
        open_store(PostgresAddress(postgresql.address.replace("/postgres", "/none")))


@pytest.mark.parametrize(
    "text", ["postgresql://a:5ecret@[db/club", "postgresql://a:5ecret@db?x=%zz"]
)
def test_an_address_that_cannot_be_read_is_told_without_its_password(
    text: str, caplog: pytest.LogCaptureFixture
) -> None:
    with pytest.raises(StoreError, match="expected an address such as postgresql://") as caught:
        open_store(text)
    assert "5ecret" not in f"{caught.value}{caplog.text}"


@pytest.mark.thorough
def test_a_wrong_password_is_told_in_one_sentence(
    postgresql: PostgresServer, caplog: pytest.LogCaptureFixture
) -> None:
    wrong = PostgresAddress(re.sub(r":\w+@", ":5ecret@", postgresql.address))
    with pytest.raises(StoreError, match="it refuses this user; check name and password"):
        open_store(wrong)
    assert "5ecret" not in caplog.text
