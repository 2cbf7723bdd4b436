"""Merge a guest into an account when both prove to be the same person."""

from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.seats import guest_id_of
from nardy.server.store import (
    challenges,
    decisions,
    follows,
    groups,
    log,
    notice_channels,
    own_mistakes,
    puzzles,
    review_notes,
    reviewed_games,
    rows,
    schedules,
    tournament_talk,
    tournaments,
    uploaded_matches,
)
from nardy.server.store.ratings import ladders, recalculation
from nardy.server.store.schema import (
    audit,
    guest,
    line,
    mute,
    report,
    result,
    room,
    sanction,
    session,
    standing,
)


@dataclass(frozen=True, slots=True)
class MergedIds:
    """Two ids of one person, in the form `guest:ID`."""

    old: str
    """The guest's id, unused after the merge."""
    new: str


def join(connection: sql.Connection, both: MergedIds) -> None:
    """Move everything from the guest to the account, and mark the ladders to recalculate.

    A game of the two against each other counts for nobody, and is closed if unfinished.
    """
    _join_rooms(connection, both)
    _join_results(connection, both)
    _join_talk(connection, both)
    _join_sanctions(connection, both)
    _join_audit(connection, both)
    tournaments.join(connection, both.old, both.new)
    schedules.merge(connection, both.old, both.new)
    tournament_talk.merge(connection, both.old, both.new)
    old, new = map(guest_id_of, (both.old, both.new))
    groups.merge(connection, old, new)
    reviewed_games.merge(connection, old, new)
    puzzles.merge(connection, old, new)
    own_mistakes.merge(connection, old, new)
    uploaded_matches.merge(connection, old, new)
    notice_channels.merge(connection, old, new)
    follows.merge(connection, old, new)
    challenges.merge(connection, old, new)
    review_notes.merge(connection, old, new)
    connection.execute(sql.delete(session).where(session.c.guest == old))
    connection.execute(sql.delete(guest).where(guest.c.id == old))


def _join_rooms(connection: sql.Connection, both: MergedIds) -> None:
    for seat in (room.c.white, room.c.black):
        moved = sql.update(room).where(seat == both.old).values({seat.name: both.new})
        connection.execute(moved)
    alone = (room.c.white == both.new, room.c.black == both.new)
    query = sql.select(room.c.id).where(*alone, room.c.is_over.is_(False))
    for room_id in connection.scalars(query).all():
        log.close(connection, room_id)


def _join_results(connection: sql.Connection, both: MergedIds) -> None:
    of_old = sql.or_(result.c.white == both.old, result.c.black == both.old)
    first = sql.func.min(result.c.number)
    query = sql.select(result.c.game, result.c.pace, first).where(of_old, ladders.COUNTS)
    changed = connection.execute(query.group_by(result.c.game, result.c.pace)).all()
    for seat in (result.c.white, result.c.black):
        moved = sql.update(result).where(seat == both.old).values({seat.name: both.new})
        connection.execute(moved)
    alone = (result.c.white == both.new, result.c.black == both.new)
    connection.execute(sql.delete(result).where(*alone))
    connection.execute(sql.delete(standing).where(standing.c.who == both.old))
    for game, pace, first in changed:
        recalculation.mark(connection, game, pace, first - 1, both.new)


def _join_talk(connection: sql.Connection, both: MergedIds) -> None:
    # A page chooses the keys of its lines: both ids may have used the same key.
    key = sql.literal(f"{both.old} ") + line.c.key
    said = sql.update(line).where(line.c.who == both.old)
    connection.execute(said.values(who=both.new, key=key))
    for column in (mute.c.who, mute.c.muted, report.c.who):
        # Where both have the same row, one is enough.
        rows.move(connection, column, both.old, both.new)
    connection.execute(sql.delete(mute).where(mute.c.who == mute.c.muted))


def _join_sanctions(connection: sql.Connection, both: MergedIds) -> None:
    """Keep the longer sanction of each kind: signing in must not end one."""
    old, new = map(guest_id_of, (both.old, both.new))
    query = sql.select(sanction.c.kind, sanction.c.until).where(sanction.c.guest == old)
    for kind, until in connection.execute(query).all():
        if until is None or not decisions.is_under(connection, new, kind, until):
            decisions.impose(connection, new, kind, until)
    connection.execute(sql.delete(sanction).where(sanction.c.guest == old))


def _join_audit(connection: sql.Connection, both: MergedIds) -> None:
    """Name the account in the audit log: the guest's id is unused from now on."""
    old, new = map(guest_id_of, (both.old, both.new))
    for column in (audit.c.who, audit.c.about):
        connection.execute(sql.update(audit).where(column == old).values({column.name: new}))
