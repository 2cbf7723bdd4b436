import asyncio
import contextlib
import gc
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sql
import uvicorn
from tests.server.club_room import open_club
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from nardy.server.club.club import NewRoom
from nardy.server.errors import StoreError
from nardy.server.jobs.opening import job_engine
from nardy.server.operations.metrics_port import MetricsError
from nardy.server.relay.port import RelayError
from nardy.server.run import (
    AddressError,
    ClubServer,
    listen,
    run,
    shorten_pauses,
    with_workers,
)
from nardy.server.settings import read_settings
from nardy.server.store.database.address import read_database
from nardy.server.store.database.opening import open_store
from nardy.server.store.job_tables import job_process
from nardy.server.store.log import Terms


def test_a_port_in_use_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(AddressError, match="another program listens; choose another"):
            listen(read_settings({"port": port, "database": tmp_path / "a.db"}, environment={}))


def test_an_address_of_another_machine_is_refused(tmp_path: Path) -> None:
    for host in ("192.0.2.1", "no.such.host.invalid", "a..b"):
        with pytest.raises(AddressError, match="expected an address of this machine"):
            listen(read_settings({"host": host, "database": tmp_path / "a.db"}, environment={}))


def test_a_damaged_database_is_told_in_one_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.server.run.shorten_pauses", lambda: None)
    file = tmp_path / "club.db"
    open_store(file).close()
    with sqlite3.connect(file) as connection:
        connection.execute("drop table tournament")
    settings = read_settings({"port": "0", "database": file}, environment={})
    with pytest.raises(StoreError, match="expected the database of the club to answer"):
        run(settings, lambda _: None)
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("is_late", [False, True])
def test_a_club_whose_metrics_find_no_port_never_says_that_it_is_open(
    is_late: bool,
    tmp_path: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also one whose port is taken in the moment in which it starts."""
    monkeypatch.setattr("nardy.server.run.shorten_pauses", lambda: None)
    if is_late:
        monkeypatch.setattr("nardy.server.run.require_port", lambda _: None)
    told = list[str]()
    with socket.create_server(("127.0.0.1", 0)) as other:
        metrics = f"127.0.0.1:{other.getsockname()[1]}"
        flags = {"port": "0", "database": tmp_path / "club.db", "metrics": metrics}
        settings = read_settings(flags, environment={})
        with pytest.raises(MetricsError, match="expected a free address for metrics"):
            run(settings, told.append)
    assert told == []
    assert capfd.readouterr().err == ""
    # Nothing is half begun: the file is made after all ports were tried.
    assert (tmp_path / "club.db").exists() is is_late


def test_a_port_of_pages_that_is_taken_leaves_no_database(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        flags = {"port": other.getsockname()[1], "database": tmp_path / "club.db"}
        with pytest.raises(AddressError, match="another program listens"):
            run(read_settings(flags, environment={}), lambda _: None)
    assert not (tmp_path / "club.db").exists()


def test_a_clock_stands_still_as_soon_as_the_process_is_told_to_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            terms = Terms(clock="60+0")
            room = await club.make(
                NewRoom(games=("long-nardy",), white="guest:a", black="guest:b", terms=terms)
            )
            assert room.timing is not None
            server = ClubServer(uvicorn.Config(lambda: None))
            server.club_of = lambda: club
            server.handle_exit(signal.SIGTERM, None)
            await asyncio.sleep(0)
            assert club.process.is_draining
            stood = room.timing.stand
            await asyncio.sleep(0.05)
            assert room.timing.stand == stood

    asyncio.run(go())


def test_the_command_prints_its_address_serves_there_and_ends_well(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
    more = {"NARDY_DATABASE": str(tmp_path / "club.db"), "NOTIFY_SOCKET": str(tmp_path / "notify")}
    environment = {**os.environ, **more}
    with (
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as club,
    ):
        manager.bind(more["NOTIFY_SOCKET"])
        manager.settimeout(60)
        assert club.stdout is not None
        try:
            line = club.stdout.readline()
            address = next(word for word in line.split() if word.startswith("http"))
            with urllib.request.urlopen(address) as answer:  # noqa: S310 (loopback)
                assert b"<title>nardy" in answer.read()
            assert manager.recv(100) == b"READY=1"
            # systemd stops a service so, and takes another status for a failure.
            club.terminate()
            assert club.wait(60) == 0
            assert manager.recv(100) == b"STOPPING=1"
        finally:
            club.kill()


async def play_until_killed(
    address: str, club: "subprocess.Popen[str]", kept: dict[str, int]
) -> dict[str, int]:
    """Roll in twenty new rooms and in all old ones; the versions that were answered."""
    rooms = list(kept)
    for _ in range(20):
        request = urllib.request.Request(  # noqa: S310 (loopback)
            f"{address}/api/rooms",
            json.dumps({"game": "long-nardy", "bot": "easy"}).encode(),
            {"content-type": "application/json", "cookie": COOKIES.get("club", "")},
        )
        with urllib.request.urlopen(request) as answer:  # noqa: ASYNC210, S310 (loopback)
            if told := answer.headers.get("set-cookie"):
                COOKIES["club"] = told.partition(";")[0]
            rooms.append(json.load(answer)["room"])
    answered: dict[str, int] = {}
    live = f"ws{address[4:]}/live"
    async with connect(live, additional_headers={"cookie": COOKIES["club"]}) as socket:
        for room in rooms[-20:]:
            await socket.send(json.dumps({"type": "watch", "room": room}))
        killer = asyncio.get_running_loop().call_later(1.5, club.kill)
        with contextlib.suppress(ConnectionClosed):
            await act_on(socket, answered)
        killer.cancel()
    return answered


async def act_on(socket: ClientConnection, answered: dict[str, int]) -> None:
    """Do the first thing that can be done, in every room, until the connection breaks."""
    rooms: dict[str, str] = {}
    while True:
        told = json.loads(await socket.recv())
        if told["type"] == "done":
            answered[rooms[told["id"]]] = told["version"]
        if told["type"] != "update" or told["view"]["to_act"] != told["facts"]["you"]:
            continue
        act = {"type": "act", "room": told["room"], "version": told["version"], "moves": []}
        if told["view"]["phase"] == "turn":
            act |= {"act": "play", "moves": walk(told["nodes"])}
        else:
            act["act"] = told["view"]["acts"][0] if told["view"]["acts"] else "roll"
        act["id"] = f"{told['room']}-{told['version']}"
        rooms[act["id"]] = told["room"]
        await socket.send(json.dumps(act))


def walk(nodes: list[dict]) -> list[dict[str, int]]:
    """The first legal turn of a graph."""
    at, moves = 0, []
    while nodes[at]["moves"]:
        move = nodes[at]["moves"][0]
        moves.append({"from": move["from"], "to": move["to"]})
        at = move["then"]
    return moves


COOKIES: dict[str, str] = {}


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """What --database names: a file, or an address."""
    if request.param == "sqlite":
        yield str(tmp_path / "club.db")
        return
    server = request.getfixturevalue("postgresql")
    address = server.new()
    yield address.text
    server.drop(address)


def asked(database: str, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query."""
    is_file = not database.startswith("postgresql:")
    opened = sqlite3.connect(database) if is_file else psycopg.connect(database)
    with contextlib.closing(opened) as connection:
        return connection.execute(query).fetchall()  # type: ignore[arg-type]


@contextlib.contextmanager
def a_club_on(database: str) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A club in a process of its own; its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "nardy", "serve", "--port", "0"],
        env={**os.environ, "NARDY_DATABASE": database},
        stdout=subprocess.PIPE,
        text=True,
    ) as club:
        try:
            assert club.stdout is not None
            words = club.stdout.readline().split()
            yield next(word for word in words if word.startswith("http")), club
        finally:
            club.kill()


