"""The facts of a room: players and spectators with their names, settings, and state between turns."""

from collections.abc import Callable, Sequence

from nardy.server.games.catalog import laws_of_games
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.lobby.chat import Chat, said
from nardy.server.lobby.spectators import onlookers
from nardy.server.lru_cache import Recent
from nardy.server.players.standings import Standings
from nardy.server.protocol.messages import (
    DiceFacts,
    Laws,
    Person,
    RoomFacts,
    SessionScore,
    Talk,
)
from nardy.server.rooms.claims import claim_in
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.rematches import Rematches, session_of
from nardy.server.rooms.results import ladder_of
from nardy.server.rooms.room import Room
from nardy.server.seats import bot_spec_of, guest_id_of, is_bot
from nardy.server.store import follows, guests
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import PublicProfile
from nardy.server.store.log import RoomRecord
from nardy.server.turns.view import laws_of, seat_of

MOST_KEPT = 10_000
"""Cached profiles: 0.5 kB each, and more than are in use at a time."""
MOST_PAIRS = 3 * MOST_KEPT
"""Cached pairs of a spectator and a reader, who is one of the two players or anybody."""
MOST_NAMED = 20
"""Spectators that are named; the others are only counted."""


class RoomDescriber:
    """Describes rooms to their readers, with cached names."""

    def __init__(
        self,
        store: Writer,
        presence: Presence,
        standings: Standings,
        rule_versions: RuleVersions,
        rematches: Rematches,
    ) -> None:
        self._rule_versions = rule_versions
        self.rematches = rematches
        self._store = store
        self._presence = presence
        self._standings = standings
        self._profiles: Recent[str, PublicProfile] = Recent(MOST_KEPT)
        self._shows: Recent[tuple[str, str | None], bool] = Recent(MOST_PAIRS)
        self._evictions = 0
        self.on_change: Callable[[str], None] = lambda _: None
        """Called with the id of a guest whose name, picture, or choice of readers has changed."""

    def evict(self, guest_id: str) -> None:
        """Drop what the caches have about a guest after a change, also of mutes; '' drops all."""
        self._evictions += 1
        if guest_id:
            self._profiles.evict(guest_id)
            self._shows.evict_where(lambda pair: guest_id in pair)
        else:
            self._profiles.clear()
            self._shows.clear()
        self.on_change(guest_id)

    def laws(self, record: RoomRecord) -> Laws:
        """The game of a room, or its rotation of games."""
        return laws_of_games(record.games, self._rule_versions)

    async def person(self, record: RoomRecord, who: str) -> Person:
        """The person or bot in a seat of a room."""
        if is_bot(who):
            rating = await self._standings.rating(record, who)
            return Person(bot_spec_of(who), is_bot=True, rating=rating)
        guest_id = who.partition(":")[2]
        profile = self._profiles.get(guest_id)
        if profile is None:
            before = self._evictions
            found = await self._store.read(lambda c: guests.names_and_pictures_of(c, [guest_id]))
            profile = found.get(guest_id)
            if profile and before == self._evictions:  # else it may have changed since it was read
                self._profiles[guest_id] = profile
        profile = profile or PublicProfile("?")
        return Person(
            profile.name,
            is_bot=False,
            is_here=self._presence.is_here(record.id, who),
            id=guest_id,
            rating=await self._standings.rating(record, who),
            avatar=profile.avatar,
            is_program=profile.is_program,
        )

    async def facts(self, room: Room, who: str | None) -> RoomFacts:
        """The facts of a room for a reader, *who*."""
        record, rematch = room.record, self.rematches.of(room.record.id)
        player = room.player_of(who) if who else None
        # All spectators read the same names, since an update is encoded once for all of them.
        reader = guest_id_of(who) if who and player is not None else None
        others, visitors = onlookers(room, self._presence)
        named = (await self._shown(others, reader))[:MOST_NAMED]
        names = [(await self.person(record, guest)).name for guest in named]
        return RoomFacts(
            id=record.id,
            laws=laws_at(room, self._rule_versions),
            length=record.length,
            white=await self.person(record, record.white) if record.white else None,
            black=await self.person(record, record.black) if record.black else None,
            you=seat_of(player) if player else None,
            clock=record.terms.clock,
            dice=DiceFacts(
                room.throws.commitment, record.tips.get("white"), record.tips.get("black")
            ),
            next=room.next,
            claim=claim_in(room),
            is_over=record.is_over,
            watchers=names,
            visitors=visitors + len(others) - len(names),
            pace=(ladder_of(record) or (None, None))[1],
            tournament=record.terms.tournament,
            session=SessionScore(*session) if (session := session_of(room)) else None,
            rematch=seat_of(rematch.offered) if rematch.offered else None,
            declined=seat_of(rematch.declined) if rematch.declined else None,
        )

    async def _shown(self, people: Sequence[str], reader: str | None) -> Sequence[str]:
        """Those of these people who let a reader see that they are online; None stands for everybody."""
        pairs = [(guest_id_of(one), reader) for one in people]
        known = {pair: kept for pair in pairs if (kept := self._shows.get(pair)) is not None}
        if missing := [pair for pair in pairs if pair not in known]:
            ids, before = [guest_id for guest_id, _ in missing], self._evictions
            shown = await self._store.read(lambda c: follows.shown_online(c, ids, reader))
            for pair in missing:
                known[pair] = pair[0] in shown
                if before == self._evictions:  # else it may have changed since it was read
                    self._shows[pair] = known[pair]
        return [one for one, pair in zip(people, pairs, strict=True) if known[pair]]

    async def talk(self, chat: Chat, room: Room, who: str | None) -> Talk:
        """The chat of a room for a reader, *who*."""
        visible = await chat.lines_for(room, who)
        people = {line.who: await self.person(room.record, line.who) for line, _ in visible}
        lines = [
            said(room, line, by=people[line.who], is_yours=line.who == who, is_muted=is_muted)
            for line, is_muted in visible
        ]
        return Talk(room.record.id, lines, may_speak=who is not None)


def laws_at(room: Room, known: RuleVersions) -> Laws:
    """The game being played in a room."""
    games = room.record.games
    return laws_of(room.match.game.rules) if len(games) > 1 else laws_of_games(games, known)
