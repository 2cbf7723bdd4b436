import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import open_club

from nardy.server.club.club import Club
from nardy.server.club.sessions import Sessions
from nardy.server.errors import StoreError
from nardy.server.store import guests
from nardy.server.store.guests import A_MINUTE, Guest
from nardy.server.timestamps import now


async def seen(club: Club, token: str) -> int:
    found = await club.store.read(lambda c: guests.guests_of(c, [token]))
    return found[token].seen


def test_a_session_is_noted_once_a_minute_and_before_the_club_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            _, token = await club.welcome("Anna")
            first = await seen(club, token)
            assert await club.guest(token)
            assert await seen(club, token) == first
            later = first + A_MINUTE + 1
            monkeypatch.setattr("nardy.server.club.sessions.now", lambda: later)
            assert await club.guest(token)
        async with open_club(tmp_path) as club:
            assert await seen(club, token) == later

    asyncio.run(go())


class Slow:
    """A store that writes when it may, or fails."""

    def __init__(self) -> None:
        self.may, self.fails, self.jobs = asyncio.Event(), False, list[Any]()

    async def run(self, job: Any) -> None:
        self.jobs.append(job)
        await self.may.wait()
        if self.fails:
            raise StoreError("full")


@pytest.mark.parametrize("fails", [False, True])
def test_nobody_waits_and_what_is_being_written_is_not_written_twice(fails: bool) -> None:
    async def go() -> None:
        store = Slow()
        store.fails = fails
        sessions = Sessions(store)  # type: ignore[arg-type]
        guest = Guest("anna", "Anna", session="s", seen=now() - A_MINUTE - 1)
        for _ in range(3):
            sessions.note(guest)
        await asyncio.sleep(0)
        assert len(store.jobs) == 1
        store.may.set()
        await sessions.finish()
        sessions.note(guest)
        await sessions.finish()
        assert len(store.jobs) == 2

    asyncio.run(go())
