"""Reviews that nobody waits for: finished games of people who want figures of all their games.

One game at a time, one ply ahead, in the thread of the reviews and behind all that people have asked for.
"""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

from nardy.core.events import Event, Played
from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.server.analysis.figure_recorder import FigureRecorder
from nardy.server.analysis.game_figures import PLIES
from nardy.server.analysis.review_parts import EventLog, ReviewSource, reviewed
from nardy.server.analysis.reviews import LAST, Job, Reviews
from nardy.server.club.club import Club
from nardy.server.games.related_games import find_related_game
from nardy.server.rooms.room import Room
from nardy.server.store import reviewed_games

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision

PAUSE_SECONDS = 20.0
"""Seconds before the club looks again for games without figures."""
_log = logging.getLogger(__name__)


class BackgroundReviews:
    """The task that reviews finished games of the people who have chosen so."""

    def __init__(self, club: Club, reviews: Reviews, recorder: FigureRecorder) -> None:
        """Start the task."""
        self._club, self._reviews, self._recorder = club, reviews, recorder
        self._tried: set[tuple[str, str]] = set()
        """People and rooms without figures: a failure is not tried again before the next start."""
        self._seen: tuple[int, frozenset[str]] = (0, frozenset())
        """The last result, and who wanted figures, when nothing waited any more."""
        self._task = asyncio.create_task(self._work())

    async def close(self) -> None:
        """Stop the task."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task

    async def _work(self) -> None:
        while True:
            try:
                while self._is_wanted() and await self.review_next():
                    pass
            except Exception:  # noqa: BLE001 (the next round may succeed)
                _log.exception("a review in the background failed")
            await asyncio.sleep(PAUSE_SECONDS)

    def _is_wanted(self) -> bool:
        return is_available() and self._club.ownership.leads

    async def review_next(self) -> bool:
        """Review the newest finished game without figures; False if there is none."""
        most = len(self._tried) + 1
        wishes = await self._club.store.read(reviewed_games.wishes)
        if wishes == self._seen:
            return False
        # Whoever comes to want figures has older games; of the others only later ones can wait.
        after = self._seen[0] if wishes[1] <= self._seen[1] else 0
        found = await self._club.store.read(
            lambda c: reviewed_games.waiting(c, limit=most, after=after)
        )
        new = next((one for one in found if one not in self._tried), None)
        if new is None:
            self._seen = wishes
            return False
        self._tried.add(new)
        room = await self._club.room(new[1])
        if room is None or not room.record.is_over:
            return True
        events = [entry.event for entry in room.entries]
        job = Job(sum(isinstance(event, Played) for event in events))
        done, loop = asyncio.Event(), asyncio.get_running_loop()
        self._reviews.add_last(
            _told(
                itertools.chain(
                    first_look(job, self._decisions(room, events)),
                    self._recorder.steps(room, job),
                ),
                loop,
                done,
            )
        )
        await done.wait()
        await self._recorder.flush()
        left = await self._club.store.read(
            lambda c: reviewed_games.waiting(c, limit=most, after=after)
        )
        if new not in left:
            self._tried.discard(new)
        return True

    def _decisions(self, room: Room, events: list[Event]) -> "Iterator[Decision]":
        game = EventLog(events, find_related_game(room.match.rotation))
        source = ReviewSource("room", room.record.id)
        return reviewed(self._club.job_queue, source, game, PLIES, LAST)


def first_look(job: Job, decisions: "Iterator[Decision]") -> Iterator[int]:
    """Review a game one ply ahead, a decision a step."""
    try:
        for decision in decisions:
            job.take(decision, is_deep=False)
            yield LAST
        job.state = "done"
    except NardyError as error:
        job.state, job.reason = "failed", str(error)
    except Exception:  # noqa: BLE001 (the next game may succeed)
        job.state = "failed"
        _log.exception("a review in the background failed")


def _told(
    work: Iterator[int], loop: asyncio.AbstractEventLoop, done: asyncio.Event
) -> Iterator[int]:
    """All steps of a game, and wake the task after the last one, also if one fails."""
    try:
        yield from work
    except Exception:  # noqa: BLE001 (the next game may succeed)
        _log.exception("a review in the background failed")
    finally:
        # The club may have closed meanwhile.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(done.set)
