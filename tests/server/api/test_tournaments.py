import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from tests.effort import PATIENCE
from tests.server.databases import text_of_file

from nardy.errors import NardyError
from nardy.server import create_app
from nardy.server.api.tournaments import (
    A_MONTH,
    MOST_CYCLES,
    NewTournament,
    conditions_of,
    title_of,
)
from nardy.server.errors import code_of
from nardy.server.pairing.events import Paired
from nardy.server.pairing.standings import standings
from nardy.server.pairing.swiss import pair
from nardy.server.pairing.tournament import Tournament
from nardy.server.store import tournaments
from nardy.server.store.database.writer import engine_of
from nardy.server.timestamps import now

CUP = {"name": " The  Cup ", "game": "hypergammon", "format": "swiss", "clock": "300+5"}


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def announced(client: TestClient, **plan: object) -> str:
    answer = client.post("/api/tournaments", json={**CUP, **plan})
    assert answer.status_code == 201, answer.text
    return answer.json()["tournament"]


def test_a_guest_announces_a_tournament_enters_leaves_and_sends_bots(client: TestClient) -> None:
    of = f"/api/tournaments/{announced(client)}"
    told = client.get(of).json()
    assert (told["line"]["name"], told["line"]["phase"]) == ("The Cup", "open")
    assert told["line"]["rounds"] == 5
    assert client.post(f"{of}/enter").json()["you"] == 1
    assert not client.post(f"{of}/leave").json()["entrants"][0]["is_in"]
    told = client.post(f"{of}/bots", json={"level": "easy", "count": 3}).json()
    assert [one["which"] for one in told["entrants"]] == [0, 1, 2, 3]
    assert client.post(f"{of}/remove", json={"number": 4}).json()["line"]["entrants"] == 2
    assert client.post(f"{of}/enter").json()["line"]["entrants"] == 3
    told = client.post(f"{of}/begin").json()
    assert told["line"]["phase"] == "going"
    assert [line["name"] for line in client.get("/api/tournaments").json()] == ["The Cup"]
    mine = client.get("/api/players/me/tournaments").json()
    assert [(one["name"], one["rank"]) for one in mine] == [("The Cup", None)]
    assert client.post(f"{of}/end").json()["line"]["phase"] == "over"
    # Of those who were paired: the bot that was removed before the start is none of them.
    assert client.get("/api/players/me/tournaments").json()[0]["of"] == 3
    assert client.get("/tournaments").status_code == 200


def test_a_tournament_in_which_somebody_was_never_paired_is_over_for_them(
    client: TestClient,
) -> None:
    of = f"/api/tournaments/{announced(client)}"
    client.post(f"{of}/enter")

    def told() -> list[tuple[int | None, bool]]:
        mine = client.get("/api/players/me/tournaments").json()
        return [(one["rank"], one["is_over"]) for one in mine]

    assert told() == [(None, False)]
    client.post(f"{of}/end")
    assert told() == [(None, True)]


def test_only_who_directs_it_decides(client: TestClient) -> None:
    of = f"/api/tournaments/{announced(client)}"
    client.cookies.clear()
    for act in ("begin", "end"):
        answer = client.post(f"{of}/{act}")
        assert (answer.status_code, answer.json()["law"]) == (400, "tournament-director")
    assert client.post(f"{of}/bots", json={}).json()["law"] == "tournament-director"
    assert client.post(f"{of}/remove", json={"number": 1}).json()["law"] == "tournament-director"
    assert client.post(f"{of}/leave").json()["law"] == "tournament-nobody"
    assert client.get("/api/tournaments/none").status_code == 404


