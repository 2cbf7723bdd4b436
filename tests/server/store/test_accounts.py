import asyncio
from pathlib import Path
from typing import Any

from tests.server.databases import rows_of_all
from tests.server.packed import finish, harm_two, log_of, pack_all

from nardy.server.store import accounts, guests
from nardy.server.store.accounts import GONE, Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest

ANNA = Account("a", "anna", "$argon2", "member")


def test_an_account_is_found_by_its_name_and_forgotten_whole(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def job(connection):
        guests.add_guest(connection, Guest("a", "Anna"), "token", 1, "Firefox")
        accounts.add_account(connection, ANNA, 2)
        assert accounts.account_named(connection, "anna") == ANNA
        assert accounts.account_named(connection, "boris") is None
        accounts.change_account(connection, "a", role="admin")
        found = accounts.account_of(connection, "a")
        assert found is not None
        assert found.role == "admin"
        known = guests.guest_of(connection, "token")
        assert known is not None
        assert known.role == "admin"
        told = accounts.export_of(connection, "a")
        assert told["account"] == [{"name": "anna", "role": "admin", "since": 2}]
        assert told["sessions"] == [{"since": 1, "seen": 1, "agent": "Firefox"}]
        assert "argon2" not in str(told)
        accounts.forget(connection, "a")
        assert guests.guest_of(connection, "token") is None
        return guests.names_of(connection, ["a"])

    assert asyncio.run(store.run(job)) == {"a": GONE}
    store.close()
    dump = str(rows_of_all(tmp_path / "club.db"))
    assert "'a'" in dump
    assert "anna" not in dump.casefold()


def test_a_code_lets_in_once(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def job(connection):
        for who in "ab":
            guests.add_guest(connection, Guest(who, who), who, 1)
            accounts.add_account(connection, Account(who, who, "", "member"), 1)
        accounts.set_codes(connection, "a", ["one", "two"])
        tried = [("b", "one"), ("a", "one"), ("a", "one"), ("a", "three"), ("a", "two")]
        used = [accounts.use_code(connection, *one) for one in tried]
        accounts.set_codes(connection, "a", ["one"])
        return [*used, accounts.use_code(connection, "a", "one")]

    assert asyncio.run(store.run(job)) == [False, True, False, False, True, True]
    store.close()


def test_games_that_cannot_be_read_are_named_in_an_export(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> None:
        await store.run(lambda c: guests.add_guest(c, Guest("a", "Anna"), "token", 1))
        for room_id in ("r1", "r2", "r3"):
            await finish(store, room_id, log_of("tapa"), white="guest:a")
        await pack_all(store)
        await harm_two(store)
        told: Any = await store.read(lambda c: accounts.export_of(c, "a"))
        found = {one["id"]: (len(one["events"]), one.get("note")) for one in told["rooms"]}
        note = "the log of this game cannot be read"
        assert found == {"r1": (0, note), "r2": (0, note), "r3": (len(log_of("tapa")), None)}

    asyncio.run(go())
    store.close()
