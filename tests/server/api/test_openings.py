"""The opening explorer over HTTP; who gets none is tried in tests/server/fair_play/test_every_request.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.games import find_game
from nardy.labels.opening_book import find_book
from nardy.server import create_app
from nardy.server.api.openings import is_alike
from nardy.server.games.rule_versions import FAMILY


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_all_turns_of_the_book_are_told_and_the_replies_to_the_best(client: TestClient) -> None:
    entry = find_book(find_game("long-nardy")).first["41"]
    told = client.get("/api/openings/long-nardy").json()
    turns = {one["roll"]: one["turns"] for one in told["rolls"]}["41"]
    assert [one["turn"] for one in turns] == [one.turn for one in entry.turns]
    asked = {"roll": "41", "turn": entry.best.turn}
    told = client.get("/api/openings/long-nardy", params=asked).json()
    assert [one["roll"] for one in told["rolls"]] == [*entry.replies]


def test_a_wrong_game_or_line_is_refused_with_what_was_expected(client: TestClient) -> None:
    for path in ("chess", "long-nardy?roll=99&turn=24/20", "long-nardy?roll=41&turn=24/1"):
        answer = client.get(f"/api/openings/{path}")
        assert answer.status_code == 400
        assert answer.json()["says"]["ru"]


def test_games_that_differ_in_the_cube_open_alike() -> None:
    rules = find_game("backgammon")
    assert is_alike(FAMILY, "backgammon,beavers=off,jacoby=off", rules)
    assert not is_alike(FAMILY, "portes", rules)
    assert not is_alike(FAMILY, "courtyard~5e0c1a2b3d4f", rules)
