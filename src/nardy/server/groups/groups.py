"""Clubs by invitation within the club: who may do what in them, and who sees their games.

A room of a circle says so in its terms. Whoever neither belongs to it nor sits at that board is told
what is told of a room that does not exist, through every door.
"""

import functools
import secrets
import time
from typing import Any

from nardy.server.errors import RefusedError
from nardy.server.groups.roles import require_appointment, require_role
from nardy.server.seats import guest_id_of, is_guest
from nardy.server.store import accounts, api_clients, groups
from nardy.server.store.database.writer import Writer
from nardy.server.store.groups import Group, Member
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.log import RoomRecord

"""The term of a room that belongs to one."""
MOST_OF_ONE = 10
MOST_MEMBERS = 300
ID_BYTES = 9
"""Of an id and of an invitation: too many to guess."""
DAY = 24 * 3600 * 1000


class Groups:
    """All circles; those that were asked for are kept in memory."""

    def __init__(self, store: Writer) -> None:
        """Know none yet."""
        self._store = store
        self.is_needed = False
        """Whether nobody plays who belongs to none: `nardy serve --invited`."""
        self._known: dict[str, tuple[Group, dict[str, Member]]] = {}

    async def may_see(self, record: RoomRecord, who: str | None) -> bool:
        """Whether a room is there for somebody."""
        of = record.terms.group
        if of is None or (who and who in (record.white, record.black)):
            return True
        return await self.role(of, who) is not None

    async def require_both(self, record: RoomRecord, who: str) -> None:
        """Refuse another game within a circle to which one of the two belongs no more.

        Raises:
            RefusedError: *who* does not, or his opponent.
        """
        if (of := record.terms.group) is None:
            return
        require_role(await self.role(of, who), ())
        people = [one for one in (record.white, record.black) if is_guest(one)]
        if None in [await self.role(of, one) for one in people]:
            told = "expected somebody who belongs to this club, and your opponent does no more"
            raise RefusedError("circle-nobody", told)

    async def role(self, of: str, who: str | None) -> str | None:
        """What somebody is in a circle; None: nobody there."""
        found = await self._load(of) if is_guest(who) else None
        member = found[1].get(guest_id_of(who or "")) if found else None
        return member.role if member else None

    async def circle(self, of: str, who: str | None, *roles: str) -> tuple[Group, list[Member]]:
        """A circle as one of its members sees it; of these roles, if any are named.

        Raises:
            RefusedError: there is none for whoever asks, or it is for others to do that.
        """
        role, found = await self.role(of, who), await self._load(of)
        require_role(role if found else None, roles)
        assert found is not None  # who has a role belongs to what there is
        return found[0], list(found[1].values())

    async def of(self, who: str | None) -> list[tuple[Group, str]]:
        """The circles to which somebody belongs, each with the role there."""
        guest = guest_id_of(who or "")
        ids = await self._store.read(lambda c: groups.groups_of(c, guest)) if guest else []
        found = [(await self._load(of), await self.role(of, who)) for of in ids]
        return [(one[0], role) for one, role in found if one and role]

    async def known(self, of: str) -> Group | None:
        """A circle, for whoever has been let in already."""
        found = await self._load(of)
        return found[0] if found else None

    async def count(self, of: str) -> int:
        """How many belong to a circle."""
        found = await self._load(of)
        return len(found[1]) if found else 0

    async def require(self, guest: Guest | None) -> None:
        """Refuse who has no invitation to a club that is by invitation as a whole; admins need none.

        Raises:
            RefusedError: he belongs to no circle.
        """
        if not self.is_needed or (guest and guest.role == "admin"):
            return
        if guest and guest.role == PROGRAM:
            guest = await self._store.read(
                functools.partial(api_clients.owner_of, guest_id=guest.id)
            )
        if guest and await self.of(guest.seat):
            return
        told = "expected somebody with an invitation: nobody else plays here"
        raise RefusedError("uninvited", f"{told}; ask a member for a link")

    async def require_voice(self, who: str | None) -> None:
        """The same for who wants to write where he does not play: not even a name is known of others.

        Raises:
            RefusedError: he belongs to no circle.
        """
        if self.is_needed and who:
            guest = guest_id_of(who)
            account = await self._store.read(lambda c: accounts.account_of(c, guest))
            await self.require(Guest(guest, "", account.role if account else ""))

    async def make(self, guest: Guest, name: str, about: str) -> str:
        """A new circle, whose owner is *guest*; its id.

        Raises:
            RefusedError: without an account, or with too many of them.
        """
        if not guest.role:
            raise RefusedError("circle-account", "expected an account for a club; sign up first")
        made = Group(id=_new(), name=name, about=about, since=_now(), code=_new())

        def job(connection: Any) -> bool:
            if groups.count_owned(connection, guest.id) >= MOST_OF_ONE:
                return False
            groups.make(connection, made, guest.id)
            return True

        if not await self._store.run(job):
            raise RefusedError("circle-many", f"expected at most {MOST_OF_ONE} clubs of yours")
        return made.id

    async def invited(self, code: str, guest: Guest | None = None) -> tuple[Group, int]:
        """The circle to which a code invites, and how many belong to it; to members it holds for ever.

        Raises:
            RefusedError: it invites to none, or holds no more.
        """
        of = await self._store.read(functools.partial(groups.called, code=code))
        found = await self._load(of) if of else None
        if found is None or not (found[0].holds(_now()) or (guest and guest.id in found[1])):
            raise _worn()
        return found[0], len(found[1])

    async def join(self, code: str, guest: Guest) -> str:
        """Somebody joins by an invitation; the id of the circle.

        Raises:
            RefusedError: it holds no more, or the circle is full.
        """
        known, _ = await self.invited(code, guest)
        joined = await self._store.run(
            lambda c: groups.join(c, code, Member(guest.id, "member", _now()), MOST_MEMBERS)
        )
        self.forget(known.id)
        if joined == "full":
            raise RefusedError("circle-full", f"expected at most {MOST_MEMBERS} in a club")
        if joined == "worn":
            raise _worn()
        return known.id

    async def change(self, of: str, **values: Any) -> None:
        """Another name or description."""
        await self._store.run(lambda c: groups.change(c, of, **values))
        self.forget(of)

    async def renew(self, of: str, days: int | None, uses: int | None) -> None:
        """Another invitation, for so many days and people; the old one holds no more."""
        until = _now() + days * DAY if days else None
        await self.change(of, code=_new(), until=until, uses=uses)

    async def appoint(self, of: str, by: str | None, whom: str, role: str) -> None:
        """Another role for a member, by another or himself; '' takes him out.

        Whoever is taken out by others knows the invitation: there is another one from then on.

        Raises:
            RefusedError: it is for others to do that, or the circle would have no owner.
        """
        asks, code = guest_id_of(by or ""), _new()

        def job(connection: Any) -> None:
            # Here and not before: two owners may part with each other at the same moment.
            found = groups.load(connection, of)
            roles = {one.guest: one.role for one in found[1]} if found else {}
            require_appointment(roles, asks, whom, role)
            if role:
                groups.set_role(connection, of, whom, role)
            else:
                groups.remove(connection, of, whom)
            if not role and asks != whom:
                groups.change(connection, of, code=code)

        await self._store.run(job)
        self.forget(of)

    async def end(self, of: str) -> None:
        """There is no such circle any more."""
        await self._store.run(functools.partial(groups.end, of=of))
        self.forget(of)

    def forget(self, of: str | None = None) -> None:
        """A circle, or any, has changed on the disk: read it anew."""
        if of is None:
            self._known.clear()
        else:
            self._known.pop(of, None)

    async def _load(self, of: str) -> tuple[Group, dict[str, Member]] | None:
        if of not in self._known:
            found = await self._store.read(functools.partial(groups.load, of=of))
            if found is None:
                return None
            self._known[of] = found[0], {member.guest: member for member in found[1]}
        return self._known[of]


def _worn() -> RefusedError:
    return RefusedError(
        "no-invitation", "expected an invitation that holds; ask the club for a new link"
    )


def _new() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def _now() -> int:
    return time.time_ns() // 1_000_000
