"""People as others see them: who is online, who follows whom, who may challenge whom."""

from collections.abc import Collection, Iterable

from nardy.server.errors import RefusedError
from nardy.server.matchmaking.online import OnlinePeople
from nardy.server.names import GONE
from nardy.server.protocol.matchmaking import PersonLine
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import follows, guests, talk
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.follows import ContactAudience, ContactChoice
from nardy.server.timestamps import now

LEAST_LETTERS = 2
"""Letters of a name below which nothing is searched: one letter finds everybody."""
MOST_ONLINE = 50


def is_open(audience: ContactAudience, who: str, followed: Collection[str]) -> bool:
    """Whether somebody belongs to an audience; *followed* are those whom its owner follows.

    >>> is_open("followed", "a", {"a"}), is_open("followed", "b", {"a"}), is_open("nobody", "a", {"a"})
    (True, False, False)
    """
    return audience == "all" or (audience == "followed" and who in followed)


class People:
    """Looks people up for a reader. All ids are those of guests, without a prefix."""

    def __init__(self, store: Writer, online: OnlinePeople) -> None:
        self._store = store
        self.online = online

    async def named(self, reader: str, part: str) -> list[PersonLine]:
        """People with an account whose name contains *part*."""
        if len(part.strip()) < LEAST_LETTERS:
            return []
        return await self.lines(
            reader, await self._store.read(lambda c: follows.named(c, part.strip()))
        )

    async def followed(self, reader: str) -> list[PersonLine]:
        """Those whom the reader follows; who is online comes first."""
        ids = await self._store.read(lambda c: follows.followed_by(c, reader))
        return sorted(await self.lines(reader, ids), key=lambda line: not line.is_online)

    async def shown_online(self, reader: str) -> list[PersonLine]:
        """Everybody else who is online and shows it to the reader."""
        ids = [who for who in self.online.everybody() if who != reader][: 4 * MOST_ONLINE]
        found = await self.lines(reader, ids)
        return [line for line in found if line.is_online][:MOST_ONLINE]

    async def line(self, reader: str, who: str) -> PersonLine:
        """One person.

        Raises:
            RefusedError: nobody has this id, or they are gone.
        """
        if not (found := await self.lines(reader, [who])):
            raise no_person(who)
        return found[0]

    async def lines(self, reader: str, ids: Iterable[str]) -> list[PersonLine]:
        """These people in their order, without those who are gone."""
        wanted = list(ids)
        return await self._store.read(lambda c: self._lines(c, reader, wanted))

    def _lines(self, connection: Connection, reader: str, ids: list[str]) -> list[PersonLine]:
        profiles = guests.names_and_pictures_of(connection, ids)
        choices = follows.choices_of(connection, ids)
        mine = set(follows.followed_by(connection, reader))
        theirs = follows.followers_of(connection, reader)
        muted = talk.mutes_of(connection, guest_seat(reader))
        apart = talk.apart(connection, guest_seat(reader))

        def line(who: str) -> PersonLine:
            choice, profile, seat = choices[who], profiles[who], guest_seat(who)
            own_followed = {reader} if who in theirs else set[str]()
            is_shown = who == reader or is_open(choice.seen_by, reader, own_followed)
            is_willing = is_open(choice.challenged_by, reader, own_followed)
            return PersonLine(
                id=who,
                name=profile.name,
                avatar=profile.avatar,
                is_online=self.online.is_online(who) if is_shown and seat not in apart else None,
                follows=who in mine,
                follows_you=who in theirs,
                is_muted=seat in muted,
                may_challenge=is_willing
                and not profile.is_program
                and who != reader
                and seat not in apart,
                is_you=who == reader,
            )

        return [line(who) for who in ids if who in profiles and profiles[who].name != GONE]

    async def follow(self, reader: str, who: str, *, on: bool) -> None:
        """Follow somebody or end it.

        Raises:
            RefusedError: nobody has this id, or the reader follows too many.
        """
        at = now()
        if not await self._store.run(lambda c: follows.set_follow(c, reader, who, at, on=on)):
            reason = f"expected somebody else, and at most {follows.MOST_FOLLOWED} people"
            raise RefusedError("follow", f"{reason}; end following somebody first")

    async def mute(self, reader: str, who: str, *, on: bool) -> None:
        """Mute somebody or end it: their words are hidden, and the two are not paired."""
        await self.line(reader, who)
        seats = guest_seat(reader), guest_seat(who)
        await self._store.run(lambda c: talk.set_mute(c, *seats, on=on))

    async def choice(self, reader: str) -> ContactChoice:
        return (await self._store.read(lambda c: follows.choices_of(c, [reader])))[reader]

    async def choose(self, reader: str, choice: ContactChoice) -> None:
        await self._store.run(lambda c: follows.choose(c, reader, choice))


def no_person(who: str) -> RefusedError:
    """The refusal of an id that nobody has."""
    return RefusedError("no-person", f"expected the id of a player, got {guest_id_of(who)!r:.40}")
