"""Rollouts of a few turns on demand: in the queue of reviews and after them, with a quota for each person."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from typing import Annotated, Literal, NamedTuple

import msgspec
from litestar import post
from litestar.params import JSONBody

from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.server.analysis.evaluations import NotEvaluatedError, require_engine
from nardy.server.analysis.positions import MOST_CHARACTERS, PositionQuery, known_here
from nardy.server.analysis.reviews import ReviewQueue
from nardy.server.api.requests import club_of, who_of
from nardy.server.games.related_games import as_related_game
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
MOST_KEPT = 100
TurnText = Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
_log = logging.getLogger(__name__)


class RolloutQuery(PositionQuery, forbid_unknown_fields=True):
    """A position with its roll, and turns to compare."""

    turns: Annotated[list[TurnText], msgspec.Meta(min_length=1, max_length=MOST_TURNS)]


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


class Part(NamedTuple):
    """The values and winning chances of all turns in one part."""

    values: list[float]
    wins: list[float]


@dataclass
class RolloutJob:
    """A rollout in progress; the turns keep their order."""

    situation: Situation
    texts: tuple[str, ...]
    turns: list[tuple[str, list[tuple[int, int]]]] = field(
        default_factory=list[tuple[str, list[tuple[int, int]]]]
    )
    parts: list[Part] = field(default_factory=list[Part])
    state: Literal["waiting", "working", "done", "failed"] = "waiting"
    reason: str = ""

    def progress(self) -> RolloutProgress:
        """What is known so far."""
        # The thread of the queue may add a part meanwhile.
        parts = list(self.parts)
        turns = results(self.turns, parts) if parts else []
        return RolloutProgress(self.state, TRIALS * len(parts), TRIALS * PARTS, turns, self.reason)


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


def error_of(means: list[float]) -> float | None:
    """The standard error of the mean of independent means; None for a single one."""
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else None


class Rollouts:
    """The rollouts of a club, each shared by all who ask for the same."""

    def __init__(self, queue: ReviewQueue) -> None:
        self._queue = queue
        self._jobs: OrderedDict[tuple[Situation, tuple[str, ...]], RolloutJob] = OrderedDict()

    def known(self, situation: Situation, texts: tuple[str, ...]) -> RolloutJob | None:
        return self._jobs.get((situation, texts))

    def start(self, situation: Situation, texts: tuple[str, ...]) -> RolloutJob:
        """Queue a rollout.

        Raises:
            NotEvaluatedError: too many wait.
        """
        going = [job for job in self._jobs.values() if job.state in ("waiting", "working")]
        if len(going) >= MOST_WAITING:
            raise NotEvaluatedError("expected fewer rollouts at once; ask again in a minute")
        job = self._jobs[situation, texts] = RolloutJob(situation, texts)
        if len(self._jobs) > MOST_KEPT:
            over = (key for key, one in self._jobs.items() if one.state in ("done", "failed"))
            del self._jobs[next(over)]
        self._queue.add(_work(job), URGENCY)
        return job


def _work(job: RolloutJob) -> Iterator[int]:
    """Make a rollout, a part at a step."""
    # Each imports NumPy.
    from nardy.analysis.decisions import turn_of  # noqa: PLC0415
    from nardy.analysis.rollouts import rollout_these  # noqa: PLC0415
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415
    from nardy.core.judge import find_turn  # noqa: PLC0415
    from nardy.search.rollout import RolloutPlan  # noqa: PLC0415

    try:
        bot = NeuralBot(0)
        finals = {find_turn(job.situation, text)[1] for text in job.texts}
        ranked = [one for one in bot.rank(job.situation) if one.final in finals]
        pairs = [turn_of(job.situation, one) for one in ranked]
        job.turns = [
            (str(turn), [(move.origin, move.target) for move in turn.moves]) for turn, _ in pairs
        ]
        job.state = "working"
        for seed in range(1, PARTS + 1):
            plan = RolloutPlan(trials=TRIALS, seed=seed)
            rolled = {str(one.turn): one for one in rollout_these(job.situation, pairs, bot, plan)}
            found = [rolled[text] for text, _ in job.turns]
            job.parts.append(
                Part(
                    [(one.cubeful or one.equity)[0] for one in found],
                    [one.chances["win"][0] for one in found],
                )
            )
            yield URGENCY
        job.state = "done"
    except NardyError as error:
        job.state, job.reason = "failed", str(error)
    except Exception:  # noqa: BLE001 (the page shows the failure)
        job.state, job.reason = "failed", "the rollout failed; its cause is in the club's log"
        _log.exception("a rollout failed")


@post("/api/position/rollout", status_code=200)
async def roll_out_turns(request: AnyRequest, data: JSONBody[RolloutQuery]) -> RolloutProgress:
    """The rollout of a few turns so far; the first request starts it, and counts for the quota."""
    found = await asyncio.to_thread(known_here, request, data.position)
    require_engine()
    club, who = club_of(request), await who_of(request)
    await club.fair_play.require(who, found)
    rollouts: Rollouts = request.app.state.rollouts
    situation, texts = as_related_game(found), tuple(data.turns)
    job = rollouts.known(situation, texts)
    if job is None:
        club.limits.take("rollout", person=who or "", address=address_of(request))
        job = rollouts.start(situation, texts)
    return job.progress()
