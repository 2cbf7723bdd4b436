"""Players who repeat an act with its id until it is answered, as pages do, and the judge of what is stored.

Used by the benchmarks that break something while games go on. A player connects to any process through the proxy,
each time anew, goes on reading while they think, and presses again when the club refuses for a while.
"""

import asyncio
import contextlib
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException
from wire import Done, Refused, Update, act_of, address_of, read

LONG = 25
"""Points of the matches, so many that none ends during a measurement."""
PATIENCE = 8.0
"""Seconds without an answer after which a page connects again."""
FIRST_PAUSE, LONGEST_PAUSE = 0.3, 5.0
SPREAD = 2.0
RESTART = 1012
MOVED, SOON = 4409, 0.1
PRESSED_AGAIN = 1.0
"""Seconds from a refusal that is no verdict on the act to the next press."""
VERDICTS = ("stale", "not-yours", "no-act")
"""Refusals that say that somebody has acted already."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answered act; moments by the monotonic clock."""

    room: str
    id: str
    sent: float
    """When the player sent it first, or would have with a connection."""
    at: float

    @property
    def took(self) -> float:
        return self.at - self.sent


@dataclass
class Counts:
    """The answers, refusals and closed connections of all players."""

    answers: list[Answer] = field(default_factory=list[Answer])
    sent: dict[str, tuple[int, int, float]] = field(
        default_factory=dict[str, tuple[int, int, float]]
    )
    """By room, the last act that its opponent has not seen: player, version before it, when it was sent."""
    seen: list[Answer] = field(default_factory=list[Answer])
    """The same acts, until they were on the opponent's screen."""
    refused: Counter[str] = field(default_factory=Counter[str])
    closed: Counter[int] = field(default_factory=Counter[int])
    gave_up: Counter[str] = field(default_factory=Counter[str])
    """Connections that players ended themselves, by what they had waited for."""

    @property
    def by_room(self) -> dict[str, list[Answer]]:
        found = dict[str, list[Answer]]()
        for answer in self.answers:
            found.setdefault(answer.room, []).append(answer)
        return found

    def tell(self) -> None:
        """Print how many acts were answered, and how soon."""
        times = sorted(answer.took for answer in self.answers)
        if not times:
            print("no act was answered")
            return
        median, p99 = statistics.median(times) * 1000, times[int(len(times) * 0.99)] * 1000
        print(f"{len(times):,} acts answered; median {median:.0f} ms, p99 {p99:.0f} ms")
        each = [len(answers) for answers in self.by_room.values()]
        print(f"{min(each)} to {max(each)} acts a game")
        print(f"refused {dict(self.refused)}, connections ended {dict(self.closed)}")
        print(f"players gave up waiting for {dict(self.gave_up)}")


