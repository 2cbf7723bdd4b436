"""Hints for games against bots, and live evaluation for spectators.

Each result is computed once for a version of a room and shared by all requests.
"""

import asyncio
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.kernel import is_available
from nardy.server.bots.runner import BotRunner
from nardy.server.bots.tutor import Warned, tutor_order, warning
from nardy.server.errors import RefusedError
from nardy.server.games.position_texts import understood
from nardy.server.games.related_games import as_related_game
from nardy.server.jobs.orders import HINT, HINTS, JobOrder, order_about
from nardy.server.protocol.messages import Advised, DieMove, TurnAdvice, Tutored
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot

Analysis = TypeVar("Analysis")
Result = TypeVar("Result")
MOST_TURNS = 3
HINT_PLIES = 1
GLANCE_PLIES = 0
"""Spectators may ask after every act; an evaluation without look-ahead takes milliseconds."""


class AnalysisCache(Generic[Analysis]):
    """The last requested analysis of each room."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, asyncio.Task[Analysis]]] = {}

    async def of(self, room: Room, think: Callable[[], Coroutine[Any, Any, Analysis]]) -> Analysis:
        """The analysis of a room's current version; simultaneous requests share one computation.

        An error in *think* reaches all waiting requests, and the next request starts again.
        """
        version, known = self._known.get(room.record.id, (None, None))
        if known is None or version != room.version:
            known = asyncio.create_task(think())
            self._known[room.record.id] = room.version, known
            known.add_done_callback(lambda task: self._keep(room, task))
        # A request that is cancelled must not cancel the computation of the others.
        return await asyncio.shield(known)

    def evict(self, room: Room) -> None:
        """Drop the analysis of an evicted room."""
        self._known.pop(room.record.id, None)

    def _keep(self, room: Room, task: asyncio.Task[Analysis]) -> None:
        has_failed = task.cancelled() or task.exception() is not None
        _, known = self._known.get(room.record.id, (None, None))
        if known is task and (has_failed or room.record.is_over):
            del self._known[room.record.id]


@dataclass(frozen=True, slots=True)
class PositionValue:
    """White's winning chance, and White's cubeless equity in points."""

    win: float
    equity: float


Hinted = tuple[list[TurnAdvice], str | None, PositionValue | None]
"""The best turns, or the best act and the evaluation."""


class Advisor:
    """Computes hints and evaluations, and caches them by room."""

    def __init__(self, bot_runner: BotRunner) -> None:
        self._bot_runner = bot_runner
        self._evaluated: AnalysisCache[PositionValue | None] = AnalysisCache()
        self._looked_back: AnalysisCache[PositionValue | None] = AnalysisCache()
        self._hinted: AnalysisCache[Hinted] = AnalysisCache()
        self._hint_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def hint(self, room: Room, player: Player, request_id: str) -> Advised:
        """The choice of a strong bot for a player now.

        Each person gets one hint at a time, in all rooms together.

        Raises:
            RefusedError: hints are not allowed in this game, or another player is to act.
        """
        lock = self._hint_locks.setdefault(room.who(player) or "", asyncio.Lock())
        async with lock:
            require_hints(room, player)
            version, situation = room.version, as_related_game(room.match.game.situation)
            order = order_about(HINT, HINTS, situation)
            found = self._hinted.of(
                room, lambda: self._think(lambda: _hint(situation), order, Hinted)
            )
            turns, act, value = await found
        win, equity = (value.win, value.equity) if value else (None, None)
        return Advised(request_id, room.record.id, version, turns, act, win, equity)

    async def tutor(
        self, room: Room, player: Player, request_id: str, moves: Sequence[DieMove]
    ) -> Tutored:
        """Whether a turn of a player would be a blunder; at most one question of a person at a time.

        Raises:
            RefusedError: hints are not allowed in this game, or another player is to act.
        """
        lock = self._hint_locks.setdefault(room.who(player) or "", asyncio.Lock())
        async with lock:
            require_hints(room, player)
            version, situation = room.version, as_related_game(room.match.game.situation)
            order = tutor_order(situation, moves)
            found = await self._think(lambda: warning(situation, moves), order, Warned)
        return Tutored(request_id, room.record.id, version, *found)

    async def evaluate(self, room: Room) -> PositionValue | None:
        """The evaluation now; None if neither a roll nor a turn is due."""
        situation = as_related_game(room.match.game.situation)
        return await self._evaluated.of(room, lambda: self._think(lambda: _evaluate(situation)))

    async def look_back(self, room: Room, before: Situation | None) -> PositionValue | None:
        """The evaluation of an earlier situation of the game; None if *before* is None."""
        if before is None:
            return None
        situation = as_related_game(before)
        return await self._looked_back.of(room, lambda: self._think(lambda: _evaluate(situation)))

    def evict(self, room: Room) -> None:
        """Drop all results of an evicted room."""
        for cache in (self._evaluated, self._looked_back, self._hinted):
            cache.evict(room)

    async def _think(
        self, job: Callable[[], Result], order: JobOrder | None = None, form: Any = None
    ) -> Result:
        if not is_available():
            raise RefusedError(
                "no-bot",
                "expected a compiled kernel, got none on the club's machine; the club's operator can do "
                "pip install 'nardy[compile]'",
            )
        try:
            return await self._bot_runner.advise(job, order, form)
        except NardyError as error:
            raise RefusedError("no-bot", str(error)) from error


def require_onlooker(room: Room, people: Collection[str]) -> None:
    """Refuse live evaluation to players, and to everybody in a running rated or tournament game.

    *people* are all identities of the person who asks.

    Raises:
        RefusedError: the person is a player, or the game is rated or in a tournament and goes on.
    """
    if any(room.player_of(who) is not None for who in people):
        raise RefusedError(
            "eyes-player",
            "expected a spectator, got a player of this game; live evaluation is for spectators only",
        )
    if not room.record.is_over:
        _require_casual(room)


def _require_casual(room: Room) -> None:
    if room.record.terms.rated:
        raise RefusedError(
            "hint-rated", "expected a casual game, got a rated one; play a casual game for hints"
        )
    if room.record.terms.tournament:
        raise RefusedError(
            "hint-tournament",
            "expected a casual game, got one of a tournament; play a casual game for hints",
        )


def require_hints(room: Room, player: Player) -> None:
    """Allow hints only to the player to act in a casual game against a bot.

    Raises:
        RefusedError: the game is not casual or not against a bot, or the player is not to act.
    """
    _require_casual(room)
    if not is_bot(room.who(player.opponent)):
        raise RefusedError(
            "hint-people",
            "expected a game against a bot, got one against a person; play a bot for hints",
        )
    game = room.match.game
    if game.to_act is not player or game.phase in (Phase.OPENING, Phase.OVER):
        raise RefusedError("hint-now", "expected your turn for a hint; wait for your turn")


def hint_found(payload: Mapping[str, Any]) -> Hinted:
    """The hint that a job asks for."""
    return _hint(understood(payload["position"]))


def _hint(situation: Situation) -> Hinted:
    """The hint for the player to act."""
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot(HINT_PLIES)
    if situation.phase is Phase.TURN:
        turns = [
            TurnAdvice(
                str(choice.turn),
                [DieMove(move.origin, move.target) for move in choice.turn.moves],
                choice.equity,
                choice.probabilities.win,
            )
            for choice in rank_turns(situation, bot, MOST_TURNS)
        ]
        return turns, None, None
    act = bot.choose_act(situation)
    if situation.phase is not Phase.ROLL:
        return [], act, None
    found = estimate(situation, bot)
    return [], act, PositionValue(found.probabilities.win, found.equity)


def _evaluate(situation: Situation) -> PositionValue | None:
    """The evaluation for White."""
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot(GLANCE_PLIES)
    if situation.phase is Phase.TURN:
        found = rank_turns(situation, bot, 1)[0]
    elif situation.phase is Phase.ROLL:
        found = estimate(situation, bot)
    else:
        return None
    chances = found.probabilities
    if situation.to_act is Player.WHITE:
        return PositionValue(chances.win, found.equity)
    return PositionValue(1 - chances.win - (chances.draw or 0.0), -found.equity)
