"""Reviews of finished games: one thread of low priority makes them all, taking turns among them."""

import itertools
import logging
import math
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import PriorityQueue
from time import monotonic
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec
from litestar import post
from litestar.params import FromPath

from nardy.core.events import Event, Played, Started
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.server.analysis import review_facts
from nardy.server.analysis.evaluations import NotEvaluatedError, require_engine
from nardy.server.analysis.review_parts import EventLog, ReviewSource, reviewed
from nardy.server.api.requests import club_of, room_of, who_of
from nardy.server.club.club import Club
from nardy.server.games.related_games import find_related_game
from nardy.server.jobs.queue import JobQueue
from nardy.server.lobby.room_facts import laws_at
from nardy.server.protocol.messages import Laws, Seat
from nardy.server.rooms.room import Room
from nardy.server.turns.view import seat_of
from nardy.server.web.cookies import AnyRequest

if TYPE_CHECKING:
    from nardy.analysis.game_review import Decision


SLICE = 8
"""Decisions evaluated before another review that is as urgent has its turn: some tenths of a second."""
_NICENESS = 10
"""The thread's niceness, so that games in progress come first."""
MOST_KEPT = 100
MOST_WAITING = 20
QUICK_PLIES, DEEP_PLIES = 1, 2
LUCK_PLIES = 1
PAUSE = 60
"""Seconds after which what failed begins anew for whoever asks: most causes pass, such as a full disk."""
LAST = 2
"""The priority of work that nobody waits for, behind previews (0) and deeper evaluations (1)."""
_log = logging.getLogger(__name__)


class ReviewQueue:
    """Runs iterators in one thread of low priority.

    Each yields its priority from now on, smaller ones first; equal ones take turns.
    """

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "reviews", initializer=_lower_priority)
        # The number keeps equal priorities in order, since iterators cannot be compared.
        self._waiting: PriorityQueue[tuple[int, int, Iterator[int]]] = PriorityQueue()
        self._numbers = itertools.count()
        self._is_closed = False

    def add(self, work: Iterator[int], urgency: int = 0) -> None:
        """Queue work with a priority, smaller ones first."""
        self._waiting.put((urgency, next(self._numbers), work))
        self._thread.submit(self._go_on)

    @property
    def count(self) -> int:
        """Work that waits or runs, by slices."""
        return self._waiting.qsize()

    def close(self) -> None:
        """Cancel all work without waiting for it; work in progress ends with its present step."""
        # The interpreter waits for the thread before it exits, and a slice of a rollout takes many seconds.
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        """Do a slice of the most urgent work; the pool gets one submission for each item of work."""
        urgency, _, work = self._waiting.get_nowait()
        for _ in range(SLICE):
            if self._is_closed:
                return
            following = _step(work)
            if following is None:
                return
            urgency = following
            if self._has_more_urgent(urgency):
                break
        try:
            self.add(work, urgency)
        except RuntimeError:
            # The pool is closed.
            return

    def _has_more_urgent(self, urgency: int) -> bool:
        # The heap's first item is the most urgent one.
        with self._waiting.mutex:
            return bool(self._waiting.queue) and self._waiting.queue[0][0] < urgency


def _step(work: Iterator[int]) -> int | None:
    """The priority after a step; None at the end, also of work that fails."""
    try:
        return next(work, None)
    except Exception:  # noqa: BLE001 (nobody asks the pool for its results)
        _log.exception("work in the thread of reviews failed")
        return None


def _lower_priority() -> None:
    # On Linux niceness belongs to a thread, so PRIO_PROCESS takes the id of this one.
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


class Review(msgspec.Struct):
    """The review of a room so far."""

    state: Literal["working", "done", "failed"]
    turns: list[review_facts.Reviewed]
    of: int
    """The number of all turns."""
    games: list[int]
    """The numbers of the events that start the games, from 1."""
    cubes: list[review_facts.ReviewedDouble]
    """Doubles, answers to them, and doubles that were missed or close."""
    bombs: list[review_facts.BombDecision]
    """Bombs that were exploded, missed or close."""
    summaries: dict[str, review_facts.Figures]
    """The figures of each seat."""
    plies: int
    """Plies of the final evaluation of turns and cube decisions."""
    preview_plies: int
    """Plies of the preview; each decision has the plies of its present evaluation."""
    luck_plies: int
    """Plies of the evaluation of luck and bombs."""
    looked_at: int
    """The number of evaluated turns, including withheld ones."""
    deep: int
    """The number of turns evaluated with `plies`; the others are a preview."""
    laws: Laws
    you: Seat | None
    names: dict[str, str]
    """The players' names by seat; bots by their specs."""
    bots: list[Seat]
    reason: str = ""
    """The reason of a failure."""
    withheld: int = 0
    """Decisions left out for now, since their positions are in protected games in progress."""


