"""Games of a browser that an account takes along: replayed, kept, and counted for nothing."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.moments import random_turn
from tests.server.crowd import Crowd, crowd
from tests.server.databases import connected, rows_of_all
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.formats import match_json
from nardy.games import find_game
from nardy.server.api import offline_games
from nardy.server.api.offline_games import EVENT, MOST_BYTES, MOST_TOGETHER
from nardy.server.club.club import Club
from nardy.server.dice_audit.audit import Audit, audit
from nardy.server.rate_limits import LIMITS, Limit, Rate
from nardy.server.store import log
from nardy.server.web.engine_files import playable

pytestmark = pytest.mark.usefixtures("quick_hashes")

PATH = "/api/me/offline-games"
NAMES = ("player", "nardy:club")


def play(game: Game, seed: int, most: int = 5000) -> None:
    """Any legal turns, to the end or so many acts long."""
    chance = random.Random(seed)
    for _ in range(most):
        if game.phase is Phase.OVER:
            return
        if game.phase is Phase.TURN:
            random_turn(game, chance)
        else:
            game.roll()


@cache
def text_of(game: str = "hypergammon", seed: int = 1, most: int = 5000) -> str:
    """A game as the page writes it (web/js/offline/room.js)."""
    rules = next(one for one in playable() if one.published.id == game)
    return text(rules, seed, most)


def text(rules: Rules, seed: int = 1, most: int = 5000) -> str:
    match = Match(rules, seed=seed, names=NAMES)
    play(match.game, seed, most)
    return match_json.dumps(match)


def match_text(*sizes: str) -> str:
    """A match to three points with the cube, of which each game is resigned by White at this size."""
    match = Match(find_game("backgammon"), 3, names=NAMES)
    for number, size in enumerate(sizes):
        if number:
            match.next_game()
        match.game.open(6, 1)
        match.game.resign(size)
        match.game.agree()
    return match_json.dumps(match)


def changed(change: Callable[[dict[str, Any]], object], text: str = "") -> str:
    """A record after a change of its JSON."""
    data = json.loads(text or text_of())
    change(data)
    return json.dumps(data)


def one(number: int = 1, record: str = "") -> dict[str, Any]:
    return {"id": f"own-{number}", "begun": 1000 + number, "record": record or text_of()}


def bring(*games: dict[str, Any]) -> dict[str, Any]:
    return {"games": list(games)}


def tables(folder: Path) -> dict[str, list[Any]]:
    """All that the club has stored, but who was here when and the games of this file."""
    left_out = {"offline_game", "session", "sighting"}
    found = rows_of_all(folder / "club.db")
    return {name: sorted(map(str, rows)) for name, rows in found.items() if name not in left_out}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Crowd]:
    with crowd(tmp_path, rated_same_place="on") as people:
        yield people


def test_a_game_is_kept_once_with_its_result_and_mark(people: Crowd) -> None:
    ann = people.be("Ann")
    told = ann.post(PATH, json=bring(one(1), one(2, text_of("long-nardy", 3))))
    assert told.status_code == 201, told.text
    later, earlier = told.json()
    assert (later["id"], later["game"], later["begun"]) == ("own-2", "long-nardy", 1002)
    assert (earlier["id"], earlier["seat"], earlier["level"]) == ("own-1", "white", "club")
    assert earlier["result"]["winner"] in ("white", "black")
    assert earlier["result"]["points"] >= 1
    assert earlier["result"]["words"].keys() == {"en", "ru"}
    assert (earlier["event"], earlier["is_rated"], earlier["is_provable"]) == (EVENT, False, False)
    # The second time another game has the id of the first: what is kept stays.
    again = ann.post(PATH, json=bring(one(1, text_of(seed=9)), one(1, text_of(seed=8)), one(2)))
    assert again.json() == ann.get(PATH).json() == told.json()
    kept = ann.get(f"{PATH}/own-1").json()
    assert kept["id"] == "own-1"
    record = match_json.loads(kept["record"])
    assert record.tags == (("Event", EVENT),)
    assert record.events == match_json.loads(text_of()).events


@pytest.mark.parametrize("game", [rules.published.id for rules in playable()])
def test_every_game_of_the_browser_can_be_kept(game: str) -> None:
    found = offline_games.replayed(text_of(game, 4))
    assert (found.game, found.seat, found.level) == (game, "white", "club")


def test_a_game_that_was_given_up_counts_as_it_was_agreed(people: Crowd) -> None:
    resigned = {"kind": "resigned", "player": "black", "size": "gammon"}
    refused = {"kind": "acted", "player": "white", "act": "refuse"}
    agreed = {"kind": "acted", "player": "white", "act": "accept"}

    def give_up(data: dict[str, Any]) -> None:
        first = next(
            number
            for number, event in enumerate(data["events"])
            if number > 2 and event.get("player") == "black"
        )
        data["events"] = [*data["events"][:first], resigned, refused, resigned, agreed]
        data["players"] = ["nardy:1", "player"]
        data["comments"], data["tags"] = ["<b>mine</b>"], [["Event", "World final"]]

    ann = people.be("Ann")
    (kept,) = ann.post(PATH, json=bring(one(1, changed(give_up)))).json()
    assert (kept["seat"], kept["level"]) == ("black", "strongest")
    assert (kept["result"]["winner"], kept["result"]["points"]) == ("white", 2)
    # What a file may say beside the game is not kept.
    assert not {"World", "<b>"} & set(ann.get(f"{PATH}/own-1").json()["record"].split())


def test_a_match_with_the_cube_is_kept(people: Crowd) -> None:
    ann = people.be("Ann")
    (kept,) = ann.post(PATH, json=bring(one(1, match_text("single", "gammon")))).json()
    assert (kept["game"], kept["seat"], kept["level"]) == ("backgammon", "white", "club")
    assert (kept["result"]["winner"], kept["result"]["points"]) == ("black", 2)


def cheat(data: dict[str, Any]) -> None:
    """The first turn goes elsewhere than its dice allow."""
    turn = next(event for event in data["events"] if event["kind"] == "played")
    turn["turn"], turn["moves"] = "24/1", [[24, 1]]


def accepted(data: dict[str, Any]) -> None:
    cheat(data)
    next(event for event in data["events"] if event["kind"] == "played")["accepted"] = True


def start_late(data: dict[str, Any]) -> None:
    data["events"] = [
        {"kind": "started", "position": "hypergammon,cube_play=off w 3:1 3:1", "version": 1},
        {"kind": "rolled", "player": "white", "dice": [4, 3]},
        {"kind": "played", "player": "white", "turn": "3/off", "moves": [[3, 0]]},
    ]


def call_names(*names: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.update(players=list(names))


WRONG = {
    "no JSON": ("{", "expected a match as JSON"),
    "another text": ("1/2", "expected a match as JSON"),
    "nested": ("[" * 90_000, "expected a match as JSON"),
    "an illegal turn": (changed(cheat), "does not fit"),
    "an illegal turn that was accepted": (changed(accepted), "expected"),
    "dice that do not exist": (
        changed(lambda data: data["events"][1].update(white=7, black=1)),
        "does not fit",
    ),
    "the other's turn": (
        changed(lambda data: data["events"][2].update(player="nobody")),
        "expected",
    ),
    "unfinished": (changed(lambda data: data["events"].pop()), "expected a finished game"),
    "not begun": (changed(lambda data: data.update(events=data["events"][:1])), "finished game"),
    "nothing": (changed(lambda data: data.update(events=[])), "at least one game"),
    "something after the end": (
        changed(lambda data: data["events"].append(data["events"][-1])),
        "does not fit",
    ),
    "two games": (
        changed(lambda data: data.update(events=data["events"] * 2)),
        "expected a single game or a match to at most 25 points, got 2",
    ),
    "a long match": (
        changed(lambda data: data.update(length=27)),
        "expected a single game or a match to at most 25 points",
    ),
    "a game as a match": (
        changed(lambda data: data.update(length=3)),
        "expected the start of a game that browsers play",
    ),
    "a match that goes on": (match_text("single"), "expected a finished game or match"),
    "a game that does not follow": (
        match_text("single", "gammon").replace("match=3:0-1", "match=3:1-0"),
        "expected game 2 to begin as",
    ),
    "another start": (changed(start_late), "expected the start of a game that browsers play"),
    "with another cube": (
        text(find_game("hypergammon,cube_cap=4")),
        "expected the start of a game that browsers play",
    ),
    "a game of the club alone": (
        text(find_game("long-nardy,koks=3"), most=10),
        "expected the start of a game that browsers play",
    ),
    "no game": (
        changed(lambda data: data["events"][0].update(position="chess w 8:1 8:1")),
        "expected a game",
    ),
    "two people": (changed(call_names("player", "player")), "expected 'player' and a bot"),
    "two bots": (changed(call_names("nardy:1", "nardy:0")), "expected 'player' and a bot"),
    "an unknown bot": (changed(call_names("gnubg", "player")), "expected 'player' and a bot"),
    "a loss that nobody offered": (
        changed(
            lambda data: data.update(
                events=[
                    *data["events"][:4],
                    {"kind": "resigned", "player": "white", "size": "single", "accepted": True},
                ]
            )
        ),
        "expected",
    ),
}


@pytest.mark.parametrize("why", WRONG)
def test_a_game_that_does_not_fit_is_refused_and_none_of_the_others_is_stored(
    people: Crowd, why: str
) -> None:
    record, reason = WRONG[why]
    ann = people.be("Ann")
    told = ann.post(PATH, json=bring(one(1), one(2, record), one(3)))
    assert told.status_code == 400
    answer = told.json()
    assert answer["law"] == "offline-game"
    assert answer["reason"].startswith("expected finished games by the rules, got own-2: ")
    assert answer["reason"].endswith("; send the others without it")
    assert reason in answer["reason"]
    assert answer["says"]["ru"] != answer["says"]["en"] == answer["reason"]
    assert ann.get(PATH).json() == []


@pytest.mark.parametrize(
    "data",
    [
        {},
        bring(),
        bring(*map(one, range(MOST_TOGETHER + 1))),
        bring({**one(), "id": "k3Jd_9-xQ"}),
        bring({**one(), "id": "own-"}),
        bring({**one(), "id": f"own-{'a' * 41}"}),
        bring({**one(), "begun": -1}),
        bring({**one(), "begun": 2**63}),
        bring({**one(), "begun": "now"}),
        bring({**one(), "record": " " * 500_001}),
        bring({**one(), "rated": True}),
        {"games": [{"id": "own-1"}]},
    ],
)
def test_what_is_not_a_list_of_games_is_refused(people: Crowd, data: Any) -> None:
    told = people.be("Ann").post(PATH, json=data)
    assert told.status_code == 400
    assert told.json()["reason"].startswith("expected ")
    assert people.be("Ann").get(PATH).json() == []


def test_a_request_is_bounded_and_says_by_what(people: Crowd) -> None:
    body = json.dumps(bring(one())).encode()
    header = {"content-type": "application/json"}
    ann = people.be("Ann")
    told = ann.post(PATH, content=body + b" " * MOST_BYTES, headers=header)
    assert told.status_code == 413
    assert told.json()["reason"].startswith(f"expected at most {MOST_BYTES} bytes")
    assert ann.get(PATH).json() == []
    fits = body + b" " * (MOST_BYTES - len(body))
    assert ann.post(PATH, content=fits, headers=header).status_code == 201
    other = ann.post("/api/me", content=fits, headers=header)
    assert other.status_code == 413
    assert other.json()["reason"].startswith("expected at most 20000 bytes")


def test_an_account_keeps_so_many_games(people: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.server.store.offline_games.MOST_OF_ONE", 3)
    ann = people.be("Ann")
    ann.post(PATH, json=bring(one(1), one(2)))
    told = ann.post(PATH, json=bring(one(3), one(4)))
    assert (told.status_code, told.json()["law"]) == (400, "offline-many")
    assert [game["id"] for game in ann.get(PATH).json()] == ["own-2", "own-1"]
    assert len(ann.post(f"{PATH}/own-1/end", json={}).json()) == 1
    assert len(ann.post(PATH, json=bring(one(3), one(4))).json()) == 3


def test_requests_are_limited(people: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "offline", Limit("requests", Rate(2, 60), None))
    answers = [people.be("Ann").post(PATH, json=bring(one())).status_code for _ in range(3)]
    assert answers == [201, 201, 429]


def test_a_guest_has_no_account_to_keep_games_in(people: Crowd) -> None:
    people.be("Ann").post(PATH, json=bring(one()))
    guest = people.be("bo")
    answers = [
        guest.get(PATH),
        guest.post(PATH, json=bring(one())),
        guest.get(f"{PATH}/own-1"),
        guest.post(f"{PATH}/own-1/end", json={}),
    ]
    sentence = "expected an account; sign up first"
    assert {(one.status_code, one.json()["reason"]) for one in answers} == {(400, sentence)}
    guest.cookies.clear()
    nobody = [guest.get(PATH), guest.post(PATH, json=bring(one()))]
    assert {told.status_code for told in nobody} == {400}
    token = people.be("Ann").post("/api/programs", json={"name": "Engine"}).json()["token"]
    people.client.cookies.clear()
    told = people.client.get(PATH, headers={"Authorization": f"Bearer {token}"})
    assert told.status_code == 403
    assert len(people.be("Ann").get(PATH).json()) == 1


def test_nobody_sees_or_deletes_the_games_of_others(people: Crowd) -> None:
    people.be("Ann").post(PATH, json=bring(one(1)))
    dan = people.be("Dan")
    assert dan.get(PATH).json() == []
    told = dan.get(f"{PATH}/own-1")
    assert told.status_code == 404
    assert told.json()["detail"] == "expected a game that your account keeps, got 'own-1'"
    assert dan.post(f"{PATH}/own-1/end", json={}).json() == []
    # The same id may be of a game of somebody else's browser.
    assert len(dan.post(PATH, json=bring(one(1, text_of(seed=2)))).json()) == 1
    records = [people.be(who).get(f"{PATH}/own-1").json()["record"] for who in ("Ann", "Dan")]
    found = [match_json.loads(record).events for record in records]
    assert found == [match_json.loads(text_of(seed=seed)).events for seed in (1, 2)]
    profile = people.be("Dan").get(f"/api/players/{people.id_of('Ann')}/games")
    assert "own-1" not in profile.text


def test_the_games_are_exported_and_deleted_with_the_account(people: Crowd, tmp_path: Path) -> None:
    people.be("Ann").post(PATH, json=bring(one(1)))
    people.be("Dan").post(PATH, json=bring(one(2)))
    (told,) = people.be("Ann").get("/api/account/export").json()["offline_games"]
    assert (told["id"], told["game"], told["begun"]) == ("own-1", "hypergammon", 1001)
    assert match_json.loads(told["record"]).events == match_json.loads(text_of()).events
    ended = people.be("Ann").post("/api/account/end", json={"password": "three odd words"})
    assert ended.status_code == 201, ended.text
    with connected(tmp_path / "club.db") as connection:
        left = connection.execute("select id from offline_game").fetchall()
    assert left == [("own-2",)]


def test_no_rating_and_no_statistic_or_audit_of_dice_counts_them(
    people: Crowd, tmp_path: Path
) -> None:
    club: Club = people.be("Ann").app.state.club
    seats = [f"guest:{people.id_of(who)}" for who in ("Ann", "Dan")]

    async def play_here() -> None:
        room = await a_game(club, *seats, terms={"clock": "600+8", "rated": True}, game="tapa")
        await take_turns(club, room, 4)
        await club.store.run(lambda c: log.close(c, room.record.id))

    async def audited() -> Audit:
        return await audit(club.store, lambda done, of: None)

    def counted() -> tuple[list[Any], dict[str, list[Any]], Audit]:
        found = people.client.blocking_portal.call(audited)
        paths = ("dice", "leaders", "bots", "mine", "tournaments", "players/me")
        pages = [people.be("Ann").get(f"/api/{path}").json() for path in paths]
        return pages, tables(tmp_path), found

    people.client.blocking_portal.call(play_here)
    before = counted()
    assert before[-1].counts.throws > 3
    people.be("Ann").post(PATH, json=bring(one(1), one(2, text_of("tapa", 3))))
    assert len(people.be("Ann").get(PATH).json()) == 2
    assert counted() == before
    assert before[-1].is_same
