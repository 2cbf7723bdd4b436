import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from tests.server.tournaments.tournament_hall import record

from nardy.server.pairing.schedule import Schedule
from nardy.server.store import accounts, groups, guests, schedules, tournaments
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.groups import Group
from nardy.server.store.guests import Guest
from nardy.server.store.schedule_tables import tournament_schedule
from nardy.server.store.schedules import RepeatedTournament


def plan(name: str = "one", group: str = "", maker: str = "guest:maker") -> RepeatedTournament:
    """A tournament every Saturday."""
    like = record(conditions={"group": group})
    return RepeatedTournament(
        id=name,
        maker=maker,
        name="Saturday cup",
        games=like.games,
        length=0,
        conditions=like.conditions,
        times=Schedule("week", weekday=5, hour=19, zone="Europe/Moscow"),
        upto=0,
        since=1,
    )


def answer(folder: Path, job: Callable[[Any], Any]) -> Any:
    store = open_store(folder / "club.db")
    try:
        return asyncio.run(store.run(job))
    finally:
        store.close()


def test_a_schedule_is_read_as_it_was_written(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        schedules.add(connection, plan("one"))
        schedules.add(connection, plan("two", group="g"))
        return [schedules.going(connection, group) for group in ("", "g", None)]

    assert answer(tmp_path, job) == [
        [plan("one")],
        [plan("two", "g")],
        [plan("one"), plan("two", "g")],
    ]


def test_each_start_is_made_once_and_none_after_the_end(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        schedules.add(connection, plan())
        [first] = schedules.going(connection)
        made = [schedules.make(connection, first, record(), 10) for _ in range(2)]
        [second] = schedules.going(connection)
        schedules.end(connection, "one")
        made.append(schedules.make(connection, second, record(), 20))
        return made, second == replace(first, upto=10), len(tournaments.unfinished(connection))

    assert answer(tmp_path, job) == ([True, False, False], True, 1)


def test_schedules_follow_their_maker_and_end_with_the_last_admin(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        schedules.add(connection, plan())
        schedules.merge(connection, "guest:maker", "guest:b")
        [moved] = schedules.going(connection)
        told = schedules.export_of(connection, "guest:b")
        schedules.forget(connection, "guest:b")
        return moved.maker, [one["name"] for one in told], schedules.going(connection)

    assert answer(tmp_path, job) == ("guest:b", ["Saturday cup"], [])


def test_whoever_leaves_passes_a_calendar_on(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        for number, who in enumerate(("maker", "owner", "second", "first", "member")):
            guests.add_guest(connection, Guest(who, who), f"token-{who}", 1)
            role = "admin" if who in ("maker", "first", "second") else "member"
            # The first admin is longer here.
            accounts.add_account(connection, Account(who, who, "", role), 9 - number)
        groups.make(connection, Group(id="g", name="G", about="", since=1, code="c"), "owner")
        groups.join(connection, "c", "maker", 2, 9)
        groups.make(connection, Group(id="alone", name="A", about="", since=1, code="a"), "maker")
        for number, group in enumerate(("", "g", "alone")):
            schedules.add(connection, replace(plan(f"s{number}", group), since=number))
        schedules.add(connection, plan("over"))
        schedules.end(connection, "over")
        accounts.forget(connection, "maker")
        left = connection.execute(sql.select(tournament_schedule.c.maker, tournament_schedule.c.id))
        return [(one.conditions.group, one.maker) for one in schedules.going(connection)], {
            tuple(row) for row in left
        }

    assert answer(tmp_path, job) == (
        [("", "guest:first"), ("g", "guest:owner")],
        {("guest:first", "s0"), ("guest:owner", "s1")},
    )
