import asyncio
import json
import re
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.cli.talk import nardy, refused
from tests.server.played import club_file, result
from tests.server.store.test_reviewed_games import figures

from nardy.errors import way_to_install
from nardy.server.club.club import Club, NewRoom
from nardy.server.ratings.ladder import RatedResult
from nardy.server.store import reviewed_games
from nardy.server.store.database.opening import open_store
from nardy.server.timestamps import DAY_MS


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A club with Anna, who has an account, and a guest; a game goes on in the room."""
    file = tmp_path / "club.db"

    async def go() -> None:
        club = Club(open_store(file))
        anna, _ = await club.welcome("Guest 1")
        await club.accounts.sign_up(anna, "Anna", "lamp gravel tuesday")
        await club.welcome("Guest 2")
        room = await club.make(NewRoom(games=("tapa",), white="guest:a", black="guest:b"))
        (tmp_path / "room").write_text(room.record.id, "utf-8")
        await club.chat.say(room, "guest:loud", "1", "Buy my dice!")
        await club.chat.report(room, "guest:a", 1)
        await club.close()

    asyncio.run(go())
    return file


def admin(database: Path, *arguments: str) -> str:
    answer = nardy("admin", "--database", database, *arguments)
    assert answer.status == 0, answer.err
    return answer.out


def test_what_is_decided_is_in_the_log(database: Path) -> None:
    room = (database.parent / "room").read_text("utf-8")
    found = admin(database, "find", "guest").split()
    assert found[1:] == ["guest", "Guest", "2"]
    for arguments in (
        ("role", "anna", "admin"),
        ("mute", found[0], "--days", "7"),
        ("unmute", found[0]),
        ("ban", "Anna"),
        ("unban", "Anna"),
        ("close", room),
    ):
        assert admin(database, *arguments) == ""
    told = [line.split("  ", 1)[1] for line in admin(database, "log").splitlines()]
    assert told[0] == f"machine  close  {room}"
    assert re.fullmatch(r"machine  role admin  Anna \(\S+\)", told[-1])
    assert told[-2] == f"machine  mute  Guest 2 ({found[0]})"
    assert len(told) == 6
    assert len(admin(database, "log", "--count", "2").splitlines()) == 2
    assert "admin    Anna" in admin(database, "find", "an")


def test_reported_lines_are_listed(database: Path) -> None:
    (line,) = admin(database, "reports").splitlines()
    room = (database.parent / "room").read_text("utf-8")
    assert line.endswith(f"  loud  {room}  1  Buy my dice!")
    assert "nardy admin reports" in refused("admin", "--database", database, "dismiss", room, "2")
    assert admin(database, "dismiss", room, "1") == ""
    assert admin(database, "reports") == ""
    assert admin(database, "log").rstrip().endswith(f"machine  dismiss  {room}")


def test_pairs_that_look_arranged_are_listed_by_who_gained(tmp_path: Path) -> None:
    """Nine of ten won within a month; ten that were even, and ten of a year ago, are not listed."""
    now = int(time.time() * 1000)

    def games(one: str, other: str, scores: Sequence[float], days: int) -> list[RatedResult]:
        first = 100 * ord(one)
        ends = (now - days * DAY_MS + number for number in range(len(scores)))
        return [
            result(first + number, one, other, score, ended_at=ended)
            for number, (score, ended) in enumerate(zip(scores, ends, strict=True))
        ]

    played = [
        *games("a", "b", [0] * 9 + [1], 20),
        *games("c", "d", [0, 1] * 5, 20),
        *games("e", "f", [1] * 10, 365),
    ]
    file = asyncio.run(club_file(tmp_path, played))
    (line,) = admin(file, "pairs").splitlines()
    assert line.startswith("B  A  9 of 10 won, rating +")
    assert line.endswith("  (one side wins nearly all)")


def test_unusual_games_are_listed_with_the_figures_that_made_them(tmp_path: Path) -> None:
    """An even and nearly faultless game of somebody who makes errors in all others."""
    played = [result(number, "a", "b") for number in range(26)]
    file = asyncio.run(club_file(tmp_path, played))
    store, source = open_store(file), Random(2)

    def job(connection: Any) -> None:
        for number in range(26):
            for who in "ab":
                facts = {
                    "turns_lost": source.lognormvariate(0, 0.2),
                    "spread": source.lognormvariate(-0.2, 0.2),
                }
                if (who, number) == ("a", 7):
                    facts = {"turns_lost": 0.01, "spread": 0.02}
                told = figures(number, cubes_lost=0.0, **facts)
                reviewed_games.save(connection, who, told, [])

    asyncio.run(store.run(job))
    store.close()
    first = nardy("admin", "--database", file, "unusual")
    line = first.out.splitlines()[0]
    assert re.match(
        r"\S+ \S+  A  long-nardy  r7  0\.000 points a decision; own 0\.04\d \(25 games, chance \S+\); "
        r"others 0\.0\d+ \(26 games, chance \S+\); spread of times 0\.02, others 0\.\d+ ",
        line,
    ), line
    assert re.search(r"of 52 games; chance alone makes up to 0\.6$", first.err.strip())
    (told, *_) = map(json.loads, admin(file, "unusual", "--json").splitlines())
    assert (told["name"], told["measure"]["room"], told["kinds"]) == (
        "A",
        "r7",
        ["errors", "times"],
    )
    assert told["own"]["chance"] < 0.001


def test_nothing_is_unusual_in_a_club_without_reviews(database: Path) -> None:
    assert admin(database, "unusual") == ""


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("mute", "nobody"), "nardy admin find"),
        (("close", "nowhere"), "an unfinished game"),
        (("close", "-zWq8"), "an unfinished game"),
        (("mute", "-zWq8", "--days", "7"), "nardy admin find"),
    ],
)
def test_what_cannot_be_decided_is_told(
    database: Path, arguments: tuple[str, ...], told: str
) -> None:
    assert told in refused("admin", "--database", database, *arguments)


def test_a_club_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    told = refused("admin", "--database", tmp_path / "none.db", "log")
    assert told.startswith("no database of a club at")
    assert not (tmp_path / "none.db").exists()


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.cli.club_file.find_spec", lambda _: None)
    assert refused("admin", "log").endswith(f"do {way_to_install('server')}")