@pytest.mark.parametrize(
    ("plan", "law"),
    [
        ({"clock": "0d86400", "format": "arena"}, "tournament-clock"),
        ({"clock": "soon"}, "notation"),
        ({"game": "chess"}, "no-game"),
        ({"game": "tavli"}, "need-match"),
        ({"game": "long-nardy,last_throw=half", "rated": True}, "rated-rules"),
        ({"starts": 1}, "tournament-start"),
        ({"name": "\u200b"}, "tournament-name"),
        ({"prizes": "a\u202ecup"}, "tournament-prizes"),
    ],
)
def test_what_cannot_be_held_is_refused(client: TestClient, plan: Any, law: str) -> None:
    answer = client.post("/api/tournaments", json={**CUP, **plan})
    assert (answer.status_code, answer.json()["law"]) == (400, law)
    assert client.post("/api/tournaments", json={**CUP, "rounds": 99}).status_code == 400


SHORT_MINUTES = (
    "-c",
    "from nardy.server.pairing import arena; arena.A_MINUTE = 20_000; from nardy.cli import main; main()",
)
"""How a club starts whose arenas last a third of the time; bots play dozens of games in it."""


class Director:
    """Somebody who directs a tournament at a club that really runs."""

    def __init__(self) -> None:
        self.cookie = ""

    def ask(self, address: str, data: dict[str, Any] | None = None, method: str = "GET") -> Any:
        body = json.dumps(data).encode() if data is not None else None
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(address, body, headers, method=method)  # noqa: S310
        with urllib.request.urlopen(request) as answer:  # noqa: S310 (loopback)
            if told := answer.headers.get("set-cookie"):
                self.cookie = told.partition(";")[0]
            return json.load(answer)

    def post(self, address: str, data: dict[str, Any] | None = None) -> Any:
        return self.ask(address, data, "POST")

    def until(self, address: str, is_so: Any, seconds: float = 120) -> Any:
        end = time.monotonic() + PATIENCE * seconds
        while not is_so(told := self.ask(address)):
            assert time.monotonic() < end, told["line"]
            time.sleep(0.1)
        return told


@contextlib.contextmanager
def served(
    file: Path, start: Sequence[str] = ("-m", "nardy")
) -> "Iterator[tuple[subprocess.Popen[str], str]]":
    """A club that runs as its users start it, and its address; killed at the end at the latest."""
    environment = {**os.environ, "NARDY_DATABASE": text_of_file(file)}
    command = [sys.executable, *start, "serve", "--port", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as club:
        assert club.stdout is not None
        line = club.stdout.readline()
        try:
            yield club, next(word for word in line.split() if word.startswith("http"))
        finally:
            club.kill()


def played(file: Path, of: str) -> Tournament:
    """The tournament of a club that has stopped, by its log alone."""
    engine = engine_of(file)
    with engine.connect() as connection:
        found = tournaments.load(connection, of)
    engine.dispose()
    assert found is not None
    return Tournament.of(found[0].conditions.terms, found[0].seed, found[1])


def assert_rounds_follow(file: Path, of: str) -> None:
    """Each round is what the rules make of the log before it, and of nothing else."""
    engine = engine_of(file)
    with engine.connect() as connection:
        found = tournaments.load(connection, of)
    engine.dispose()
    assert found is not None
    now = Tournament(found[0].conditions.terms, found[0].seed)
    for event in found[1]:
        if isinstance(event, Paired):
            pairs = [(pairing.white, pairing.black) for pairing in event.pairings]
            assert pairs == [(pairing.white, pairing.black) for pairing in pair(now)]
        now = now.after(event)


@pytest.mark.thorough
def test_a_swiss_of_sixteen_survives_a_server_that_is_killed_in_round_three(tmp_path: Path) -> None:
    """16 bots; one is taken out in round 1, which gives a bye, and a late one enters in round 2."""
    file, director = tmp_path / "club.db", Director()
    with served(file) as (club, address):
        of = director.post(f"{address}/api/tournaments", CUP)["tournament"]
        cup = f"{address}/api/tournaments/{of}"
        director.post(f"{cup}/bots", {"level": "easy", "count": 16})
        director.post(f"{cup}/begin")
        director.post(f"{cup}/remove", {"number": 12})
        director.until(cup, lambda told: told["line"]["round"] == 2)
        director.post(f"{cup}/bots", {"level": "steady", "count": 1})
        third = director.until(cup, lambda told: told["line"]["round"] == 3)
        third = director.until(
            cup, lambda told: sum(t["result"] is not None for t in told["tables"]) >= 18
        )
        club.kill()
    before = played(file, of)
    assert before.round == 3
    assert before.open
    assert [[one["table"], one["white"], one["black"]] for one in third["tables"]] == [
        [one.table, one.white, one.black] for one in before.meetings
    ]
    with served(file) as (_, address):
        cup = f"{address}/api/tournaments/{of}"
        told = director.until(cup, lambda told: told["line"]["phase"] == "over")
    after = played(file, of)
    ended = [one for one in before.meetings if not one.is_open]
    assert [after.meetings[one.table - 1] for one in ended] == ended
    assert [m.room for m in after.meetings[: len(before.meetings)]] == [
        m.room for m in before.meetings
    ]
    assert after.round == 5
    assert [m.round for m in after.meetings if m.black is None] == [2]
    assert Counter(m.round for m in after.meetings) == {1: 8, 2: 8, 3: 8, 4: 8, 5: 8}
    assert not after.meetings_of(12)[1:]
    assert [m.round for m in after.meetings_of(17)] == [3, 4, 5]
    met = [frozenset((m.white, m.black)) for m in after.meetings]
    assert len(set(met)) == len(met)
    assert [row["number"] for row in told["standings"]] == [r.number for r in standings(after)]
    assert_rounds_follow(file, of)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["arena", "round-robin", "knock-out"])
