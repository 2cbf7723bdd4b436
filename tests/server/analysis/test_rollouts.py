"""Rollouts wait behind reviews, tell their progress, are shared, and have a quota."""

import json
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from nardy.bots.neural import NeuralBot
from nardy.core.canonical import legal_turns
from nardy.core.judge import find_turn
from nardy.formats import position_text
from nardy.server import create_app
from nardy.server.analysis import evaluations, reviews, rollouts
from nardy.server.analysis.reviews import ReviewQueue
from nardy.server.analysis.rollouts import Part, RolloutJob, error_of, results, turns_to_roll_out
from nardy.server.jobs.orders import JobOrder
from nardy.server.jobs.queue import JobQueue
from nardy.server.rate_limits import LIMITS, Limit, Rate

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


def test_a_rollout_that_failed_begins_anew_after_a_pause(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: RolloutJob) -> Iterator[int]:
        raise OSError("disk full")

    def state() -> str:
        return client.post("/api/position/rollout", json=ASKED).json()["state"]

    monkeypatch.setattr(rollouts, "_turns", fails)
    end = time.monotonic() + 10
    while state() != "failed" and time.monotonic() < end:
        time.sleep(0.005)
    monkeypatch.setattr(rollouts, "_work", waits)
    assert state() == "failed"
    monkeypatch.setattr(reviews, "PAUSE", 0)
    assert state() == "waiting"


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
    dice = [f"{one}{other}" for one in range(1, 7) for other in range(1, one)]
    assert codes(client, dice) == [200] * 10 + [429] * 5
    # Of one that is known already as much is told as anybody likes to ask.
    assert codes(client, dice[:1]) == [200]


def waits(_: RolloutJob) -> Iterator[int]:
    return iter(())


def any_turn(text: str) -> str:
    situation = position_text.loads(text)
    assert situation.dice is not None
    return str(next(iter(legal_turns(situation.rules, situation.position, situation.dice))))


def codes(client: TestClient[Any], dice: Iterable[str], turn: str = "") -> list[int]:
    texts = [START.replace("31", roll) for roll in dice]
    asked = [{"position": text, "turns": [turn or any_turn(text)]} for text in texts]
    return [client.post("/api/position/rollout", json=one).status_code for one in asked]


def test_what_cannot_be_rolled_out_is_refused_and_counts_for_no_quota(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "_work", waits)
    monkeypatch.setitem(LIMITS, "rollout", Limit("rollouts", Rate(1, 60), Rate(1, 60)))
    client.post("/api/me", json={"name": "Anna"})
    assert codes(client, ["31"], "24/1") == codes(client, ["31"], "nonsense") == [400]
    before = {"position": START.removesuffix(" dice=31"), "turns": ["13/7"]}
    answer = client.post("/api/position/rollout", json=before)
    assert (answer.status_code, answer.json()["law"]) == (400, "not-rolled")
    assert codes(client, ["42"]) == [200]


def test_one_person_has_two_rollouts_in_progress(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[RolloutJob]()

    def note(job: RolloutJob) -> Iterator[int]:
        begun.append(job)
        return iter(())

    monkeypatch.setattr(rollouts, "_work", note)
    client.post("/api/me", json={"name": "Anna"})
    assert codes(client, ["42", "51", "21", "42"]) == [200, 200, 400, 200]
    begun[0].state = "done"
    assert codes(client, ["61", "51"]) == [200, 200]
    # Somebody else has two of their own; who drops each cookie stays one person.
    for roll, answer in (("62", 200), ("43", 200), ("41", 400)):
        client.cookies.clear()
        assert codes(client, [roll]) == [answer]


def test_a_turn_of_a_cascade_that_the_bot_does_not_list_is_found() -> None:
    situation = position_text.loads("mad-gulbar w 24:15 24:15 dice=22")
    text = "24/22 24/21 24/20(2) 24/19(3) 24/18(2)"
    ((turn, after),) = turns_to_roll_out(situation, [text, text])
    assert str(turn) == text
    assert after.position == find_turn(situation, text)[1].flipped()
    assert find_turn(situation, text)[1] not in {one.final for one in NeuralBot(0).rank(situation)}


def test_reviews_come_first() -> None:
    queue, done = ReviewQueue(), list[str]()
    over = threading.Event()

    def work(name: str, urgency: int, steps: int) -> Iterator[int]:
        for _ in range(steps):
            done.append(name)
            yield urgency
        if name == "rollout":
            over.set()

    def begin() -> Iterator[int]:
        # While it runs, both others are queued.
        queue.add(work("rollout", rollouts.URGENCY, 20), rollouts.URGENCY)
        queue.add(work("review", 1, 20), 1)
        yield from work("first", 0, 1)

    queue.add(begin())
    assert over.wait(60)
    queue.close()
    assert done == ["first", *["review"] * 20, *["rollout"] * 20]


class StubQueue(JobQueue):
    """A queue whose worker is this process."""

    workers = 1

    def ask_from_thread(self, order: JobOrder) -> "Future[bytes | None]":
        answer: Future[bytes | None] = Future()
        payload = json.loads(json.dumps(order.payload))
        answer.set_result(msgspec.json.encode(rollouts.rolled_out(payload)))
        return answer


@pytest.mark.thorough
@pytest.mark.skipif(not evaluations.is_available(), reason="there is no kernel")
@pytest.mark.parametrize("texts", [("8/5 6/5", "24/20"), ()])
def test_parts_of_workers_are_those_of_the_club(
    texts: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "PARTS", 1)
    situation = position_text.loads(START if texts else START.removesuffix(" dice=31"))
    here, there = (
        RolloutJob(situation, texts, job_queue=job_queue) for job_queue in (JobQueue(), StubQueue())
    )
    for job in (here, there):
        assert set(rollouts._work(job)) == {rollouts.URGENCY}  # noqa: SLF001
        assert job.state == "done", job.reason
    assert (here.parts, here.doubles, here.turns) == (there.parts, there.doubles, there.turns)
    assert len(here.parts) + len(here.doubles) == 1
