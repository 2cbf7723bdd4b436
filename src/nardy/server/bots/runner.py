"""Bots as players in rooms: each waits for its turn and acts by the same messages as people."""

import asyncio
import contextlib
import gc
import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import TypeVar
from zlib import crc32

import msgspec

from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.games import BACKGAMMON, LONG_NARDY
from nardy.kernel import is_available
from nardy.server.bots.turn_choice import BotChoice, choice_of, substitute_choice, turn_order
from nardy.server.bus import Bus
from nardy.server.errors import StaleError, StoreError
from nardy.server.games.related_games import as_related_game
from nardy.server.jobs.orders import AGAINST_PEOPLE, AMONG_BOTS, JobOrder
from nardy.server.jobs.queue import JobFailedError, JobQueue
from nardy.server.process_state import BotQueue, ProcessState
from nardy.server.protocol.messages import Act
from nardy.server.rooms.room import Room
from nardy.server.seats import bot_spec_of, is_bot
from nardy.server.turns.move_graph import nodes_of

Result = TypeVar("Result")

RETRY_SECONDS = 5.0
"""Seconds until a bot's next attempt after a failed act."""
_log = logging.getLogger(__name__)


class BotRunner:
    """Runs all bots of the club in one thread, and hints and evaluations in another; or asks workers for them."""

    def __init__(
        self, bus: Bus, process: ProcessState | None = None, job_queue: JobQueue | None = None
    ) -> None:
        """*process* counts the jobs, *job_queue* has the workers."""
        self._bus = bus
        self._process = process or ProcessState()
        self.job_queue = job_queue or JobQueue(self._process.jobs)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="bots")
        self._advice_thread = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._tasks: set[asyncio.Task[None]] = set()
        self._seats: dict[tuple[str, Player], asyncio.Task[None]] = {}
        self._bots_only_locks: dict[int, asyncio.Lock] = {}
        self._is_closed = False

    def start_bots(self, room: Room) -> None:
        """Let the bots of a room play until its match is over."""
        for player in Player:
            who, seat = room.who(player) or "", (room.record.id, player)
            if is_bot(who) and seat not in self._seats and not self._is_closed:
                task = asyncio.create_task(self._play(room, player, bot_spec_of(who)))
                self._seats[seat] = task
                self._tasks.add(task)
                task.add_done_callback(lambda done, seat=seat: self._forget_task(seat, done))

    def stop_bots(self, room: Room) -> None:
        """Stop the bots of an evicted room; they start again when the room is loaded."""
        for player in Player:
            if task := self._seats.pop((room.record.id, player), None):
                task.cancel()

    def count(self, room_id: str) -> int:
        """The number of bots running in a room."""
        return sum((room_id, player) in self._seats for player in Player)

    def _forget_task(self, seat: tuple[str, Player], done: "asyncio.Task[None]") -> None:
        self._tasks.discard(done)
        if self._seats.get(seat) is done:
            del self._seats[seat]

    async def think(self, job: Callable[[], Result]) -> Result:
        """Run a job in the bots' thread, after all earlier ones."""
        return await self._run(self._thread, self._process.bots, job)

    async def advise(
        self,
        job: Callable[[], Result],
        order: JobOrder | None = None,
        form: type[Result] | None = None,
    ) -> Result:
        """Run a job in the thread for hints and evaluations, so that no bot's turn waits for it.

        Where there are workers, one of them does what *order* says; its answer has the type *form*.

        Raises:
            JobFailedError: no worker can do it.
        """
        if order and form and self.job_queue.workers:
            with _counted(self._process.advice):
                told = await self.job_queue.ask(order)
            if told is not None:
                return msgspec.json.decode(told, type=form)
        return await self._run(self._advice_thread, self._process.advice, job)

    async def _run(
        self, thread: ThreadPoolExecutor, queue: BotQueue, job: Callable[[], Result]
    ) -> Result:
        with _counted(queue):
            return await asyncio.get_running_loop().run_in_executor(thread, job)

    async def close(self) -> None:
        """Stop all bots and start no more, although a tournament may still create rooms."""
        self._is_closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for thread in (self._thread, self._advice_thread):
            thread.shutdown(wait=False, cancel_futures=True)

    async def _play(self, room: Room, player: Player, spec: str) -> None:
        changed = asyncio.Event()

        def hear(_: str) -> None:
            changed.set()

        self._bus.subscribe(room.record.id, hear)
        try:
            while not room.record.is_over:
                # Cleared before the attempt, so that a change during it is not missed.
                changed.clear()
                if not await self._attempt(room, player, spec):
                    await changed.wait()
        finally:
            self._bus.unsubscribe(room.record.id, hear)

    async def _attempt(self, room: Room, player: Player, spec: str) -> bool:
        """One attempt to act; an error counts as an act, so that the bot tries again after a pause."""
        try:
            return await self._act(room, player, spec)
        except Exception:  # noqa: BLE001 (without another attempt the game would stop)
            _log.exception(
                "a bot could not act in room %s", room.record.id, extra={"room": room.record.id}
            )
            await asyncio.sleep(RETRY_SECONDS)
            return True

    async def _act(self, room: Room, player: Player, spec: str) -> bool:
        """Do one act if one is due; True to check again at once, since the room has changed."""
        game = room.match.game
        if game.to_act is not player or game.phase in (Phase.OVER, Phase.OPENING):
            return False
        async with self._in_turn(room):
            if game.is_bomb_spent and game.phase is Phase.ROLL:
                # A situation does not record this, so the bot might try to explode the bomb.
                act = Act(room.record.id, f"{spec}-{room.version}", room.version, "roll")
            else:
                act = await self._chosen(room, as_related_game(game.situation), spec)
        try:
            await room.act(player, act)
        except StaleError:
            # A flag that has fallen and is not written yet would refuse it again and again.
            return room.version != act.version
        except StoreError:
            raise  # a later attempt may succeed, unlike with an illegal act
        except NardyError:
            _log.exception(
                "a bot's act was refused in room %s", room.record.id, extra={"room": room.record.id}
            )
            return False
        if room.version == act.version:
            return False  # another attempt would change nothing either
        self._process.bot_acts += 1
        self._bus.publish(room.record.id)
        return True

    def _in_turn(self, room: Room) -> contextlib.AbstractAsyncContextManager[object]:
        """Games between bots think one at a time, or as many as there are workers.

        So no tournament of bots, however large, keeps a person waiting for more than one turn.
        """
        if not are_bots(room):
            return contextlib.nullcontext()
        place = crc32(room.record.id.encode()) % max(1, self.job_queue.workers)
        return self._bots_only_locks.setdefault(place, asyncio.Lock())

    async def _chosen(self, room: Room, now: Situation, spec: str) -> Act:
        """The bot's act, as a message."""
        version = room.version
        found = await self._asked(now, spec, AMONG_BOTS if are_bots(room) else AGAINST_PEOPLE)
        if found is None:
            found = await self.think(partial(choice_of, now, spec))
        # The id is the same at every attempt, so that the act is stored once.
        key = f"{found.bot}-{version}"
        return Act(room.record.id, key, version, found.act, found.moves, found.turn)

    async def _asked(self, now: Situation, spec: str, urgency: int) -> BotChoice | None:
        """The choice that a worker finds; None if there is none."""
        if not self.job_queue.workers or (order := turn_order(now, spec, urgency)) is None:
            return None
        try:
            with _counted(self._process.bots):
                told = await self.job_queue.ask(order)
        except JobFailedError:
            _log.exception("no worker could choose an act; another bot does")
            return await self.think(partial(substitute_choice, now))
        return msgspec.json.decode(told, type=BotChoice) if told is not None else None


@contextlib.contextmanager
def _counted(queue: BotQueue) -> Generator[None]:
    began = monotonic()
    queue.waiting += 1
    try:
        yield
    finally:
        queue.waiting -= 1
        queue.seconds.observe(monotonic() - began)


def are_bots(room: Room) -> bool:
    """Whether only bots play."""
    return all(is_bot(room.who(player)) for player in Player)


def preload() -> None:
    """Load the kernel and the networks of two games, so that the first turn or hint is not slow."""
    if not is_available():
        return
    from nardy.analysis.decisions import estimate, rank_turns  # noqa: PLC0415 (imports NumPy)
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot(1)
    with contextlib.suppress(NardyError):
        for rules in (LONG_NARDY, BACKGAMMON):
            before = Situation(rules=rules, position=rules.start)
            rolled = replace(before, roll=Roll(3, 1))
            nodes_of(rolled)
            rank_turns(rolled, bot, 1)
            estimate(before, bot)
    # Loaded modules stay for ever; scanning them takes the garbage collector 0.1 s.
    gc.freeze()
