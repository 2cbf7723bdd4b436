from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from litestar.testing import TestClient
from tests.effort import each
from tests.server.club_room import room_in_memory
from tests.server.doubled import doubled_room
from tests.web import finished

from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.formats import mat, match_json
from nardy.games import GAMES
from nardy.server import create_app
from nardy.server.api.rooms import FORMATS, ExportFormat, written
from nardy.server.errors import RefusedError
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry
from nardy.translations import texts


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def test_one_request_makes_a_room_and_a_guest(client: TestClient) -> None:
    assert client.get("/api/me").json() == {"name": "", "rooms": [], "role": "", "avatar": ""}
    answer = client.post("/api/rooms", json={"game": "long nardy", "bot": "steady"})
    assert answer.status_code == 201
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    me = client.get("/api/me").json()
    assert me["rooms"] == [answer.json()["room"]]
    again = client.post("/api/rooms", json={"game": "plakoto"})
    assert "set-cookie" not in again.headers
    assert len(client.get("/api/me").json()["rooms"]) == 2


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "backgammon,head=1"}, "head"),
        ({"game": "backgammon", "bot": "god"}, "easy"),
        ({"game": "backgammon", "seat": "red"}, "seat"),
        ({"game": "x" * 300}, "200"),
        ({"game": "backgammon", "seed": 1}, "seed"),
        ({"game": "backgammon", "clock": "soon"}, "expected a clock"),
        ({"game": "backgammon", "against": "everyone"}, "against"),
        ({}, "game"),
        ([], ""),
    ],
)
def test_a_request_that_cannot_be_granted_is_refused(client: TestClient, wish, told: str) -> None:
    answer = client.post("/api/rooms", json=wish)
    assert answer.status_code == 400
    assert told in answer.text


def test_another_sites_page_cannot_act_for_our_visitor(client: TestClient) -> None:
    wish = {"game": "backgammon"}
    foreign = {"origin": "https://evil.example"}
    assert client.post("/api/rooms", json=wish, headers=foreign).status_code == 403
    ours = {"origin": "http://testserver.local"}
    assert client.post("/api/rooms", json=wish, headers=ours).status_code == 201


def test_the_rules_of_a_game_are_told(client: TestClient) -> None:
    english = client.get("/api/rules/long-nardy").json()
    russian = client.get("/api/rules/long-nardy?language=ru").json()
    assert [section["title"] for section in english][:2] == ["Board and start", "Who starts"]
    assert russian[0]["title"] == "Доска и расстановка"
    assert client.get("/api/rules/chess").status_code == 400
    assert client.get("/api/rules/long-nardy?language=xx").status_code == 400


def other(client: TestClient, address: str, told: object) -> dict[str, str]:
    """What another visitor, without our cookie, is answered."""
    kept = dict(client.cookies)
    client.cookies.clear()
    answer = client.post(address, json=told)
    client.cookies.clear()
    client.cookies.update(kept)
    return answer.json()


def test_a_friend_sits_down_by_the_link_and_nobody_else_can(client: TestClient) -> None:
    wish = {"game": "backgammon", "against": "friend", "clock": "600+8", "seat": "black"}
    room = client.post("/api/rooms", json=wish).json()["room"]
    seat = f"/api/rooms/{room}/seat"
    assert other(client, seat, {}) == {"room": room}
    assert "a free seat, got one without" in other(client, seat, {})["reason"]
    assert client.post(seat, json={}).json() == {"room": room}
    assert client.post("/api/rooms/none/seat", json={}).status_code == 404
    assert "a finished game" in client.post(f"/api/rooms/{room}/again", json={}).text


def test_who_wants_anyone_gets_who_already_waits(client: TestClient) -> None:
    wish = {"game": "plakoto", "against": "anyone"}
    first = client.post("/api/rooms", json=wish).json()["room"]
    with client.websocket_connect("/live") as live:
        live.send_json({"type": "watch", "room": first})
        live.receive_json()
        assert other(client, "/api/rooms", {**wish, "game": "tapa"})["room"] != first
        assert other(client, "/api/rooms", {**wish, "clock": "60+5"})["room"] != first
        assert other(client, "/api/rooms", wish)["room"] == first
        assert other(client, "/api/rooms", wish)["room"] != first


