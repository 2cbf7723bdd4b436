"""Stores the figures of reviewed games, and explains their errors before: the last steps of a review."""

import asyncio
import contextlib
import logging
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.server.analysis.game_figures import figures_of
from nardy.server.analysis.reviews import LAST, Job
from nardy.server.club.club import Club
from nardy.server.games.position_texts import understood
from nardy.server.jobs.orders import REASON, REVIEWS, JobOrder, order_about
from nardy.server.jobs.prefetch import in_order
from nardy.server.jobs.queue import JobFailedError
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of
from nardy.server.store import reviewed_games

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision, ReviewedTurn

EXPLAINED = ("error", "blunder")
"""Grades of turns that are explained."""
MOST_EXPLAINED = 30
"""The worst errors of a game that are explained: each costs a tenth of a second."""
_log = logging.getLogger(__name__)


class FigureRecorder:
    """Makes the steps after a review in its thread, and stores the figures in the club's loop."""

    def __init__(self, club: Club) -> None:
        """Store in the database of *club*, by the running event loop."""
        self._club, self._loop = club, asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()

    def steps(self, room: Room, job: Job) -> Iterator[int]:
        """Explain the errors of a finished review, one a step; a failed review has no steps."""
        if job.state != "done":
            return
        decisions = [seen.decision for seen in job.quick]
        reasons: dict[int, str] = {}
        for turn, fact in self._reasons(_errors(decisions)):
            yield LAST
            if fact := _reason(turn) if fact is None else fact:
                reasons[turn.event] = fact
        # The club may have closed meanwhile.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._begin, room, decisions, reasons)

    def _reasons(self, turns: "list[ReviewedTurn]") -> "Iterator[tuple[ReviewedTurn, str | None]]":
        """The facts that workers find, '' for none; None where the club must look itself."""

        def order(turn: "ReviewedTurn") -> JobOrder | None:
            return order_about(REASON, REVIEWS + LAST, turn.before, {"turn": turn.played})

        if not self._club.job_queue.workers:
            yield from ((turn, None) for turn in turns)
            return
        try:
            for turn, told in in_order(self._club.job_queue, turns, order):
                yield turn, msgspec.json.decode(told, type=str) if told is not None else None
        except JobFailedError:
            _log.exception("errors of a review could not be explained")

    async def flush(self) -> None:
        """Wait until all figures so far are stored."""
        await asyncio.gather(*self._tasks)

    def _begin(self, room: Room, decisions: "list[Decision]", reasons: dict[int, str]) -> None:
        task = self._loop.create_task(self._store(room, decisions, reasons))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _store(
        self, room: Room, decisions: "list[Decision]", reasons: dict[int, str]
    ) -> None:
        try:
            await self.record(room, decisions, reasons)
        except Exception:  # noqa: BLE001 (the review itself is shown)
            _log.exception("the figures of a review could not be stored")

    async def record(
        self, room: Room, decisions: "list[Decision]", reasons: dict[int, str]
    ) -> None:
        """Store the figures of both people, without decisions at positions that somebody still plays.

        A total would tell what a review withholds (docs/decisions/fairness.md).
        """
        # A guest may have signed in to the account that they had played against.
        if room.record.white == room.record.black:
            return
        if room.record.terms.from_position:
            return
        # After a start a request may be refused until all games are indexed; figures wait, or they were lost.
        await self._club.fair_play.games.learned()
        boards, games = [one.before for one in decisions], room.match.rotation
        places = await self._club.fair_play.withheld(None, boards, games)
        hidden = {decisions[place].event for place in places}
        found = await asyncio.to_thread(figures_of, room, decisions, reasons, hidden)
        for player, (figures, parts) in found.items():
            guest = guest_id_of(room.who(player) or "")
            await self._club.store.run(
                lambda c, guest=guest, figures=figures, parts=parts: reviewed_games.save(
                    c, guest, figures, parts
                )
            )


def _errors(decisions: "list[Decision]") -> "list[ReviewedTurn]":
    """The errors of checker play, the worst first."""
    from nardy.analysis.game_review import ReviewedTurn  # noqa: PLC0415 (imports NumPy)

    turns = [one for one in decisions if isinstance(one, ReviewedTurn) and one.grade in EXPLAINED]
    return sorted(turns, key=lambda turn: -turn.loss)[:MOST_EXPLAINED]


def reason_found(payload: Mapping[str, Any]) -> str:
    """The fact that a job asks for; '' where none explains the error."""
    return _fact(understood(payload["position"]), payload["turn"]) or ""


def _reason(turn: "ReviewedTurn") -> str | None:
    """The fact that explains an error; None where none does."""
    return _fact(turn.before, turn.played)


def _fact(before: Situation, played: str) -> str | None:
    from nardy.coach import explain  # noqa: PLC0415 (imports NumPy)

    try:
        found = explain(before, played).reasons
    except NardyError:
        return None
    except Exception:  # noqa: BLE001 (the figures count without a reason)
        _log.exception("an error of a review could not be explained")
        return None
    return found[0].fact if found else None
