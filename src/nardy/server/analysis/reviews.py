"""Reviews of finished games: one thread makes them behind the games in progress, and takes turns among them."""

import itertools
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from queue import PriorityQueue
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec
from litestar import Request, post
from litestar.params import FromPath

from nardy.core.events import Event, Played
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.server.analysis.evaluations import NotEvaluatedError, require_engine
from nardy.server.analysis.review_facts import (
    BombDecision,
    Figures,
    Reviewed,
    ReviewedDouble,
    figures,
    reviewed,
    reviewed_bomb,
    reviewed_double,
)
from nardy.server.api.requests import club_of, guest_of, no_room
from nardy.server.club.club import Club
from nardy.server.games.related_games import find_related_game
from nardy.server.lobby.room_facts import laws_at
from nardy.server.protocol.messages import Laws, Seat
from nardy.server.rooms.room import Room
from nardy.server.turns.engine import LOOK, is_awake
from nardy.server.turns.view import seat_of

if TYPE_CHECKING:
    from nardy.analysis.review import Decision


SLICE = 8
"""Decisions that are looked at in one go: some tenths of a second."""
_POLITE = 10
"""How much the thread gives way to those that play."""
MOST_KEPT = 100
MOST_WAITING = 20
QUICK_PLIES, DEEP_PLIES = 1, 2
LUCK_PLIES = 1
_log = logging.getLogger(__name__)


class ReviewQueue:
    """Runs iterators in a thread that gives way to everything else.

    Each yields how urgent it is from now on, the smaller the sooner; equals go on by turns.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self._thread = ThreadPoolExecutor(1, "reviews", initializer=_give_way)
        # The number keeps equals in order, and iterators from being compared.
        self._waiting: PriorityQueue[tuple[int, int, Iterator[int]]] = PriorityQueue()
        self._numbers = itertools.count()

    def add(self, work: Iterator[int], urgency: int = 0) -> None:
        """Let some work go on as soon as nothing more urgent waits."""
        self._waiting.put((urgency, next(self._numbers), work))
        self._thread.submit(self._go_on)

    def close(self) -> None:
        """Run nothing further, and wait for nothing."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        """Do a slice of the most urgent work; each submission stands for one that waits."""
        urgency, _, work = self._waiting.get_nowait()
        for _ in range(SLICE):
            following = next(work, None)
            if following is None:
                return
            urgency = following
        try:
            self.add(work, urgency)
        except RuntimeError:
            # The club closes, and its pool takes nothing more.
            return


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)


class Review(msgspec.Struct):
    """The turns of a room that have been looked at so far."""

    state: Literal["working", "done", "failed"]
    turns: list[Reviewed]
    of: int
    """How many there are."""
    cubes: list[ReviewedDouble]
    """Doubles, their answers, and doubles that were missed or nearly right."""
    bombs: list[BombDecision]
    """The same of bombs."""
    summaries: dict[str, Figures]
    """What each seat's decisions came to."""
    plies: int
    """How far ahead turns and the cube are looked at in the end."""
    preview_plies: int
    """The same until then; each decision says how far it was looked at by now."""
    luck_plies: int
    """The same for luck and bombs."""
    looked_at: int
    """How many turns have been looked at, withheld ones among them."""
    deep: int
    """How many of these with `plies`; the others are a preview."""
    laws: Laws
    you: Seat | None
    names: dict[str, str]
    """Who sits where; bots by their specs."""
    bots: list[Seat]
    reason: str = ""
    """Why it failed."""
    withheld: int = 0
    """Decisions that are not told now, since their positions are being played in protected games."""


@dataclass
class Job:
    """A review being made: a quick preview first, whose figures the deeper look then replaces."""

    of: int
    quick: "list[SeenDecision]" = field(default_factory=list["SeenDecision"])
    deep: "list[SeenDecision]" = field(default_factory=list["SeenDecision"])
    state: Literal["working", "done", "failed"] = "working"
    reason: str = ""

    def take(self, one: "Decision", *, is_deep: bool) -> None:
        """One decision more."""
        # Each imports Numba.
        from nardy.analysis.bomb_review import ReviewedBomb  # noqa: PLC0415
        from nardy.analysis.review import ReviewedTurn  # noqa: PLC0415

        if isinstance(one, ReviewedTurn):
            told = reviewed(one)
        else:
            told = reviewed_bomb(one) if isinstance(one, ReviewedBomb) else reviewed_double(one)
        (self.deep if is_deep else self.quick).append(SeenDecision(one, told))

    def told(self) -> "list[SeenDecision]":
        """What is known of the game so far, in its order."""
        # The thread of the reviews adds to both lists meanwhile, and never takes away.
        deep, quick = list(self.deep), list(self.quick)
        if self.state == "done":
            return deep
        reached = deep[-1].decision.event if deep else -1
        return [*deep, *(one for one in quick if one.decision.event > reached)]


