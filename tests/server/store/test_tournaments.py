import asyncio
import functools
from pathlib import Path

import sqlalchemy as sql
from tests.server.tournaments.tournament_hall import record

from nardy.server.pairing.events import Closed, Entered, Left, TournamentEvent
from nardy.server.store import tournaments
from nardy.server.store.database.opening import open_store

EVENTS: list[TournamentEvent] = [
    Entered(1, "guest:a", 1600.5),
    Entered(1, "bot:random"),
    Entered(1, "bot:random"),
    Left(2, 1),
    Entered(3, "guest:a"),
]


def test_what_was_written_is_read_back_and_nobody_writes_behind_another(tmp_path: Path) -> None:
    announced = record("arena", conditions={"is_rated": True, "starts": 9}, name="Кубок")

    def write(connection: sql.Connection) -> None:
        tournaments.make(connection, announced)
        assert tournaments.append(connection, announced.id, 0, EVENTS)
        assert not tournaments.append(connection, announced.id, 0, EVENTS)

    store = open_store(tmp_path / "club.db")
    asyncio.run(store.run(write))
    load = functools.partial(tournaments.load, of=announced.id)
    assert asyncio.run(store.run(load)) == (announced, EVENTS)
    assert asyncio.run(store.run(functools.partial(tournaments.load, of="none"))) is None
    store.close()


def test_lists_tell_what_goes_on_and_what_somebody_entered(tmp_path: Path) -> None:
    one, two = record(since=1, name="One"), record(since=2, name="Two", maker="guest:other")

    def write(connection: sql.Connection) -> None:
        for announced in (one, two):
            tournaments.make(connection, announced)
            tournaments.append(connection, announced.id, 0, EVENTS)
        assert tournaments.unfinished(connection) == [one.id, two.id]
        assert tournaments.unfinished(connection, "guest:other") == [two.id]
        tournaments.append(connection, one.id, len(EVENTS), [Closed(9)], is_over=True)
        tournaments.note_ranks(connection, one.id, [(2, 1), (1, 2), (3, 3)])
        assert tournaments.unfinished(connection) == [two.id]
        assert tournaments.finished(connection, limit=5) == [one.id]
        mine = tournaments.tournaments_of(connection, "guest:a")
        assert [(e.name, e.rank, e.of, e.is_over) for e in mine] == [
            ("Two", None, None, False),
            ("One", 2, 3, True),
        ]
        assert len(tournaments.tournaments_of(connection, "bot:random")) == 4

    store = open_store(tmp_path / "club.db")
    asyncio.run(store.run(write))
    store.close()
