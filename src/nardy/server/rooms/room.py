"""A room: two seats, one match, one log. Every act is legal, durable and idempotent."""

import asyncio
import contextlib
import functools
from collections.abc import Awaitable, Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, replace
from time import monotonic

from msgspec import structs

from nardy.core.clock import Clock
from nardy.core.dice import Roll
from nardy.core.events import Acted, Event, Played, RolledOff
from nardy.core.legal import Reaches
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.provable import Links
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.server.errors import NotHereError, StaleError
from nardy.server.games.rule_versions import FAMILY, RuleVersions, in_log
from nardy.server.protocol.messages import Act, Node, View
from nardy.server.ratings.ladder import RatedResult
from nardy.server.rooms.act_keys import key_of, numbers_by_key
from nardy.server.rooms.clock import (
    Absence,
    Arrival,
    Timing,
    charged_until,
    served_time,
    stood_in,
    take_up,
)
from nardy.server.rooms.dice import RoomDice, link_of, note_of
from nardy.server.rooms.results import result_of
from nardy.server.rooms.take_backs import TAKE_BACK, take_back
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.timestamps import now
from nardy.server.turns.actions import dance, give_up, perform
from nardy.server.turns.cascades import is_long, try_moves
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import view_of

AskLinks = Callable[["Room", int, Sequence[Player]], Awaitable[Mapping[Player, bytes]]]
"""Asks players to reveal their links for a throw; the answer leaves out players who are late."""
READ_SECONDS = 1.0
"""The longest wait for the log after a failed write: whoever acted waits for both."""
Noted = tuple[Event, Mapping[str, object]]
"""An event and the server's note for the log."""
Append = Callable[[RoomRecord, int, Sequence[LogEntry], RatedResult | None], Awaitable[bool]]
"""Appends entries after a version, with the result of a match that ends; False if the stored log has changed."""
Read = Callable[[], Awaitable[tuple[RoomRecord, Sequence[LogEntry]] | None]]
"""Reads the stored log; None if nothing is stored."""


async def nobody_answers(_: "Room", __: int, ___: Sequence[Player]) -> Mapping[Player, bytes]:
    """No player reveals a link."""
    return {}


async def no_log() -> None:
    """No log is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNeeds:
    """What a room needs of the club: its stored log, the players' links, and its pages."""

    append: Append
    read: Read = no_log
    ask: AskLinks = nobody_answers
    tell: Callable[[], None] = lambda: None
    """Notifies all pages of the room."""
    lived_until: int | None = None
    """When the process that had the room before died, in milliseconds since 1970; None if none did."""


