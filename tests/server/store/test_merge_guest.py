import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import connected, rows_of_all
from tests.server.played import BEGAN, result, some_results, write
from tests.server.store.ratings.test_ladders import tables

from nardy.server.players.recalculation import recount
from nardy.server.ratings.ladder import RatedResult
from nardy.server.store import accounts, decisions, guests, log, merge_guest, talk
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.decisions import AuditLine
from nardy.server.store.guests import Guest
from nardy.server.store.log import RoomRecord
from nardy.server.store.merge_guest import MergedIds
from nardy.server.store.ratings import recalculation
from nardy.server.store.talk import ChatLine

BOTH = MergedIds("guest:b", "guest:a")


async def joined(folder: Path, results: list[RatedResult], *before: Any) -> Path:
    """A database in which b has become a; *before* is done to it first."""
    store = open_store(folder / "club.db")
    await write(store, results, "ab")
    for job in (*before, lambda c: merge_guest.join(c, BOTH)):
        await store.run(job)
    for mark in await store.read(recalculation.marks):
        assert await recount(store, mark, rest=0)
    store.close()
    return folder / "club.db"


def told(one: RatedResult) -> RatedResult | None:
    """A result as if b had always been a."""
    facts = {name: getattr(one, name) for name in one.__dataclass_fields__}
    for seat in ("white", "black"):
        facts[seat] = "guest:a" if facts[seat] == "guest:b" else facts[seat]
    return None if facts["white"] == facts["black"] else RatedResult(**facts)


def test_ratings_are_those_that_one_person_would_have(tmp_path: Path) -> None:
    results = some_results(["a", "b", "c", "d"], 60)
    results += [
        result(70, "b", "bot:baseline", is_rated=False),
        result(71, "b", "c", None),
        result(72, "c", "b", 1, pace="blitz"),
    ]
    file = asyncio.run(joined(tmp_path / "one", results))
    one_person = [found for found in map(told, results) if found]
    assert len(one_person) < len(results)
    store = open_store(tmp_path / "other.db")
    asyncio.run(write(store, one_person, "ab"))
    store.close()
    assert tables(file) == tables(tmp_path / "other.db")


def test_a_game_against_oneself_that_goes_on_is_closed(tmp_path: Path) -> None:
    def rooms(connection: Any) -> None:
        for name, white, black in (("x", "guest:a", "guest:b"), ("y", "bot:z", "guest:b")):
            record = RoomRecord(id=name, games=("tapa",), white=white, black=black)
            log.make_room(connection, record, [])

    file = asyncio.run(joined(tmp_path, [], rooms))
    with connected(file) as connection:
        asked = "select id, white, black, is_over from room order by id"
        assert connection.execute(asked).fetchall() == [
            ("x", "guest:a", "guest:a", 1),
            ("y", "bot:z", "guest:a", 0),
        ]


def test_words_mutes_and_reports_come_along_once(tmp_path: Path) -> None:
    def said(connection: Any) -> None:
        log.make_room(connection, RoomRecord(id="r", games=("tapa",)), [])
        for number, who in enumerate(("guest:a", "guest:b", "guest:c"), 1):
            line = ChatLine(number, who, f"I am {who}", 5, is_aside=False, key="same")
            talk.add_line(connection, "r", line)
        for who, muted in (("a", "c"), ("b", "c"), ("b", "a"), ("c", "b"), ("c", "a")):
            talk.set_mute(connection, f"guest:{who}", f"guest:{muted}", on=True)
        for who in ("guest:a", "guest:b"):
            talk.add_report(connection, "r", 3, who, 6)

    file = asyncio.run(joined(tmp_path, [], said))
    with connected(file) as connection:
        asked = "select who from line order by number"
        assert connection.execute(asked).fetchall() == [("guest:a",), ("guest:a",), ("guest:c",)]
        assert sorted(connection.execute("select who, muted from mute")) == [
            ("guest:a", "guest:c"),
            ("guest:c", "guest:a"),
        ]
        assert connection.execute("select who from report").fetchall() == [("guest:a",)]


@pytest.mark.parametrize(
    ("guests_until", "accounts_until", "until"),
    [(None, 50, None), (50, None, None), (50, 70, 70), (70, 50, 70), (50, False, 50)],
)
def test_nobody_is_heard_again_by_signing_in(
    tmp_path: Path, guests_until: int | None, accounts_until: int | None, until: int | None
) -> None:
    def muted(connection: Any) -> None:
        for who in ("a", "b"):
            guests.add_guest(connection, Guest(who, who), f"token-{who}", BEGAN)
        decisions.impose(connection, "b", "mute", guests_until)
        if accounts_until is not False:
            decisions.impose(connection, "a", "mute", accounts_until)

    file = asyncio.run(joined(tmp_path, [], muted))
    with connected(file) as connection:
        assert connection.execute("select guest, until from sanction").fetchall() == [("a", until)]


def test_of_the_guest_nothing_is_left(tmp_path: Path) -> None:
    def account(connection: Any) -> None:
        accounts.add_account(connection, Account("a", "anna", "hash", "member"), BEGAN)

    results = [result(1, "b", "c"), result(2, "a", "c")]
    file = asyncio.run(joined(tmp_path, results, account))
    store = open_store(file)
    assert asyncio.run(store.run(lambda c: guests.guest_of(c, "token-b"))) is None
    assert asyncio.run(store.run(lambda c: guests.names_of(c, ["a", "b"]))) == {"a": "A"}
    assert asyncio.run(store.run(lambda c: accounts.export_of(c, "a")))["results"][0]["white"]
    store.close()
    for name, rows in rows_of_all(file).items():
        assert "guest:b" not in {value for row in rows for value in row}, name


def test_the_audit_log_names_the_account(tmp_path: Path) -> None:
    def noted(connection: Any) -> None:
        for who in ("a", "b"):
            guests.add_guest(connection, Guest(who, who), f"token-{who}", BEGAN)
        for who, about in (("machine", "b"), ("b", "c")):
            decisions.note(connection, AuditLine(1, who, "mute", about))

    file = asyncio.run(joined(tmp_path, [], noted))
    with connected(file) as connection:
        found = connection.execute("select who, about from audit order by number").fetchall()
    assert found == [("machine", "a"), ("a", "c")]
