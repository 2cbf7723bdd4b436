"""Evaluation of a position by a bot: its best turns, or the chances before a roll."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar

import msgspec
from litestar import post
from litestar.params import JSONBody

from nardy.core.estimates import TurnChoice
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.server.analysis.positions import PositionQuery, known_here
from nardy.server.api.requests import club_of, who_of
from nardy.server.errors import RefusedError
from nardy.server.games.position_texts import understood
from nardy.server.games.related_games import as_related_game
from nardy.server.jobs.orders import EVALUATION, HINTS, JobOrder, order_about
from nardy.server.jobs.queue import JobQueue
from nardy.server.web.cookies import AnyRequest

Answer = TypeVar("Answer")
MOST = 5
"""Turns in an answer."""
MOST_SECONDS = 10.0
"""Seconds that a request may take, including its time in the queue."""
PLIES = 1
Result = TypeVar("Result")
thinker = ThreadPoolExecutor(1, thread_name_prefix="evaluations")
"""Evaluates one position at a time; requests in the queue take no thread from others."""


class NotEvaluatedError(NardyError):
    """A position or game cannot be evaluated here and now."""


class Candidate(msgspec.Struct):
    """A turn and its value to the player who makes it."""

    turn: str
    moves: list[tuple[int, int]]
    equity: float
    """In points, or in the bot's own measure (`TurnChoice`)."""
    loss: float | None
    """The difference to the best turn, at least 0; rough for a turn examined less deeply.

    None if such a turn only seems better than the best: its loss is not known.
    """
    win: float
    """The chance to win, from 0 to 1."""
    gammon: float | None
    """The chance to win more than a single game; None if the game has only single wins."""
    plies: int


class PositionEvaluation(msgspec.Struct):
    """A bot's evaluation of a position."""

    kind: Literal["turns", "chances"]
    turns: list[Candidate]
    """The best turns, the best first; empty before a roll."""
    equity: float
    """Equity of the best turn, or cubeless equity if no turn is due."""
    win: float
    cube: str | None
    """The best cube action: "no double", "double, take" and so on, or "take", "pass" and "beaver" as the
    answer to a double."""


@post("/api/position/evaluation", status_code=200)
async def evaluate_position(
    request: AnyRequest, data: JSONBody[PositionQuery]
) -> PositionEvaluation:
    """The best turns with a roll, or the value of the position before one."""
    found = await asyncio.to_thread(known_here, request, data.position)
    require_engine()
    await club_of(request).fair_play.require(await who_of(request), found)
    situation = as_related_game(found)
    told = await asked(club_of(request).job_queue, order_about(EVALUATION, HINTS, situation))
    if told is not None:
        return msgspec.json.decode(told, type=PositionEvaluation)
    return await in_turn(lambda: evaluate(situation))


def evaluation_found(payload: Mapping[str, Any]) -> PositionEvaluation:
    """The evaluation that a job asks for."""
    return evaluate(understood(payload["position"]))


async def asked(job_queue: JobQueue, order: JobOrder | None) -> bytes | None:
    """The answer of a worker, as JSON; None if the club must think itself.

    Raises:
        JobFailedError: it cannot be done.
    """
    return await job_queue.ask(order) if order else None


async def in_turn(job: Callable[[], Result]) -> Result:
    """Run an evaluation after those in the queue.

    Raises:
        RefusedError: `busy`, the queue was too long; the evaluation is canceled.
    """
    try:
        async with asyncio.timeout(MOST_SECONDS):
            return await asyncio.wrap_future(thinker.submit(job))
    except TimeoutError as error:
        reason = "expected fewer requests at once, got many from others; ask again in a minute"
        raise RefusedError("busy", reason) from error


def require_engine() -> None:
    """Refuse evaluations without the fast engine.

    Raises:
        NotEvaluatedError: it is not installed.
    """
    if not is_available():
        raise NotEvaluatedError(
            "expected a compiled kernel, got none on the club's machine; the club's operator can do "
            "pip install 'nardy[compile]'"
        )


def evaluate(situation: Situation) -> PositionEvaluation:
    """Evaluate a situation with the neural network, one ply ahead.

    Raises:
        IllegalActError: neither a turn, a roll nor the answer to a double is due.
    """
    from nardy.analysis.answers import is_double, weigh_answers  # noqa: PLC0415 (imports NumPy)
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot(PLIES)
    if situation.phase is Phase.TURN:
        turns = candidates(rank_turns(situation, bot, MOST))
        return PositionEvaluation("turns", turns, turns[0].equity, turns[0].win, None)
    if is_double(situation):
        answers = weigh_answers(situation, bot)
        win = answers.probabilities.win
        return PositionEvaluation("chances", [], answers.equity, win, answers.advice)
    found = estimate(situation, bot)
    advice = found.cube.advice if found.cube else None
    return PositionEvaluation("chances", [], found.equity, found.probabilities.win, advice)


def candidates(choices: Sequence[TurnChoice]) -> list[Candidate]:
    """Turns for the page; *choices* are sorted, the best first."""
    best = choices[0].equity if choices else 0.0
    return [
        Candidate(
            turn=str(choice.turn),
            moves=[(move.origin, move.target) for move in choice.turn.moves],
            equity=choice.equity,
            loss=best - choice.equity if best >= choice.equity else None,
            win=choice.probabilities.win,
            gammon=dict(choice.probabilities.larger).get("win_gammon"),
            plies=choice.plies,
        )
        for choice in choices
    ]
