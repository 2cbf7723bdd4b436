"""Private groups: membership, invitations, and who may see their rooms.

A room that belongs to a group names it in its terms. To anyone who is neither a member nor one of its
players, every interface answers as if the room did not exist.
"""

import functools
import secrets
import time
from typing import Any

from nardy.server.errors import RefusedError
from nardy.server.groups.roles import is_lower, require_appointment, require_role
from nardy.server.seats import guest_id_of, is_guest
from nardy.server.store import accounts, api_clients, groups
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.groups import Group, Member
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.log import RoomRecord
from nardy.server.timestamps import DAY_MS

MOST_OF_ONE = 10
"""Groups that one person may own."""
MOST_MEMBERS = 300
MOST_INVITATION_DAYS = 365
"""Days that an invitation may be valid; without a number of days it does not expire."""
ID_BYTES = 9
"""Random bytes of ids and invitation codes: too many to guess."""


class Groups:
    """All groups, cached in memory when used."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self.is_needed = False
        """Whether everybody who plays must be a member of a group: `nardy serve --invited`."""
        self.is_kept = True
        """Whether groups are cached; not where other processes change them, since groups say who may see what."""
        self._known: dict[str, tuple[Group, dict[str, Member]]] = {}
        self._evictions = 0

    async def may_see(self, record: RoomRecord, who: str | None) -> bool:
        """Whether a room exists for *who*."""
        group_id = record.terms.group
        if group_id is None or (who and who in (record.white, record.black)):
            return True
        return await self.role(group_id, who) is not None

    async def require_both(self, record: RoomRecord, who: str) -> None:
        """Refuse a rematch in a group unless both players are still members.

        Raises:
            RefusedError: *who* or the opponent is not.
        """
        if record.terms.group is None:
            return
        require_role(await self.role(record.terms.group, who), ())
        if await self.has_left(record):
            message = "your opponent has left this group; play them outside it"
            raise RefusedError("circle-nobody", message)

    async def has_left(self, record: RoomRecord) -> bool:
        """Whether somebody who sits in a room is no longer a member of its group."""
        if (group_id := record.terms.group) is None:
            return False
        people = [one for one in (record.white, record.black) if is_guest(one)]
        return None in [await self.role(group_id, one) for one in people]

    async def role(self, group_id: str, who: str | None) -> str | None:
        """Somebody's role in a group; None if not a member."""
        found = await self._load(group_id) if is_guest(who) else None
        member = found[1].get(guest_id_of(who or "")) if found else None
        return member.role if member else None

    async def for_member(
        self, group_id: str, who: str | None, *roles: str
    ) -> tuple[Group, list[Member]]:
        """A group and its members; *who* must be a member, with one of *roles* if any are given.

        Raises:
            RefusedError: *who* is not a member, or has another role.
        """
        role, found = await self.role(group_id, who), await self._load(group_id)
        require_role(role if found else None, roles)
        assert found is not None  # a role implies an existing group
        return found[0], list(found[1].values())

    async def of(self, who: str | None) -> list[tuple[Group, str]]:
        """Somebody's groups, each with their role."""
        guest = guest_id_of(who or "")
        ids = await self._store.read(lambda c: groups.groups_of(c, guest)) if guest else []
        found = [(await self._load(group_id), await self.role(group_id, who)) for group_id in ids]
        return [(one[0], role) for one, role in found if one and role]

    async def known(self, group_id: str) -> Group | None:
        """A group, without checking membership."""
        found = await self._load(group_id)
        return found[0] if found else None

    async def count(self, group_id: str) -> int:
        """The number of members of a group; 0 if there is no such group."""
        found = await self._load(group_id)
        return len(found[1]) if found else 0

    async def require(self, guest: Guest | None) -> None:
        """With `is_needed`, refuse everybody but members of a group and admins.

        Raises:
            RefusedError: not a member of any group.
        """
        if not self.is_needed:
            return
        if guest and guest.role == PROGRAM:
            guest = await self._store.read(
                functools.partial(api_clients.owner_of, guest_id=guest.id)
            )
        if guest and (guest.role == "admin" or await self.of(guest.seat)):
            return
        message = "this club is by invitation only"
        raise RefusedError("uninvited", f"{message}; ask a member for a link")

    async def require_voice(self, who: str | None) -> None:
        """`require` for a person, given by seat, who writes in a room where they do not play.

        Players may write in their own room without a group. None is a visitor, whom the chat refuses itself.

        Raises:
            RefusedError: not a member of any group.
        """
        if self.is_needed and who:
            guest = guest_id_of(who)
            account = await self._store.read(lambda c: accounts.account_of(c, guest))
            await self.require(Guest(guest, "", account.role if account else ""))

    async def make(self, guest: Guest, name: str, about: str) -> str:
        """Create a group owned by *guest*; returns its id.

        Raises:
            RefusedError: *guest* has no account, or owns too many groups.
        """
        if not guest.role:
            raise RefusedError(
                "circle-account", "you need an account to open a group; sign up first"
            )
        made = Group(id=_new(), name=name, about=about, since=_now(), code=_new())

        def job(connection: Connection) -> bool:
            if groups.count_owned(connection, guest.id) >= MOST_OF_ONE:
                return False
            groups.make(connection, made, guest.id)
            return True

        if not await self._store.run(job):
            raise RefusedError(
                "circle-many", f"expected at most {MOST_OF_ONE} groups of your own; close one first"
            )
        return made.id

    async def invited(self, code: str, guest: Guest | None = None) -> tuple[Group, int]:
        """The group of an invitation code and its number of members; for members the code never expires.

        Raises:
            RefusedError: the invitation is unknown, expired or used up.
        """
        group_id = await self._store.read(functools.partial(groups.called, code=code))
        found = await self._load(group_id) if group_id else None
        if found is None or not (found[0].holds(_now()) or (guest and guest.id in found[1])):
            raise _invalid_invitation()
        return found[0], len(found[1])

    async def join(self, code: str, guest: Guest) -> str:
        """Join by an invitation; returns the id of the group.

        Raises:
            RefusedError: the invitation is not valid, or the group is full.
        """
        known, _ = await self.invited(code, guest)
        joined = await self._store.run(
            lambda c: groups.join(c, code, guest.id, _now(), MOST_MEMBERS)
        )
        self.evict(known.id)
        if joined == "full":
            reason = f"expected fewer than {MOST_MEMBERS} members, got a full group; ask its owner"
            raise RefusedError("circle-full", reason)
        if joined == "worn":
            raise _invalid_invitation()
        return known.id

    async def change(self, group_id: str, **values: Any) -> None:
        """Change the name or the description."""
        await self._store.run(lambda c: groups.change(c, group_id, **values))
        self.evict(group_id)

    async def renew(
        self, group_id: str, days: int | None, uses: int | None, role: str = "member"
    ) -> None:
        """Replace the invitation by one with limits on days and uses; the old one becomes invalid.

        Raises:
            RefusedError: it gives a role, and has not both limits.
        """
        if role != "member" and not (days and uses):
            reason = "expected a number of days and of people for an invitation with a role"
            raise RefusedError("circle-invitation", f"{reason}; choose both")
        until = _now() + days * DAY_MS if days else None
        await self.change(group_id, code=_new(), until=until, uses=uses, role=role)

    async def appoint(self, group_id: str, by: str | None, whom: str, role: str) -> None:
        """Change a member's role, or remove the member if *role* is ''.

        Whoever loses a role or membership may know the invitation, so it is replaced.

        Raises:
            RefusedError: *by* may not do this, or the group would have no owner.
        """
        asks, code = guest_id_of(by or ""), _new()

        def job(connection: Connection) -> None:
            # Checked inside the transaction: two owners may remove each other at the same time.
            found = groups.load(connection, group_id)
            roles = {one.guest: one.role for one in found[1]} if found else {}
            require_appointment(roles, asks, whom, role)
            if role:
                groups.set_role(connection, group_id, whom, role)
            else:
                groups.remove(connection, group_id, whom)
            if asks != whom and is_lower(role, roles[whom]):
                groups.change(connection, group_id, code=code)

        await self._store.run(job)
        self.evict(group_id)

    async def end(self, group_id: str) -> None:
        """Delete a group."""
        await self._store.run(functools.partial(groups.end, of=group_id))
        self.evict(group_id)

    def evict(self, group_id: str | None = None) -> None:
        """Drop a group, or all, from the cache."""
        self._evictions += 1
        if group_id is None:
            self._known.clear()
        else:
            self._known.pop(group_id, None)

    async def _load(self, group_id: str) -> tuple[Group, dict[str, Member]] | None:
        if self.is_kept and (kept := self._known.get(group_id)):
            return kept
        evictions = self._evictions
        found = await self._store.read(functools.partial(groups.load, of=group_id))
        if found is None:
            return None
        loaded = found[0], {member.guest: member for member in found[1]}
        # What was read before a change must not outlive it.
        if evictions == self._evictions:
            self._known[group_id] = loaded
        return loaded


def _invalid_invitation() -> RefusedError:
    return RefusedError(
        "no-invitation", "this invitation is no longer valid; ask a member for a new link"
    )


def _new() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def _now() -> int:
    return time.time_ns() // 1_000_000
