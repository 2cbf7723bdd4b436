import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import enroll, open_club

from nardy.server.accounts import known_devices
from nardy.server.club.club import Club
from nardy.server.store.guests import Guest
from nardy.server.store.known_devices import RequestSource
from nardy.server.store.schema import sighting

HOME = RequestSource("192.0.2.1", "cookie")


async def kept(club: Club) -> list[tuple[str, int]]:
    asked = sql.select(sighting.c.guest, sighting.c.seen).where(sighting.c.kind == "browser")
    return [tuple(row) for row in await club.store.run(lambda c: c.execute(asked).all())]


def test_accounts_are_noted_once_an_hour_and_nobody_else_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "p")
            hour = known_devices.AN_HOUR
            for at, who, role in (
                (hour, "a", "member"),
                (hour + 9, "a", "member"),
                (hour, "p", "program"),
                (hour, "p", ""),
            ):
                monkeypatch.setattr(known_devices, "now", lambda at=at: at)
                await club.known_devices.note(Guest(who, who, role), HOME)
            assert await kept(club) == [("a", hour)]
            monkeypatch.setattr(known_devices, "now", lambda: 3 * hour)
            await club.known_devices.note(Guest("a", "a", "admin"), HOME)
            assert await kept(club) == [("a", 3 * hour)]
            assert await club.known_devices.knows("a", HOME)
            for name, place in (
                ("a", RequestSource("", "other")),
                ("b", HOME),
                ("a", RequestSource("192.0.2.1")),
            ):
                assert not await club.known_devices.knows(name, place)
            monkeypatch.setattr(known_devices, "now", lambda: 181 * 24 * hour)
            await club.known_devices.forget_old()
            assert await kept(club) == []

    asyncio.run(go())
