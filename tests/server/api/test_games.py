from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.games import GAMES
from nardy.server import create_app
from nardy.server.games.catalog import laws_of_games, rotation_laws


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_all_games_are_listed_and_tavli_tells_what_it_plays(client: TestClient) -> None:
    listed = {laws["id"]: laws for laws in client.get("/api/games").json()}
    assert listed.keys() == {*GAMES, "tavli"}
    assert [name["en"] for name in listed["tavli"]["rotation"]] == ["Portes", "Plakoto", "Fevga"]
    assert listed["tavli"]["name"] == {"en": "Tavli", "ru": "Тавли"}
    assert listed["portes"]["rotation"] == []
    assert client.get("/api/games/tavli").json()["options"] == []
    assert rotation_laws("тавли") == rotation_laws("tavli")
    assert laws_of_games(("portes", "plakoto", "fevga")) == rotation_laws("tavli")
    assert laws_of_games(("portes",)).text == "portes"


def test_a_changed_option_comes_back_as_a_game_with_its_own_options(client: TestClient) -> None:
    told = client.get("/api/games/long-nardy", params={"change": "cube_play=on"}).json()
    assert told["laws"]["text"] == "long-nardy,cube_play=on"
    options = {option["name"]: option for option in told["options"]}
    assert (options["cube_play"]["value"], options["cube_play"]["published"]) == ("on", "off")
    assert options["jacoby"]["title"] == {"en": "Jacoby rule", "ru": "Правило Джекоби"}
    back = client.get(f"/api/games/{told['laws']['text']}", params={"change": "cube_play=off"})
    assert back.json()["laws"]["text"] == "long-nardy"
    assert "jacoby" not in {option["name"] for option in back.json()["options"]}


@pytest.mark.parametrize("change", ["fly=on", "prime=maybe", "jacoby=on", "prime"])
def test_what_cannot_be_set_is_refused(client: TestClient, change: str) -> None:
    assert client.get("/api/games/long-nardy", params={"change": change}).status_code == 400


def test_several_games_in_turn_need_a_match(client: TestClient) -> None:
    refused = client.post("/api/rooms", json={"game": "tavli"})
    assert "expected the points of a match" in refused.json()["reason"]
    assert client.post("/api/rooms", json={"game": "tavli", "length": 5}).status_code == 201
