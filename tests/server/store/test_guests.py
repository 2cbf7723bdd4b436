import asyncio
from pathlib import Path

import pytest
from tests.server.databases import connected

from nardy.server.store import accounts, guests
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.guests import Guest

ANNA = Guest("a", "Anna")


def test_a_guest_is_known_by_the_token_and_the_token_is_kept_nowhere(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> list[object]:
        await store.run(lambda c: guests.add_guest(c, ANNA, "secret-token", 1))
        known = await store.run(lambda c: guests.guests_of(c, ["secret-token", "other"]))
        await store.run(lambda c: guests.rename(c, "a", "Anna K."))
        return [known, await store.run(lambda c: guests.names_of(c, ["a", "b"]))]

    assert asyncio.run(go()) == [{"secret-token": ANNA}, {"a": "Anna K."}]
    store.close()
    with connected(tmp_path / "club.db") as connection:
        assert "secret-token" not in str(connection.execute("select * from guest").fetchall())


def test_sessions_are_listed_ended_and_seen(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def job(connection):
        guests.add_guest(connection, ANNA, "one", 1, "Firefox")
        guests.begin_session(connection, "a", "two", 2, "Chrome")
        guests.begin_session(connection, "a", "three", 3, "Safari")
        guests.see(connection, guests.hashed("one"), 10**6)
        assert [one.agent for one in guests.sessions_of(connection, "a")] == [
            "Firefox",
            "Safari",
            "Chrome",
        ]
        first, second, third = (guests.hashed(token) for token in ("one", "two", "three"))
        guests.end_sessions(connection, "a", only=second)
        assert guests.open_sessions(connection, [first, second, third, "x"]) == {first, third}
        guests.end_sessions(connection, "a", but=third)
        assert guests.open_sessions(connection, [first, third]) == {third}
        guests.end_sessions(connection, "b")
        guests.end_sessions(connection, "a")
        return guests.sessions_of(connection, "a")

    assert asyncio.run(store.run(job)) == []
    store.close()


def test_people_are_found_by_a_part_of_their_name(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    def job(connection):
        for number, name in enumerate(["Anna", "Hanna", "Boris", "50%", "Людмила", "ＢＯ"]):
            guests.add_guest(connection, Guest(str(number), name), name, number)
        return [
            [one.name for one in guests.find(connection, part)]
            for part in ("ann", "%", "_", "x", "людмила", "ЛЮД", "bo", "", "  ")
        ]

    ludmila = ["Людмила"]
    assert asyncio.run(store.run(job)) == [
        ["Hanna", "Anna"],
        ["50%"],
        [],
        [],
        ludmila,
        ludmila,
        ["ＢＯ", "Boris"],
        [],
        [],
    ]
    store.close()


def test_accounts_are_found_first_and_then_only_as_many_guests_as_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, read = open_store(tmp_path / "club.db"), list[str]()
    key_of = guests.key_of

    def counted(name: str) -> str:
        read.append(name)
        return key_of(name)

    monkeypatch.setattr(guests, "key_of", counted)

    def job(connection):
        for number, name in enumerate(["Анна", "Ann_1", "Ann 2", "Ann 3", "Анна К."]):
            guests.add_guest(connection, Guest(str(number), name), name, number)
        for number, name in (("0", "анна"), ("1", "ann_1")):
            accounts.add_account(connection, Account(number, name, "", "member"), 1)
        return [
            [(one.name, one.role) for one in guests.find(connection, part, limit=limit)]
            for part, limit in (("АНН", 1), ("АНН", 5), ("n_", 5), ("ANN", 2))
        ]

    assert asyncio.run(store.run(job)) == [
        [("Анна", "member")],
        [("Анна", "member"), ("Анна К.", "")],
        [("Ann_1", "member")],
        [("Ann_1", "member"), ("Ann 3", "")],
    ]
    assert read[0] == read[1] == "АНН"  # an account was enough, so no guest was read
    assert read[-3:] == ["ANN", "Анна К.", "Ann 3"]
    store.close()
