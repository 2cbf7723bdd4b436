"""Private groups in the database."""

from dataclasses import asdict, dataclass
from typing import Literal

import sqlalchemy as sql

from nardy.server.store import rows
from nardy.server.store.schedule_tables import tournament_schedule
from nardy.server.store.schema import group_member, private_group

RANKS = ("owner", "helper", "member")
"""Roles, highest first."""
Joining = Literal["joined", "worn", "full"]
"""The outcome of an invitation: joined, invitation expired or used up, group full."""


@dataclass(frozen=True, kw_only=True)
class Group:
    id: str
    name: str
    about: str
    since: int
    code: str
    """The code of the current invitation."""
    until: int | None = None
    """When the invitation expires, in milliseconds since 1970; None: never."""
    uses: int | None = None
    """How many more may join by the invitation; None: no limit."""
    role: str = "member"
    """The role that the invitation gives."""

    def holds(self, at: int) -> bool:
        """Whether the invitation is valid at a time, in milliseconds since 1970."""
        return self.uses != 0 and (self.until is None or at <= self.until)


@dataclass(frozen=True, slots=True)
class Member:
    guest: str
    role: str
    since: int


def make(connection: sql.Connection, made: Group, owner: str) -> None:
    """Create a group with its owner as the only member."""
    connection.execute(sql.insert(private_group), vars(made))
    _add(connection, made.id, Member(owner, "owner", made.since))


def load(connection: sql.Connection, of: str) -> tuple[Group, list[Member]] | None:
    """A group and its members in order of joining; None if it does not exist."""
    query = sql.select(private_group).where(private_group.c.id == of)
    if (found := rows.record(connection, query, Group)) is None:
        return None
    query = sql.select(group_member).where(group_member.c.private_group == of)
    query = query.order_by(group_member.c.since, group_member.c.guest)
    return found, rows.records(connection, query, Member)


def called(connection: sql.Connection, code: str) -> str | None:
    """The id of the group with this invitation code."""
    return connection.scalar(sql.select(private_group.c.id).where(private_group.c.code == code))


def groups_of(connection: sql.Connection, guest: str) -> list[str]:
    """The ids of a guest's groups, ordered by name."""
    query = sql.select(private_group.c.id).join(group_member).where(group_member.c.guest == guest)
    return list(connection.scalars(query.order_by(private_group.c.name, private_group.c.id)))


def change(connection: sql.Connection, of: str, **values: object) -> None:
    """Change columns of a group."""
    connection.execute(sql.update(private_group).where(private_group.c.id == of).values(**values))


def count_owned(connection: sql.Connection, guest: str) -> int:
    """How many groups a guest owns."""
    mine = (group_member.c.guest == guest, group_member.c.role == "owner")
    query = sql.select(sql.func.count()).select_from(group_member).where(*mine)
    return connection.execute(query).scalar_one()


def join(connection: sql.Connection, code: str, who: str, at: int, most: int) -> Joining:
    """Join by an invitation unless the group has *most* members; a second time changes nothing.

    Whoever is a member already gets the invitation's role if it is a higher one.
    """
    of = called(connection, code)
    found = load(connection, of) if of else None
    if found is None:
        return "worn"
    known, members = found
    before = next((one.role for one in members if one.guest == who), None)
    is_promoted = before is not None and RANKS.index(known.role) < RANKS.index(before)
    if before is not None and not (is_promoted and known.holds(at)):
        return "joined"
    if not known.holds(at):
        return "worn"
    if before is None and len(members) >= most:
        return "full"
    if known.uses is not None:
        change(connection, known.id, uses=known.uses - 1)
    if is_promoted:
        set_role(connection, known.id, who, known.role)
    else:
        _add(connection, known.id, Member(who, known.role, at))
    return "joined"


def set_role(connection: sql.Connection, of: str, guest: str, role: str) -> None:
    connection.execute(sql.update(group_member).where(*_is(of, guest)).values(role=role))


def remove(connection: sql.Connection, of: str, guest: str) -> None:
    """Remove a member; the highest-ranked remaining member becomes owner, and an empty group is deleted."""
    connection.execute(sql.delete(group_member).where(*_is(of, guest)))
    found = load(connection, of)
    members = found[1] if found else []
    if not members:
        end(connection, of)
    elif all(one.role != "owner" for one in members):
        successor = min(members, key=lambda one: RANKS.index(one.role))
        set_role(connection, of, successor.guest, "owner")


def end(connection: sql.Connection, of: str) -> None:
    """Delete a group, and end what repeats in it; games played in it stay."""
    repeated = sql.update(tournament_schedule).where(tournament_schedule.c.private_group == of)
    connection.execute(repeated.values(is_on=False))
    connection.execute(sql.delete(group_member).where(group_member.c.private_group == of))
    connection.execute(sql.delete(private_group).where(private_group.c.id == of))


def forget(connection: sql.Connection, guest: str) -> None:
    """Remove a guest from all groups."""
    for of in groups_of(connection, guest):
        remove(connection, of, guest)


def export_of(connection: sql.Connection, guest: str) -> list[dict[str, object]]:
    """A guest's memberships, for the export of their data."""
    columns = (private_group.c.name, group_member.c.role, group_member.c.since)
    query = sql.select(*columns).join_from(private_group, group_member)
    query = query.where(group_member.c.guest == guest)
    return rows.objects(connection, query.order_by(private_group.c.name))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's memberships to an account; where both are members, keep the higher role."""
    for of in groups_of(connection, old):
        before, role = _role(connection, of, new), _role(connection, of, old)
        if before is None:
            moved = sql.update(group_member).where(*_is(of, old)).values(guest=new)
            connection.execute(moved)
        else:
            set_role(connection, of, new, min(before, role or "member", key=RANKS.index))
            connection.execute(sql.delete(group_member).where(*_is(of, old)))


def _is(of: str, guest: str) -> tuple[sql.ColumnElement[bool], ...]:
    return group_member.c.private_group == of, group_member.c.guest == guest


def _role(connection: sql.Connection, of: str, guest: str) -> str | None:
    return connection.scalar(sql.select(group_member.c.role).where(*_is(of, guest)))


def _add(connection: sql.Connection, of: str, new: Member) -> None:
    connection.execute(sql.insert(group_member), {"private_group": of, **asdict(new)})
