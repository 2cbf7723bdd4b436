"""What a bot thinks of a position: its best turns, or the chances before a roll."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import msgspec
from litestar import Request, post
from litestar.params import JSONBody

from nardy.core.estimates import TurnChoice
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.server.analysis.positions import PositionQuery, known_here
from nardy.server.api.requests import club_of, guest_of
from nardy.server.errors import RefusedError
from nardy.server.games.related_games import as_related_game
from nardy.server.turns.engine import is_awake

MOST = 5
"""Turns that are told."""
PATIENCE = 10.0
"""Seconds that a question waits for those before it and for its answer."""
PLIES = 1
thinker = ThreadPoolExecutor(1, thread_name_prefix="opinions")
"""Thinks of one position after another; who waits for it keeps no thread from anybody else."""


class NotEvaluatedError(NardyError):
    """Nothing can be thought of a position here and now."""


class Candidate(msgspec.Struct):
    """A turn and what it is worth to the player who makes it."""

    turn: str
    moves: list[tuple[int, int]]
    equity: float
    """Points of the game, or what else the bot goes by (`TurnChoice`)."""
    loss: float
    """Points behind the best."""
    win: float
    """The chance to win, from 0 to 1."""
    gammon: float | None
    """The chance to win more than a single game; None where there is no more to win."""
    plies: int


class PositionEvaluation(msgspec.Struct):
    """A bot's opinion of a position."""

    kind: Literal["turns", "chances"]
    turns: list[Candidate]
    """The best, best first; before a roll none."""
    equity: float
    """Of the best turn, or where none is due, without a cube."""
    win: float
    cube: str | None
    """What to do with the cube: "no double", "double, take" and so on, or "take", "pass" and
    "beaver" where a double waits for its answer."""


@post("/api/position/opinion", status_code=200)
async def evaluate_position(
    request: Request[Any, Any, Any], data: JSONBody[PositionQuery]
) -> PositionEvaluation:
    """The best turns of a roll, or what the position is worth before one."""
    found = await asyncio.to_thread(known_here, request, data.position)
    require_kernel()
    guest = await guest_of(request)
    await club_of(request).fair_play.require(guest.seat if guest else None, found)
    situation = as_related_game(found)
    return await in_turn(lambda: evaluate(situation))


HANDLERS: tuple[Any, ...] = (evaluate_position,)


async def in_turn(job: Callable[[], PositionEvaluation]) -> PositionEvaluation:
    """Think when those before have been answered.

    Raises:
        RefusedError: `busy`, they were too many; what was waited for is not thought of any more.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            return await asyncio.wrap_future(thinker.submit(job))
    except TimeoutError as error:
        told = "expected fewer questions at once; others are before you, ask again in a moment"
        raise RefusedError("busy", told) from error


def require_kernel() -> None:
    """Refuse to think where the fast engine is missing or not ready yet.

    Raises:
        NotEvaluatedError: it is missing.
        RefusedError: `warming`, it is not ready yet.
    """
    require_engine()
    if not is_awake():
        told = "expected the fast engine, and it is still being set up; ask again soon"
        raise RefusedError("warming", told)


def require_engine() -> None:
    """Refuse to think where the fast engine is missing.

    Raises:
        NotEvaluatedError: says so.
    """
    if not is_available():
        raise NotEvaluatedError(
            "expected the fast engine to judge positions, and it is not installed here; "
            "whoever runs the club adds it with the extra 'engine'"
        )


def evaluate(situation: Situation) -> PositionEvaluation:
    """A network's opinion, a ply ahead.

    Raises:
        IllegalActError: neither a turn, a roll nor the answer to a double is due.
    """
    from nardy.analysis.answers import is_double, weigh_answers  # noqa: PLC0415 (imports Numba)
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports Numba)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports Numba)

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
    """Turns, best first, as the page shows them."""
    best = choices[0].equity if choices else 0.0
    return [
        Candidate(
            turn=str(choice.turn),
            moves=[(move.origin, move.target) for move in choice.turn.moves],
            equity=choice.equity,
            loss=max(0.0, best - choice.equity),
            win=choice.probabilities.win,
            gammon=dict(choice.probabilities.larger).get("win_gammon"),
            plies=choice.plies,
        )
        for choice in choices
    ]
