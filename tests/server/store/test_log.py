import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.databases import connected

from nardy.core.events import Rolled, RolledOff, Started
from nardy.server.errors import DamagedLogError
from nardy.server.store import log
from nardy.server.store.database.opening import open_store
from nardy.server.store.log import CASUAL, LogEntry, RoomRecord, Terms
from nardy.server.store.schema import entry, room

RECORD = RoomRecord(
    id="r", games=("backgammon",), white="guest:a", terms=Terms(clock="60+5"), seed="5e", since=7
)
BEGUN = LogEntry(Started("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 opening"), 7)


def test_a_room_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    entries = [
        LogEntry(RolledOff(3, 1), 8),
        LogEntry(Rolled("white", (6, 6)), 9, "key", {"links": {}}),
    ]

    async def go() -> tuple[object, ...]:
        await store.run(lambda c: log.make_room(c, RECORD, [BEGUN]))
        first = await store.run(lambda c: log.append(c, "r", 1, entries))
        late = await store.run(lambda c: log.append(c, "r", 1, entries))
        return (
            first,
            late,
            await store.run(lambda c: log.load_room(c, "r")),
            await store.run(lambda c: log.load_room(c, "none")),
            await store.run(log.states_of_unfinished),
        )

    assert asyncio.run(go()) == (
        True,
        False,
        (RECORD, (BEGUN, *entries)),
        None,
        {"r": (3, "guest:a", None)},
    )
    store.close()


def test_rooms_where_somebody_waits_are_closed(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    seats = {
        "white": ("guest:a", None),
        "black": (None, "guest:a"),
        "full": ("guest:a", "guest:b"),
        "other": ("guest:b", None),
    }

    def job(connection: sql.Connection) -> set[str]:
        for name, (white, black) in seats.items():
            log.make_room(connection, replace(RECORD, id=name, white=white, black=black), [BEGUN])
        log.close_waiting(connection, "guest:a")
        return log.over_of(connection, [*seats])

    assert asyncio.run(store.run(job)) == {"white", "black"}
    store.close()


def test_seats_are_told_of_any_number_of_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "MOST_AT_ONCE", 2)
    store = open_store(tmp_path / "club.db")

    async def go() -> dict[str, tuple[str | None, str | None]]:
        for number, name in enumerate("rstu"):
            made = replace(RECORD, id=name, black=f"guest:{name}", is_over=number == 1)
            await store.run(lambda c, m=made: log.make_room(c, m, [BEGUN]))
        return await store.read(lambda c: log.seats_of(c, ["u", "none", "s", "r"]))

    assert asyncio.run(go()) == {name: ("guest:a", f"guest:{name}") for name in "rsu"}
    store.close()


def test_rooms_that_are_read_together_are_each_as_if_read_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    names = ["s", "r", "t"]

    async def go() -> tuple[dict[str, object], list[object]]:
        for number, name in enumerate(names, 1):
            more = [LogEntry(RolledOff(3, n), n) for n in range(1, number)]
            made = replace(RECORD, id=name)
            await store.run(lambda c, m=made, e=more: log.make_room(c, m, [BEGUN, *e]))
        await store.run(lambda c: c.execute(sql.delete(entry).where(entry.c.room == "t")))
        together = await store.read(lambda c: log.load_rooms(c, ["r", "none", "t", "s"]))
        alone = [await store.read(lambda c, n=name: log.load_room(c, n)) for name in ("s", "r")]
        return together, alone

    together, alone = asyncio.run(go())
    assert together.keys() == {*names}
    assert [together["s"], together["r"]] == alone
    assert isinstance(together["t"], DamagedLogError)
    store.close()