def test_bots_hold_tournaments_of_every_format_by_themselves(tmp_path: Path, kind: str) -> None:
    director = Director()
    with served(tmp_path / "club.db", SHORT_MINUTES) as (_, address):
        plan = {**CUP, "format": kind, "minutes": 1, "rounds": 1}
        of = director.post(f"{address}/api/tournaments", plan)["tournament"]
        cup = f"{address}/api/tournaments/{of}"
        director.post(f"{cup}/bots", {"level": "easy", "count": 5})
        director.post(f"{cup}/begin")
        told = director.until(cup, lambda told: told["line"]["phase"] == "over", 180)
    after = played(tmp_path / "club.db", of)
    assert [(row["number"], row["rank"]) for row in told["standings"]] == [
        (row.number, row.rank) for row in standings(after)
    ]
    if kind == "arena":
        assert len(after.meetings) > 10
        assert min(len(after.meetings_of(number)) for number in range(1, 6)) >= 2
    elif kind == "round-robin":
        assert len({frozenset((m.white, m.black)) for m in after.meetings}) == 10
    else:
        assert sorted(row.lost for row in standings(after)) == [0, 1, 1, 1, 1]


PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)


@pytest.mark.usefixtures("quick_hashes")
def test_a_guests_place_goes_along_into_an_account_and_survives_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "club.db"
    with TestClient(create_app(file)) as client:
        client.post("/api/account", json={"name": "Anna", "password": PASSWORD})
        both = f"/api/tournaments/{announced(client, name='Both')}"
        client.post(f"{both}/enter")
        client.post("/api/sessions/end", json={})
        client.cookies.clear()
        mine = f"/api/tournaments/{announced(client)}"
        for of in (mine, both):
            client.post(f"{of}/enter")
        client.post(f"{mine}/bots", json={"level": "easy", "count": 1})
        entrance = {"name": "Anna", "password": PASSWORD, "take": True}
        assert client.post("/api/sessions", json=entrance).status_code == 201
        assert_annas(client, mine, both)
        exported = client.get("/api/account/export").json()
        assert sorted(one["name"] for one in exported["tournaments"]) == ["Both", "The Cup"]
        assert sorted(one["name"] for one in exported["directed"]) == ["Both", "The Cup"]
        assert client.post(f"{mine}/begin").status_code == 201
        cookie = client.cookies["nardy"]
    with TestClient(create_app(file)) as client:
        client.cookies.set("nardy", cookie)
        assert_annas(client, mine, both)
        assert client.get(mine).json()["line"]["phase"] == "going"


