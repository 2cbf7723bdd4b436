"""Reviews of finished games, made one after another behind the games that go on."""

import logging
import os
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar import Request, post
from litestar.params import FromPath

from nardy.core.events import Event, Played
from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.errors import NardyError
from nardy.games import find_game
from nardy.server.api import club_of, guest_of, no_room
from nardy.server.opinions import PLIES, Candidate, OpinionError, candidates, require_kernel
from nardy.server.protocol import Laws, Seat
from nardy.server.room import Room
from nardy.server.view import laws_of, seat_of

if TYPE_CHECKING:
    from nardy.analysis.review import ReviewedTurn

MOST_KEPT = 100
MOST_WAITING = 20
_POLITE = 10
"""How much the reviews' thread gives way to those that play."""
_log = logging.getLogger(__name__)


class Reviewed(msgspec.Struct):
    """One turn, beside what would have been best."""

    number: int
    """Of its event in the room's log, from 1."""
    player: Seat
    dice: list[int]
    turn: str
    white: list[int]
    """The checkers before the turn, as a view tells them."""
    black: list[int]
    white_pinned: list[int]
    black_pinned: list[int]
    position: str
    """The same as position text, with the roll."""
    choices: list[Candidate]
    """The best few, best first, the one that was played among them or behind."""
    chosen: int
    """Which of the choices was played."""
    loss: float
    grade: str
    """blunder, error, inaccuracy, or nothing."""
    luck: float | None
    """Points by which the roll was better than the average one."""
    win: float | None
    """The player's chance before the roll, from 0 to 1."""
    is_forced: bool


class Review(msgspec.Struct):
    """The turns of a room that have been looked at so far."""

    state: Literal["working", "done", "failed"]
    turns: list[Reviewed]
    of: int
    """How many there are."""
    plies: int
    laws: Laws
    you: Seat | None
    names: dict[str, str]
    """Who sits where; bots by their specs."""
    bots: list[Seat]
    reason: str = ""
    """Why it failed."""


@dataclass
class Job:
    """A review being made."""

    of: int
    turns: list[Reviewed] = field(default_factory=list[Reviewed])
    state: Literal["working", "done", "failed"] = "working"
    reason: str = ""


class Reviews:
    """Thinks about finished games, in a thread that gives way to everything else."""

    def __init__(self) -> None:
        """Nothing has been asked for."""
        self._thread = ThreadPoolExecutor(1, "reviews", initializer=_give_way)
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def of(self, room: Room) -> Job:
        """The review of a finished room, begun when it is asked for first.

        Raises:
            OpinionError: the game goes on, the engine is not ready, or too many wait.
        """
        room_id = room.record.id
        if job := self._jobs.get(room_id):
            return job
        if not room.record.is_over:
            raise OpinionError("expected a finished game to review; play this one to its end")
        require_kernel()
        if sum(job.state == "working" for job in self._jobs.values()) >= MOST_WAITING:
            raise OpinionError("expected fewer reviews at once; ask again in a minute")
        events = [entry.event for entry in room.entries]
        job = Job(sum(isinstance(event, Played) and bool(event.moves) for event in events))
        self._jobs[room_id] = job
        if len(self._jobs) > MOST_KEPT:
            self._jobs.popitem(last=False)
        self._thread.submit(_work, job, events)
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
    room = await club.room(room_id)
    if room is None:
        raise no_room(room_id)
    job = request.app.state.reviews.of(room)
    guest = await guest_of(request)
    facts = await club.facts(room, f"guest:{guest.id}" if guest else None)
    people = {"white": facts.white, "black": facts.black}
    return Review(
        state=job.state,
        turns=list(job.turns),
        of=job.of,
        plies=PLIES,
        laws=laws_of(room.match.game.rules),
        you=facts.you,
        names={seat: person.name for seat, person in people.items() if person},
        bots=[seat for seat in ("white", "black") if (person := people[seat]) and person.is_bot],
        reason=job.reason,
    )


HANDLERS: tuple[Any, ...] = (tell_review,)


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)


def _work(job: Job, events: list[Event]) -> None:
    from nardy.analysis.review import review  # noqa: PLC0415 (imports Numba)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

    try:
        for turn in review(events, find_game, NeuralBot(PLIES)):
            if job.state != "working":
                return
            job.turns.append(reviewed(turn))
        job.state = "done"
    except NardyError as error:
        job.state, job.reason = "failed", str(error)
    except Exception:  # noqa: BLE001 (whoever asked is told)
        job.state, job.reason = "failed", "the review broke off; ask for another game"
        _log.exception("a review broke off")


def reviewed(turn: "ReviewedTurn") -> Reviewed:
    """A turn as the page shows it."""
    before = turn.before
    white = before if before.to_act is Player.WHITE else before.flipped()
    return Reviewed(
        number=turn.event + 1,
        player=seat_of(turn.player),
        dice=list(before.dice.numbers) if before.dice else [],
        turn=turn.played,
        white=list(white.position.player),
        black=list(white.position.opponent),
        white_pinned=sorted(white.position.player_pinned),
        black_pinned=sorted(white.position.opponent_pinned),
        position=situation_text(before),
        choices=candidates(turn.choices),
        chosen=turn.chosen,
        loss=turn.loss,
        grade=turn.grade,
        luck=turn.luck,
        win=turn.win,
        is_forced=turn.is_forced,
    )
