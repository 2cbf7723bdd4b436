import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.server.tournaments.tournament_hall import record

from nardy.server.pairing.schedule import Schedule
from nardy.server.store import schedules, tournaments
from nardy.server.store.database.opening import open_store
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


def test_schedules_follow_their_maker_and_end_with_them(tmp_path: Path) -> None:
    def job(connection: Any) -> Any:
        schedules.add(connection, plan())
        schedules.merge(connection, "guest:maker", "guest:b")
        [moved] = schedules.going(connection)
        told = schedules.export_of(connection, "guest:b")
        schedules.forget(connection, "guest:b")
        return moved.maker, [one["name"] for one in told], schedules.going(connection)

    assert answer(tmp_path, job) == ("guest:b", ["Saturday cup"], [])
