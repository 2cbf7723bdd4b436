"""Challenges by name: a room with one seat kept for somebody, who is told of it and may decline."""

from dataclasses import dataclass

from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.meeting.events import Challenged, MeetingEvents
from nardy.server.meeting.people import People
from nardy.server.protocol.meeting import ChallengeLine
from nardy.server.rooms.orders import NewRoom
from nardy.server.rooms.results import game_names, game_of
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import challenges
from nardy.server.store.challenges import Challenge
from nardy.server.timestamps import now

MOST_OPEN = 10
"""Challenges of one person that wait for an answer."""


@dataclass(frozen=True, slots=True)
class PlayerChallenges:
    """All challenges of the club; they are kept on disk and outlive a restart."""

    club: Club
    people: People
    events: MeetingEvents

    async def make(self, by: str, who: str, seated: NewRoom) -> Room:
        """Challenge somebody to a game in which one seat is taken by the challenger.

        Raises:
            RefusedError: they take no challenge from this person, these two may not play the game, or too many wait.
        """
        line = await self.people.line(by, who)
        if not line.may_challenge:
            raise RefusedError("challenge-closed", "they take no challenges from you; ask them")
        if seated.terms.rated:
            await self.club.rated.require([guest_seat(by), guest_seat(who)])
        waiting = await self.club.store.read(lambda c: challenges.of(c, by))
        if sum(one.guest == by for one in waiting) >= MOST_OPEN:
            reason = f"expected at most {MOST_OPEN} challenges at once; withdraw one first"
            raise RefusedError("challenge-many", reason)
        room = await self.club.make(seated)
        record = room.record
        made = Challenge(record.id, by, who, now())
        await self.club.store.run(lambda c: challenges.add(c, made))
        self.events.challenged(
            Challenged(
                who,
                by,
                record.id,
                record.games,
                record.length,
                record.terms.clock,
                is_rated=record.terms.rated,
            )
        )
        return room

    async def require_seat(self, room: Room, who: str | None) -> None:
        """Refuse everybody but the one who is challenged the free seat of a room.

        Raises:
            RefusedError: the seat is kept for somebody else.
        """
        if room.is_full:
            return
        found = await self.club.store.read(lambda c: challenges.get(c, room.record.id))
        if found and who not in (guest_seat(found.challenged), guest_seat(found.guest)):
            raise RefusedError(
                "seat-kept", "this seat is kept for somebody; watch the game instead"
            )

    async def of(self, reader: str) -> list[ChallengeLine]:
        """Challenges by somebody and to them that wait for an answer, the newest first."""
        found = await self.club.store.read(lambda c: challenges.of(c, reader))
        return [line for one in found if (line := await self._line(reader, one))]

    async def end(self, reader: str, room_id: str) -> None:
        """Decline a challenge, or withdraw one's own: its room is closed.

        Raises:
            RefusedError: there is no such challenge of this person.
        """
        found = await self.club.store.read(lambda c: challenges.get(c, room_id))
        room = await self.club.room(room_id)
        if found is None or room is None or reader not in (found.guest, found.challenged):
            raise RefusedError("no-room", f"expected a challenge of yours, got {room_id!r:.40}")
        if not room.is_full:
            await self.club.close_room(room)
        await self.club.store.run(lambda c: challenges.remove(c, room_id))

    async def _line(self, reader: str, one: Challenge) -> ChallengeLine | None:
        other = one.challenged if one.guest == reader else one.guest
        room = await self.club.room(one.room)
        people = await self.people.lines(reader, [guest_id_of(other)])
        # A challenge by somebody whom one has muted since stays unseen.
        if room is None or not people or (people[0].is_muted and one.guest != reader):
            return None
        record = room.record
        return ChallengeLine(
            room=one.room,
            person=people[0],
            is_yours=one.guest == reader,
            name=game_names(game_of(record.games), self.club.rule_versions),
            length=record.length,
            clock=record.terms.clock,
            is_rated=record.terms.rated,
            since=one.since,
        )