@dataclass(kw_only=True)
class Failure:
    """The failure of a job, if it failed."""

    reason: str = ""
    failed_at: float = math.inf
    """In seconds of the monotonic clock."""

    def failed(self, reason: str) -> Literal["failed"]:
        """Note a failure now; its state."""
        self.reason, self.failed_at = reason, monotonic()
        return "failed"

    @property
    def may_begin_anew(self) -> bool:
        """Whether it failed some time ago."""
        return monotonic() >= self.failed_at + PAUSE


@dataclass
class Job(Failure):
    """A review being made: a quick preview first, which deeper evaluations then replace."""

    of: int
    quick: "list[SeenDecision]" = field(default_factory=list["SeenDecision"])
    deep: "list[SeenDecision]" = field(default_factory=list["SeenDecision"])
    state: Literal["working", "done", "failed"] = "working"

    def take(self, decision: "Decision", *, is_deep: bool) -> None:
        """Add a decision."""
        seen = SeenDecision(decision, review_facts.message_of(decision))
        (self.deep if is_deep else self.quick).append(seen)

    def decisions(self) -> "list[SeenDecision]":
        """The decisions so far, in the order of the game."""
        # The review thread may append to both lists meanwhile, but never removes anything.
        deep, quick = list(self.deep), list(self.quick)
        if self.state == "done":
            return deep
        reached = deep[-1].decision.event if deep else -1
        return [*deep, *(seen for seen in quick if seen.decision.event > reached)]


AfterReview = Callable[[Room, Job], Iterator[int]]


class SeenDecision(NamedTuple):
    """An evaluated decision, and its message for the page."""

    decision: "Decision"
    message: review_facts.ReviewMessage


def _nothing(room: Room, job: Job) -> Iterator[int]:
    del room, job
    return iter(())


class Reviews:
    """The reviews of finished games; previews of all games come before deeper evaluations."""

    def __init__(
        self, after: "AfterReview | None" = None, job_queue: JobQueue | None = None
    ) -> None:
        """*after* makes the steps that follow a review, such as storing its figures; *job_queue* has the workers."""
        self._job_queue = job_queue or JobQueue()
        self._after: AfterReview = after or _nothing
        self.queue = ReviewQueue()
        """Rollouts use it, too."""
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def of(self, room: Room) -> Job:
        """The review of a finished room; the first request starts it.

        Raises:
            NotEvaluatedError: the game is not over, the engine is missing, or too many reviews wait.
        """
        room_id = room.record.id
        if (job := self._jobs.get(room_id)) and not job.may_begin_anew:
            return job
        if not room.record.is_over:
            raise NotEvaluatedError("expected a finished game to review; finish this one first")
        require_engine()
        if sum(job.state == "working" for job in self._jobs.values()) >= MOST_WAITING:
            raise NotEvaluatedError("expected fewer reviews at once; ask again in a minute")
        events = [entry.event for entry in room.entries]
        job = Job(sum(isinstance(event, Played) for event in events))
        self._jobs[room_id] = job
        if len(self._jobs) > MOST_KEPT:
            # The oldest that is not being made.
            del self._jobs[next(key for key, one in self._jobs.items() if one.state != "working")]
        game = EventLog(events, find_related_game(room.match.rotation))
        work = _work(job, self._job_queue, ReviewSource("room", room_id), game)
        self.queue.add(itertools.chain(work, self._after(room, job)))
        return job

    def add_last(self, work: Iterator[int]) -> None:
        """Queue other work of the review thread, behind all reviews that somebody waits for."""
        self.queue.add(work, LAST)

    def close(self) -> None:
        """Stop all reviews."""
        # A review in progress reads its state between two decisions, and ends there.
        for job in self._jobs.values():
            job.state = "done" if job.state == "done" else "failed"
        self.queue.close()


