from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def told(client: TestClient, text: str) -> dict:
    return client.get("/api/position", params={"text": text}).json()


def test_a_position_is_told_with_what_is_legal(client: TestClient) -> None:
    board = told(client, f"{START} dice=31")
    assert board["laws"]["id"] == "backgammon"
    assert board["view"]["white"][24] == 2
    assert board["view"]["phase"] == "turn"
    assert {"from": 8, "to": 5} in [
        {"from": move["from"], "to": move["to"]} for move in board["nodes"][0]["moves"]
    ]
    assert told(client, XGID)["nodes"] == board["nodes"]


def test_before_a_roll_nothing_can_be_moved(client: TestClient) -> None:
    board = told(client, START)
    assert board["nodes"] == []
    assert set(board["view"]["acts"]) >= {"roll", "double"}


def test_the_score_of_a_match_stands_in_the_view(client: TestClient) -> None:
    board = told(client, f"{START.replace(' w ', ' b ')} match=7:3-6 crawford")
    assert board["view"]["score"] == {"length": 7, "white": 3, "black": 6, "is_crawford": True}


def test_moves_are_followed_and_judged(client: TestClient) -> None:
    position = f"{START} dice=31"
    moves = [{"from": 8, "to": 5}]
    nodes = client.post("/api/position/nodes", json={"position": position, "moves": moves})
    assert nodes.json()[0]["dice"] == [1]
    moves.append({"from": 24, "to": 19})
    verdict = client.post("/api/position/verdict", json={"position": position, "moves": moves})
    assert verdict.json()["law"] == "wrong-die"
    assert verdict.json()["says"]["ru"]
    legal = client.post(
        "/api/position/verdict", json={"position": position, "moves": [{"from": 6, "to": 5}]}
    )
    assert legal.json()["law"] is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "expected"),
        ("chess w - -", "chess"),
        (START.replace("5", "7", 1), "15"),
        ("x" * 3000, ""),
    ],
)
def test_what_is_no_position_is_refused(client: TestClient, text: str, says: str) -> None:
    answer = client.get("/api/position", params={"text": text})
    assert answer.status_code == 400
    assert says in answer.text


def test_moves_where_no_turn_is_due_are_refused(client: TestClient) -> None:
    asked = {"position": START, "moves": [{"from": 8, "to": 5}]}
    assert client.post("/api/position/verdict", json=asked).json()["law"] == "not-rolled"
    asked["moves"] *= 200
    assert client.post("/api/position/verdict", json=asked).status_code == 400
