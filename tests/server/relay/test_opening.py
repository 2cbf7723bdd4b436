"""Whole processes on one database; what they are made of is tested in the other files of this folder."""

import asyncio
import contextlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Coroutine, Generator, Iterator
from pathlib import Path
from typing import IO, Any, cast

import psycopg
import pytest
from tests.server.club_room import enroll
from tests.server.databases import PostgresServer
from tests.server.half import two_clubs
from tests.server.matchmaking.searching import Hall
from tests.server.test_run import play_out, posted
from tests.server.tournaments.tournament_hall import record, until
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from nardy.server.errors import StoreError
from nardy.server.relay.opening import ShardChanges, SharedClub
from nardy.server.rooms.new_room import NewRoom
from nardy.server.settings import Settings
from nardy.server.shards.leases import SharedOwnership
from nardy.server.shards.numbers import ALL
from nardy.server.store.log import Terms
from nardy.server.tournaments.service import TournamentService

SECRET = "0123456789abcdef0123"  # noqa: S105 (of the tests)


def test_a_file_is_no_database_of_several_processes(tmp_path: Path) -> None:
    settings = Settings(database=tmp_path / "club.db", relay="127.0.0.1:0")
    with pytest.raises(StoreError, match="expected a database of PostgreSQL"):
        SharedClub(settings)


class ChangingShards:
    """An ownership of which only the changes matter."""

    on_taken: Callable[[Collection[int]], Coroutine[None, None, None]]
    on_handover: Callable[[Collection[int]], Coroutine[None, None, None]]
    on_lost: Callable[[Collection[int]], None]


@pytest.mark.parametrize("how", ["lost", "handed over"])
def test_rooms_tournaments_and_searches_go_with_their_shards_and_come_back_with_them(
    tmp_path: Path, how: str
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            await enroll(club, "a")
            hall, tournaments, ownership = Hall(club), TournamentService(club), ChangingShards()
            changes = ShardChanges(club, tournaments, hall.seekers)
            changes.follow(cast("SharedOwnership", ownership))
            running = await tournaments.make(record())
            seats = {"white": "guest:a", "black": "guest:b"}
            terms = Terms(clock="600+8")
            room = await club.make(NewRoom(games=("long-nardy",), terms=terms, **seats))
            searching = await hall.search("a")
            await ownership.on_handover([])
            ownership.on_lost([])
            assert club.all_loaded() == [room]
            assert tournaments.unfinished == [running]
            assert not searching.is_sent_away

            ours.shards.clear()
            if how == "lost":
                ownership.on_lost(ALL)
            else:
                await ownership.on_handover(ALL)
            await until(lambda: not tournaments.unfinished)
            assert club.all_loaded() == []
            assert searching.is_sent_away

            ours.shards.update(ALL)
            await ownership.on_taken(ALL)
            assert [one.record.id for one in club.all_loaded()] == [room.record.id]
            assert [one.record.id for one in tournaments.unfinished] == [running.record.id]
            await tournaments.close()
            await hall.seekers.close()

    asyncio.run(go())


@pytest.fixture
def database(postgresql: PostgresServer) -> Iterator[str]:
    made = postgresql.with_tables()
    yield made.text
    postgresql.drop(made)


def begin(
    database: str, folder: Path, *more: str, errors: IO[str] | None = None
) -> "subprocess.Popen[str]":
    options = ["--port", "0", "--relay", "127.0.0.1:0", "--relay-secret", str(folder / "secret")]
    command = [sys.executable, "-m", "nardy", "serve", "--database", database, *options, *more]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=errors, text=True, env=dict(os.environ)
    )


@contextlib.contextmanager
def a_process(
    database: str, folder: Path, *more: str, errors: IO[str] | None = None
) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    (folder / "secret").write_text(SECRET)
    with begin(database, folder, *more, errors=errors) as club:
        try:
            assert club.stdout is not None
            found = re.search(r"http://\S+", club.stdout.readline())
            assert found
            yield found[0], club
        finally:
            club.kill()


def failed(database: str, secret: Path) -> "subprocess.CompletedProcess[str]":
    """A process that is expected to end by itself."""
    options = ["--port", "0", "--relay", "127.0.0.1:0", "--relay-secret", str(secret)]
    command = [sys.executable, "-m", "nardy", "serve", "--database", database, *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=180)