@pytest.mark.usefixtures("quick_hashes")
def test_nobody_is_paired_under_a_merged_id(client: TestClient) -> None:
    client.post("/api/account", json={"name": "Anna", "password": PASSWORD})
    anna = client.get("/api/players/me").json()["id"]
    client.post("/api/sessions/end", json={})
    client.cookies.clear()
    of = announced(client)
    client.post(f"/api/tournaments/{of}/enter")
    club, held = client.app.state.club, client.app.state.tournaments
    end, seen = club.accounts.close_ended, list[str]()

    async def close_ended() -> None:
        running = await held.running(of)
        seen.append(running.now.entrants[0].who)
        await end()

    club.accounts.close_ended = close_ended
    client.post("/api/sessions", json={"name": "Anna", "password": PASSWORD, "take": True})
    assert seen == [f"guest:{anna}"]


def assert_annas(client: TestClient, mine: str, both: str) -> None:
    told = client.get(mine).json()
    assert (told["you"], told["director"], told["line"]["is_yours"]) == (1, "Anna", True)
    assert told["entrants"][0]["name"] == "Anna"
    # Where both had entered, the guest's place is nobody's, and paired no more.
    told = client.get(both).json()
    assert told["you"] == 1
    assert [(one["name"], one["is_in"]) for one in told["entrants"]] == [
        ("Anna", True),
        ("—", False),
    ]


@pytest.mark.usefixtures("quick_hashes")
def test_a_deleted_players_name_is_gone_and_the_standings_stay(client: TestClient) -> None:
    client.post("/api/account", json={"name": "Anna", "password": PASSWORD})
    of = f"/api/tournaments/{announced(client)}"
    client.post(f"{of}/enter")
    client.post(f"{of}/bots", json={"level": "easy", "count": 3})
    before = client.post(f"{of}/begin").json()
    assert client.post("/api/account/end", json={"password": PASSWORD}).status_code == 201
    told = client.get(of).json()
    assert "Anna" not in json.dumps(told)
    assert (told["entrants"][0]["name"], told["director"]) == ("—", "—")
    assert not told["entrants"][0]["is_in"]
    assert [row["number"] for row in told["standings"]] == [
        row["number"] for row in before["standings"]
    ]
    assert len(told["tables"]) >= len(before["tables"])


SWISS = {"name": "Cup", "game": "tapa", "format": "swiss", "clock": "300+5"}


def test_what_is_announced_is_kept_as_it_is_played() -> None:
    found = conditions_of(NewTournament(**SWISS, rounds=7, group="c"), ("tapa",))
    assert (found.terms.format, found.terms.rounds, found.clock) == ("swiss", 7, "300+5")
    assert (found.is_rated, found.starts, found.group) == (False, None, "c")
    twice = NewTournament(**{**SWISS, "format": "round-robin"}, rounds=9)
    assert conditions_of(twice, ("tapa",)).terms.rounds == MOST_CYCLES


@pytest.mark.parametrize(
    ("plan", "games", "code"),
    [
        ({"format": "arena", "clock": "0d86400"}, ("tapa",), "tournament-clock"),
        ({}, ("portes", "plakoto", "fevga"), "need-match"),
        ({"rated": True}, ("long-nardy,last_throw=half",), "rated-rules"),
        ({"starts": 1}, ("tapa",), "tournament-start"),
        ({"starts": now() + 2 * A_MONTH}, ("tapa",), "tournament-start"),
    ],
)
def test_conditions_that_cannot_be_held_are_refused(
    plan: dict[str, object], games: tuple[str, ...], code: str
) -> None:
    with pytest.raises(NardyError) as refused:
        conditions_of(NewTournament(**{**SWISS, **plan}), games)
    assert code_of(refused.value) == code


def test_a_title_can_be_seen() -> None:
    assert title_of(" The  Cu\u034fp ") == "The Cup"
    for text in ("\u200b", "\u3164", "  "):
        with pytest.raises(NardyError, match="visible letters"):
            title_of(text)
