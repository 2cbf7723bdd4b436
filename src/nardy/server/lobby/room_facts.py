"""Who sits and stands at a board, by the names that everybody reads."""

from nardy.server.games.catalog import laws_of_games
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.lobby.chat import Chat, said
from nardy.server.lobby.spectators import onlookers
from nardy.server.lru_cache import Recent
from nardy.server.players.standings import Standings
from nardy.server.protocol.messages import DiceFacts, Laws, Person, RoomFacts, Talk
from nardy.server.rooms.claims import claim_in
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.rematches import Rematches
from nardy.server.rooms.results import ladder_of
from nardy.server.rooms.room import Room
from nardy.server.seats import bot_spec_of, is_bot
from nardy.server.store import guests
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import PublicProfile
from nardy.server.store.log import RoomRecord
from nardy.server.turns.view import laws_of, seat_of

MOST_KEPT = 10_000
"""Names and pictures in memory: half a kilobyte each, and more people than are here at a time."""
MOST_NAMED = 20
"""Of those who look on; the others are counted."""


class RoomDescriber:
    """Names, looked up once and kept, and what a room is to whoever looks at it."""

    def __init__(
        self,
        store: Writer,
        presence: Presence,
        standings: Standings,
        rule_versions: RuleVersions,
        rematches: Rematches,
    ) -> None:
        """Know nobody yet."""
        self.rule_versions = rule_versions
        self.rematches = rematches
        self._store = store
        self._presence = presence
        self._standings = standings
        self._describer: Recent[str, PublicProfile] = Recent(MOST_KEPT)

    def call_anew(self, guest_id: str) -> None:
        """The name or the picture of somebody may have changed: look it up again."""
        self._describer.forget(guest_id)

    async def person(self, record: RoomRecord, who: str) -> Person:
        """Who sits somewhere."""
        if is_bot(who):
            rating = await self._standings.rating(record, who)
            return Person(bot_spec_of(who), is_bot=True, rating=rating)
        guest_id = who.partition(":")[2]
        face = self._describer.get(guest_id)
        if face is None:
            found = await self._store.read(lambda c: guests.names_and_pictures_of(c, [guest_id]))
            face = found.get(guest_id)
            if face:
                self._describer[guest_id] = face
        face = face or PublicProfile("?")
        return Person(
            face.name,
            is_bot=False,
            is_here=self._presence.is_here(record.id, who),
            id=guest_id,
            rating=await self._standings.rating(record, who),
            avatar=face.avatar,
            is_program=face.is_program,
        )

    async def facts(self, room: Room, who: str | None) -> RoomFacts:
        """What does not change from act to act, as *who* sees it."""
        record, rematch = room.record, self.rematches.of(room.record.id)
        player = room.player_of(who) if who else None
        named, visitors = onlookers(room, self._presence)
        names = [(await self.person(record, one)).name for one in named[:MOST_NAMED]]
        return RoomFacts(
            id=record.id,
            laws=laws_at(room, self.rule_versions),
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
            visitors=visitors + len(named) - len(names),
            pace=(ladder_of(record) or (None, None))[1],
            tournament=record.terms.tournament,
            rematch=seat_of(rematch.offered) if rematch.offered else None,
            declined=seat_of(rematch.declined) if rematch.declined else None,
        )

    async def talk(self, chat: Chat, room: Room, who: str | None) -> Talk:
        """What was said in a room, as *who* may hear it."""
        told = await chat.told(room, who)
        people = {line.who: await self.person(room.record, line.who) for line, _ in told}
        lines = [
            said(room, line, by=people[line.who], is_yours=line.who == who, is_muted=is_muted)
            for line, is_muted in told
        ]
        return Talk(room.record.id, lines, may_speak=who is not None)


def laws_at(room: Room, known: RuleVersions) -> Laws:
    """The game that is being played in a room."""
    games = room.record.games
    return laws_of(room.match.game.rules) if len(games) > 1 else laws_of_games(games, known)
