import asyncio
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import enroll, open_club

from nardy.server.accounts import known_devices
from nardy.server.accounts.known_devices import KnownDevices
from nardy.server.club.club import Club
from nardy.server.errors import StoreError
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


class Slow:
    """A store that writes when it may, or fails."""

    def __init__(self) -> None:
        self.may, self.fails, self.jobs = asyncio.Event(), False, 0

    async def run(self, _: object) -> None:
        self.jobs += 1
        await self.may.wait()
        if self.fails:
            raise StoreError("full")


ANNA = Guest("anna", "Anna", "member")


async def begun(*tasks: asyncio.Task[None]) -> None:
    """Let tasks begin, and see that each waits."""
    for _ in range(5):
        await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)


def test_what_is_being_written_is_written_once_and_waited_for_by_who_needs_it() -> None:
    async def go() -> None:
        store = Slow()
        devices = KnownDevices(store)  # type: ignore[arg-type]
        for _ in range(3):
            devices.note_soon(ANNA, HOME)
        waiting = [
            asyncio.create_task(one) for one in (devices.note(ANNA, HOME), devices.written("anna"))
        ]
        await begun(*waiting)
        assert store.jobs == 1
        await devices.written("boris")  # has nothing to wait for
        # A request that is gone leaves the write alone.
        waiting.pop().cancel()
        await begun(*waiting)
        store.may.set()
        await asyncio.gather(*waiting)
        await devices.note(ANNA, HOME)
        assert store.jobs == 1

    asyncio.run(go())


def test_a_place_that_could_not_be_written_is_tried_again() -> None:
    async def go() -> None:
        store = Slow()
        store.fails = True
        store.may.set()
        devices = KnownDevices(store)  # type: ignore[arg-type]
        devices.note_soon(ANNA, HOME)
        with pytest.raises(StoreError):
            await devices.written("anna")
        devices.note_soon(ANNA, HOME)
        await devices.finish()
        store.fails = False
        await devices.note(ANNA, HOME)
        assert store.jobs == 3

    asyncio.run(go())


def test_a_place_is_written_before_the_club_ends(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a")
            club.known_devices.note_soon(Guest("a", "a", "member"), HOME)
        async with open_club(tmp_path) as club:
            assert [who for who, _ in await kept(club)] == ["a"]

    asyncio.run(go())
