"""Rollouts of a few turns, or of a double, on demand: in the queue of reviews and after them, with a quota for each person."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from nardy.core.acts import end_turn
from nardy.core.judge import find_turn
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError
from nardy.server.analysis.evaluations import NotEvaluatedError, require_engine
from nardy.server.analysis.positions import MOST_CHARACTERS, PositionQuery, known_here
from nardy.server.analysis.reviews import Failure, ReviewQueue
from nardy.server.analysis.rolled_doubles import (
    DoublePart,
    RolledOutDouble,
    double_of,
    doubler_of,
    error_of,
    rolled_part,
)
from nardy.server.api.requests import club_of, invited, who_of
from nardy.server.games.position_texts import understood
from nardy.server.games.related_games import as_related_game
from nardy.server.jobs.orders import REVIEWS, ROLLOUT, JobOrder, order_about
from nardy.server.jobs.prefetch import in_order
from nardy.server.jobs.queue import JobQueue
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_TURNS = 4
PARTS = 24
"""Parts of a rollout: after each the progress is told, and more urgent work comes first."""
TRIALS = 36
"""Trials of each turn in a part."""
URGENCY = 2
"""After all reviews: their previews have 0, their deeper evaluations 1."""
MOST_WAITING = 10
MOST_OF_ONE = 2
"""Rollouts in progress of one person, so that nobody fills the queue alone."""
MOST_KEPT = 100
TurnText = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
_log = logging.getLogger(__name__)


class RolloutQuery(PositionQuery, forbid_unknown_fields=True):
    """A position with its roll and turns to compare; or before a roll, or with a double offered, and no turns."""

    turns: Annotated[list[TurnText], msgspec.Meta(max_length=MOST_TURNS)]


class RolledOutTurn(msgspec.Struct):
    """The value of a turn to the player who makes it, from all trials so far."""

    turn: str
    moves: list[tuple[int, int]]
    equity: float
    """In points for a cube of 1, with the cube where the game has one."""
    error: float | None
    """The standard error; null after one part."""
    behind: float
    """The difference to the best turn, at least 0."""
    behind_error: float | None
    """Its standard error, smaller than those of both values: the dice are the same."""
    win: float


class RolloutProgress(msgspec.Struct):
    """A rollout so far."""

    state: Literal["waiting", "working", "done", "failed"]
    trials: int
    """Trials of each turn so far."""
    of: int
    turns: list[RolledOutTurn]
    """The best first; empty before the first part."""
    reason: str = ""
    double: RolledOutDouble | None = None
    """Of a decision about the cube, after the first part."""


class Part(NamedTuple):
    """The values and winning chances of all turns in one part."""

    values: list[float]
    wins: list[float]


@dataclass
class RolloutJob(Failure):
    """A rollout in progress; the turns keep their order."""

    situation: Situation
    texts: tuple[str, ...]
    owner: str = ""
    """The id of the guest who asked first, or the address of a browser that came without a cookie."""
    job_queue: JobQueue = field(default_factory=JobQueue, repr=False)
    """Where workers are asked."""
    turns: list[tuple[str, list[tuple[int, int]]]] = field(
        default_factory=list[tuple[str, list[tuple[int, int]]]]
    )
    parts: list[Part] = field(default_factory=list[Part])
    doubles: list[DoublePart] = field(default_factory=list[DoublePart])
    """The parts of a decision about the cube."""
    state: Literal["waiting", "working", "done", "failed"] = "waiting"

    def progress(self) -> RolloutProgress:
        """What is known so far."""
        # The thread of the queue may add a part meanwhile.
        parts, doubles = list(self.parts), list(self.doubles)
        turns = results(self.turns, parts) if parts else []
        double = double_of(self.situation, doubles) if doubles else None
        trials = TRIALS * (len(parts) + len(doubles))
        return RolloutProgress(self.state, trials, TRIALS * PARTS, turns, self.reason, double)


def results(
    turns: list[tuple[str, list[tuple[int, int]]]], parts: list[Part]
) -> list[RolledOutTurn]:
    """The means of all parts, which are independent, with the standard errors of the means."""
    values = [[part.values[n] for part in parts] for n in range(len(turns))]
    best = max(values, key=fmean)
    found = [
        RolledOutTurn(
            text,
            moves,
            fmean(own),
            error_of(own),
            fmean(best) - fmean(own),
            error_of([one - other for one, other in zip(best, own, strict=True)]),
            fmean(part.wins[n] for part in parts),
        )
        for n, ((text, moves), own) in enumerate(zip(turns, values, strict=True))
    ]
    return sorted(found, key=lambda one: one.behind)


class Rollouts:
    """The rollouts of a club, each shared by all who ask for the same."""

    def __init__(self, queue: ReviewQueue, job_queue: JobQueue | None = None) -> None:
        self._queue, self._job_queue = queue, job_queue or JobQueue()
        self._jobs: OrderedDict[tuple[Situation, tuple[str, ...]], RolloutJob] = OrderedDict()

    def known(self, situation: Situation, texts: tuple[str, ...]) -> RolloutJob | None:
        """The rollout of these turns; None if nobody has asked for it lately, or it failed some time ago."""
        job = self._jobs.get((situation, texts))
        return None if job and job.may_begin_anew else job

    def require_room(self, owner: str) -> None:
        """Refuse one more rollout of an owner while too many are in progress.

        Raises:
            NotEvaluatedError: too many of all, or of this owner.
        """
        going = [job for job in self._jobs.values() if job.state in ("waiting", "working")]
        if len(going) >= MOST_WAITING:
            raise NotEvaluatedError("expected fewer rollouts at once; ask again in a minute")
        if sum(job.owner == owner for job in going) >= MOST_OF_ONE:
            raise NotEvaluatedError(
                f"expected at most {MOST_OF_ONE} rollouts of yours at once; ask again when one is done"
            )

    def start(self, situation: Situation, texts: tuple[str, ...], owner: str) -> RolloutJob:
        """Queue a rollout for which there is room."""
        job = self._jobs[situation, texts] = RolloutJob(situation, texts, owner, self._job_queue)
        if len(self._jobs) > MOST_KEPT:
            over = (key for key, one in self._jobs.items() if one.state in ("done", "failed"))
            del self._jobs[next(over)]
        self._queue.add(_work(job), URGENCY)
        return job


def turns_to_roll_out(situation: Situation, texts: Iterable[str]) -> list[tuple[Turn, Situation]]:
    """The legal turns that texts mean, each final position once, with the situation after it.

    The rules find them: a bot lists only some of the turns of a cascade.

    Raises:
        IllegalActError: no turn is due.
        IllegalTurnError, NotationError, AmbiguousTurn: no single legal turn is meant.
    """
    require_phase(situation, Phase.TURN, "roll out turns")
    found = {final: turn for turn, final in (find_turn(situation, text) for text in texts)}
    return [(turn, end_turn(situation, final, len(turn.moves))) for final, turn in found.items()]


def _work(job: RolloutJob) -> Iterator[int]:
    """Make a rollout, a part at a step."""
    try:
        yield from _turns(job) if job.texts else _double(job)
        job.state = "done"
    except NardyError as error:
        job.state = job.failed(str(error))
    except Exception:  # noqa: BLE001 (the page shows the failure)
        job.state = job.failed("the rollout failed; its cause is in the club's log")
        _log.exception("a rollout failed")


def _turns(job: RolloutJob) -> Iterator[int]:
    pairs = turns_to_roll_out(job.situation, job.texts)
    job.turns = [
        (str(turn), [(move.origin, move.target) for move in turn.moves]) for turn, _ in pairs
    ]
    job.state = "working"
    for seed, told in in_order(job.job_queue, range(1, PARTS + 1), partial(_order, job)):
        found = part_of_turns(job.situation, pairs, seed) if told is None else None
        job.parts.append(found or msgspec.json.decode(told or b"", type=Part))
        yield URGENCY


def _double(job: RolloutJob) -> Iterator[int]:
    job.state = "working"
    for seed, told in in_order(job.job_queue, range(1, PARTS + 1), partial(_order, job)):
        found = part_of_double(job.situation, seed) if told is None else None
        job.doubles.append(found or msgspec.json.decode(told or b"", type=DoublePart))
        yield URGENCY


def _order(job: RolloutJob, seed: int) -> JobOrder | None:
    more = {"turns": job.texts, "seed": seed}
    return order_about(ROLLOUT, REVIEWS + URGENCY, job.situation, more)


def rolled_out(payload: Mapping[str, Any]) -> Part | DoublePart:
    """The part of a rollout that a job asks for."""
    situation, texts = understood(payload["position"]), payload["turns"]
    if not texts:
        return part_of_double(situation, payload["seed"])
    return part_of_turns(situation, turns_to_roll_out(situation, texts), payload["seed"])


def part_of_turns(situation: Situation, pairs: list[tuple[Turn, Situation]], seed: int) -> Part:
    """The values of turns, with the situations after them, in one part."""
    # Each imports NumPy.
    from nardy.analysis.rollouts import rollout_these  # noqa: PLC0415
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415
    from nardy.search.rollout import RolloutPlan  # noqa: PLC0415

    plan = RolloutPlan(trials=TRIALS, seed=seed)
    rolled = {str(one.turn): one for one in rollout_these(situation, pairs, NeuralBot(0), plan)}
    found = [rolled[str(turn)] for turn, _ in pairs]
    values = [(one.cubeful or one.equity)[0] for one in found]
    return Part(values, [one.chances["win"][0] for one in found])


def part_of_double(situation: Situation, seed: int) -> DoublePart:
    """The means of both ways of a double in one part."""
    # Each imports NumPy.
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415
    from nardy.search.rollout import RolloutPlan  # noqa: PLC0415

    return rolled_part(situation, NeuralBot(0), RolloutPlan(trials=TRIALS, seed=seed))


@post("/api/position/rollout", status_code=200)
async def roll_out_turns(
    request: AnyRequest, data: JSONBody[RolloutQuery]
) -> Response[RolloutProgress]:
    """The rollout of a few turns, or of a double, so far; the first request starts it, and counts for the quota."""
    found = await asyncio.to_thread(known_here, request, data.position)
    require_engine()
    await club_of(request).fair_play.require(await who_of(request), found)
    situation, texts = as_related_game(found), tuple(data.turns)
    if not texts:
        situation = doubler_of(situation)
    job, cookies = _rollouts_of(request).known(situation, texts), list[Cookie]()
    if job is None:
        if texts:
            await asyncio.to_thread(turns_to_roll_out, situation, texts)
        job, cookies = await _begun(request, situation, texts)
    return Response(job.progress(), cookies=cookies)


async def _begun(
    request: AnyRequest, situation: Situation, texts: tuple[str, ...]
) -> tuple[RolloutJob, list[Cookie]]:
    """Start a rollout, with cookies for a new guest; the quota counts only what is begun."""
    guest, cookies = await invited(request)
    rollouts, address = _rollouts_of(request), address_of(request)
    # Another request for the same may have come meanwhile.
    if job := rollouts.known(situation, texts):
        return job, cookies
    # Who drops their cookie each time is one person all the same.
    owner = address if cookies else guest.id
    rollouts.require_room(owner)
    club_of(request).limits.take("rollout", person=guest.id, address=address)
    return rollouts.start(situation, texts, owner), cookies


def _rollouts_of(request: AnyRequest) -> Rollouts:
    return request.app.state.rollouts
