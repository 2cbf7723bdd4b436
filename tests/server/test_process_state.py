import pytest

from nardy.server.process_state import SECONDS, Histogram, ProcessState


def test_a_value_is_counted_in_the_smallest_bucket_that_holds_it() -> None:
    sizes = Histogram((1, 2, 5))
    for value in (0, 1, 2, 3, 5, 6, 1000):
        sizes.observe(value)
    assert sizes.counts == [2, 1, 2, 2]
    assert sizes.total == 1017
    assert list(SECONDS) == sorted(SECONDS)


def test_processes_share_no_counts() -> None:
    first, second = ProcessState(), ProcessState()
    first.acts.observe(0.1)
    first.bots.seconds.observe(0.1)
    first.refusals["stale"] += 1
    assert sum(second.acts.counts) + sum(second.bots.seconds.counts) == 0
    assert not second.refusals
    with pytest.raises(AttributeError):
        first.more = 1  # type: ignore[attr-defined]
