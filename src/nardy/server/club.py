"""The club: its rooms, its guests and its bots, on one store."""

import asyncio
import functools
import secrets
from collections.abc import Mapping, Sequence

from nardy.core.player import Player
from nardy.core.provable import SIZE
from nardy.errors import NardyError
from nardy.games import find_game
from nardy.server.accounts import Accounts
from nardy.server.advice import Adviser
from nardy.server.broadcast import Broadcast
from nardy.server.bus import Bus
from nardy.server.catalogue import laws_of_games
from nardy.server.chat import Chat, said
from nardy.server.claims import claim, claim_in
from nardy.server.limits import Limits
from nardy.server.links import PATIENCE, LinkDesk
from nardy.server.orders import Order
from nardy.server.presence import Presence
from nardy.server.protocol import (
    Act,
    DiceFacts,
    Lobby,
    Mine,
    Person,
    RoomFacts,
    Running,
    Seek,
    Talk,
)
from nardy.server.referee import Referee
from nardy.server.refusals import RefusedError
from nardy.server.results import ladder_of, result_of
from nardy.server.robots import PREFIX, Robots
from nardy.server.room import Room, new_match, now
from nardy.server.standings import Standings
from nardy.server.store import guests, ladders, log
from nardy.server.store.guests import Guest
from nardy.server.store.log import Entry, RoomRecord
from nardy.server.store.writer import Writer
from nardy.server.view import laws_of, seat_of
from nardy.server.watching import Gathering, is_public, is_unhurried, onlookers, shown

MOST_NAMED = 20
"""Of those who look on; the others are counted."""
LOBBY = "lobby"
"""The name under which the lobby is listened to."""
WAITS_AT_START = 8
"""How many times its patience a club waits for the players' chains before the first throw."""
ID_BYTES = 9
"""Of a room's address: too many to guess, since a private game is found by it alone."""


