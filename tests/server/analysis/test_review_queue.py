"""Reviews take turns in one thread."""

import threading
from collections.abc import Iterator

from nardy.server.analysis.review_queue import SLICE, ReviewQueue


class Game:
    """A review that writes down each of its steps."""

    def __init__(self, name: str, previews: int, deep: int) -> None:
        self.name, self.counts = name, (previews, deep)
        self.end = threading.Event()

    def steps(self, log: list[str], begin: threading.Event) -> Iterator[int]:
        begin.wait(60)
        for urgency, count in enumerate(self.counts):
            for _ in range(count):
                log.append(f"{self.name}{urgency}")
                yield urgency
        self.end.set()


def test_a_long_match_keeps_nobody_waiting() -> None:
    queue, log, begin = ReviewQueue(), list[str](), threading.Event()
    games = [
        Game("long", 2 * SLICE, 6 * SLICE),
        Game("short", 4, 2 * SLICE),
        Game("third", 4, 4),
    ]
    try:
        for game in games:
            queue.add(game.steps(log, begin))
        begin.set()
        assert all(game.end.wait(60) for game in games)
    finally:
        queue.close()
    # Every preview comes before anybody's deeper look, but for the slice in which it ends.
    last_preview = max(n for n, one in enumerate(log) if one.endswith("0"))
    assert log.index("long1") > last_preview - 2 * SLICE
    assert log.index("third0") < log.index("long1")
    # The short ones are done while the long one goes on.
    last = {one: n for n, one in enumerate(log)}
    assert last["third1"] < last["short1"] < last["long1"]
    assert log.count("long1") == 6 * SLICE


def test_what_is_closed_goes_on_no_further() -> None:
    queue, log, begin = ReviewQueue(), list[str](), threading.Event()
    game = Game("one", SLICE, 5 * SLICE)
    queue.add(game.steps(log, begin))
    queue.close()
    begin.set()
    for thread in threading.enumerate():
        if thread.name.startswith("reviews"):
            thread.join(60)
    assert len(log) <= SLICE
    assert not game.end.is_set()
