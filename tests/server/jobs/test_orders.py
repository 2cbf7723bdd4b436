from pathlib import Path

from nardy.server.jobs import orders
from nardy.server.worker.review_sources import ReviewSources
from nardy.server.worker.tasks import tasks


def test_turns_come_before_hints_and_hints_before_reviews() -> None:
    urgencies = [orders.AGAINST_PEOPLE, orders.AMONG_BOTS, orders.HINTS, orders.REVIEWS]
    assert urgencies == sorted(set(urgencies))


def test_a_worker_can_do_every_kind_of_job(tmp_path: Path) -> None:
    assert set(tasks(ReviewSources(tmp_path / "club.db"))) == set(orders.KINDS)
    assert set(orders.PATIENCE) <= set(orders.KINDS)
