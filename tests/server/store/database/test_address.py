from pathlib import Path

import pytest

from nardy.server.store.database.address import PostgresAddress, read_database, text_of


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("postgresql://a:5ecret@db:5433/club?sslmode=require", "postgresql://a@db:5433/club"),
        ("postgres://db/club", "postgres://db/club"),
        ("postgresql://one,two:5433/club", "postgresql://one,two:5433/club"),
        ("postgresql:///club?host=/run/postgresql&password=5ecret", "postgresql:///club"),
        ("postgresql://a:p%40ss@5ecret@[::1]/club", "postgresql://a@[::1]/club"),
    ],
)
def test_an_address_is_shown_without_its_password(text: str, shown: str) -> None:
    address = read_database(text)
    assert isinstance(address, PostgresAddress)
    assert str(address) == shown
    assert "5ecret" not in f"{address}{address!r}"
    assert address.text == text


def test_all_else_is_a_file() -> None:
    assert read_database("~/club.db") == Path("~/club.db").expanduser()
    assert read_database("postgresql") == Path("postgresql")
    assert read_database(Path("x")) == Path("x")
    address = read_database("postgresql://a:5ecret@db/club")
    assert read_database(address) is address


def test_another_process_is_told_all_of_it() -> None:
    for text in ("club.db", "postgresql://a:5ecret@db/club?sslmode=require"):
        assert text_of(read_database(text)) == text
