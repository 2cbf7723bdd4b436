"""What the first page shows: games played most, a public game as it stands, recorded games, three lines."""

import asyncio
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.club_room import open_club

from nardy.core.events import Played
from nardy.games import GAMES
from nardy.server import create_app
from nardy.server.api.front import FRESH_SECONDS, KEPT_SECONDS, FrontAnswers
from nardy.server.store.log import LogEntry
from nardy.server.timestamps import now


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_an_empty_club_shows_no_game_and_none_played(client: TestClient) -> None:
    assert client.get("/api/front").json() == {"played": [], "watched": None}


def test_a_public_game_is_shown_as_its_spectators_see_it_and_a_private_one_never(
    client: TestClient,
) -> None:
    def begin(**wish: str) -> str:
        return client.post("/api/rooms", json={"seat": "white", **wish}).json()["room"]

    private, public = begin(game="plakoto", against="friend"), begin(game="tapa", bot="easy")
    with client.websocket_connect("/live") as page:
        for room in (private, public):
            page.send_json({"type": "watch", "room": room, "since": 0})
            page.receive_json()
        # A game against a bot counts as played once the person has played in it.
        assert client.get("/api/front").json()["watched"] is None
        # An answer is kept for two seconds.
        client.app.state.front = FrontAnswers(client.app.state.club)
        room = client.app.state.club.loaded(public)
        room.entries.append(LogEntry(Played("white", "", ()), now()))
        shown = client.get("/api/front").json()["watched"]
        room.entries.pop()
    assert shown["game"]["room"] == public
    assert shown["game"]["black"]["is_bot"]
    assert sum(shown["view"]["white"]) == 15


def test_the_list_of_games_has_a_scene_of_each_and_of_a_rotation_its_first(
    client: TestClient,
) -> None:
    listed = {one["id"]: one["scene"] for one in client.get("/api/games").json()}
    assert all(listed[game]["white"] for game in GAMES)
    assert listed["tavli"] == listed["portes"]


def test_recorded_games_and_lines_are_told(client: TestClient) -> None:
    turns = client.get("/api/recorded/long-nardy").json()["turns"]
    assert {turn["seat"] for turn in turns} == {"white", "black"}
    assert client.get("/api/recorded/tavli").json() == client.get("/api/recorded/portes").json()
    assert client.get("/api/recorded/none").status_code in (400, 404)
    lines = client.get("/api/rules/nuclear/lines", params={"language": "ru"}).json()
    assert len(lines) == 3
    assert "бомба" in lines[2]
    assert client.get("/api/rules/nuclear/lines", params={"language": "xx"}).status_code == 400


def test_games_are_counted_every_ten_minutes_and_an_answer_is_kept_for_two_seconds(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            reads: list[float] = []
            at = [0.0]
            front, read = FrontAnswers(club, lambda: at[0]), club.store.read

            async def counting(job):
                reads.append(at[0])
                return await read(job)

            club.store.read = counting
            files: list[int] = []
            for seconds in (0.0, FRESH_SECONDS - 1, FRESH_SECONDS, KEPT_SECONDS + FRESH_SECONDS):
                at[0] = seconds
                files.append(id(await front.file()))
            assert reads == [0.0, KEPT_SECONDS + FRESH_SECONDS]
            assert len({*files[:2]}) == 1
            assert files[1] != files[2]

    asyncio.run(go())
