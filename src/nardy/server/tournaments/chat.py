"""Chat of a tournament: of its players and of whoever looks at its page.

Whoever plays a game of the tournament reads only what was said before it, and writes after it: others could tell
them what to play. Limits, mutes, reports and the list of rude words are those of the chat in rooms.
"""

from functools import partial

from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.lobby.chat import MOST_TOLD, masked, tidy
from nardy.server.protocol.shared import Said
from nardy.server.protocol.tournaments import TournamentTalk
from nardy.server.seats import guest_id_of
from nardy.server.store import decisions, talk, tournament_talk
from nardy.server.store.guests import PublicProfile
from nardy.server.store.talk import ChatLine
from nardy.server.store.tournament_talk import NewLine
from nardy.server.timestamps import now
from nardy.server.tournaments.running import TALK_TOPIC, RunningTournament
from nardy.server.tournaments.views import names_and_pictures_of


class TournamentChat:
    """The chats of all tournaments of a club."""

    def __init__(self, club: Club) -> None:
        self._club = club

    async def talk(self, running: RunningTournament, who: str | None) -> TournamentTalk:
        """What a reader may see of a tournament's chat."""
        since, of = await self._plays_since(running, who), running.record.id
        read = partial(tournament_talk.lines_of, tournament=of, before=since, limit=MOST_TOLD)
        lines = await self._club.store.read(read)
        muted = await self._club.store.read(partial(talk.mutes_of, who=who)) if who else set[str]()
        profiles = await names_and_pictures_of(self._club, [line.who for line in lines])
        return TournamentTalk(
            lines=[
                _said(
                    line, profiles[line.who], is_yours=line.who == who, is_muted=line.who in muted
                )
                for line in lines
            ],
            may_speak=who is not None and since is None,
            is_playing=since is not None,
        )

    async def say(self, running: RunningTournament, who: str, key: str, text: str) -> None:
        """Add a line; a repeated *key* of the same speaker adds nothing.

        Raises:
            RefusedError: the speaker is muted or plays, or the text is empty or too long.
            TooOftenError: the speaker writes too often.
        """
        guest, of = guest_id_of(who), running.record.id
        if await self._club.store.read(lambda c: decisions.is_under(c, guest, "mute", now())):
            reason = "an admin has muted you; write again when that has ended"
            raise RefusedError("chat-muted", reason)
        if await self._plays_since(running, who) is not None:
            reason = "expected nobody who plays in this tournament now; write after your game"
            raise RefusedError("chat-playing", reason)
        await self._club.groups.require_voice(who)
        known = partial(tournament_talk.number_of, tournament=of, who=who, key=key)
        if await self._club.store.read(known) is not None:
            return
        new = NewLine(who, tidy(text), now(), key)
        # After these checks: a repeated or refused line does not count against the limit.
        self._club.limits.take("chat", person=who)
        await self._club.store.run(lambda c: tournament_talk.add(c, of, new))
        self._club.bus.publish(TALK_TOPIC + of)

    async def mute(self, running: RunningTournament, who: str, number: int, *, on: bool) -> None:
        """Mute the author of a line for one reader, in rooms too; *on* False ends it."""
        author = await self._other(running, who, number)
        await self._club.store.run(lambda c: talk.set_mute(c, who, author, on=on))
        self._club.describer.evict(guest_id_of(who))

    async def report(self, running: RunningTournament, who: str, number: int) -> None:
        """Report a line to the club's admins.

        Raises:
            RefusedError: it is the reader's own line, or there is none with this number.
            TooOftenError: the reader reports too often.
        """
        await self._other(running, who, number)
        self._club.limits.take("report", person=who)
        of = running.record.id
        await self._club.store.run(lambda c: tournament_talk.add_report(c, of, number, who, now()))

    async def _other(self, running: RunningTournament, who: str, number: int) -> str:
        """The author of a line, who must be somebody else."""
        read = partial(tournament_talk.author_of, tournament=running.record.id, number=number)
        author = await self._club.store.read(read)
        if author is None:
            raise RefusedError("chat-line", f"expected the number of a line, got {number}")
        if author == who:
            raise RefusedError("chat-yours", "expected a line of somebody else, got one of yours")
        return author

    async def _plays_since(self, running: RunningTournament, who: str | None) -> int | None:
        """When somebody's present game of the tournament began; None if they do not play."""
        number = running.now.number_of(who) if who else None
        if number is None:
            return None
        # Games in progress go on when the director ends the tournament.
        room_id = next((one.room for one in running.now.open if one.holds(number)), None)
        if room_id is None:
            return None
        if (room := await self._club.room(room_id)) is None:
            # Paired, and the board is about to be opened; after the end it never will be.
            return now() if running.now.closed is None else None
        return None if room.record.is_over else room.record.since


def _said(line: ChatLine, by: PublicProfile, *, is_yours: bool, is_muted: bool) -> Said:
    text = "" if is_muted else line.text
    return Said(
        number=line.number,
        at=line.at,
        name=by.name,
        seat=None,
        is_yours=is_yours,
        text=text,
        masked=masked(text),
        is_aside=False,
        is_muted=is_muted,
        avatar=by.avatar,
    )
