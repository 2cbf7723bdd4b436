"""The opening book over HTTP; who gets none is tried in tests/server/fair_play/test_every_request.py."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from litestar.testing import TestClient

from nardy.games import find_game
from nardy.server import create_app
from nardy.server.games.opening_books import book_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_a_book_is_told_whole_or_is_null(client: TestClient) -> None:
    told = client.get("/api/books/long-nardy").json()
    assert told == msgspec.to_builtins(book_of(find_game("long-nardy")))
    assert len(told["rows"]) == len(told["rows"][0]["replies"]) == 21
    odd = client.get("/api/books/long-nardy,opening=use")
    assert (odd.status_code, odd.json()) == (200, None)
    assert client.get("/api/books/chess").status_code == 400