@post("/api/rooms/{room_id:str}/review", status_code=200)
async def tell_review(request: AnyRequest, room_id: FromPath[str]) -> Review:
    """A bot's review of a finished room: all decisions evaluated so far."""
    club, who = club_of(request), await who_of(request)
    room = await room_of(request, room_id, who)
    job = request.app.state.reviews.of(room)
    # The state first: otherwise it could be "done" with decisions that were copied before.
    state, seen = job.state, job.decisions()
    shown = await fair(club, room, who, seen)
    facts = await club.describer.facts(room, who)
    people = {"white": facts.white, "black": facts.black}
    about = ReviewedMatch(
        games=games_in([one.event for one in room.entries]),
        laws=laws_at(room, club.rule_versions),
        you=facts.you,
        names={seat: person.name for seat, person in people.items() if person},
        bots=[seat for seat in ("white", "black") if (person := people[seat]) and person.is_bot],
    )
    return review_of(job, state, (seen, shown), about)


@dataclass(frozen=True, kw_only=True)
class ReviewedMatch:
    """What a review says about its match, beside the decisions."""

    games: list[int]
    """The numbers of the events that start the games, from 1."""
    laws: Laws
    you: Seat | None = None
    names: dict[str, str]
    """The players' names by seat."""
    bots: list[Seat] = field(default_factory=list[Seat])


def games_in(events: Sequence[Event]) -> list[int]:
    """The numbers of the events that start the games, from 1."""
    return [number for number, event in enumerate(events, 1) if isinstance(event, Started)]


def review_of(
    job: Job,
    state: Literal["working", "done", "failed"],
    decisions: "tuple[list[SeenDecision], list[SeenDecision]]",
    about: ReviewedMatch,
) -> Review:
    """The message about a review; *decisions* are all so far, and those that the reader may see."""
    seen, shown = decisions
    messages = [one.message for one in shown]
    return Review(
        state=state,
        turns=[one for one in messages if isinstance(one, review_facts.Reviewed)],
        of=job.of,
        games=about.games,
        cubes=[one for one in messages if isinstance(one, review_facts.ReviewedDouble)],
        bombs=[one for one in messages if isinstance(one, review_facts.BombDecision)],
        summaries={
            seat_of(player): review_facts.figures([one.decision for one in shown], player)
            for player in Player
        },
        plies=DEEP_PLIES,
        preview_plies=QUICK_PLIES,
        luck_plies=LUCK_PLIES,
        looked_at=_turns_among(seen),
        deep=_turns_among(list(job.deep)),
        laws=about.laws,
        you=about.you,
        names=about.names,
        bots=about.bots,
        reason=job.reason,
        withheld=len(seen) - len(shown),
    )


async def fair(
    club: Club, room: Room, who: str | None, seen: list[SeenDecision]
) -> list[SeenDecision]:
    """The decisions whose positions are not in a protected game in progress.

    Raises:
        RefusedError: the reader plays a game of this kind on a clock.
    """
    positions = [one.decision.before for one in seen]
    hidden = await club.fair_play.withheld(who, positions, room.match.rotation)
    return without(hidden, seen)


def without(hidden: Collection[int], seen: list[SeenDecision]) -> list[SeenDecision]:
    """The decisions but those at these places."""
    numbers = {seen[place].decision.event for place in hidden}
    # Decisions of one event, such as a missed double and a kept bomb, are on one board: hide them all.
    return [one for one in seen if one.decision.event not in numbers]


def _turns_among(seen: list[SeenDecision]) -> int:
    return sum(isinstance(one.message, review_facts.Reviewed) for one in seen)


def _work(job: Job, job_queue: JobQueue, source: ReviewSource, game: EventLog) -> Iterator[int]:
    """Make a review; each decision is a step, and the preview has the higher priority."""
    try:
        for urgency, plies in enumerate((QUICK_PLIES, DEEP_PLIES)):
            for decision in reviewed(job_queue, source, game, plies, urgency):
                if job.state != "working":
                    return
                job.take(decision, is_deep=plies == DEEP_PLIES)
                yield urgency
        job.state = "done"
    except NardyError as error:
        job.state = job.failed(str(error))
    except Exception:  # noqa: BLE001 (the page shows the failure)
        job.state = job.failed("the review failed; its cause is in the club's log")
        _log.exception("a review failed")
