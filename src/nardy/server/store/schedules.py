"""Tournaments that repeat: each is made once, in the transaction that moves its schedule on."""

import json
from dataclasses import dataclass

import msgspec
import sqlalchemy as sql

from nardy.server.pairing.schedule import Schedule
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import rows, tournaments
from nardy.server.store.schedule_tables import tournament_schedule
from nardy.server.store.schema import account, group_member
from nardy.server.store.tournaments import Conditions, TournamentRecord


@dataclass(frozen=True, kw_only=True)
class RepeatedTournament:
    """A tournament that repeats."""

    id: str
    maker: str
    """The director: `guest:ID`."""
    name: str
    games: tuple[str, ...]
    length: int
    conditions: Conditions
    times: Schedule
    upto: int
    """The start of the last one that was made, in milliseconds since 1970."""
    since: int


def add(connection: sql.Connection, new: RepeatedTournament) -> None:
    """Add a schedule, which makes its first tournament after `upto`."""
    values = {
        **vars(new),
        "games": json.dumps(new.games),
        "terms": msgspec.json.encode(new.conditions).decode(),
        "times": msgspec.json.encode(new.times).decode(),
        "private_group": new.conditions.group,
        "is_on": True,
    }
    del values["conditions"]
    connection.execute(sql.insert(tournament_schedule), values)


def going(connection: sql.Connection, group: str | None = None) -> list[RepeatedTournament]:
    """The schedules that go on, of a private group ('' is none) or all, the oldest first."""
    query = sql.select(tournament_schedule).where(tournament_schedule.c.is_on.is_(True))
    if group is not None:
        query = query.where(tournament_schedule.c.private_group == group)
    found = connection.execute(query.order_by(tournament_schedule.c.since)).mappings()
    return [
        rows.as_record(
            {
                **row,
                "games": json.loads(row["games"]),
                "conditions": json.loads(row["terms"]),
                "times": json.loads(row["times"]),
            },
            RepeatedTournament,
        )
        for row in found
    ]


def make(
    connection: sql.Connection, plan: RepeatedTournament, record: TournamentRecord, start: int
) -> bool:
    """Make the tournament of a start; False if it was made before, or the schedule has ended."""
    is_it = (
        tournament_schedule.c.id == plan.id,
        tournament_schedule.c.upto == plan.upto,
        tournament_schedule.c.is_on.is_(True),
    )
    moved = sql.update(tournament_schedule).where(*is_it).values(upto=start)
    if connection.execute(moved).rowcount != 1:
        return False
    tournaments.make(connection, record)
    return True


def end(connection: sql.Connection, schedule_id: str) -> None:
    """End a schedule; tournaments that were made stay."""
    is_it = tournament_schedule.c.id == schedule_id
    connection.execute(sql.update(tournament_schedule).where(is_it).values(is_on=False))


def forget(connection: sql.Connection, who: str) -> None:
    """Give the schedules of a person who has left to another director; where there is none, delete them.

    Those of a group go to its owner, and those of the public calendar to the admin of longest standing.
    """
    query = sql.select(tournament_schedule.c.id, tournament_schedule.c.private_group)
    query = query.where(tournament_schedule.c.maker == who, tournament_schedule.c.is_on.is_(True))
    for row in connection.execute(query).all():
        if (heir := _heir(connection, row.private_group, guest_id_of(who))) is not None:
            is_it = tournament_schedule.c.id == row.id
            moved = sql.update(tournament_schedule).where(is_it).values(maker=guest_seat(heir))
            connection.execute(moved)
    connection.execute(sql.delete(tournament_schedule).where(tournament_schedule.c.maker == who))


def _heir(connection: sql.Connection, group: str, gone: str) -> str | None:
    owner = sql.select(group_member.c.guest).where(
        group_member.c.private_group == group,
        group_member.c.role == "owner",
        group_member.c.guest != gone,
    )
    admin = sql.select(account.c.guest).where(account.c.role == "admin", account.c.guest != gone)
    admin = admin.order_by(account.c.since, account.c.guest).limit(1)
    return connection.scalar(owner if group else admin)


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Give the schedules of a guest to their account."""
    moved = sql.update(tournament_schedule).where(tournament_schedule.c.maker == old)
    connection.execute(moved.values(maker=new))


def export_of(connection: sql.Connection, who: str) -> list[dict[str, object]]:
    """The schedules of a person, for the export of their data."""
    columns = [column for column in tournament_schedule.columns if column.name != "maker"]
    query = sql.select(*columns).where(tournament_schedule.c.maker == who)
    return rows.objects(connection, query.order_by(tournament_schedule.c.since))