class SeenDecision(NamedTuple):
    """A decision that was looked at, and the same as the page shows it."""

    decision: "Decision"
    told: Reviewed | ReviewedDouble | BombDecision


class Reviews:
    """Thinks about finished games, all by turns: previews before deeper looks."""

    def __init__(self) -> None:
        """Nothing has been asked for."""
        self._queue = ReviewQueue()
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def of(self, room: Room) -> Job:
        """The review of a finished room, begun when it is asked for first.

        Raises:
            NotEvaluatedError: the game goes on, the engine is missing, or too many wait.
        """
        room_id = room.record.id
        if job := self._jobs.get(room_id):
            return job
        if not room.record.is_over:
            raise NotEvaluatedError("expected a finished game to review; play this one to its end")
        require_engine()
        if sum(job.state == "working" for job in self._jobs.values()) >= MOST_WAITING:
            raise NotEvaluatedError("expected fewer reviews at once; ask again in a minute")
        events = [entry.event for entry in room.entries]
        job = Job(sum(isinstance(event, Played) for event in events))
        self._jobs[room_id] = job
        if len(self._jobs) > MOST_KEPT:
            self._forget_one()
        self._queue.add(_work(job, events, find_related_game(room.match.rotation)))
        return job

    def close(self) -> None:
        """Think no further."""
        for job in self._jobs.values():
            job.state = "done" if job.state == "done" else "failed"
        self._queue.close()

    def _forget_one(self) -> None:
        """The oldest that is not being made."""
        oldest = next(name for name, job in self._jobs.items() if job.state != "working")
        del self._jobs[oldest]


@post("/api/rooms/{room_id:str}/review", status_code=200)
async def tell_review(request: Request[Any, Any, Any], room_id: FromPath[str]) -> Review:
    """What a bot thinks of every turn of a finished room: what has been looked at so far."""
    club = club_of(request)
    guest = await guest_of(request)
    who = guest.seat if guest else None
    room = await club.room_for(room_id, who)
    if room is None:
        raise no_room(room_id)
    job = request.app.state.reviews.of(room)
    # The state first: what is done by then may not have been when the decisions were copied.
    state, seen = job.state, job.told()
    told = await _fair(club, room, who, seen)
    facts = await club.describer.facts(room, who)
    people = {"white": facts.white, "black": facts.black}
    return Review(
        state=state,
        turns=[one.told for one in told if isinstance(one.told, Reviewed)],
        of=job.of,
        cubes=[one.told for one in told if isinstance(one.told, ReviewedDouble)],
        bombs=[one.told for one in told if isinstance(one.told, BombDecision)],
        summaries=_summaries([one.decision for one in told]),
        plies=DEEP_PLIES,
        preview_plies=QUICK_PLIES,
        luck_plies=LUCK_PLIES,
        looked_at=_turns_among(seen),
        deep=_turns_among(list(job.deep)),
        laws=laws_at(room, club.rule_versions),
        you=facts.you,
        names={seat: person.name for seat, person in people.items() if person},
        bots=[seat for seat in ("white", "black") if (person := people[seat]) and person.is_bot],
        reason=job.reason,
        withheld=len(seen) - len(told),
    )


async def _fair(
    club: Club, room: Room, who: str | None, seen: list[SeenDecision]
) -> list[SeenDecision]:
    """Those decisions whose positions nobody plays now in a protected game.

    Raises:
        RefusedError: who asks plays a game of this kind on a clock.
    """
    positions = [one.decision.before for one in seen]
    hidden = await club.fair_play.withheld(who, positions, room.match.rotation)
    numbers = {seen[place].decision.event for place in hidden}
    # A roll and the doubling before it are told apart, and stand on one board.
    return [one for one in seen if one.decision.event not in numbers]


def _turns_among(seen: list[SeenDecision]) -> int:
    return sum(isinstance(one.told, Reviewed) for one in seen)


def _summaries(of: "list[Decision]") -> dict[str, Figures]:
    return {seat_of(player): figures(of, player) for player in Player}


HANDLERS: tuple[Any, ...] = (tell_review,)


def _work(job: Job, events: list[Event], find: Callable[[str], Rules]) -> Iterator[int]:
    """Make a review; each decision is a step, a preview is more urgent than what comes after it."""
    # Who asks right after the club began is told that it is being worked on, and so it will be.
    while not is_awake():
        if job.state != "working":
            return
        time.sleep(LOOK)
    from nardy.analysis.review import review  # noqa: PLC0415 (imports Numba)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    try:
        for urgency, plies in enumerate((QUICK_PLIES, DEEP_PLIES)):
            for one in review(events, find, NeuralBot(plies)):
                if job.state != "working":
                    return
                job.take(one, is_deep=plies == DEEP_PLIES)
                yield urgency
        job.state = "done"
    except NardyError as error:
        job.state, job.reason = "failed", str(error)
    except Exception:  # noqa: BLE001 (whoever asked is told)
        job.state, job.reason = "failed", "the review broke off; ask for another game"
        _log.exception("a review broke off")