def posted(address: str, path: str, data: object, cookie: str = "") -> tuple[Any, str]:
    """The answer, and the cookie of whoever asked."""
    headers = {"content-type": "application/json", "cookie": cookie}
    request = urllib.request.Request(f"{address}{path}", json.dumps(data).encode(), headers)  # noqa: S310
    with urllib.request.urlopen(request) as answer:  # noqa: S310 (loopback)
        told = answer.headers.get("set-cookie", "")
        return json.load(answer), told.partition(";")[0] or cookie


async def play_out(address: str, room: str, cookie: str) -> dict[str, Any]:
    """Play one seat of a game, the first legal turn each time; the last view."""
    async with connect(f"ws{address[4:]}/live", additional_headers={"cookie": cookie}) as socket:
        await socket.send(json.dumps({"type": "watch", "room": room}))
        while True:
            told = json.loads(await socket.recv())
            assert told["type"] != "refused", told
            if told["type"] != "update":
                continue
            view = told["view"]
            if view["phase"] == "over":
                return view
            if view["to_act"] != told["facts"]["you"] or view["phase"] == "opening":
                continue
            act = {"type": "act", "room": room, "version": told["version"]}
            if view["phase"] == "turn":
                act |= {"act": "play", "moves": walk(told["nodes"])}
            else:
                act["act"] = "roll" if "roll" in view["acts"] else view["acts"][0]
            await socket.send(json.dumps({**act, "id": f"{told['version']}"}))


