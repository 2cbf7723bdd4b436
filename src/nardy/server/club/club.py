"""The club: loads rooms once, applies acts to them, and owns every service on the store."""

import asyncio
import functools
import secrets
from collections.abc import Callable, Mapping, Sequence
from time import monotonic

from nardy.core.player import Player
from nardy.core.provable import SIZE
from nardy.errors import NardyError
from nardy.server.accounts.accounts import TOKEN_BYTES, Accounts, is_closed
from nardy.server.accounts.api_clients import ApiClients
from nardy.server.accounts.known_devices import KnownDevices
from nardy.server.accounts.login_methods import LoginMethods
from nardy.server.accounts.login_throttle import LoginThrottle
from nardy.server.accounts.oidc.flow import OidcFlow
from nardy.server.accounts.oidc.providers import Provider
from nardy.server.accounts.passkeys import Passkeys
from nardy.server.bots.advisor import Advisor
from nardy.server.bots.ratings import BotRatings
from nardy.server.bots.runner import BotRunner
from nardy.server.bus import Bus
from nardy.server.club.acts_in_flight import ActsInFlight
from nardy.server.club.followed_rooms import FollowedRooms
from nardy.server.club.logo import ClubLogo
from nardy.server.club.room_log import RoomLog
from nardy.server.club.seat_taking import take_seat
from nardy.server.club.sessions import Sessions
from nardy.server.club.words import OwnWords
from nardy.server.dice_audit.service import DiceStatistics
from nardy.server.errors import RefusedError
from nardy.server.fair_play.service import FairPlay
from nardy.server.games.rule_versions import FAMILY, RuleVersions
from nardy.server.groups.groups import Groups
from nardy.server.jobs.queue import JobQueue
from nardy.server.lobby.chat import Chat
from nardy.server.lobby.lobby import LobbyLists
from nardy.server.lobby.room_facts import RoomDescriber
from nardy.server.lobby.spectators import Spectators, UpdateCache, is_public, is_unhurried
from nardy.server.notices.service import Notices
from nardy.server.players.rating_eligibility import RatedGames, by_present_rules, unrated
from nardy.server.players.recalculation import Recounter
from nardy.server.players.standings import Standings
from nardy.server.process_state import ProcessState
from nardy.server.protocol.messages import Act
from nardy.server.rate_limits import Limits
from nardy.server.rooms.claims import claim
from nardy.server.rooms.clock import Arrival
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.presence import LINK_SECONDS, DiceReveals, Presence
from nardy.server.rooms.rematches import Rematches, rematch_terms
from nardy.server.rooms.room import Room, RoomNeeds
from nardy.server.rooms.start import GameStarter
from nardy.server.rooms.timeouts import Timeouts
from nardy.server.shards.numbers import ID_BYTES
from nardy.server.shards.ownership import Ownership
from nardy.server.store import guests, log
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.merge_guest import MergedIds
from nardy.server.store.shared_reader import SharedReader
from nardy.server.timestamps import now

LOBBY = "lobby"
"""The bus topic of the lobby."""
LOGS_TOGETHER = 8
"""The most logs in one reading: whoever comes meanwhile waits for all of them."""


