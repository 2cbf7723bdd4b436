from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app, opinions

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_the_best_turns_of_a_roll_are_told_best_first(client: TestClient) -> None:
    if not opinions.is_awake():
        pytest.skip("the kernel is being compiled")
    asked = {"position": f"{START} dice=31"}
    told = client.post("/api/position/opinion", json=asked).json()
    assert told["kind"] == "turns"
    assert told["turns"][0]["turn"] == "8/5 6/5"
    assert told["turns"][0]["moves"] == [[8, 5], [6, 5]]
    losses = [turn["loss"] for turn in told["turns"]]
    assert losses[0] == 0
    assert losses == sorted(losses)


def test_before_a_roll_the_chances_are_told_with_advice_on_the_cube(client: TestClient) -> None:
    if not opinions.is_awake():
        pytest.skip("the kernel is being compiled")
    told = client.post("/api/position/opinion", json={"position": START}).json()
    assert (told["kind"], told["turns"], told["cube"]) == ("chances", [], "no double")
    assert 0.45 < told["win"] < 0.6


@pytest.mark.parametrize(
    ("missing", "says"), [("is_available", "extra 'engine'"), ("is_awake", "set up")]
)
def test_without_the_engine_it_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, missing: str, says: str
) -> None:
    monkeypatch.setattr(opinions, missing, lambda: False)
    answer = client.post("/api/position/opinion", json={"position": START})
    assert answer.status_code == 400
    assert says in answer.json()["reason"]


def test_who_asks_too_long_after_others_is_sent_away(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opinions, "PATIENCE", 0.01)
    monkeypatch.setattr(opinions, "require_kernel", lambda: None)
    with opinions.thinking:
        answer = client.post("/api/position/opinion", json={"position": START})
    assert "others are before you" in answer.json()["reason"]