def test_a_seat_is_taken_once(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> list[object]:
        await store.run(lambda c: log.make_room(c, RECORD, [BEGUN]))
        seats = [("white", "guest:b"), ("black", "guest:b"), ("black", "guest:c")]
        taken = [await store.run(lambda c, s=s: log.sit(c, "r", *s)) for s in seats]
        found = await store.run(lambda c: log.rooms_of(c, "guest:b"))
        return [taken, [record.black for record in found]]

    assert asyncio.run(go()) == [[False, True, False], ["guest:b"]]
    store.close()


def test_rooms_of_somebody_are_told_apart_by_who_sits_there(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")
    rated = {"rated": True, "clock": "600+8"}
    rooms = [
        RoomRecord(id="free", games=("tapa",), black="guest:a", since=1),
        RoomRecord(id="friend", games=("tapa",), white="guest:b", black="guest:a", since=2),
        RoomRecord(id="bot", games=("tapa",), white="bot:random", black="guest:a", since=3),
        RoomRecord(
            id="rated", games=("tapa",), white="guest:a", black="bot:x", terms=Terms(**rated)
        ),
        RoomRecord(
            id="others", games=("tapa",), white="guest:b", black="bot:x", terms=Terms(**rated)
        ),
        RoomRecord(id="over", games=("tapa",), white="guest:a", black="bot:x", is_over=True),
    ]

    async def go() -> list[list[str]]:
        for record in rooms:
            await store.run(lambda c, r=record: log.make_room(c, r, []))
        asked = (log.rooms_of, log.rooms_with_people, log.rated_with_bots)
        found = [await store.run(lambda c, of=of: of(c, "guest:a")) for of in asked]
        found.append(await store.run(lambda c: log.rooms_with_people(c, "guest:a", limit=1)))
        return [[record.id for record in some] for some in found]

    all_rooms = ["bot", "friend", "free", "rated"]
    assert asyncio.run(go()) == [all_rooms, ["friend", "free"], ["rated"], ["friend"]]
    store.close()


@pytest.mark.parametrize(
    ("stored", "terms"),
    [
        ("{}", CASUAL),
        ('{"clock": "600+8", "rated": true}', Terms(clock="600+8", rated=True)),
        ('{"circle": "c", "tournament": null, "of_tomorrow": 1}', Terms(group="c")),
    ],
)
def test_terms_of_other_versions_are_read(tmp_path: Path, stored: str, terms: Terms) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> RoomRecord:
        await store.run(lambda c: log.make_room(c, RoomRecord(id="r", games=("tapa",)), []))
        await store.run(
            lambda c: c.execute(sql.update(room).values(terms=stored).where(room.c.id == "r"))
        )
        found = await store.read(lambda c: log.load_room(c, "r"))
        assert found is not None
        return found[0]

    try:
        assert asyncio.run(go()).terms == terms
    finally:
        store.close()


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        ("delete from entry where number = 2", "got 2 of its 3 entries"),
        ("delete from entry where number = 3", "got 2 of its 3 entries"),
        ("delete from entry", "got 0 of its 3 entries"),
        ('update entry set event = \'{"kind": "rol\' where number = 2', "got what is none"),
        ('update entry set event = \'{"kind": "x"}\' where number = 2', "got what is none"),
        ("update room set terms = '[' where id = 'r'", "got what is none"),
    ],
)
def test_a_log_that_is_not_whole_is_refused_and_told_to_the_host(
    tmp_path: Path, spoil: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    """PostgreSQL takes a page of zeros for an empty one, and a game must not go on from what is left."""
    entries = [LogEntry(RolledOff(3, 1), 8), LogEntry(Rolled("white", (6, 6)), 9)]

    async def go() -> None:
        store = open_store(tmp_path / "club.db")
        await store.run(lambda c: log.make_room(c, RECORD, [BEGUN, *entries]))
        with connected(tmp_path / "club.db") as database:
            database.execute(spoil)
        with pytest.raises(DamagedLogError, match=told):
            await store.read(lambda c: log.load_room(c, "r"))
        store.close()

    asyncio.run(go())
    # The pool may tell of a connection of another test, which is collected just now.
    told_here = [one for one in caplog.records if one.name.startswith("nardy")]
    (line,) = [one.getMessage() for one in told_here]
    assert line.startswith("the database failed: expected the whole log of room r, got ")
    assert line.endswith("the database is damaged; restore a backup")
