import asyncio
from pathlib import Path

from tests.server.databases import connected

from nardy.server.store import guests
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
            for part in ("ann", "%", "_", "x", "людмила", "ЛЮД", "bo")
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
    ]
    store.close()
