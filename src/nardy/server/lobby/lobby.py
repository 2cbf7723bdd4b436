"""The lists of the lobby: games to join, to watch and to continue."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

from msgspec import structs

from nardy.server.lobby.bulletins import Bulletin, BulletinGame, OfferedSeat
from nardy.server.lobby.room_facts import RoomDescriber
from nardy.server.lobby.spectators import MOST_LISTED, onlookers, shown
from nardy.server.protocol.messages import Lobby, Person, RunningGame, Seek, YourGame
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.results import ladder_of
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import RoomRecord

FindRoom = Callable[[str], Awaitable[Room | None]]


class LobbyLists:
    """Makes the lists of the lobby."""

    def __init__(
        self,
        store: Writer,
        presence: Presence,
        describer: RoomDescriber,
        rooms: Mapping[str, Room],
        find: FindRoom,
    ) -> None:
        """*rooms* are the rooms in memory by id; *find* loads any room."""
        self._store = store
        self._presence = presence
        self._describer = describer
        self._rooms = rooms
        self._find = find
        self.others: Sequence[Bulletin] = ()
        """What the other processes of the club tell."""

    async def lists_for(self, who: str | None) -> Lobby:
        """All lists for a reader, *who*."""
        mine = await self.mine(who) if who else []
        return Lobby(await self.seeks(who), await self.games(), mine)

    async def games(self, group: str | None = None) -> list[RunningGame]:
        """Public games to watch, or those of a group."""
        mine = [one.game for one in await self.shown_games([group])]
        theirs = [one.game for told in self.others for one in told.games if one.group == group]
        if not theirs:
            return mine
        return sorted([*mine, *theirs], key=lambda game: (_has_bot(game), -game.eyes))[:MOST_LISTED]

    async def shown_games(self, groups: Collection[str | None]) -> list[BulletinGame]:
        """The listed games of this process, public ones (None) and those of groups."""
        rooms = [self._rooms.get(room_id) for room_id in self._presence.rooms()]
        found = [room for room in rooms if room]
        return [
            BulletinGame(group, await self._running(room))
            for group in groups
            for room in shown(found, self._presence, group)
        ]

    async def seeks(self, who: str | None, group: str | None = None) -> list[Seek]:
        """People who wait for an opponent, publicly or in a group, for a reader, *who*."""
        mine = [one for one in await self.offered_seats() if one.group == group]
        theirs = [one for told in self.others for one in told.seats if one.group == group]
        return [
            structs.replace(one.seek, is_yours=one.maker == who) if one.maker == who else one.seek
            for one in [*mine, *theirs]
        ]

    async def offered_seats(self) -> list[OfferedSeat]:
        """All who wait for an opponent at this process."""
        return [
            OfferedSeat(maker, record.terms.group, await self._seek(record, maker, is_yours=False))
            for record in self._waiting()
            if (maker := record.white or record.black) and self._presence.is_here(record.id, maker)
        ]

    def groups(self) -> list[str | None]:
        """None for everybody, and the groups whose rooms have a page."""
        rooms = [self._rooms.get(room_id) for room_id in self._presence.rooms()]
        return [
            None,
            *dict.fromkeys(
                room.record.terms.group for room in rooms if room and room.record.terms.group
            ),
        ]

    def _waiting(self) -> list[RoomRecord]:
        """Rooms with a free seat, the newest first.

        Somebody who waits has the page open, so only rooms in memory count, and the database is not read.
        """
        rooms = [self._rooms.get(room_id) for room_id in self._presence.rooms()]
        found = [
            room.record
            for room in rooms
            if room and not room.is_full and not room.record.is_over and room.record.terms.open
        ]
        return sorted(found, key=lambda record: -record.since)

    async def mine(self, who: str) -> list[YourGame]:
        """Somebody's games against people; games on their turn and rematch offers come first."""
        records = await self._store.read(lambda c: log.rooms_with_people(c, who))
        found = [
            await self._mine(room, who)
            for record in records
            if (room := await self._find(record.id)) and room.player_of(who)
        ]
        over = [self._rooms.get(room_id) for room_id in self._describer.rematches.offered_to(who)]
        offers = [await self._mine(room, who) for room in over if room]
        offered = [structs.replace(game, is_your_turn=True, is_rematch=True) for game in offers]
        return sorted([*offered, *found], key=lambda game: not game.is_your_turn)

    async def _seek(self, record: RoomRecord, maker: str, *, is_yours: bool) -> Seek:
        person = await self._describer.person(record, maker)
        return Seek(
            room=record.id,
            name=person.name,
            laws=self._describer.laws(record),
            clock=record.terms.clock,
            length=record.length,
            is_yours=is_yours,
            is_rated=ladder_of(record) is not None,
            rating=person.rating,
            avatar=person.avatar,
            is_program=person.is_program,
        )

    async def _running(self, room: Room) -> RunningGame:
        record, (named, visitors) = room.record, onlookers(room, self._presence)
        return RunningGame(
            room=record.id,
            laws=self._describer.laws(record),
            white=await self._describer.person(record, record.white or ""),
            black=await self._describer.person(record, record.black or ""),
            length=record.length,
            clock=record.terms.clock,
            eyes=len(named) + visitors,
        )

    async def _mine(self, room: Room, who: str) -> YourGame:
        record, player = room.record, room.player_of(who)
        other = room.who(player.opponent) if player else None
        person = await self._describer.person(record, other) if other else Person("", is_bot=False)
        awaited = room.is_full and room.match.game.to_act is player
        laws, clock = self._describer.laws(record), record.terms.clock
        return YourGame(record.id, laws, person.name, clock, awaited, person.avatar)


def _has_bot(game: RunningGame) -> bool:
    return game.white.is_bot or game.black.is_bot
