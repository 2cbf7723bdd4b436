"""A game at a day a turn, over three restarts of the club: its log, its clocks, its notices."""

import contextlib
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from nardy.core.events import event_from_json
from nardy.core.match import Match
from nardy.games import find_game

pytestmark = pytest.mark.thorough
DAY = 24 * 3600 * 1000
RESTARTS = 3
SLACK = 5_000
"""Milliseconds in which this machine may be busy with other things."""


@contextlib.contextmanager
def club(folder: Path) -> Iterator[str]:
    """A club on this folder's database, until it is killed."""
    environment = {**os.environ, "NARDY_DATABASE": str(folder / "club.db")}
    command = [sys.executable, "-m", "nardy", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        words = process.stdout.readline().split()
        try:
            yield next(word for word in words if word.startswith("http")).rstrip("/")
        finally:
            process.kill()


@dataclass
class Someone:
    """A player who looks in, acts if it is his turn, and goes away again."""

    cookie: str = ""

    def ask(self, address: str, data: object = None) -> Any:
        content = None if data is None else json.dumps(data).encode()
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(address, content, headers)  # noqa: S310 (loopback)
        with urllib.request.urlopen(request) as answer:  # noqa: S310 (loopback)
            self.cookie = answer.headers.get("set-cookie", self.cookie).partition(";")[0]
            return json.load(answer)

    @contextlib.contextmanager
    def look(self, address: str, room: str) -> "Iterator[Look]":
        """Go to the board, and away again."""
        headers = {"cookie": self.cookie, "origin": address}
        with connect(address.replace("http", "ws") + "/live", additional_headers=headers) as line:
            line.send(json.dumps({"type": "watch", "room": room, "since": 0}))
            yield Look(line, room)


class Look:
    """What one sees of a board as long as one is there."""

    def __init__(self, line: Any, room: str) -> None:
        self.line, self.room = line, room
        self.now = self._hear("update")

    def _hear(self, kind: str) -> Any:
        while (told := json.loads(self.line.recv(timeout=60)))["type"] != kind:
            assert told["type"] != "refused", told
        return told

    def commit(self) -> None:
        """Say what one's dice begin with: by this browser that cannot, nothing."""
        self.line.send(json.dumps({"type": "commit", "room": self.room, "tip": ""}))

    def begun(self) -> None:
        """The lot has fallen who begins."""
        while self.now["view"]["phase"] == "opening":
            self.now = self._hear("update")

    def turn(self) -> int:
        """All that is to be done until it is the other one's turn, or over; how many acts."""
        for number in itertools.count():
            view = self.now["view"]
            if view["phase"] == "over" or view["to_act"] != self.now["facts"]["you"]:
                return number
            self._act(view)
        raise AssertionError

    def _act(self, view: dict[str, Any]) -> None:
        version = self.now["version"]
        order = {"type": "act", "room": self.room, "id": f"{version}", "version": version}
        more = (
            {"act": "play", "moves": self._moves()} if view["phase"] == "turn" else {"act": "roll"}
        )
        self.line.send(json.dumps({**order, **more}))
        while self.now["version"] <= version:
            self.now = self._hear("update")

    def _moves(self) -> list[dict[str, int]]:
        nodes, at = self.now["nodes"], 0
        moves: list[dict[str, int]] = []
        while nodes[at]["moves"]:
            move = nodes[at]["moves"][0]
            moves.append({"from": move["from"], "to": move["to"]})
            at = move["then"]
        return moves


def test_a_game_by_correspondence_lives_through_three_restarts(tmp_path: Path) -> None:
    one, two = Someone(), Someone()
    wish = {"game": "hypergammon", "against": "friend", "seat": "white", "clock": "0d86400"}
    room, acts, since = "", 0, 0
    people = [one, two]
    for life in range(RESTARTS + 1):
        with club(tmp_path) as address:
            if not room:
                room = one.ask(f"{address}/api/rooms", wish)["room"]
                two.ask(f"{address}/api/rooms/{room}/seat", {})
                with one.look(address, room) as here, two.look(address, room) as there:
                    here.commit()
                    there.commit()
                    here.begun()
            else:
                check_clock(people, address, room, since)
            while not is_over(people, address, room):
                mover = to_move(people, address, room)
                with mover.look(address, room) as look:
                    acts += look.turn()
                if life < RESTARTS and acts >= 4 * (life + 1):
                    break
            since = last_act(tmp_path, room)
        time.sleep(1)  # the day that is thought about goes on while the club is closed
    match = replayed(tmp_path, room)
    assert match.game.outcome is not None
    assert acts > 4 * RESTARTS


def mine(someone: Someone, address: str, room: str) -> dict[str, Any] | None:
    """What the notices of a page are made of."""
    told = someone.ask(f"{address}/api/mine")
    return next((one for one in told if one["room"] == room), None)


def is_over(people: list[Someone], address: str, room: str) -> bool:
    """Whoever has no such game any more needs no notice of it."""
    return all(mine(someone, address, room) is None for someone in people)


def to_move(people: list[Someone], address: str, room: str) -> Someone:
    """Whose turn it is: exactly one is told so."""
    told = [mine(someone, address, room) for someone in people]
    turns = [
        someone for someone, one in zip(people, told, strict=True) if one and one["is_your_turn"]
    ]
    assert len(turns) == 1, told
    return turns[0]


def check_clock(people: list[Someone], address: str, room: str, since: int) -> None:
    """The day of whoever must act has gone on while the club was away, and nobody else's."""
    with to_move(people, address, room).look(address, room) as look:
        clocks, seat = look.now["clocks"], look.now["facts"]["you"]
    gone = time.time() * 1000 - since
    assert clocks["running"] == seat
    assert clocks["free"] == pytest.approx(DAY - gone, abs=SLACK)


def log_of(folder: Path, room: str) -> list[tuple[int, str, int]]:
    with sqlite3.connect(folder / "club.db") as connection:
        asked = "select number, event, at from entry where room = ? order by number"
        return connection.execute(asked, (room,)).fetchall()


def last_act(folder: Path, room: str) -> int:
    return log_of(folder, room)[-1][2]


def replayed(folder: Path, room: str) -> Match:
    """The log through the rule book: every event once, and each legal."""
    found = log_of(folder, room)
    assert [number for number, _, _ in found] == [*range(1, len(found) + 1)]
    match = Match(find_game("hypergammon"), 0)
    match.replay((event_from_json(json.loads(event)) for _, event, _ in found), find_game)
    return match
