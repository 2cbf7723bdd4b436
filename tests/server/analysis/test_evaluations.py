import asyncio
import json
import re
import threading
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import httpx
import pytest
from litestar.testing import TestClient

from nardy.analysis.decisions import rank_turns
from nardy.bots.neural import NeuralBot
from nardy.evaluation.cube.cubeful import CubeDecision
from nardy.formats import position_text
from nardy.server import create_app
from nardy.server.analysis import evaluations

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    # What is asked first loads the kernel, which takes long on a busy machine.
    monkeypatch.setattr(evaluations, "MOST_SECONDS", 120)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_the_best_turns_of_a_roll_are_told_best_first(client: TestClient) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    asked = {"position": f"{START} dice=31"}
    told = client.post("/api/position/evaluation", json=asked).json()
    assert told["kind"] == "turns"
    assert told["turns"][0]["turn"] == "8/5 6/5"
    assert told["turns"][0]["moves"] == [[8, 5], [6, 5]]
    losses = [turn["loss"] for turn in told["turns"]]
    assert losses[0] == 0
    assert losses == sorted(losses)


def test_a_turn_examined_less_deeply_that_seems_better_has_no_known_loss() -> None:
    before = position_text.loads(f"{START} dice=31")
    best, second, third = rank_turns(before, NeuralBot(0), 3)
    deeper = [replace(one, plies=1, equity=one.equity - 0.5) for one in (best, second)]
    told = evaluations.candidates([*deeper, replace(third, plies=0)])
    assert [one.loss for one in told] == [0, pytest.approx(best.equity - second.equity), None]


def test_before_a_roll_the_chances_are_told_with_advice_on_the_cube(client: TestClient) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    told = client.post("/api/position/evaluation", json={"position": START}).json()
    assert (told["kind"], told["turns"], told["cube"]) == ("chances", [], "no double")
    assert 0.45 < told["win"] < 0.6


@pytest.mark.parametrize(
    ("mine", "says"), [("1:1", "take"), ("24:15", "pass")], ids=["ahead", "lost"]
)
def test_of_an_offered_double_it_tells_whether_to_take(
    client: TestClient, mine: str, says: str
) -> None:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    position = f"backgammon,beavers=off w {mine} 6:2,5:2 offer=double"
    told = client.post("/api/position/evaluation", json={"position": position}).json()
    assert (told["kind"], told["turns"], told["cube"]) == ("chances", [], says)
    assert (told["win"] > 0.5) == (says == "take")


def test_the_page_has_a_sentence_for_every_advice() -> None:
    advice = {str(choice) for choice in CubeDecision} | {"take", "pass", "beaver"}
    keys = {f"advice.{re.sub(r'[^a-z]+', '-', one)}" for one in advice}
    for language in ("en", "ru"):
        file = files("nardy") / "locale" / language / "page" / "editor.json"
        words = json.loads(file.read_text("utf-8"))
        assert {key for key in words if key.startswith("advice.")} == keys


def test_without_the_engine_it_says_so(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluations, "is_available", lambda: False)
    answer = client.post("/api/position/evaluation", json={"position": START})
    assert answer.status_code == 400
    assert "nardy[compile]" in answer.json()["reason"]


@pytest.fixture
def busy(monkeypatch: pytest.MonkeyPatch):
    """Somebody is before all others, and is thought of until the test is over."""
    monkeypatch.setattr(evaluations, "require_engine", lambda: None)
    done = threading.Event()
    evaluations.thinker.submit(done.wait)
    yield
    done.set()


@pytest.mark.usefixtures("busy")
def test_who_asks_too_long_after_others_is_sent_away(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluations, "MOST_SECONDS", 0.01)
    answer = client.post("/api/position/evaluation", json={"position": START})
    assert "got many from others" in answer.json()["reason"]
    assert answer.json()["law"] == "busy"


@pytest.mark.usefixtures("busy")
def test_however_many_wait_for_an_opinion_all_else_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evaluations, "MOST_SECONDS", 3.0)

    async def go() -> None:
        app = create_app(tmp_path / "club.db")
        side_by_side = httpx.ASGITransport(cast("Any", app))
        async with (
            app.lifespan(),
            httpx.AsyncClient(transport=side_by_side, base_url="http://localhost") as client,
        ):
            asked = {"position": START}
            waiting = [
                asyncio.create_task(client.post("/api/position/evaluation", json=asked))
                for _ in range(60)
            ]
            await asyncio.sleep(0.5)
            async with asyncio.timeout(2):
                board = await client.get("/api/position", params={"text": START})
            assert board.status_code == 200
            assert not any(one.done() for one in waiting)
            assert {one.status_code for one in await asyncio.gather(*waiting)} == {400}

    asyncio.run(go())
