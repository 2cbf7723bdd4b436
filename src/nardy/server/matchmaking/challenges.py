"""Challenges by name: a room with one seat kept for somebody, who is told of it and may decline."""

import logging
from dataclasses import dataclass

from nardy.core.clock import Control
from nardy.server.club.club import Club
from nardy.server.errors import DamagedLogError, RefusedError
from nardy.server.matchmaking.people import People
from nardy.server.notices.service import Facts
from nardy.server.protocol.matchmaking import ChallengeLine
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.results import game_names, game_of
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import challenges
from nardy.server.store.challenges import Challenge
from nardy.server.store.database.writer import Connection
from nardy.server.store.outbox import Notice
from nardy.server.timestamps import DAY_MS, now

MOST_OPEN = 10
"""Challenges of one person that wait for an answer."""
KIND = "challenge"
"""Of the notice to the one who is challenged."""
WAIT = 20_000
"""Milliseconds before it is sent: whoever has a page of the club open sees the challenge there within these."""
_log = logging.getLogger(__name__)
OPEN_FOR, OPEN_FOR_BY_CORRESPONDENCE = DAY_MS, 7 * DAY_MS
"""Milliseconds for which a challenge waits for an answer."""
KEPT = 30 * DAY_MS
"""Milliseconds after that for which an answered challenge is kept."""


def open_for(clock: str | None) -> int:
    """Milliseconds for which a challenge to a game with this clock waits.

    >>> [open_for(clock) // DAY_MS for clock in (None, "600+8", "0d86400")]
    [1, 1, 7]
    """
    is_slow = clock is not None and Control.parse(clock).is_correspondence
    return OPEN_FOR_BY_CORRESPONDENCE if is_slow else OPEN_FOR


@dataclass(frozen=True, slots=True)
class PlayerChallenges:
    """All challenges of the club; they are kept on disk and outlive a restart."""

    club: Club
    people: People

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
        waiting = await self.club.store.read(lambda c: challenges.of(c, by, now()))
        if sum(one.guest == by for one in waiting) >= MOST_OPEN:
            reason = f"expected at most {MOST_OPEN} challenges at once; withdraw one first"
            raise RefusedError("challenge-many", reason)
        room = await self.club.make(seated)
        at = now()
        made = Challenge(room.record.id, by, who, at, at + open_for(room.record.terms.clock))
        await self._add(made, game_of(room.record.games))
        return room

    async def _add(self, made: Challenge, game: str) -> None:
        """Keep a challenge and put its notice into the outbox in one transaction: neither is without the other."""
        key, lasts = f"{KIND} {made.room}", made.until - made.since
        facts = Facts(key=key, game=game, path=f"/play/{made.room}", wait=WAIT, lasts=lasts)

        def job(connection: Connection) -> None:
            challenges.add(connection, made)
            self.club.notices.put(connection, guest_seat(made.challenged), KIND, facts)

        await self.club.store.run(job)
        self.club.notices.wake_now()

    async def is_waiting(self, notice: Notice) -> bool:
        """Whether a due notice tells of a challenge that its reader sees and has not answered."""
        return any(notice.key == f"{KIND} {one.room}" for one in await self.of(notice.guest))

    async def end_expired(self) -> None:
        """Close the rooms of challenges that nobody has answered in time, and remove old answered challenges."""
        for room_id in await self.club.store.read(lambda c: challenges.expired(c, now())):
            try:
                room = await self.club.room(room_id) if self.club.ownership.owns(room_id) else None
                if room is not None and not room.is_full:
                    await self.club.close_room(room)
            except DamagedLogError:
                # No later try can read it; the store has logged it.
                await self.club.store.run(lambda c, of=room_id: challenges.remove(c, of))
            except Exception:  # noqa: BLE001 (the others are over as well)
                _log.exception("challenge %s was not ended", room_id, extra={"room": room_id})
        store, before = self.club.store, now() - KEPT
        if old := await store.read(lambda c: challenges.answered(c, before)):
            await store.run(lambda c: challenges.remove(c, *old))

    async def require_seat(self, room: Room, who: str | None) -> None:
        """Refuse everybody but the one who is challenged the free seat of a room.

        Raises:
            RefusedError: the seat is kept for somebody else, or not any more.
        """
        if room.is_full:
            return
        found = await self.club.store.read(lambda c: challenges.get(c, room.record.id))
        if found and who not in (guest_seat(found.challenged), guest_seat(found.guest)):
            raise RefusedError(
                "seat-kept", "this seat is kept for somebody; watch the game instead"
            )
        if found and found.until <= now():
            raise RefusedError(
                "challenge-over",
                "the time to accept this challenge is over; challenge them yourself",
            )

    async def of(self, reader: str) -> list[ChallengeLine]:
        """Challenges by somebody and to them that wait for an answer, the newest first."""
        found = await self.club.store.read(lambda c: challenges.of(c, reader, now()))
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
            until=one.until,
        )