@pytest.mark.thorough
def test_a_process_with_another_secret_does_not_begin_and_both_sides_say_why(
    database: str, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.write_text(SECRET[::-1])
    log = tmp_path / "log"
    with (
        log.open("w") as file,
        a_process(database, tmp_path, errors=file) as (one, _),
    ):
        told = failed(database, other)
        assert (told.returncode, told.stdout) == (1, "")
        (sentence,) = told.stderr.splitlines()
        assert "the same file with --relay-secret" in sentence
        # It took nothing, and people play on.
        assert rows(database, "select count(*) from club_process") == [(1,)]
        assert rows(database, "select count(distinct owner) from shard_lease") == [(1,)]
        posted(one, "/api/rooms", {"game": "long-nardy", "against": "friend"})
    (line,) = log.read_text().splitlines()
    assert "expected the secret of this process at its relay, got another one" in line


@pytest.mark.thorough
def test_of_two_that_begin_at_once_with_two_secrets_one_serves(
    database: str, tmp_path: Path
) -> None:
    folders = [tmp_path / name for name in "ab"]
    with contextlib.ExitStack() as opened:
        clubs = list["subprocess.Popen[str]"]()
        for number, folder in enumerate(folders):
            folder.mkdir()
            (folder / "secret").write_text(f"{SECRET}{number}")
            clubs.append(opened.enter_context(begin(database, folder)))
            opened.callback(clubs[-1].kill)
        first = [club.stdout.readline() for club in clubs if club.stdout]
        assert sum("The club is open" in line for line in first) == 1
        (ended,) = [club for club, line in zip(clubs, first, strict=True) if not line]
        assert ended.wait(60) == 1


def rows(database: str, query: str) -> list[tuple[Any, ...]]:
    with psycopg.connect(database) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


@pytest.mark.thorough
def test_two_people_at_two_processes_play_a_game_though_its_owner_dies(
    database: str, tmp_path: Path
) -> None:
    """The seat is taken through the other process; no number is missing, and no act is there twice."""

    async def play(address: str, room: str, cookie: str) -> dict[str, Any]:
        while True:
            with contextlib.suppress(Exception):
                return await play_out(address, room, cookie)
            await asyncio.sleep(0.2)

    async def both(one: str, two: str, room: str, who: tuple[str, str], owner: Any) -> Any:
        playing = [
            asyncio.create_task(play(at, room, one_of))
            for at, one_of in zip((one, two), who, strict=True)
        ]
        # The owner dies in the middle of the game.
        while rows(database, "select count(*) from entry")[0][0] < 10:
            await asyncio.sleep(0.02)
        if owner:
            owner.kill()
            assert rows(database, "select count(*) from finished_room") == [(0,)]
            playing[0].cancel()
            playing[0] = asyncio.create_task(play(two, room, who[0]))
        return await asyncio.wait_for(asyncio.gather(*playing), 90)

    with a_process(database, tmp_path) as (one, club), a_process(database, tmp_path) as (two, _):
        made, mine = posted(one, "/api/rooms", {"game": "long-nardy", "against": "friend"})
        room = made["room"]
        _, theirs = posted(two, f"/api/rooms/{room}/seat", {})
        assert mine != theirs
        told = asyncio.run(both(one, two, room, (mine, theirs), club))
        assert told[0]["result"] == told[1]["result"]
    ((count, last, keys),) = rows(database, "select count(*), max(number), count(key) from entry")
    assert count == last
    assert rows(database, "select count(distinct key) from entry") == [(keys,)]
    assert rows(database, "select count(*) from finished_room") == [(1,)]
    assert json.dumps(told[0]["result"])


async def watch(address: str, room: str, **headers: str) -> str:
    """The room that a page is told of; the address of another process if the proxy is to ask that one."""
    live = f"ws{address[4:]}/live?type=watch&room={room}"
    try:
        async with connect(live, additional_headers=headers) as page:
            await page.send(json.dumps({"type": "watch", "room": room}))
            return json.loads(await page.recv())["room"]
    except InvalidStatus as told:
        return f"http://{told.response.headers['x-nardy-at']}"


@pytest.mark.thorough
def test_a_proxy_is_led_to_the_owner_of_a_room(database: str, tmp_path: Path) -> None:
    async def settled(one: str, two: str, room: str) -> list[str]:
        """What both say at last: the rooms of the first are shared with the second at its start."""
        told = list[str]()
        async with asyncio.timeout(20):
            while room not in told:
                marked = [watch(at, room, **{"X-Nardy-Near": "1"}) for at in (one, two)]
                told = await asyncio.gather(*marked)
                await asyncio.sleep(0.1)
        return told

    with a_process(database, tmp_path) as (one, _), a_process(database, tmp_path) as (two, _):
        made, _ = posted(one, "/api/rooms", {"game": "long-nardy", "against": "friend"})
        room = made["room"]
        assert asyncio.run(settled(one, two, room)) in ([room, one], [two, room])
        # Without the mark, as behind another proxy, both have it.
        assert [asyncio.run(watch(at, room)) for at in (one, two)] == [room, room]
