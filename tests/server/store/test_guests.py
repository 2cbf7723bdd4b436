import asyncio
import sqlite3
from pathlib import Path

from nardy.server.store import guests
from nardy.server.store.guests import Guest
from nardy.server.store.opening import open_store

ANNA = Guest("a", "Anna")


def test_a_guest_is_known_by_the_token_and_the_token_is_kept_nowhere(tmp_path: Path) -> None:
    store = open_store(tmp_path / "club.db")

    async def go() -> list[object]:
        await store.run(lambda c: guests.add_guest(c, ANNA, "secret-token", 1))
        known = await store.run(lambda c: guests.guest_of(c, "secret-token"))
        unknown = await store.run(lambda c: guests.guest_of(c, "other"))
        await store.run(lambda c: guests.rename(c, "a", "Anna K."))
        return [known, unknown, await store.run(lambda c: guests.names_of(c, ["a", "b"]))]

    assert asyncio.run(go()) == [ANNA, None, {"a": "Anna K."}]
    store.close()
    with sqlite3.connect(tmp_path / "club.db") as connection:
        assert "secret-token" not in str(connection.execute("select * from guest").fetchall())