@pytest.mark.thorough
def test_two_people_play_a_game_to_its_end(database: str) -> None:
    """On both databases: it is in the log, numbered, and its dice are counted; then the club ends well."""
    with a_club_on(database) as (address, club):
        made, mine = posted(address, "/api/rooms", {"game": "long-nardy", "against": "friend"})
        room = made["room"]
        _, theirs = posted(address, f"/api/rooms/{room}/seat", {})

        async def both() -> list[dict[str, Any]]:
            return await asyncio.gather(*(play_out(address, room, who) for who in (mine, theirs)))

        one, other = asyncio.run(asyncio.wait_for(both(), 120))
        assert one["result"] == other["result"]
        with urllib.request.urlopen(f"{address}/api/dice") as answer:  # noqa: S310 (loopback)
            counts = json.load(answer)
        club.terminate()
        assert club.wait(60) == 0
    ((version, is_over),) = asked(database, "select version, is_over from room")
    assert is_over
    assert asked(database, "select count(*), max(number) from entry") == [(version, version)]
    assert asked(database, "select room, number from finished_room") == [(room, 1)]
    assert asked(database, "select number, score from result") in (
        [(1, 1.0)],
        [(1, 0.0)],
        [(1, 0.5)],
    )
    (rolled,) = asked(database, "select count(*) from entry where event like '%rolled%'")
    assert (counts["rooms"], counts["throws"]) == (1, rolled[0])