def test_the_proof_of_a_room_can_be_had_by_anybody_without_the_seed(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "plakoto", "against": "friend"}).json()["room"]
    answer = client.get(f"/api/rooms/{room}/proof")
    assert answer.json()["seed"] is None
    assert answer.json()["room"] == room
    assert "attachment" in answer.headers["content-disposition"]
    assert client.get("/api/rooms/none/proof").status_code == 404


READ = {"mat": mat.loads, "json": match_json.loads}
NAMES = ("Ann of here", "Гаянэ")


def played_room(game: str) -> Room:
    """A room in which some turns were played at random, and one gave up."""
    match = Match(GAMES[game], 0, seed=3)
    while match.game.outcome is None and len(match.game.events) < 30:
        if match.game.phase is Phase.TURN:
            match.game.play(next(iter(match.game.legal_turns)))
        else:
            match.game.roll()
    if match.game.outcome is None:
        match.game.resign(accepted=True)
    room = room_in_memory(game)
    entries = [LogEntry(event, 0) for event in match.events]
    return Room(replace(room.record, is_over=True), entries, room.needs)


@each("kind", get_args(ExportFormat))
@each("game", ["long-nardy", "plakoto", "fevga", "nuclear"])
def test_a_file_of_any_game_tells_its_turns_and_points(game: str, kind: ExportFormat) -> None:
    room = played_room(game)
    told = READ[kind](written(room, NAMES, kind))
    assert not told.illegal
    turns = [event for event in told.events if event.kind == "played"]
    assert turns == [e.event for e in room.entries if e.event.kind == "played"]
    assert told.match.games[0].points == room.match.games[0].points


@pytest.mark.parametrize("kind", get_args(ExportFormat))
def test_a_file_tells_the_match_with_its_doubles_and_names(kind: ExportFormat) -> None:
    room = doubled_room()
    told = READ[kind](written(room, NAMES, kind))
    assert told.players == NAMES
    assert told.match.score == room.match.score
    turns = [event for event in told.events if event.kind in {"played", "acted"}]
    assert turns == [e.event for e in room.entries if e.event.kind in {"played", "acted"}]


def test_a_match_that_goes_on_has_no_file() -> None:
    with pytest.raises(RefusedError, match="finished") as refused:
        written(room_in_memory(), NAMES, "mat")
    assert refused.value.code in texts("ru", "refusals")


def test_the_club_gives_it_to_who_may_see_the_room(tmp_path: Path) -> None:
    finished.prepare(tmp_path)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        for kind, (_, media) in FORMATS.items():
            answer = client.get(f"/api/rooms/{finished.ROOM}/match/{kind}")
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith(media)
            named = f'attachment; filename="nardy-{finished.ROOM}.{kind}"'
            assert answer.headers["content-disposition"] == named
            told = READ[kind](answer.text)
            assert told.players == ("Anna", "nardy 0")
        assert client.get("/api/rooms/none/match/mat").status_code == 404
        assert client.get(f"/api/rooms/{finished.ROOM}/match/xls").status_code in {400, 404}


def test_ones_games_against_people_are_told_wherever_one_is(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        assert client.get("/api/mine").json() == []
        client.post("/api/rooms", json={"game": "tapa", "bot": "easy"})
        wish = {"game": "plakoto", "against": "friend", "seat": "white", "clock": "0d259200"}
        room = client.post("/api/rooms", json=wish).json()["room"]
        (mine,) = client.get("/api/mine").json()
        assert (mine["room"], mine["name"], mine["is_your_turn"]) == (room, "", False)
        first = client.cookies["nardy"]
        client.cookies.clear()
        client.post(f"/api/rooms/{room}/seat")
        told = [client.get("/api/mine").json()]
        client.cookies.clear()
        client.cookies.set("nardy", first)
        told.append(client.get("/api/mine").json())
        assert [len(mine) for mine in told] == [1, 1]
        assert all(mine[0]["name"].startswith("Guest") for mine in told)
        assert all(mine[0]["clock"] == "0d259200" for mine in told)