class Club:
    """All services that request handlers need."""

    def __init__(
        self,
        store: Writer,
        patience: float = LINK_SECONDS,
        rule_versions: RuleVersions = FAMILY,
        providers: Sequence[Provider] = (),
        ownership: Ownership | None = None,
    ) -> None:
        """Open the club on a store; *patience* is how many seconds a throw waits for a link."""
        self.store = store
        self.ownership = ownership or Ownership()
        self.rule_versions = rule_versions
        self.standings = Standings(store)
        self.recounter = Recounter(store, self.standings.evict)
        self.process = ProcessState()
        self.bus = Bus()
        self.update_cache = UpdateCache(self.bus)
        self.limits = Limits(processes=lambda: self.ownership.processes)
        self.login_throttle = LoginThrottle(self.limits)
        self.chat = Chat(store, self.bus, self.limits)
        self.job_queue = JobQueue(self.process.jobs)
        self.bot_runner = BotRunner(self.bus, self.process, self.job_queue)
        self.advisor = Advisor(self.bot_runner)
        self.timeouts = Timeouts(self.bus)
        self.spectators = Spectators(self.bus.publish)
        self.presence = Presence(self._moved, self.spectators.change)
        self.notices = Notices(store)
        self.room_log = RoomLog(store, self.standings, self.notices, self.presence, self.loaded)
        self.room_log.fence = self.ownership.fence
        self.links = DiceReveals(self.presence, patience)
        self.accounts = Accounts(store)
        self.oidc = OidcFlow(providers)
        self.login_methods = LoginMethods(store, self.accounts, self.oidc.issuers)
        self.passkeys = Passkeys(store)
        self.api_clients = ApiClients(store, self.accounts)
        self.dice = DiceStatistics(store)
        self.groups = Groups(store)
        self.words = OwnWords(store, rule_versions)
        self.logo = ClubLogo(store)
        self.known_devices = KnownDevices(store)
        self.rated = RatedGames(store)
        self.bot_ratings = BotRatings(store, self.standings, rule_versions)
        self.rematches = Rematches(self.presence, self._changed)
        self.describer = RoomDescriber(
            store, self.presence, self.standings, rule_versions, self.rematches
        )
        self.game_starter = GameStarter(store, patience, self._begun, self.ownership.fence)
        self.flags: dict[str, float] = {}
        """When the flags of evicted rooms fall, in seconds of the monotonic clock."""
        self._rooms: dict[str, Room] = {}
        self._sessions, self._loading = Sessions(store), dict[str, asyncio.Task[Room | None]]()
        self._logs = SharedReader(store, log.load_rooms, LOGS_TOGETHER, one_a_round=True)
        self._followed = FollowedRooms(store, rule_versions, self._logs)
        self.lobby = LobbyLists(store, self.presence, self.describer, self._rooms, self.room)
        self.fair_play = FairPlay(
            store, self._rooms, self.room, rule_versions, is_alone=self.ownership.is_alone
        )
        self.acting = ActsInFlight()
        self.on_merge: Callable[[MergedIds], None] = lambda _: None
        """Called when a guest's games belong to an account, also those in rooms of other processes."""

    async def close(self) -> None:
        """Stop all services and close the store."""
        self.spectators.close()
        await self.oidc.close()
        await self.fair_play.games.close()
        self.game_starter.close()
        await self.bot_runner.close()
        await self.job_queue.close()
        await self.timeouts.close()
        await self.recounter.close()
        # Acts that have begun are written before the store closes.
        await self.acting.finish()
        await self._sessions.finish()
        await self.known_devices.finish()
        await asyncio.to_thread(self.store.close)

    # Rooms

    async def make(self, new: NewRoom) -> Room:
        """Create a room; its game starts as soon as both seats are taken.

        Raises:
            RefusedError: the game is rated, but its players may not play a rated game.
        """
        record = RoomRecord(
            id=new.room or self.ownership.new_id(),
            games=new.games,
            length=new.length,
            white=new.white,
            black=new.black,
            terms=by_present_rules(new.terms),
            seed=secrets.token_hex(SIZE),
            since=now(),
        )
        async with self.rated.allowed(new.terms, (new.white, new.black)):
            match = new.begun(self.rule_versions.recall)
            entries = [LogEntry(event, record.since) for event in match.events]
            await self.store.run(lambda connection: log.make_room(connection, record, entries))
            if not self.ownership.owns(record.id):
                # Whoever owns it begins it for the first page.
                return await self._copy_of(record.id)
            room = self._keep(record, entries)
            await self.game_starter.begin(room)
            self.spectators.soon(LOBBY)
        return room

    async def room(self, room_id: str) -> Room | None:
        """The room with this id, loaded from its log if it is not in memory.

        One that another process owns is a copy that nobody can act in.
        """
        if not self.ownership.owns(room_id):
            return await self._followed.room(room_id)
        if (room := self._rooms.get(room_id)) is not None:
            room.asked_at = monotonic()
            return room
        # After a restart all players reconnect at once. One task a room keeps them from waiting for each other.
        if room_id not in self._loading:
            self._loading[room_id] = asyncio.create_task(self._load(room_id))
            self._loading[room_id].add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(self._loading[room_id])

    async def _copy_of(self, room_id: str) -> Room:
        copy = await self._followed.room(room_id)
        assert copy is not None  # it has just been written
        return copy

    async def room_for(self, room_id: str, who: str | None) -> Room | None:
        """The room with this id, if the person may see it; group rooms are for members only."""
        room = await self.room(room_id)
        if room is None or room.record.terms.group is None:
            return room
        return room if await self.groups.may_see(room.record, who) else None

    async def require_room(self, room_id: str, who: str | None) -> Room:
        """The room with this id.

        Raises:
            RefusedError: there is none, or the person may not see it.
        """
        room = await self.room_for(room_id, who)
        if room is None:
            raise RefusedError("no-room", f"expected the id of a room, got {room_id!r:.40}")
        return room

    async def _load(self, room_id: str) -> Room | None:
        if (found := await self._logs.read(room_id)) is None:
            return None
        if not self.ownership.owns(room_id):
            return await self._followed.room(room_id)  # it was given away meanwhile
        room = self._keep(*found)
        # After a restart the first player to reconnect must not gain from the opponent's clock.
        self.presence.expect(room)
        await self.game_starter.begin(room)
        return room

    def loaded(self, room_id: str) -> Room | None:
        """The room with this id, if it is in memory."""
        return self._rooms.get(room_id)

    def all_loaded(self) -> list[Room]:
        """All rooms in memory."""
        return list(self._rooms.values())

    def evict(self, room: Room) -> None:
        """Evict a room; the next request loads it from its log."""
        self.fair_play.games.evict(room)
        self._rooms.pop(room.record.id, None)
        self.chat.evict(room)
        self.advisor.evict(room)
        self.rematches.evict(room)
        self.game_starter.evict(room)

    async def close_room(self, room: Room) -> None:
        """Close a room and reveal the seed of its dice."""
        async with room.lock:
            await self.room_log.write(room, lambda c: log.close(c, room.record.id))
            room.close()
        self._changed(room)

    async def offer_again(self, room: Room, who: str, *, is_rated: bool = True) -> Room:
        """Offer a rematch or agree to one; return the new room, or this room until both agree.

        A bot agrees at once. The rematch is rated only if both players want that.
        """
        player = await self._finished(room, who)
        if room.next is None:
            room.next = await self.store.run(lambda c: log.following(c, room.record))
        if room.next is None and self.rematches.is_rated(room, player, wants=is_rated):
            await self.rated.require((room.record.white, room.record.black))
        if room.next is None and not self.rematches.offer(room, player, is_rated=is_rated):
            return room
        is_rated = is_rated and self.rematches.of(room.record.id).is_rated
        return await self.again(room, who, is_rated=is_rated)

    async def _finished(self, room: Room, who: str) -> Player:
        """The seat of a person in a finished room, whose players may play again.

        Raises:
            RefusedError: the game goes on, it is another person's game, or the opponent has gone.
        """
        player, is_alone = room.player_of(who), room.record.white == room.record.black
        if player is None or not room.record.is_over or is_alone:
            problem = "a rematch needs a finished game of your own; finish this game first"
            raise RefusedError("unfinished", problem)
        await self.groups.require_both(room.record, who)
        if await is_closed(self.store, room.who(player.opponent)):
            self.rematches.withdraw(room, player.opponent)
            raise RefusedError("opponent-gone", "your opponent has left the club; find another")
        return player

    def _changed(self, room: Room) -> None:
        """Notify the pages of a room, and of the lobby."""
        self.bus.publish(room.record.id)
        self.spectators.soon(LOBBY)

    async def again(self, room: Room, who: str, *, is_rated: bool = True) -> Room:
        """The room of the rematch, with seats swapped; created if need be, and rated if *is_rated* and this room are.

        Raises:
            RefusedError: the game is not over, or the rematch may not be rated.
        """
        await self._finished(room, who)
        async with room.lock:  # both players may ask at once and must get the same room
            if room.next is None:
                room.next = await self.store.read(lambda c: log.following(c, room.record))
            if room.next is None:
                new = NewRoom(
                    games=self.rule_versions.renewed(room.record.games),
                    length=room.record.length,
                    white=room.record.black,
                    black=room.record.white,
                    terms=rematch_terms(room),
                )
                new = new if is_rated else unrated(new)
                async with self.bot_ratings.allowed(new):
                    room.next = (await self.make(new)).record.id
                self.rematches.evict(room)
                self.bus.publish(room.record.id)
        following = await self.room(room.next)
        if following is None:
            raise NardyError("the room of the rematch no longer exists; start a new game")
        return following

    async def act(self, act: Act, who: str | None, arrival: Arrival | None = None) -> int:
        """Do an act of a person or bot in its room, and notify all pages.

        It completes even if the sender disconnects. Returns the version of the room after it.

        Raises:
            RefusedError: there is no such room for *who*.
            NotHereError: they have no seat in it.
            StaleError: the client's version is out of date.
            NardyError: the act is not legal; nothing was changed.
        """
        room = await self.require_room(act.room, who)
        return await self.acting.run(self._act(room, who, act, arrival))

    async def _act(self, room: Room, who: str | None, act: Act, arrival: Arrival | None) -> int:
        player, before = room.require_player(who), room.version
        if act.act == "claim":
            version = await claim(room, player, act, self.advisor.evaluate)
        else:
            version = await self.game_starter.act(room, player, act, arrival)
        if room.version != before:  # an act that came again has changed nothing
            self.bus.publish(room.record.id)
            if room.record.is_over or is_unhurried(room):
                self.spectators.change(LOBBY)
        return version

    async def sit(self, room: Room, who: str) -> Player | None:
        """Take the free seat of a room; None if both are taken, or it is closed, or its maker left the group.

        Raises:
            RefusedError: the game is rated, but these two may not play each other for a rating.
        """
        if (sits := room.player_of(who)) is not None:
            return sits
        if room.is_full or room.record.is_over or await self.groups.has_left(room.record):
            return None
        async with self.rated.allowed(
            room.record.terms, (room.record.white, room.record.black, who)
        ):
            for player in Player:
                if room.who(player) is None:
                    taken = await take_seat(room, player, who, self.room_log.write, self.store)
                    await self._seat(room, taken)
                    if room.who(player) == who:
                        return player
        return None

    async def _seat(self, room: Room, seats: Mapping[Player, str]) -> None:
        for player, who in seats.items():
            if room.who(player) is None:
                room.seat(player, who)
                self.fair_play.games.keep(room)
                await self.game_starter.begin(room)
                self.presence.sit(room)
                self._changed(room)
                await self.room_log.tell_first_turn(room)

    async def rooms_of(self, guest: Guest) -> list[str]:
        """Ids of the rooms where a guest's games go on, newest first."""
        found = await self.store.read(lambda c: log.rooms_of(c, guest.seat))
        return [record.id for record in found]

    def _keep(self, record: RoomRecord, entries: Sequence[LogEntry]) -> Room:
        # A page may load a room as soon as it is stored, before `make` goes on. Of two objects one would be stale.
        if (kept := self._rooms.get(record.id)) is not None:
            return kept
        read = functools.partial(self.store.read, lambda c: log.load_room(c, record.id))
        needs = RoomNeeds(
            append=self.room_log.append,
            read=read,
            ask=self.links.ask,
            tell=functools.partial(self.bus.publish, record.id),
            lived_until=self.ownership.last_beat(record.id),
        )
        room = Room(record, entries, needs, self.rule_versions)
        self._rooms[record.id] = room
        self.fair_play.games.keep(room)
        return room

    def _begun(self, room: Room) -> None:
        if self._rooms.get(room.record.id) is room:  # otherwise it was evicted meanwhile
            self.bot_runner.start_bots(room)
            self.timeouts.watch(room)
            self.bus.publish(room.record.id)
            self.spectators.change(LOBBY)

    # People

    async def welcome(self, name: str, agent: str = "") -> tuple[Guest, str]:
        """Create a guest and the session token of their browser."""
        guest = Guest(secrets.token_urlsafe(ID_BYTES), name)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self.store.run(lambda c: guests.add_guest(c, guest, token, now(), agent))
        return guest, token

    async def guest(self, token: str | None) -> Guest | None:
        """The guest with this session token."""
        return await self._sessions.guest(token) if token else None

    async def rename(self, guest: Guest, name: str) -> None:
        """Rename a guest, also in all rooms."""
        await self.accounts.rename(guest, name)
        self.describer.evict(guest.id)

    async def picture(self, guest: Guest, avatar: str) -> None:
        """Change the avatar of a guest, also in all rooms."""
        await self.store.run(lambda c: guests.set_avatar(c, guest.id, avatar))
        self.describer.evict(guest.id)

    def _moved(self, room_id: str) -> None:
        """Notify pages that a player has come to a room or left it."""
        self.bus.publish(room_id)
        room = self._rooms[room_id]
        if room.record.terms.open and not room.is_full:
            self.spectators.soon(LOBBY)
        elif is_public(room):
            self.spectators.change(LOBBY)
