"""The wall clock of a club's process jumps an hour, forward and back: games, sessions and limits go on as before.

libfaketime changes the clock of that process alone.
"""

import asyncio
import sqlite3
import time
import urllib.error
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.server.failing_club import until
from tests.server.running_club import (
    Played,
    RunningClub,
    asked,
    play,
    posted,
    require_kept,
    require_sentences,
    running,
    seated,
)

pytestmark = pytest.mark.thorough
HOUR = 3600
MOST_MS = 300_000
"""Some milliseconds are spent, and eight seconds added for each turn; a jump would be 3,600,000."""
FAKETIME = [*Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")]


class WallClock:
    """The wall clock of one process."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "clock"
        self.set(0)

    def set(self, seconds: int) -> None:
        """So far from the machine's own clock, within two seconds."""
        self._file.write_text(f"{seconds:+d}\n", "utf-8")

    @property
    def environment(self) -> dict[str, str]:
        """The variables of a process that has it; its monotonic clock is the machine's, as in a real jump."""
        return {
            "LD_PRELOAD": str(FAKETIME[0]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            # Reading the file at each look at the clock would take most of the processor.
            "FAKETIME_CACHE_DURATION": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


@pytest.fixture
def clock(tmp_path: Path) -> WallClock:
    if not FAKETIME:
        pytest.skip("no libfaketime; apt-get install faketime brings it")
    return WallClock(tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database of either kind for a club in a process of its own."""
    if request.param == "sqlite":
        yield str(tmp_path / "club.db")
        return
    server = request.getfixturevalue("postgresql")
    address = server.with_tables()
    yield address.text
    server.drop(address)


def newest_at(database: str) -> int:
    """The time of the newest entry, in milliseconds since 1970."""
    query = "select at from entry order by number desc limit 1"
    is_address = database.startswith("postgresql:")
    opened: Any = psycopg.connect(database) if is_address else sqlite3.connect(database)
    with opened as connection:
        return connection.execute(query).fetchone()[0]


def left(played: Played) -> dict[str, int]:
    """The milliseconds of both players of each room together."""
    return {room: told["white"] + told["black"] for room, told in played.clocks.items()}


def may_rename(club: RunningClub, cookie: str) -> bool:
    """Whether the limit of new names, one in six seconds after a burst, lets somebody through."""
    try:
        posted(club.address, "/api/me", {"name": "Ann"}, cookie)
    except urllib.error.HTTPError as error:
        told = error.code, int(error.headers["retry-after"])
    else:
        return True
    assert told[0] == 429
    assert told[1] <= 6
    return False


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_wall_clock_that_jumps_an_hour_changes_no_game_and_no_limit(
    database: str, clock: WallClock, jump: int
) -> None:
    with running(database, clock.environment) as club:
        seats, played = seated(club.address, 2), Played()
        cookie = seats[0][1]

        async def go() -> None:
            players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
            await until(lambda: len(played.done) > 8)
            before, count = left(played), len(played.done)
            clock.set(jump)
            await asyncio.sleep(2)
            await until(lambda: len(played.done) > count + 12)
            after = left(played)
            assert all(abs(after[room] - stand) < MOST_MS for room, stand in before.items())
            assert not played.refused
            played.has_ended = True
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)

        asyncio.run(go())
        # The clock of this process did jump, and that of the machine did not.
        assert abs(newest_at(database) / 1000 - time.time() - jump) < 60
        # Whoever was signed in still is.
        told = asked(club.address, "/api/me", cookie)
        assert seats[0][0] in told["rooms"]
        while may_rename(club, cookie):
            pass
        # A limit is neither lifted by an hour nor in force for one more.
        clock.set(0)
        time.sleep(2)
        assert not may_rename(club, cookie)
        time.sleep(6)
        assert may_rename(club, cookie)
        club.process.terminate()
        assert club.process.wait(20) == 0
        require_sentences(club.told)
    require_kept(played, database)


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
@pytest.mark.parametrize("is_killed", [False, True])
def test_a_club_that_begins_again_after_a_jump_gives_and_takes_nobody_time(
    database: str, clock: WallClock, jump: int, is_killed: bool
) -> None:
    played = Played()
    with running(database, clock.environment) as club:
        seats = seated(club.address, 1)
        asyncio.run(_play_some(club, seats, played))
        if is_killed:
            club.process.kill()
        else:
            club.process.terminate()
        club.process.wait(20)
    before = left(played)
    clock.set(jump)
    played.clocks = {}
    with running(database, clock.environment) as club:
        asyncio.run(_play_some(club, seats, played))
        require_sentences(club.told)
    after = left(played)
    assert all(abs(stand - before[room]) < MOST_MS for room, stand in after.items())
    require_kept(played, database)


async def _play_some(club: RunningClub, seats: list[tuple[str, str]], played: Played) -> None:
    players = [asyncio.create_task(play(club.address, seat, played)) for seat in seats]
    count = len(played.done)
    await until(lambda: len(played.done) > count + 5)
    for player in players:
        player.cancel()
    await asyncio.gather(*players, return_exceptions=True)