class Room:
    """One match being played, rebuilt from its log."""

    def __init__(
        self,
        record: RoomRecord,
        entries: Sequence[LogEntry],
        needs: RoomNeeds,
        rule_versions: RuleVersions = FAMILY,
    ) -> None:
        """Continue the match at the end of its log.

        Raises:
            UnknownGameError: its rules are not in *rule_versions*.
        """
        self._rule_versions = rule_versions
        self.record: RoomRecord = record
        self.entries = list(entries)
        # One act at a time: it waits for links and for the disk, and the next one builds on its events.
        self.lock = asyncio.Lock()
        self.needs = needs
        self.next: str | None = None
        """The id of the rematch's room."""
        self.asked_at = monotonic()
        """The last request for this room, in seconds of the monotonic clock."""
        self.acted_at = served_time()
        """The last act in this process, by `served_time`; whoever waits starts again after a restart."""
        self.absence = Absence()
        self._rebuild()

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.entries)

    @property
    def situation(self) -> Situation:
        """The current situation, already on the disk."""
        return self._situation

    @property
    def nodes(self) -> list[Node]:
        """The graph of the current turn; empty if no turn is due."""
        if self._nodes is None:
            is_due = self._situation.phase is Phase.TURN
            self._nodes = nodes_of(self._situation, (), self._reaches) if is_due else []
        return self._nodes

    @property
    def clock(self) -> Clock | None:
        """The current clock; None if the game has none."""
        return self.timing.clock if self.timing else None

    def player_of(self, who: str) -> Player | None:
        """The seat of a person or bot; None for a spectator."""
        return {self.record.white: Player.WHITE, self.record.black: Player.BLACK}.get(who)

    def require_player(self, who: str | None) -> Player:
        """The seat of a person.

        Raises:
            NotHereError: they have no seat in this room.
        """
        player = self.player_of(who) if who else None
        if player is None:
            raise NotHereError("expected an action by a player of this game; take a seat first")
        return player

    def who(self, player: Player) -> str | None:
        """`guest:ID` or `bot:SPEC`; None for a free seat."""
        return self.record.white if player is Player.WHITE else self.record.black

    def commit(self, tips: Mapping[str, str]) -> None:
        """Set the players' commitments (the tips of their chains), before the first throw."""
        self.record = replace(self.record, tips=dict(tips))
        self.throws = RoomDice(self.record, self.entries)

    def seat(self, player: Player, who: str) -> None:
        self.record = replace(self.record, **{player.value: who})

    def reseat(self, old: str, new: str) -> None:
        """Give the seats of a guest to their account, which ends a game of the two against each other."""
        for player in Player:
            if self.who(player) == old:
                self.seat(player, new)
        if self.record.white == self.record.black:
            self.close()

    @property
    def is_full(self) -> bool:
        return None not in (self.record.white, self.record.black)

    async def act(self, player: Player, act: Act, arrival: Arrival | None = None) -> int:
        """Do an act and return the version after it, once it is on the disk.

        Waiting after its arrival is charged to nobody.

        Raises:
            StaleError: the client's version is out of date.
            NardyError: the act is not legal; nothing was changed.
        """
        await self._try_cascade(player, act)
        key = key_of(player, act.id)
        async with self.lock:
            if (done := self.done(key, act.version)) is not None:
                return done
            with self._clock_held(player, arrival):
                if self.flag_has_fallen:
                    raise StaleError("expected an act before the flag fell, got a later one")
                await self._do(player, act, key)
            return self.version

    async def _do(self, player: Player, act: Act, key: str) -> None:
        if act.act == "roll":
            offered = link_of(act.link)
            await self._roll(player, {player: offered} if offered else {}, key)
            await self._roll_off()
        elif act.act == "next":
            await self._next(key)
        else:
            game, reaches = self.match.game, self._reaches
            if act.act == TAKE_BACK:
                events = self._changed(lambda: take_back(self.record, game, player))
                reaches.clear()
            else:
                events = self._changed(lambda: perform(game, player, act, reaches))
            await self._log(events, key)

    async def _try_cascade(self, player: Player, act: Act) -> None:
        """Refuse an illegal cascade in another thread: finding its broken law may take half a second.

        A legal one is tried again when it is played, which is fast by then.
        """
        game = self.match.game
        is_now = act.act == "play" and act.version == self.version and player is game.to_act
        if is_now and act.moves and is_long(game.situation):
            await asyncio.to_thread(try_moves, game.situation, act.moves)

    async def begin(self) -> None:
        """Start the game with its roll-off, once both seats are taken."""
        async with self.lock:
            await self._roll_off()

    @property
    def until_flag(self) -> int | None:
        """Milliseconds until the flag of the player to act falls; None if no clock runs."""
        return self.clock.until_flag() if self.clock else None

    @property
    def flag_has_fallen(self) -> bool:
        """Whether the player to act has run out of time."""
        return (self.until_flag or 0) < 0

    async def flag(self) -> bool:
        """End the game if the player to act has run out of time, who wins if a resignation is offered; True if it ended."""
        async with self.lock:
            if not self.flag_has_fallen:
                return False
            is_won = (offer := self.match.game.situation.offer) and offer.is_resignation
            await self._end({} if is_won else {"time": self.match.game.to_act.value})
            return True

    async def settle(
        self, version: int, size: str, note: Mapping[str, object], key: str | None = None
    ) -> int:
        """End the game with a loss of this size for the player to act; *note* gives the reason.

        Raises:
            StaleError: the version is out of date.
        """
        async with self.lock:
            if (done := self.done(key, version)) is None:
                await self._end(note, size, key)
            return self.version if done is None else done

    def close(self) -> None:
        """Close the room after the log has been closed."""
        self.record = replace(self.record, is_over=True)
        self._freeze()

    def done(self, key: str | None, version: int) -> int | None:
        """The version after an act that was done before; None for a new act, or one without a key.

        Raises:
            StaleError: it is new, but its version is out of date or the game is over.
        """
        if key is not None and (done := self._keys.get(key)) is not None:
            return done
        if self.record.is_over:
            raise StaleError("expected a game in progress, got one that is over")
        if version != self.version:
            raise StaleError(f"expected version {self.version}, got {version}; load the game again")
        return None

    def _freeze(self) -> None:
        """Stop the clock and offer no acts."""
        self.timing = None
        self.view = structs.replace(self.view, acts=[])
        self._nodes = []

    async def _end(
        self, note: Mapping[str, object], size: str = "single", key: str | None = None
    ) -> None:
        """Log the acts by which the player to act loses, with a note on the last one."""
        *before, (last, _) = self._changed(lambda: give_up(self.match.game, size))
        await self._log([*before, (last, note)], key)

    def _rebuild(self) -> None:
        rules = tuple(map(self._rule_versions.recall, self.record.games))
        self.match = Match(rules, self.record.length)
        if self.entries:
            # Logged events were checked when they were written; replaying without checks speeds up a restart.
            self.match.replay((e.event for e in self.entries), in_log(rules), trusted=True)
        self._reaches: Reaches = {}
        """Cached results for the current turn, used after the roll, for pages, and for the play."""
        self._keys = numbers_by_key(self.entries)
        self.timing = self._timing()
        self.throws = RoomDice(self.record, self.entries)
        self._publish_state()

    def _publish_state(self) -> None:
        """Publish the current state, after it has reached the disk."""
        self.view: View = view_of(self.match)
        """The current state for pages."""
        self._situation = self.match.game.situation
        self._nodes: list[Node] | None = None
        if self.record.is_over and not self._is_over():
            self._freeze()

    def _timing(self) -> Timing | None:
        """The clock, restored from the last act in the log."""
        if not (agreed := self.record.terms.clock):
            return None
        stood = stood_in(entry.note for entry in reversed(self.entries))
        last = charged_until(self.entries[-1].at, self.entries[-1].note) if self.entries else now()
        lived = max(0, (self.needs.lived_until or last) - last)
        return take_up(agreed, stood, self.awaited(), now() - last, lived)

    @contextlib.contextmanager
    def _clock_held(
        self, player: Player | None = None, arrival: Arrival | None = None
    ) -> Generator[None]:
        """Stop the clock during throws and writes, so that an act in time is not charged for them.

        It stops at the *arrival* of a player's act, or now.
        """
        timing = self.timing
        if timing:
            if player and arrival and arrival.round_trip is not None:
                timing.measure(player, arrival.round_trip)
            timing.hold(arrival.at if arrival else None)
        try:
            yield
        finally:
            if timing:
                timing.release()

    def awaited(self) -> Player | None:
        """The player whose clock runs; None if no clock should run."""
        game = self.match.game
        idle = game.phase in (Phase.OPENING, Phase.OVER) or not self.is_full
        return None if idle else game.to_act

    def _changed(self, does: Callable[[], object], links: Links | None = None) -> list[Noted]:
        """The events of an act, with the links of a throw; rolled back if it fails half-way."""
        games, before = len(self.match.games), len(self.match.game.events)
        try:
            does()
        except NardyError:
            if len(self.match.games) != games or len(self.match.game.events) != before:
                self._rebuild()
            raise
        first = 0 if len(self.match.games) != games else before
        note = note_of(links) if links else {}
        return [(event, note) for event in self.match.game.events[first:]]

    async def _roll(
        self, player: Player, offered: Mapping[Player, bytes], key: str | None = None
    ) -> None:
        """Roll and play the dances after it; *offered* are links that were sent in advance.

        Raises:
            IllegalActError: it is the opponent's turn, or the player has rolled already.
        """
        game = self.match.game
        if game.phase is not Phase.OPENING:  # either player may ask for a roll-off
            if player is not game.to_act:
                refuse_act("not-yours", game.situation, "roll")
            require_phase(game.situation, Phase.ROLL, "roll")
        try:
            events = await self._throw(offered)
        except NardyError:
            self._rebuild()
            raise
        await self._log(events, key)

    async def _throw(self, offered: Mapping[Player, bytes]) -> list[Noted]:
        """The events of one throw, computed from the seed and the players' links."""
        game, ask = self.match.game, functools.partial(self.needs.ask, self)
        (first, second), links = await self.throws.next(ask, offered)
        self.throws.keep(links)
        if game.phase is Phase.OPENING:
            thrown = self._changed(lambda: game.open(first, second), links)
        else:
            thrown = self._changed(lambda: game.roll(Roll.of(first, second)), links)
        return [*thrown, *self._changed(lambda: dance(game, self._reaches))]

    async def _roll_off(self) -> None:
        """Throw until somebody starts.

        Pages learn of a tie before the request for the next links, since no page reveals a link earlier.
        """
        while self.match.game.phase is Phase.OPENING:
            if isinstance(self.entries[-1].event, RolledOff):
                self.needs.tell()
            await self._roll(self.match.game.to_act, {})

    async def _next(self, key: str) -> None:
        """Start the next game of the match, with a roll-off where the rules ask for one."""
        events = self._changed(self.match.next_game)
        self._reaches.clear()
        if self.timing:
            self.timing.begin_game()
        await self._log(events, key)
        await self._roll_off()

    async def _log(self, events: Sequence[Noted], key: str | None = None) -> None:
        """Append events to the stored log; a failed write undoes them."""
        *before, (last, note) = events
        if self.timing:
            # The first turn was played by the player who acted; any others are dances.
            turns = (Player(event.player) for event, _ in events if isinstance(event, Played))
            resumes = isinstance(last, Acted) and last.act == "refuse"
            self.timing.act(self.awaited(), next(turns, None), resumes=resumes)
            note = {**note, "clock": self.timing.stand}
        at = now()
        entries = [LogEntry(event, at, None, noted or None) for event, noted in before]
        entries.append(LogEntry(last, at, key, note or None))
        record, ended = replace(self.record, is_over=self._is_over()), None
        if record.is_over:
            ended = result_of(record, self.match, [*self.entries, *entries])
        try:
            # The next player has not been notified yet, so the write is not charged to them.
            with self._clock_held():
                is_ours = await self.needs.append(record, self.version, entries, ended)
        except NardyError:
            await self._read_again()
            raise
        if not is_ours:
            await self._read_again()
            raise StaleError("another process has written to this game's log; load the game again")
        # Only what is on the disk is shown to anybody; a seat may have changed hands during the write.
        self.record = replace(self.record, is_over=record.is_over or self.record.is_over)
        self.acted_at = served_time()
        self.entries += entries
        if key is not None:
            self._keys[key] = self.version
        self._publish_state()

    async def _read_again(self) -> None:
        """Reload the room from the stored log, or else rebuild what was before; notify all pages."""
        with contextlib.suppress(NardyError, TimeoutError):
            async with asyncio.timeout(READ_SECONDS):
                if found := await self.needs.read():
                    self.record, self.entries = found[0], list(found[1])
        self._rebuild()
        self.needs.tell()

    def _is_over(self) -> bool:
        is_last = self.match.is_over or not self.record.length
        return is_last and self.match.game.phase is Phase.OVER
