"""The coach's answer about a turn is what the coach says, in all languages, and adds up."""

from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.fair_play.fair_games import a_game

from nardy import BACKGAMMON, Roll, Situation
from nardy.coach import explain, sentences
from nardy.server import create_app
from nardy.server.analysis import evaluations, explanations
from nardy.server.analysis.explanations import TurnExplanation
from nardy.server.rate_limits import LIMITS, Limit, Rate

BEFORE = "backgammon w 24:2,16:1,13:4,8:3,6:5 24:2,16:1,13:4,8:3,6:5 dice=21"
"""From here 16/13 and the same by the opponent make the opening position."""
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # What is asked first loads the kernel, which takes long on a busy machine.
    monkeypatch.setattr(evaluations, "MOST_SECONDS", 120)
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_a_worse_turn_is_explained_as_the_coach_does(client: TestClient) -> None:
    asked = {"position": START, "turn": "13/10 6/5"}
    told = client.post("/api/position/explanation", json=asked).json()
    opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    found = explain(opening, "13/10 6/5")
    assert told["says"] == {of: sentences(found, of) for of in ("en", "ru")}
    assert (told["best"], told["played"], told["is_best"]) == ("8/5 6/5", "13/10 6/5", False)
    assert (told["best_moves"], told["played_moves"]) == ([[8, 5], [6, 5]], [[13, 10], [6, 5]])
    assert told["plan"]["ru"].startswith("План")


def test_the_rolls_and_their_groups_add_up_to_the_loss(client: TestClient) -> None:
    asked = {"position": START, "turn": "13/10 6/5"}
    told = client.post("/api/position/explanation", json=asked).json()
    parts = [
        (1 if one["dice"][0] == one["dice"][1] else 2) * (one["best"] - one["played"]) / 36
        for one in told["rolls"]
    ]
    assert sum(parts) == pytest.approx(told["loss"])
    assert sum(group["part"] for group in told["groups"]) == pytest.approx(told["loss"])
    assert sum(group["rolls"] for group in told["groups"]) == 36


def test_without_a_turn_the_best_is_explained(client: TestClient) -> None:
    told = client.post("/api/position/explanation", json={"position": START}).json()
    assert (told["best"], told["is_best"]) == ("8/5 6/5", True)


@pytest.mark.parametrize(
    ("position", "turn"),
    [(START, "24/1"), (START, "nonsense"), (START.removesuffix(" dice=31"), None)],
)
def test_what_cannot_be_explained_is_refused_in_a_sentence(
    client: TestClient, position: str, turn: str | None
) -> None:
    asked = {"position": position, "turn": turn}
    answer = client.post("/api/position/explanation", json=asked)
    assert answer.status_code == 400
    assert answer.json()["reason"]


def test_who_asks_for_too_many_is_refused_before_the_work(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str | None]()

    def explained(_: Situation, turn: str | None) -> TurnExplanation:
        asked.append(turn)
        return TurnExplanation("", [], "", [], True, None, 2, {}, {}, [], [])

    monkeypatch.setattr(explanations, "explained", explained)
    monkeypatch.setitem(LIMITS, "explain", Limit("explanations", Rate(2, 60), Rate(3, 60)))

    def codes(count: int) -> list[int]:
        path, data = "/api/position/explanation", {"position": START}
        return [client.post(path, json=data).status_code for _ in range(count)]

    client.post("/api/me", json={"name": "Anna"})
    assert codes(3) == [200, 200, 429]
    # Without a cookie the address counts.
    client.cookies.clear()
    assert codes(2) == [200, 429]
    assert len(asked) == 3


def test_the_map_is_withheld_where_a_reply_leads_to_a_running_game(client: TestClient) -> None:
    """Each of its lines is a value two turns later, where the position itself is out of reach."""
    client.post("/api/me", json={"name": "Anna"})
    who = f"guest:{client.get('/api/players/me').json()['id']}"
    club = client.app.state.club
    terms = {"clock": "0d86400"}

    def refused(turn: str) -> str:
        asked = {"position": BEFORE, "turn": turn}
        return client.post("/api/position/explanation", json=asked).json().get("law", "")

    assert refused("16/13") == refused("24/21") == ""
    client.blocking_portal.call(lambda: a_game(club, who, game="backgammon", terms=terms))
    assert refused("16/13") == "fair-yours"
    # The position itself is more than a turn away.
    evaluated = client.post("/api/position/evaluation", json={"position": BEFORE}).json()
    assert "law" not in evaluated