class Club:
    """Everything that the handlers of requests need."""

    def __init__(self, store: Writer, patience: float = PATIENCE) -> None:
        """Open the club on a store; *patience* is how many seconds a throw waits for a link."""
        self.store = store
        self.standings = Standings(store)
        self.bus = Bus()
        self.broadcast = Broadcast(self.bus)
        self.limits = Limits()
        self.chat = Chat(store, self.bus, self.limits)
        self.robots = Robots(self.bus)
        self.adviser = Adviser(self.robots)
        self.referee = Referee(self.bus)
        self.gathering = Gathering(self.bus.publish)
        self.presence = Presence(self._moved, self.gathering.change)
        self.links = LinkDesk(self.presence, patience)
        self.accounts = Accounts(store)
        self._patience = patience
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._names: dict[str, str] = {}
        self._starting: set[asyncio.Task[None]] = set()
        self._acting: set[asyncio.Task[int]] = set()

    async def close(self) -> None:
        """Send everybody home; what was played is on the disk."""
        self.gathering.close()
        for task in self._starting:
            task.cancel()
        await self.robots.close()
        await self.referee.close()
        await asyncio.gather(*self._acting, return_exceptions=True)
        await asyncio.to_thread(self.store.close)

    # Rooms

    async def make(self, order: Order) -> Room:
        """A new room; the roll-off follows at once if nobody is missing."""
        record = RoomRecord(
            id=order.room or secrets.token_urlsafe(ID_BYTES),
            games=order.games,
            length=order.length,
            white=order.white,
            black=order.black,
            terms=order.terms,
            seed=secrets.token_hex(SIZE),
            since=now(),
        )
        match = new_match(tuple(map(find_game, order.games)), order.length)
        entries = [Entry(event, record.since) for event in match.events]
        await self.store.run(lambda connection: log.make_room(connection, record, entries))
        room = self._keep(Room(record, entries, self._append, self._ask))
        await self._begin(room)
        self.gathering.soon(LOBBY)
        return room

    async def room(self, room_id: str) -> Room | None:
        """The room of this id, rebuilt from its log where it is not in memory."""
        if (room := self._rooms.get(room_id)) is not None:
            return room
        # After a restart everybody comes at once: whose room is there waits for no other.
        if room_id not in self._loading:
            self._loading[room_id] = asyncio.create_task(self._load(room_id))
            self._loading[room_id].add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(self._loading[room_id])

    async def _load(self, room_id: str) -> Room | None:
        found = await self.store.run(functools.partial(log.load_room, room_id=room_id))
        if found is None:
            return None
        room = self._keep(Room(*found, self._append, self._ask))
        await self._begin(room)
        return room

    def loaded(self, room_id: str) -> Room | None:
        """The room of this id, if it is in memory."""
        return self._rooms.get(room_id)

    def all_loaded(self) -> list[Room]:
        """Every room that is in memory."""
        return list(self._rooms.values())

    def forget(self, room: Room) -> None:
        """Take a room out of memory; whoever asks for it has it rebuilt from its log."""
        self._rooms.pop(room.record.id, None)

    async def close_room(self, room: Room) -> None:
        """Let nothing more be played in a room, and reveal the seed of its dice."""
        async with room.lock:
            await self.store.run(lambda c: log.close(c, room.record.id))
            room.close()
        self.bus.publish(room.record.id)
        self.gathering.soon(LOBBY)

    async def seeks(self, who: str | None) -> list[Seek]:
        """Who is here and waits for an opponent, as *who* sees it."""
        found: list[Seek] = []
        for record in await self.store.run(log.open_seeks):
            maker = record.white or record.black
            if maker and self.presence.is_here(record.id, maker):
                person = await self._person(record, maker)
                laws = laws_of_games(record.games)
                clock = record.terms.get("clock")
                seek = Seek(record.id, person.name, laws, clock, record.length, maker == who)
                seek.is_rated, seek.rating = ladder_of(record) is not None, person.rating
                found.append(seek)
        return found

    async def lobby(self, who: str | None) -> Lobby:
        """What there is to join, to watch and to go on with, as *who* sees it."""
        loaded = (self._rooms.get(room_id) for room_id in self.presence.rooms())
        found = shown((room for room in loaded if room), self.presence)
        games = [await self._running(room) for room in found]
        return Lobby(await self.seeks(who), games, await self.mine(who) if who else [])

    async def _running(self, room: Room) -> Running:
        record, (named, visitors) = room.record, onlookers(room, self.presence)
        return Running(
            room=record.id,
            laws=laws_of_games(record.games),
            white=await self._person(record, record.white or ""),
            black=await self._person(record, record.black or ""),
            length=record.length,
            clock=record.terms.get("clock"),
            eyes=len(named) + visitors,
        )

    async def mine(self, who: str) -> list[Mine]:
        """Games of somebody against people, those first in which he is awaited."""
        found: list[Mine] = []
        for record in await self.store.run(lambda c: log.rooms_of(c, who)):
            if any((seat or "").startswith(PREFIX) for seat in (record.white, record.black)):
                continue
            room = await self.room(record.id)
            player = room.player_of(who) if room else None
            if room is None or player is None:
                continue
            other = room.who(player.opponent)
            name = (await self._person(record, other)).name if other else ""
            awaited = room.is_full and room.match.game.to_act is player
            laws, clock = laws_of_games(record.games), record.terms.get("clock")
            found.append(Mine(record.id, laws, name, clock, awaited))
        return sorted(found, key=lambda one: not one.is_your_turn)

    async def again(self, room: Room, who: str) -> Room:
        """The room where the two of this one play again, the other way round."""
        is_alone = room.record.white == room.record.black
        if room.player_of(who) is None or not room.record.is_over or is_alone:
            told = "expected a finished game of your own, to play again"
            raise RefusedError("unfinished", told)
        if room.next is None:
            record = room.record
            order = Order(
                games=record.games,
                length=record.length,
                white=record.black,
                black=record.white,
                terms={n: term for n, term in record.terms.items() if n != "tournament"},
            )
            room.next = (await self.make(order)).record.id
            self.bus.publish(record.id)
        following = await self.room(room.next)
        if following is None:
            raise NardyError("expected the room of the next game, and it is gone")
        return following

    async def act(self, room: Room, player: Player, order: Act) -> int:
        """Do an act and tell everybody; it is finished even if who sent it is gone meanwhile."""
        task = asyncio.create_task(self._act(room, player, order))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)
        return await asyncio.shield(task)

    async def _act(self, room: Room, player: Player, order: Act) -> int:
        before = room.version
        if order.act == "claim":
            version = await claim(room, player, order, self.adviser)
        else:
            version = await room.act(player, order)
        if room.version != before:
            self.bus.publish(room.record.id)
            if room.record.is_over or is_unhurried(room):
                self.gathering.change(LOBBY)
        return version

    async def sit(self, room: Room, who: str) -> Player | None:
        """Take the free seat of a room; None if there is none."""
        if (sits := room.player_of(who)) is not None:
            return sits
        for player in Player:
            if room.who(player) is None:
                seat = seat_of(player)
                if await self.store.run(lambda c, s=seat: log.sit(c, room.record.id, s, who)):
                    room.seat(player, who)
                    await self._begin(room)
                    self.presence.sit(room)
                    self.bus.publish(room.record.id)
                    self.gathering.soon(LOBBY)
                    return player
        return None

    async def facts(self, room: Room, who: str | None) -> RoomFacts:
        """What does not change from act to act, as *who* sees it."""
        record = room.record
        player = room.player_of(who) if who else None
        named, visitors = onlookers(room, self.presence)
        names = [(await self._person(record, one)).name for one in named[:MOST_NAMED]]
        return RoomFacts(
            id=record.id,
            laws=laws_of(room.match.game.rules),
            length=record.length,
            white=await self._person(record, record.white) if record.white else None,
            black=await self._person(record, record.black) if record.black else None,
            you=seat_of(player) if player else None,
            clock=record.terms.get("clock"),
            dice=DiceFacts(
                room.throws.commitment, record.tips.get("white"), record.tips.get("black")
            ),
            next=room.next,
            claim=claim_in(room),
            is_over=record.is_over,
            watchers=names,
            visitors=visitors + len(named) - len(names),
            pace=(ladder_of(record) or (None, None))[1],
            tournament=record.terms.get("tournament"),
        )

    async def talk(self, room: Room, who: str | None) -> Talk:
        """What was said in a room, as *who* may hear it."""
        told = await self.chat.told(room, who)
        names = {line.who: (await self._person(room.record, line.who)).name for line, _ in told}
        lines = [
            said(room, line, name=names[line.who], is_yours=line.who == who, is_muted=is_muted)
            for line, is_muted in told
        ]
        return Talk(room.record.id, lines, may_speak=who is not None)

    async def rooms_of(self, guest: Guest) -> list[str]:
        """Where a game of a guest goes on, the newest first."""
        found = await self.store.run(lambda c: log.rooms_of(c, f"guest:{guest.id}"))
        return [record.id for record in found]

    def _keep(self, room: Room) -> Room:
        self._rooms[room.record.id] = room
        return room

    async def commit(self, room: Room, player: Player, tip: str) -> None:
        """The tip of a player's chain; the last that is missing lets the game begin."""
        async with room.lock:
            tips = room.record.tips
            if player.value in tips or room.throws.count:
                return
            tips = {**tips, player.value: tip}
            await self.store.run(lambda c: log.commit(c, room.record.id, tips))
            room.commit(tips)
        await self._begin(room)

    async def _begin(self, room: Room) -> None:
        """Let the game begin when both sit and have said what their chains begin with."""
        if not room.is_full or room.record.is_over:
            return
        people = [p for p in Player if not (room.who(p) or "").startswith(PREFIX)]
        missing = [player for player in people if player.value not in room.record.tips]
        if missing and not room.throws.count and self._patience:
            # Who has not said so by then plays without a chain, and the proof says so.
            task = asyncio.create_task(self._start_later(room))
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
            return
        await self._start(room)

    async def _start_later(self, room: Room) -> None:
        await asyncio.sleep(WAITS_AT_START * self._patience)
        await self._start(room)

    async def _start(self, room: Room) -> None:
        await room.begin()
        self.robots.sit(room)
        self.referee.watch(room)
        self.bus.publish(room.record.id)
        self.gathering.change(LOBBY)

    async def _ask(
        self, room_id: str, number: int, players: Sequence[Player]
    ) -> Mapping[Player, bytes]:
        return await self.links.ask(self._rooms[room_id], number, players)

    async def _append(self, record: RoomRecord, version: int, entries: Sequence[Entry]) -> bool:
        room = self._rooms.get(record.id)
        ended = None
        if record.is_over and room is not None:
            ended = result_of(record, room.match, [*room.entries, *entries])
        is_ours, changed = await self.store.run(
            lambda c: ladders.append(c, record, version, entries, ended)
        )
        if ended:
            self.standings.keep(ended, changed)
        return is_ours

    # People

    async def welcome(self, name: str, agent: str = "") -> tuple[Guest, str]:
        """A new guest, and the token that makes him known again."""
        guest, token = Guest(secrets.token_urlsafe(ID_BYTES), name), secrets.token_urlsafe(32)
        await self.store.run(lambda c: guests.add_guest(c, guest, token, now(), agent))
        return guest, token

    async def guest(self, token: str | None) -> Guest | None:
        """Who comes with this token."""
        if not token:
            return None
        return await self.store.run(functools.partial(guests.guest_of, token=token, at=now()))

    async def rename(self, guest: Guest, name: str) -> None:
        """Another name for a guest, at all his boards."""
        self._names[guest.id] = await self.accounts.rename(guest, name)

    def call_anew(self, guest_id: str) -> None:
        """The name of somebody may have changed: look it up again."""
        self._names.pop(guest_id, None)

    def _moved(self, room_id: str) -> None:
        """Somebody has come to a room, or left it."""
        self.bus.publish(room_id)
        room = self._rooms[room_id]
        if room.record.terms.get("open") and not room.is_full:
            self.gathering.soon(LOBBY)
        elif is_public(room):
            self.gathering.change(LOBBY)

    async def _person(self, record: RoomRecord, who: str) -> Person:
        if who.startswith(PREFIX):
            return Person(who.removeprefix(PREFIX), is_bot=True)
        guest_id = who.partition(":")[2]
        if guest_id not in self._names:
            self._names |= await self.store.run(lambda c: guests.names_of(c, [guest_id]))
        return Person(
            self._names.get(guest_id, "?"),
            is_bot=False,
            is_here=self.presence.is_here(record.id, who),
            id=guest_id,
            rating=await self.standings.rating(record, who),
        )
