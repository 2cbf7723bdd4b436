"""Rollouts wait behind reviews, tell their progress, are shared, and have a quota."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.analysis import evaluations, rollouts
from nardy.server.analysis.reviews import ReviewQueue
from nardy.server.analysis.rollouts import Part, RolloutJob, error_of, results

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
ASKED = {"position": START, "turns": ["8/5 6/5", "24/20"]}
TURNS: list[tuple[str, list[tuple[int, int]]]] = [("a", []), ("b", [])]


def test_the_means_have_the_errors_of_paired_parts() -> None:
    parts = [Part([0.1, 0.2], [0.5, 0.6]), Part([0.3, 0.4], [0.5, 0.8])]
    best, other = results(TURNS, parts)
    assert (best.turn, best.behind, best.behind_error) == ("b", 0, 0)
    assert (best.equity, best.win) == (pytest.approx(0.3), pytest.approx(0.7))
    # Both values move together, so that their difference has no error.
    assert other.error == pytest.approx(0.1)
    assert (other.behind, other.behind_error) == (pytest.approx(0.1), pytest.approx(0))
    assert error_of([0.5]) is None


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient[Any]]:
    if not evaluations.is_available():
        pytest.skip("there is no kernel")
    monkeypatch.setattr(rollouts, "PARTS", 2)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


@pytest.mark.thorough
def test_a_rollout_is_told_until_it_is_done(client: TestClient[Any]) -> None:
    told = client.post("/api/position/rollout", json=ASKED).json()
    end = time.monotonic() + 300
    while told["state"] in ("waiting", "working") and time.monotonic() < end:
        time.sleep(0.2)
        told = client.post("/api/position/rollout", json=ASKED).json()
    assert (told["state"], told["trials"], told["of"]) == ("done", 72, 72)
    best, other = told["turns"]
    assert (best["turn"], best["behind"]) == ("8/5 6/5", 0)
    assert other["behind"] == pytest.approx(best["equity"] - other["equity"])
    assert other["behind_error"] > 0


def test_who_asks_for_too_many_is_refused(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing(job: RolloutJob) -> Iterator[int]:
        job.state = "done"
        return iter(())

    monkeypatch.setattr(rollouts, "_work", nothing)
    client.post("/api/me", json={"name": "Anna"})
    dice = [(one, other) for one in range(1, 7) for other in range(1, one)]
    texts = [START.replace("31", f"{one}{other}") for one, other in dice]
    answers = [
        client.post("/api/position/rollout", json={"position": text, "turns": ["13/7"]})
        for text in texts
    ]
    assert [answer.status_code for answer in answers] == [200] * 10 + [429] * 5
    # Of one that is known already as much is told as anybody likes to ask.
    again = client.post("/api/position/rollout", json={"position": texts[0], "turns": ["13/7"]})
    assert again.status_code == 200


def test_reviews_come_first() -> None:
    queue, done = ReviewQueue(), list[str]()

    def work(name: str, urgency: int, steps: int) -> Iterator[int]:
        for _ in range(steps):
            done.append(name)
            yield urgency

    def begin() -> Iterator[int]:
        # While it runs, both others are queued.
        queue.add(work("rollout", rollouts.URGENCY, 20), rollouts.URGENCY)
        queue.add(work("review", 1, 20), 1)
        yield from work("first", 0, 1)

    queue.add(begin())
    end = time.monotonic() + 60
    while len(done) < 41 and time.monotonic() < end:
        time.sleep(0.01)
    queue.close()
    assert done == ["first", *["review"] * 20, *["rollout"] * 20]
