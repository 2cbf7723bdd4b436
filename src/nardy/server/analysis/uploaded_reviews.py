"""Reviews of uploaded matches: one process of lowest priority makes them all, behind play and the club's own games.

A review in a thread of the club would share the interpreter's lock with all acts: twenty of them would be felt.
"""

import itertools
import json
import logging
import pickle
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import PriorityQueue
from typing import IO, TYPE_CHECKING, Any, NamedTuple

import nardy
from nardy.errors import NardyError
from nardy.server.analysis import match_reviewer
from nardy.server.analysis.evaluations import NotEvaluatedError, require_engine
from nardy.server.analysis.review_parts import ReviewSource, match_game, reviewed
from nardy.server.analysis.reviews import DEEP_PLIES, QUICK_PLIES, Job
from nardy.server.jobs.queue import JobQueue

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision

FOLDER = str(Path(nardy.__file__).parents[1])
"""Where processes of our own find the package."""
MOST_KEPT, MOST_WAITING = 100, 40
MOST_DEEP_TURNS = 1500
"""Turns of a match that is looked at two plies ahead; a longer one stays at the first look."""
_log = logging.getLogger(__name__)


class ReviewOrder(NamedTuple):
    """A match to review."""

    id: str
    game: str
    """The text of its first game's rules."""
    turns: int
    events: list[Any]
    """As JSON."""
    guessed: list[int]
    """Indices of turns that nobody recorded."""


class UploadedReview(NamedTuple):
    """A review being made, or made."""

    job: Job
    games: list[int]
    """The numbers of the events that start the games, from 1."""


class UploadedReviews:
    """The reviews of uploaded matches; first looks at all of them come before deeper ones."""

    def __init__(self, job_queue: JobQueue | None = None) -> None:
        """*job_queue* has the workers of the club."""
        self._job_queue = job_queue or JobQueue()
        self._thread = ThreadPoolExecutor(1, "uploaded-reviews")
        self._waiting: PriorityQueue[tuple[int, int, Job, ReviewOrder]] = PriorityQueue()
        self._numbers = itertools.count()
        self._reviews: OrderedDict[str, UploadedReview] = OrderedDict()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_closed = False

    def known(self, match_id: str) -> UploadedReview | None:
        """The review of a match; None if nobody has asked for it lately, or it failed some time ago."""
        begun = self._reviews.get(match_id)
        return None if begun and begun.job.may_begin_anew else begun

    def begin(self, order: ReviewOrder) -> UploadedReview:
        """Begin the review of a match.

        Raises:
            NotEvaluatedError: the engine is missing, or too many reviews wait.
        """
        require_engine()
        kept = self._reviews
        if sum(one.job.state == "working" for one in kept.values()) >= MOST_WAITING:
            raise NotEvaluatedError("expected fewer reviews at once; ask again in some minutes")
        starts = [n for n, event in enumerate(order.events, 1) if event.get("kind") == "started"]
        kept[order.id] = begun = UploadedReview(Job(order.turns), starts)
        if len(kept) > MOST_KEPT:
            del kept[next(key for key, one in kept.items() if one.job.state != "working")]
        self._add(QUICK_PLIES, begun.job, order)
        return begun

    def forget(self, match_id: str) -> None:
        """Drop the review of a match that was deleted."""
        if begun := self._reviews.pop(match_id, None):
            begun.job.state = "failed"

    def close(self) -> None:
        """Stop all reviews."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process:
            self._process.kill()

    def _add(self, plies: int, job: Job, order: ReviewOrder) -> None:
        self._waiting.put((plies, next(self._numbers), job, order))
        self._thread.submit(self._work)

    def _work(self) -> None:
        plies, _, job, order = self._waiting.get_nowait()
        if self._is_closed or job.state != "working":
            return
        try:
            self.look(plies, job, order)
        except Exception:  # noqa: BLE001 (the page shows the failure)
            if self._is_closed:
                # Its process was ended with the club.
                return
            job.state = job.failed("the review failed; its cause is in the club's log")
            _log.exception("the review of an uploaded match failed")
            return
        if plies == QUICK_PLIES and order.turns <= MOST_DEEP_TURNS and job.state == "working":
            self._add(DEEP_PLIES, job, order)
        elif job.state == "working":
            job.deep = job.deep or job.quick
            job.state = "done"

    def look(self, plies: int, job: Job, order: ReviewOrder) -> None:
        """Look at all turns of a match, so many plies ahead."""
        for found in self._decisions(plies, order):
            if isinstance(found, str):
                job.state = job.failed(found)
                return
            if job.state != "working":
                return
            job.take(found, is_deep=plies == DEEP_PLIES)

    def _decisions(self, plies: int, order: ReviewOrder) -> "Iterator[Decision | str]":
        """What workers find, or a process of its own."""
        if not self._job_queue.workers:
            yield from self._from_process(plies, order)
            return
        source = ReviewSource("match", order.id)
        game = match_game(order.events, order.game, order.guessed)
        try:
            yield from reviewed(self._job_queue, source, game, plies, plies)
        except NardyError as error:
            yield str(error)

    def _from_process(self, plies: int, order: ReviewOrder) -> "Iterator[Decision | str]":
        # Isolated from the user's environment.
        command = [sys.executable, "-I", match_reviewer.__file__, FOLDER]
        asked = order._asdict() | {"plies": plies}
        with subprocess.Popen(  # noqa: S603 (our own program)
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as process:
            self._process = process
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                process.stdin.close()
                yield from _pickled(process.stdout)
            except BaseException:
                # Also when nobody reads on, since the match was deleted.
                process.kill()
                raise
            finally:
                self._process = None
        if process.returncode:
            raise RuntimeError(f"expected the status 0 of a review, got {process.returncode}")


def _pickled(stream: IO[bytes]) -> "Iterator[Decision | str]":
    """The values of a stream, which our own program writes."""
    unpickler = pickle.Unpickler(stream)  # noqa: S301
    while True:
        try:
            yield unpickler.load()
        except EOFError:
            return