class Player:
    """One player, as their page behaves."""

    def __init__(
        self,
        number: int,
        seat: tuple[str, str],
        counts: Counts,
        thinks: tuple[float, float] = (0.5, 1.5),
    ) -> None:
        """*seat* is a room and the player's cookie; they think for so many seconds, at least and at most."""
        self.number, (self.room, self.cookie), self.counts = number, seat, counts
        self.last: Update | None = None
        self.waiting: dict[str, Any] | None = None
        self.newest: dict[str, Any] | None = None
        """Their last act, answered or not."""
        self.here_since = 0.0
        """When this connection was first told of the room; 0 if it was not yet."""
        self.gone_at = 0.0
        """When the last connection that was told of the room ended."""
        self._random, self._thinks = random.Random(number), thinks
        self._acted = set[str]()
        self.waiting_since = 0.0
        """When that act was sent first."""
        self._pause = FIRST_PAUSE
        self._socket: ClientConnection | None = None
        self._later: asyncio.Task[None] | None = None
        self._doubt: asyncio.TimerHandle | None = None

    async def play(self, proxy: str, until: float) -> None:
        """Play until a time, over as many connections as it takes."""
        try:
            async with asyncio.timeout_at(until):
                while True:
                    code = await self._visit(proxy)
                    self.counts.closed[code] += 1
                    await asyncio.sleep(self._pause_after(code))
                    self._pause = min(LONGEST_PAUSE, self._pause * 2)
        except TimeoutError:
            pass
        finally:
            if self._later:
                self._later.cancel()

    def _pause_after(self, code: int) -> float:
        if code == MOVED:
            return min(SOON, self._pause)
        return self._pause + (self._random.random() * SPREAD if code == RESTART else 0)

    async def _visit(self, proxy: str) -> int:
        """One connection; the code with which it ended, or the status with which it was refused."""
        headers = {"cookie": self.cookie, "x-forwarded-for": address_of(self.number)}
        opening = connect(
            f"ws{proxy[4:]}/live?type=watch&room={self.room}",
            additional_headers=headers,
            open_timeout=5,
            close_timeout=1,
        )
        code = 1006
        try:
            async with opening as socket:
                self._pause = FIRST_PAUSE
                self._socket, self.here_since = socket, 0.0
                try:
                    await self._say_hello(socket)
                    while True:
                        self._hear(read(await socket.recv(decode=False)))
                except WebSocketException:
                    code = socket.close_code or code
                    if self.here_since:
                        self.gone_at = time.monotonic()
        except InvalidStatus as error:
            code = error.response.status_code
        except TimeoutError:
            self.counts.gave_up["a connection"] += 1
        except (WebSocketException, OSError):
            pass
        finally:
            self._socket, self.here_since = None, 0.0
            self._trust()
        return code

    async def _say_hello(self, socket: ClientConnection) -> None:
        since = self.last.version if self.last else 0
        await socket.send(json.dumps({"type": "watch", "room": self.room, "since": since}))
        await socket.send(json.dumps({"type": "commit", "room": self.room, "tip": ""}))
        await self._send()

    async def _send(self) -> None:
        """Send the act that waits for an answer, if there are one and a connection."""
        if self.waiting is None or self._socket is None:
            return
        self._trust()
        self._doubt = asyncio.get_running_loop().call_later(PATIENCE, self._give_up, self._socket)
        # Whoever reads from it finds out, too.
        with contextlib.suppress(WebSocketException):
            await self._socket.send(json.dumps(self.waiting))

    def _give_up(self, socket: ClientConnection) -> None:
        self.counts.gave_up["an answer"] += 1
        socket.transport.abort()

    def _trust(self) -> None:
        if self._doubt:
            self._doubt.cancel()
            self._doubt = None

    def _hear(self, told: object) -> None:
        if isinstance(told, Done) and self.waiting and told.id == self.waiting["id"]:
            answer = Answer(self.room, told.id, self.waiting_since, time.monotonic())
            self.counts.answers.append(answer)
            self._be_answered()
        elif isinstance(told, Refused):
            self._be_refused(told.law)
        elif isinstance(told, Update):
            # The news of an act may come before its answer.
            self.last = told
            self.here_since = self.here_since or time.monotonic()
            self._see(told)
        order = act_of(self.last) if self.last and self.waiting is None else None
        if order and order["id"] not in self._acted:
            self._acted.add(order["id"])
            self._begin(self._act(order))

    def _be_answered(self) -> None:
        self.waiting = None
        self._trust()

    def _be_refused(self, law: str) -> None:
        self.counts.refused[law] += 1
        if law in VERDICTS:
            self._be_answered()
        elif self.waiting is not None:
            self._begin(self._press_again())

    def _see(self, told: Update) -> None:
        """Note when an act of the opponent is on this screen."""
        player, version, sent = self.counts.sent.get(self.room, (self.number, 0, 0.0))
        if player != self.number and told.version > version:
            del self.counts.sent[self.room]
            seen = Answer(self.room, f"{self.room}-{version}", sent, time.monotonic())
            self.counts.seen.append(seen)

    def _begin(self, work: Any) -> None:
        if self._later:
            self._later.cancel()
        self._later = asyncio.create_task(work)

    async def _act(self, order: dict[str, Any]) -> None:
        await asyncio.sleep(self._random.uniform(*self._thinks))
        self.waiting, self.newest, self.waiting_since = order, order, time.monotonic()
        self.counts.sent[self.room] = (self.number, order["version"], self.waiting_since)
        await self._send()

    async def _press_again(self) -> None:
        await asyncio.sleep(PRESSED_AGAIN)
        await self._send()


def players_at(
    tables: Sequence[tuple[str, str]], counts: Counts, thinks: tuple[float, float] = (0.5, 1.5)
) -> list[Player]:
    """A player for each seat, by room and cookie."""
    return [Player(number, seat, counts, thinks) for number, seat in enumerate(tables, 1)]


def faults_in(database: str, counts: Counts) -> list[str]:
    """What is wrong with the logs: one sentence for each answered act that is not there once, or gap, or second result."""
    wrong = list[str]()
    with psycopg.connect(database) as connection:
        for room, answers in counts.by_room.items():
            rows = connection.execute(
                "SELECT number, key FROM entry WHERE room = %s ORDER BY number", [room]
            ).fetchall()
            wrong += _faults_of(room, rows, {answer.id for answer in answers})
        twice = connection.execute(
            "SELECT room, count(*) FROM finished_room GROUP BY room HAVING count(*) > 1"
        ).fetchall()
        wrong += [f"{room}: {count} results" for room, count in twice]
    return wrong


def _faults_of(room: str, rows: Sequence[tuple[Any, ...]], answered: set[str]) -> list[str]:
    # The log has the seat before the id that a client chose.
    keys = Counter(key.partition(" ")[2] for _, key in rows if key)
    wrong = [
        f"{room}: {key} was answered and is {keys[key]} times in the log"
        for key in sorted(answered)
        if keys[key] != 1
    ]
    wrong += [f"{room}: {key} is twice in the log" for key, count in keys.items() if count > 1]
    if [number for number, _ in rows] != [*range(1, len(rows) + 1)]:
        wrong.append(f"{room}: numbers are missing")
    return wrong
