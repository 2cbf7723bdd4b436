"""A room: two seats, one match, one log. Every act is lawful, durable, and done once."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from nardy.core.clock import Clock
from nardy.core.events import Event, Played, RolledOff
from nardy.core.legal import Reaches
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.server.errors import StaleError
from nardy.server.games.rule_versions import FAMILY, RuleVersions, in_log
from nardy.server.protocol.messages import Act, Node, View
from nardy.server.rooms.absence import Absence
from nardy.server.rooms.clock import Timing, take_up
from nardy.server.rooms.dice import AskLinks, RoomDice, link_of
from nardy.server.rooms.rolls import RollContext, Told, bare, changed, require_roll, roll
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.timestamps import monotonic, now
from nardy.server.turns.actions import give_up, perform
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import view_of

Append = Callable[[RoomRecord, int, Sequence[LogEntry]], Awaitable[bool]]
"""Writes entries behind a version; False if the log has gone on elsewhere."""
Read = Callable[[], Awaitable[tuple[RoomRecord, Sequence[LogEntry]] | None]]
"""Reads what is on the disk; None where it keeps nothing."""


class Room:
    """One match being played, rebuilt from its log and growing with it."""

    def __init__(
        self,
        record: RoomRecord,
        entries: Sequence[LogEntry],
        append: Append,
        ask: AskLinks | None = None,
        rule_versions: RuleVersions = FAMILY,
    ) -> None:
        """Take up the match where its log ends; *ask* asks the players for links of their chains.

        Raises:
            UnknownGameError: its rules are not in the *repertoire*.
        """
        self._rule_versions = rule_versions
        self.record = record
        self.entries = list(entries)
        self.lock = asyncio.Lock()
        self.append = append
        self.ask = ask or nobody_answers
        self.tell: Callable[[], None] = lambda: None
        """Tells everybody here that something has happened."""
        self.read: Read = nothing_is_kept
        """Reads the log again, as it is on the disk."""
        self.next: str | None = None
        """The room where these two play again."""
        self.asked_at = monotonic()
        """When somebody asked for this room last, in seconds."""
        self.absence = Absence()
        self._rebuild()

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.entries)

    @property
    def situation(self) -> Situation:
        """The moment now, as everybody may know it: on the disk."""
        return self._situation

    @property
    def nodes(self) -> list[Node]:
        """What is lawful in the turn now; empty where none is due."""
        if self._nodes is None:
            self._nodes = self._graph() if self._situation.phase is Phase.TURN else []
        return self._nodes

    def _graph(self) -> list[Node]:
        return nodes_of(self._situation, (), self._reaches)

    @property
    def clock(self) -> Clock | None:
        """What both have on their clocks now."""
        return self.timing.clock if self.timing else None

    def player_of(self, who: str) -> Player | None:
        """Where somebody sits."""
        seats = {self.record.white: Player.WHITE, self.record.black: Player.BLACK}
        return seats.get(who)

    def who(self, player: Player) -> str | None:
        """Who sits there: `guest:ID`, `bot:SPEC` or nobody."""
        return self.record.white if player is Player.WHITE else self.record.black

    def commit(self, tips: Mapping[str, str]) -> None:
        """The players have said what their chains begin with; nothing has been thrown yet."""
        self.record = replace(self.record, tips=dict(tips))
        self.throws = RoomDice(self.record, self.entries)

    def seat(self, player: Player, who: str) -> None:
        """Somebody has sat down."""
        self.record = replace(self.record, **{player.value: who})

    @property
    def is_full(self) -> bool:
        """Whether both seats are taken."""
        return None not in (self.record.white, self.record.black)

    async def act(self, player: Player, order: Act, came: int | None = None) -> int:
        """Do what is ordered, and return the number of its last event once it is on the disk.

        *came* is when it came, by the clock of the room: what it waits for from then on is nobody's time.

        Raises:
            StaleError: more has happened than the client knew of.
            NardyError: it is not lawful; nothing was changed.
        """
        async with self.lock:
            if (done := self.done(order)) is not None:
                return done
            with self._clock_held(came):
                if self.flag_has_fallen:
                    raise StaleError("expected an act in time, and the flag has fallen")
                await self._do(player, order)
            return self.version

    async def _do(self, player: Player, order: Act) -> None:
        if order.act == "roll":
            offered = link_of(order.link)
            await self._roll(player, {player: offered} if offered else {}, order.id)
            await self._roll_off()
        elif order.act == "next":
            await self._next(order.id)
        else:
            does = self._changed(lambda: self._perform(player, order))
            await self._log(bare(does), order.id)

    def _perform(self, player: Player, order: Act) -> None:
        perform(self.match.game, player, order, self._reaches)

    async def begin(self) -> None:
        """The roll-off of a game whose seats are taken."""
        async with self.lock:
            await self._roll_off()

    @property
    def flag_has_fallen(self) -> bool:
        """Whether the time of the player to act is used up."""
        left = self.clock.until_flag() if self.clock else None
        return left is not None and left < 0

    async def flag(self) -> bool:
        """Let the player lose whose time is used up; whether it was."""
        async with self.lock:
            if not self.flag_has_fallen:
                return False
            await self._end({"time": self.match.game.to_act.value})
            return True

    async def settle(self, order: Act, size: str, note: Mapping[str, Any]) -> int:
        """Let who must act lose a game of this size; *note* tells why. As `act` else.

        Raises:
            StaleError: more has happened than was known.
        """
        async with self.lock:
            if (done := self.done(order)) is None:
                await self._end(note, size, order.id)
            return self.version if done is None else done

    def close(self) -> None:
        """Nothing more is played here; the log says so already."""
        self.record = replace(self.record, is_over=True)
        self._stand_still()

    def done(self, order: Act) -> int | None:
        """The number of the last event of an act that was done before.

        Raises:
            StaleError: it was not, and is for a moment that has passed.
        """
        if (done := self._keys.get(order.id)) is not None:
            return done
        if self.record.is_over:
            raise StaleError("expected a game that goes on, and this one is over")
        if order.version != self.version:
            raise StaleError(f"expected version {self.version}, got {order.version}")
        return None

    def _stand_still(self) -> None:
        """Offer nothing, and let no clock run."""
        self.timing = None
        self.view = structs.replace(self.view, acts=[])
        self._nodes = []

    async def _end(
        self, note: Mapping[str, Any], size: str = "single", key: str | None = None
    ) -> None:
        """The acts by which who must act loses, with a note on the last of them."""
        told = bare(self._changed(lambda: give_up(self.match.game, size)))
        await self._log([*told[:-1], (told[-1][0], note)], key)

    def _rebuild(self) -> None:
        rules = tuple(map(self._rule_versions.recall, self.record.games))
        self.match = new_match(rules, self.record.length)
        if self.entries:
            # What is in the log was lawful when it was written: after a restart all wait for this.
            events = (entry.event for entry in self.entries)
            self.match.replay(events, in_log(rules), trusted=True)
        self._reaches: Reaches = {}
        """What is known of the turn that is due: it is asked for when the dice have fallen, when
        pages are told, and when it is played."""
        self._keys = {e.key: n for n, e in enumerate(self.entries, 1) if e.key is not None}
        self._settle()
        self.timing = self._timing()
        self.throws = RoomDice(self.record, self.entries)
        if self.record.is_over and not self._is_over():
            self._stand_still()

    def _settle(self) -> None:
        """What everybody may see now: never what is not yet on the disk."""
        self.view: View = view_of(self.match)
        """The moment now, as pages see it."""
        self._situation = self.match.game.situation
        self._nodes: list[Node] | None = None

    def _timing(self) -> Timing | None:
        """The clock where the last act left it."""
        if not (agreed := self.record.terms.clock):
            return None
        notes = (e.note["clock"] for e in reversed(self.entries) if e.note and "clock" in e.note)
        idle = now() - self.entries[-1].at if self.entries else 0
        return take_up(agreed, next(notes, None), self._awaited(), idle)

    @contextlib.contextmanager
    def _clock_held(self, came: int | None = None) -> Generator[None]:
        """While the dice fall and the disk works: what came in time is not charged with the waiting."""
        timing = self.timing
        if timing:
            timing.hold(came)
        try:
            yield
        finally:
            if timing:
                timing.release()

    def _awaited(self) -> Player | None:
        """Whose clock runs."""
        game = self.match.game
        idle = game.phase in (Phase.OPENING, Phase.OVER) or not self.is_full
        return None if idle else game.to_act

    def _changed(self, does: Callable[[], object]) -> tuple[Event, ...]:
        """The events of an act; what fails half-way is undone."""
        games, before = len(self.match.games), len(self.match.game.events)
        try:
            return changed(self.match, does)
        except NardyError:
            if len(self.match.games) != games or len(self.match.game.events) != before:
                self._rebuild()
            raise

    async def _whole(self, doing: Awaitable[list[Told]]) -> list[Told]:
        """What happens by throwing the dice; what fails half-way is undone."""
        try:
            return await doing
        except NardyError:
            self._rebuild()
            raise

    def _table(self) -> RollContext:
        return RollContext(self.match, self.throws, self.ask, self._reaches)

    async def _roll(
        self, player: Player, offered: Mapping[Player, bytes], key: str | None = None
    ) -> None:
        """Throw the dice once."""
        require_roll(self.match.game, player)
        await self._log(await self._whole(roll(self._table(), offered)), key)

    async def _roll_off(self) -> None:
        """The throws that are owed until somebody starts.

        A tie is told before the links of the next throw are asked for: no page reveals one before.
        """
        while self.match.game.phase is Phase.OPENING:
            if isinstance(self.entries[-1].event, RolledOff):
                self.tell()
            await self._roll(self.match.game.to_act, {})

    async def _next(self, key: str) -> None:
        """The next game of the match, with its roll-off where one is owed."""
        told = bare(self._changed(self.match.next_game))
        self._reaches.clear()
        if self.timing:
            self.timing.begin_game()
        await self._log(told, key)
        await self._roll_off()

    async def _log(self, told: Sequence[Told], key: str | None = None) -> None:
        """Put on the disk what has happened; if that fails it has not happened."""
        *before, (last, note) = told
        if self.timing:
            # Of several turns the first was played, and by who acted; the others nobody could.
            turns = (Player(event.player) for event, _ in told if isinstance(event, Played))
            self.timing.act(self._awaited(), next(turns, None))
            note = {**note, "clock": self.timing.stand}
        at = now()
        entries = [LogEntry(event, at, None, noted or None) for event, noted in before]
        entries.append(LogEntry(last, at, key, note or None))
        record = replace(self.record, is_over=self._is_over())
        try:
            # Who is awaited next has not been told yet.
            with self._clock_held():
                is_ours = await self.append(record, self.version, entries)
        except NardyError:
            await self._read_again()
            raise
        if not is_ours:
            await self._read_again()
            raise StaleError("expected to be the only one who writes this log, and am not")
        self.record = record
        self.entries += entries
        if key is not None:
            self._keys[key] = self.version
        self._settle()

    async def _read_again(self) -> None:
        """Go on from what is on the disk, whatever this room believed; everybody is told.

        What cannot be read now either is what it was before: no act is in memory that was not answered.
        """
        with contextlib.suppress(NardyError):
            if found := await self.read():
                self.record, self.entries = found[0], list(found[1])
        self._rebuild()
        self.tell()

    def _is_over(self) -> bool:
        is_last = self.match.is_over or not self.record.length
        return is_last and self.match.game.phase is Phase.OVER


async def nobody_answers(_: str, __: int, ___: Sequence[Player]) -> Mapping[Player, bytes]:
    """Where nobody can be asked for links."""
    return {}


async def nothing_is_kept() -> None:
    """Where no log is kept."""


def new_match(rules: tuple[Rules, ...], length: int) -> Match:
    """A match as its room begins it."""
    return Match(rules, length)
