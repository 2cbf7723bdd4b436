"""Reviews of finished games, made one after another behind the games that go on."""

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar import Request, post
from litestar.params import FromPath

from nardy.core.events import Event, Played
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import NardyError
from nardy.server.api import club_of, guest_of, no_room
from nardy.server.catalogue import laws_at
from nardy.server.club import Club
from nardy.server.engine import LOOK, is_awake
from nardy.server.opinions import PLIES, OpinionError, require_engine
from nardy.server.protocol import Laws, Seat
from nardy.server.relatives import find_kin
from nardy.server.reviewed import (
    BombDecision,
    Figures,
    Reviewed,
    ReviewedDouble,
    figures,
    reviewed,
    reviewed_bomb,
    reviewed_double,
)
from nardy.server.room import Room
from nardy.server.view import seat_of

if TYPE_CHECKING:
    from nardy.analysis.review import Decision

MOST_KEPT = 100
MOST_WAITING = 20
_POLITE = 10
"""How much the reviews' thread gives way to those that play."""
_log = logging.getLogger(__name__)


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
    """A review being made."""

    of: int
    turns: list[Reviewed] = field(default_factory=list[Reviewed])
    cubes: list[ReviewedDouble] = field(default_factory=list[ReviewedDouble])
    bombs: list[BombDecision] = field(default_factory=list[BombDecision])
    summaries: dict[str, Figures] = field(default_factory=dict[str, Figures])
    state: Literal["working", "done", "failed"] = "working"
    reason: str = ""
    seen: "list[Decision]" = field(default_factory=list["Decision"])
    """Everything that was looked at so far."""

    def take(self, one: "Decision", seen: "list[Decision]") -> None:
        """One decision more, beside all that were seen."""
        # Each imports Numba.
        from nardy.analysis.bomb_review import ReviewedBomb  # noqa: PLC0415
        from nardy.analysis.review import ReviewedTurn  # noqa: PLC0415

        if isinstance(one, ReviewedTurn):
            self.turns.append(reviewed(one))
        elif isinstance(one, ReviewedBomb):
            self.bombs.append(reviewed_bomb(one))
        else:
            self.cubes.append(reviewed_double(one))
        self.seen = seen
        self.summaries = _summaries(seen)


class Reviews:
    """Thinks about finished games, in a thread that gives way to everything else."""

    def __init__(self) -> None:
        """Nothing has been asked for."""
        self._thread = ThreadPoolExecutor(1, "reviews", initializer=_give_way)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def of(self, room: Room) -> Job:
        """The review of a finished room, begun when it is asked for first.

        Raises:
            OpinionError: the game goes on, the engine is missing, or too many wait.
        """
        room_id = room.record.id
        if job := self._jobs.get(room_id):
            return job
        if not room.record.is_over:
            raise OpinionError("expected a finished game to review; play this one to its end")
        require_engine()
        if sum(job.state == "working" for job in self._jobs.values()) >= MOST_WAITING:
            raise OpinionError("expected fewer reviews at once; ask again in a minute")
        events = [entry.event for entry in room.entries]
        job = Job(sum(isinstance(event, Played) for event in events))
        self._jobs[room_id] = job
        if len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        self._thread.submit(_work, job, events, find_kin(room.match.rotation))
        return job

    def close(self) -> None:
        """Think no further."""
        for job in self._jobs.values():
            job.state = "done" if job.state == "done" else "failed"
        self._thread.shutdown(wait=False, cancel_futures=True)


@post("/api/rooms/{room_id:str}/review", status_code=200)
async def tell_review(request: Request[Any, Any, Any], room_id: FromPath[str]) -> Review:
    """What a bot thinks of every turn of a finished room: what has been looked at so far."""
    club = club_of(request)
    guest = await guest_of(request)
    who = f"guest:{guest.id}" if guest else None
    room = await club.room_for(room_id, who)
    if room is None:
        raise no_room(room_id)
    job = request.app.state.reviews.of(room)
    # The state first: a review that is done by now may not have been when the decisions were copied.
    state, seen = job.state, list(job.seen)
    told = await _fair(club, room, who, seen)
    numbers = {one.event + 1 for one in told}
    facts = await club.faces.facts(room, who)
    people = {"white": facts.white, "black": facts.black}
    return Review(
        state=state,
        turns=[one for one in job.turns if one.number in numbers],
        of=job.of,
        cubes=[one for one in job.cubes if one.number in numbers],
        bombs=[one for one in job.bombs if one.number in numbers],
        summaries=_summaries(told) if len(told) < len(seen) else dict(job.summaries),
        plies=PLIES,
        laws=laws_at(room, club.repertoire),
        you=facts.you,
        names={seat: person.name for seat, person in people.items() if person},
        bots=[seat for seat in ("white", "black") if (person := people[seat]) and person.is_bot],
        reason=job.reason,
        withheld=len(seen) - len(told),
    )


async def _fair(
    club: Club, room: Room, who: str | None, seen: "list[Decision]"
) -> "list[Decision]":
    """Those decisions whose positions nobody plays now in a protected game.

    Raises:
        RefusedError: who asks plays a game of this kind on a clock.
    """
    hidden = await club.fair.withheld(who, [one.before for one in seen], room.match.rotation)
    numbers = {seen[place].event for place in hidden}
    # A roll and the doubling before it are told apart, and stand on one board.
    return [one for one in seen if one.event not in numbers]


def _summaries(of: "list[Decision]") -> dict[str, Figures]:
    return {seat_of(player): figures(of, player) for player in Player}


HANDLERS: tuple[Any, ...] = (tell_review,)


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)


def _work(job: Job, events: list[Event], find: Callable[[str], Rules]) -> None:
    # Who asks right after the club began is told that it is being worked on, and so it will be.
    while not is_awake():
        if job.state != "working":
            return
        time.sleep(LOOK)
    from nardy.analysis.review import review  # noqa: PLC0415 (imports Numba)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    try:
        seen: list[Decision] = []
        for one in review(events, find, NeuralBot(PLIES)):
            if job.state != "working":
                return
            seen.append(one)
            job.take(one, seen)
        job.state = "done"
    except NardyError as error:
        job.state, job.reason = "failed", str(error)
    except Exception:  # noqa: BLE001 (whoever asked is told)
        job.state, job.reason = "failed", "the review broke off; ask for another game"
        _log.exception("a review broke off")
