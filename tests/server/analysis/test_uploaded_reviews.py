import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from nardy.server.analysis import reviews, uploaded_reviews
from nardy.server.analysis.evaluations import NotEvaluatedError
from nardy.server.analysis.reviews import Job
from nardy.server.analysis.uploaded_reviews import ReviewOrder, UploadedReviews


def order(name: str, turns: int = 2) -> ReviewOrder:
    events = [{"kind": "started"}, {"kind": "played"}, {"kind": "started"}, {"kind": "played"}]
    return ReviewOrder(name, "tapa", turns, events, [])


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """The looks at matches in their order, of which each finds one decision a turn."""
    found: list[tuple[str, int]] = []

    def decisions(_: Any, plies: int, of: ReviewOrder) -> Iterator[Any]:
        found.append((of.id, plies))
        if of.id == "bad":
            raise RuntimeError("a process ended")
        yield from ["no network"] if of.id == "unknown" else range(of.turns)

    def take(job: Job, decision: Any, *, is_deep: bool) -> None:
        (job.deep if is_deep else job.quick).append(decision)

    monkeypatch.setattr(uploaded_reviews, "require_engine", lambda: None)
    monkeypatch.setattr(UploadedReviews, "_decisions", decisions)
    monkeypatch.setattr(Job, "take", take)
    return found


def wait(*jobs: Job) -> None:
    end = time.monotonic() + 10
    while any(job.state == "working" for job in jobs) and time.monotonic() < end:
        time.sleep(0.005)


def test_firstlooks_at_all_matches_come_before_deeper_ones(
    looks: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    begins, may_begin = UploadedReviews.look, threading.Event()

    def held(*args: Any) -> None:
        may_begin.wait(5)
        begins(*args)

    monkeypatch.setattr(UploadedReviews, "look", held)
    reviews = UploadedReviews()
    begun = [reviews.begin(order(name)) for name in "abc"]
    assert begun[0].games == [1, 3]
    may_begin.set()
    wait(*(one.job for one in begun))
    reviews.close()
    assert looks == [(name, plies) for plies in (1, 2) for name in "abc"]
    assert [one.job.state for one in begun] == ["done"] * 3
    assert begun[0].job.deep == [0, 1]
    assert reviews.known("a") is begun[0]


def test_a_long_match_stays_at_its_firstlook(
    looks: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_reviews, "MOST_DEEP_TURNS", 3)
    reviews = UploadedReviews()
    job = reviews.begin(order("a", turns=4)).job
    wait(job)
    reviews.close()
    assert (looks, job.state, job.deep) == ([("a", 1)], "done", [0, 1, 2, 3])


def test_a_failure_is_told_and_the_next_match_has_its_turn(looks: list[tuple[str, int]]) -> None:
    reviews = UploadedReviews()
    jobs = [reviews.begin(order(name)).job for name in ("bad", "unknown", "good")]
    wait(*jobs)
    reviews.close()
    assert [job.state for job in jobs] == ["failed", "failed", "done"]
    assert jobs[0].reason == "the review failed; its cause is in the club's log"
    assert jobs[1].reason == "no network"


def test_what_failed_is_unknown_after_a_pause(
    looks: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    queue = UploadedReviews()
    begun = [queue.begin(order(name)) for name in ("bad", "unknown")]
    wait(*(one.job for one in begun))
    assert [queue.known(name) for name in ("bad", "unknown")] == begun
    monkeypatch.setattr(reviews, "PAUSE", 0)
    assert [queue.known(name) for name in ("bad", "unknown")] == [None, None]
    queue.close()
    assert looks == [("bad", 1), ("unknown", 1)]


def test_only_so_many_wait_and_a_deleted_match_is_notlooked_at(
    looks: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_reviews, "MOST_WAITING", 2)
    monkeypatch.setattr(uploaded_reviews, "MOST_KEPT", 2)
    held = threading.Event()
    monkeypatch.setattr(UploadedReviews, "_work", lambda _: held.wait(5))
    reviews = UploadedReviews()
    first, second = (reviews.begin(order(name)) for name in "ab")
    with pytest.raises(NotEvaluatedError, match="fewer reviews at once"):
        reviews.begin(order("c"))
    reviews.forget("a")
    assert (first.job.state, reviews.known("a")) == ("failed", None)
    second.job.state = "done"
    assert reviews.begin(order("c")).job.state == "working"
    held.set()
    reviews.close()
    assert looks == []
