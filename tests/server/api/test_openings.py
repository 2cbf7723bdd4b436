"""The opening explorer over HTTP; who gets none is tried in tests/server/fair_play/test_every_request.py."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.club_room import open_club

from nardy.games import find_game
from nardy.labels.opening_book import find_book
from nardy.server import create_app
from nardy.server.api import openings
from nardy.server.api.openings import CountedOpenings, is_alike
from nardy.server.games.rule_versions import FAMILY
from nardy.server.rate_limits import LIMITS, Limit, Rate
from nardy.server.store.openings import PlayedOpening


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_all_turns_of_the_book_are_told_and_the_replies_to_the_best(client: TestClient) -> None:
    entry = find_book(find_game("long-nardy")).first["41"]
    told = client.get("/api/openings/long-nardy").json()
    turns = {one["roll"]: one["turns"] for one in told["rolls"]}["41"]
    assert [one["turn"] for one in turns] == [one.turn for one in entry.turns]
    asked = {"roll": "41", "turn": entry.best.turn}
    told = client.get("/api/openings/long-nardy", params=asked).json()
    assert [one["roll"] for one in told["rolls"]] == [*entry.replies]


def test_a_wrong_game_or_line_is_refused_with_what_was_expected(client: TestClient) -> None:
    for path in ("chess", "long-nardy?roll=99&turn=24/20", "long-nardy?roll=41&turn=24/1"):
        answer = client.get(f"/api/openings/{path}")
        assert answer.status_code == 400
        assert answer.json()["says"]["ru"]


def test_games_that_differ_in_the_cube_open_alike() -> None:
    rules = find_game("backgammon")
    assert is_alike(FAMILY, "backgammon,beavers=off,jacoby=off", rules)
    assert not is_alike(FAMILY, "portes", rules)
    assert not is_alike(FAMILY, "courtyard~5e0c1a2b3d4f", rules)


def test_openings_are_counted_once_a_minute_however_many_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, now = list[list[str]](), [0.0]

    def read(_: object, games: list[str], __: int) -> list[PlayedOpening]:
        reads.append(games)
        return []

    monkeypatch.setattr(openings, "latest", read)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            counted = CountedOpenings(club, lambda: now[0])
            rules, other = find_game("backgammon"), find_game("portes")
            await asyncio.gather(*(counted.of(rules) for _ in range(5)))
            assert len(reads) == 1
            now[0] = 59.0
            await counted.of(rules)
            await counted.of(other)
            assert len(reads) == 2
            now[0] = 61.0
            await counted.of(rules)
            assert len(reads) == 3

    asyncio.run(go())


def test_who_asks_for_too_many_is_refused(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "opening", Limit("openings", Rate(2, 60), Rate(2, 60)))
    codes = [client.get("/api/openings/long-nardy").status_code for _ in range(3)]
    assert codes == [200, 200, 429]