@pytest.mark.thorough
def test_a_second_club_on_one_database_is_refused(database: str) -> None:
    with a_club_on(database):
        told = subprocess.run(
            [sys.executable, "-m", "nardy", "serve", "--port", "0", "--database", database],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
    assert told.returncode == 1
    assert "stop that one first" in told.stderr
    assert "Traceback" not in told.stderr
    # And the name of the first one ends with it, even if it was killed.
    with a_club_on(database):
        pass


@pytest.mark.thorough
def test_a_club_that_is_killed_has_kept_every_act_that_it_answered(database: str) -> None:
    kept: dict[str, int] = {}
    COOKIES.clear()
    for _ in range(3):
        with a_club_on(database) as (address, club):
            kept |= asyncio.run(play_until_killed(address, club, kept))
        found = dict(asked(database, "select room, count(*) from entry group by room"))
        assert all(found[room] >= version for room, version in kept.items())
    assert len(kept) >= 20


def test_threads_take_turns_more_often_and_all_memory_is_looked_through_more_rarely() -> None:
    before = sys.getswitchinterval(), gc.get_threshold()
    shorten_pauses()
    try:
        assert sys.getswitchinterval() < 0.001
        assert gc.isenabled()
        *young, old = gc.get_threshold()
        assert young == [700, 10]
        assert old > before[1][2]
    finally:
        sys.setswitchinterval(before[0])
        gc.set_threshold(*before[1])


@pytest.mark.thorough
def test_a_club_that_is_stopped_tells_its_pages_to_come_again(tmp_path: Path) -> None:
    async def follow(address: str, club: "subprocess.Popen[str]") -> int:
        async with connect(f"ws{address[4:]}/live") as socket:
            await socket.send('{"type": "lobby"}')
            await socket.recv()
            club.terminate()
            with contextlib.suppress(ConnectionClosed):
                while True:
                    await socket.recv()
            assert socket.close_code is not None
            return socket.close_code

    with subprocess.Popen(
        [sys.executable, "-m", "nardy", "serve", "--port", "0"],
        env={**os.environ, "NARDY_DATABASE": str(tmp_path / "club.db")},
        stdout=subprocess.PIPE,
        text=True,
    ) as club:
        assert club.stdout is not None
        words = club.stdout.readline().split()
        address = next(word for word in words if word.startswith("http"))
        begun = time.monotonic()
        assert asyncio.run(follow(address, club)) == 1012
        assert club.wait(20) == 0
        assert time.monotonic() - begun < 20


def workers_of(database: str) -> list[str]:
    engine = job_engine(read_database(database))
    with engine.connect() as connection:
        is_worker = job_process.c.role == "worker"
        found = list(connection.scalars(sql.select(job_process.c.id).where(is_worker)))
    engine.dispose()
    return found


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.thorough
@pytest.mark.parametrize("is_killed", [False, True])
def test_workers_begin_with_the_club_and_end_with_it(is_killed: bool, database: str) -> None:
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0", "--workers", "2"]
    environment = {**os.environ, "NARDY_DATABASE": database}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as club:
        assert club.stdout is not None
        club.stdout.readline()
        until(lambda: len(workers_of(database)) == 2)
        processes = [int(worker.partition("-")[0]) for worker in workers_of(database)]
        told = [Path(f"/proc/{process}/cmdline").read_bytes() for process in processes]
        # Everybody on the machine sees arguments, and an address has a password.
        assert not any(database.encode() in arguments for arguments in told)
        # A club that is killed takes its workers along: the end of their input tells them.
        if is_killed:
            club.kill()
        else:
            club.terminate()
        assert club.wait(30) == (-signal.SIGKILL if is_killed else 0)
    until(lambda: not any(Path(f"/proc/{process}").exists() for process in processes))
    assert workers_of(database) == []


def test_a_club_without_workers_starts_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = list[tuple[object, int]]()

    class Pool:
        def __init__(self, file: Path, count: int, log: str) -> None:
            assert log == "text"
            begun.append((file, count))

        def close(self) -> None:
            begun.append(("closed", 0))

    monkeypatch.setattr("nardy.server.worker.pool.WorkerPool", Pool)
    file = tmp_path / "club.db"
    for settings in ({}, {"workers": "2", "database": ":memory:"}, {"workers": "2"}):
        chosen = read_settings({"database": file, **settings}, environment={})
        with with_workers(chosen):
            pass
    assert begun == [(file, 2), ("closed", 0)]


def test_a_relay_that_cannot_be_is_refused_before_anybody_hears_of_the_club(tmp_path: Path) -> None:
    told = list[str]()
    secret = tmp_path / "secret"
    secret.write_text("0123456789abcdef")
    flags = {"database": tmp_path / "club.db", "relay": "127.0.0.1:0", "relay_secret": secret}
    with pytest.raises(StoreError, match="leave out --relay"):
        run(read_settings(flags, environment={}), told.append)
    flags = {"database": "postgresql://n@127.0.0.1:1/x", "relay": "127.0.0.1:0"}
    with pytest.raises(RelayError, match="--relay-secret"):
        run(read_settings(flags, environment={}), told.append)
    assert told == []
    assert not (tmp_path / "club.db").exists()
