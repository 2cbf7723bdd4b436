"""Whatever the club answers, it tells nobody what they may not know of a running game."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from litestar.testing import TestClient
from tests.server.crowd import crowd
from tests.server.fair_play.doors import ANSWERS, ENGINE, NO_ENGINE, TOTALS, doors
from tests.server.fair_play.protected_hall import DAYS, GAME, PROTECTED, ROLLED, Engine, Hall

from nardy.bots.neural import NeuralBot
from nardy.core.text import situation_text
from nardy.games import find_game
from nardy.server import create_app
from nardy.server.bots.runner import BotRunner
from nardy.server.fair_play.rules import board_of, one_turn_ago
from nardy.server.protocol.messages import ToClient

pytestmark = pytest.mark.usefixtures("quick_hashes", "book")


def test_every_door_is_in_the_table(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        found = doors(client)
    table = NO_ENGINE | ENGINE | TOTALS
    assert sorted(found - table) == [], "a door that is not in the table"
    assert sorted(table - found) == [], "a door that is no more"
    assert {kind.__struct_config__.tag for kind in get_args(ToClient)} == ANSWERS


def test_what_each_door_tells_of_a_protected_game(hall: Hall) -> None:
    now, terms = hall.room.situation, PROTECTED[hall.situation]
    start = replace(now, position=now.rules.start)
    sister = replace(now, rules=find_game("portes"))
    is_correspondence = "clock" not in terms or terms["clock"] == DAYS["clock"]
    players = ["Ann"] if "bot" in hall.situation else ["Ann", hall.opponent]
    before = hall.close(hall.go_on(hall.ids["cy"], "bot:random", {}, 2))
    casual = {who: hall.go_on(hall.sits(who), "bot:random", {}, 2, whites=True) for who in players}
    watched = hall.go_on(hall.ids["cy"], "bot:random", {}, 2)
    finished = {who: hall.close(hall.go_on(hall.ids[who], "bot:random", {}, 2)) for who in players}
    for who in players:
        hall.made_mistake(who, "now", now)
        hall.made_mistake(who, "start", ROLLED)
    counts = next((f"hint-{one}" for one in ("rated", "tournament") if one in terms), "")
    for who in players:
        hall.come(who)
        own = "fair-yours" if is_correspondence else "fair-playing"
        else_ = "" if is_correspondence else "fair-playing"
        assert hall.evaluate(now) == hall.evaluate(now.flipped()) == hall.evaluate(sister) == own
        assert hall.explain(now) == hall.explain(now.flipped()) == hall.explain(sister) == own
        assert (hall.evaluate(start), hall.review(before)) == (else_, else_)
        assert (hall.book(), hall.openings()) == (else_, else_)
        assert hall.explain(start) == hall.roll_out(start) == else_
        assert hall.roll_out(now) == hall.roll_out(now.flipped()) == hall.roll_out(sister) == own
        assert hall.game_to_review(before) == else_
        assert (hall.puzzle(), hall.keep_mistakes(finished[who])) == (else_, else_)
        assert (hall.show_mistake(), hall.answer_mistake("now")) == (else_, own)
        assert hall.answer_mistake("start") == else_
        assert hall.say("evaluate", hall.room) == "eyes-player"
        assert hall.say("evaluate", watched) == else_
        is_here = hall.room.player_of(hall.ids[who]) is not None
        seated = (counts or "hint-people") if is_here else "not-here"
        for kind in ("hint", "tutor"):
            assert (hall.say(kind, hall.room), hall.say(kind, casual[who])) == (seated, else_)
    hall.come("token")  # a program brings an engine of its own, whatever it asks about
    refused = {hall.evaluate(start), hall.review(before), hall.game_to_review(before)}
    refused |= {hall.book(), hall.openings(), hall.explain(start), hall.roll_out(start)}
    refused |= {hall.puzzle(), hall.keep_mistakes(before), hall.show_mistake()}
    assert refused == {"scope"}
    assert {hall.say(kind, watched) for kind in ("hint", "tutor", "evaluate")} == {"token-scope"}
    hall.come("nobody")
    assert hall.say("evaluate", hall.room) == counts
    assert hall.evaluate(start) == hall.explain(start) == hall.roll_out(start) == ""
    asked = (hall.evaluate, hall.explain, hall.roll_out)
    assert {ask(one) for ask in asked for one in (now, now.flipped(), sister)} == {"fair-running"}
    assert hall.book() == hall.openings() == hall.puzzle() == ""
    assert hall.keep_mistakes(before) == "not-here"
    assert {hall.say(kind, hall.room) for kind in ("hint", "tutor")} == {"not-here"}
    shown = hall.client.post(f"/api/rooms/{before.record.id}/review").json()
    assert ([one["number"] for one in shown["turns"]], shown["withheld"]) == ([2], 1)
    assert shown["summaries"]["white"]["decisions"] + shown["summaries"]["black"]["decisions"] <= 1
    shown = hall.client.get(f"/api/rooms/{before.record.id}/review/game").json()
    assert shown["withheld"] == [3]
    # The engine was never asked about the board of the protected game.
    assert board_of(now.position) not in {board_of(one.position) for one in hall.engine.asked}


@pytest.mark.parametrize("hall", ["people"], indirect=True)
def test_watching_with_evaluation_lags_by_a_turn(hall: Hall) -> None:
    hall.come("cy")
    asked = hall.engine.asked
    assert hall.say("evaluate", hall.room) == ""
    events = [entry.event for entry in hall.room.entries]
    assert asked[-1:] == [one_turn_ago(events, find_game)]
    assert asked[-1].roll is None
    assert hall.say("evaluate", hall.close(hall.room)) == ""


@pytest.mark.parametrize("hall", ["rated"], indirect=True)
def test_a_player_is_told_again_when_the_game_is_over(hall: Hall) -> None:
    hall.close(hall.room)
    hall.come("Ann")
    now = hall.room.situation
    assert (hall.evaluate(now), hall.review(hall.room)) == ("", "")


def test_doors_without_an_engine_ask_none(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of them, asked by a player about a protected game, by whatever names it takes."""

    def never(*_: object) -> None:
        raise AssertionError("a door that is listed as one without an engine has asked it")

    with crowd(tmp_path) as people:
        hall = Hall(people, engine, "people")
        monkeypatch.setattr(NeuralBot, "__init__", never)
        monkeypatch.setattr(BotRunner, "advise", never)
        room, position = hall.room.record.id, situation_text(hall.room.situation)
        named = {"room_id": room, "game": GAME, "kind": "json", "player": "me", "pace": "rapid"}
        data = {"position": position, "moves": [], "name": "x", "room": room}
        for door in sorted(NO_ENGINE):
            method, _, path = door.partition(" ")
            for name, value in named.items():
                path = path.replace(f"{{{name}:str}}", value)
            if path and not path.startswith(("/api/account/end", "/api/sessions")):
                hall.come("Ann")
                body = data if method == "POST" else None
                query = {"text": position, "game": GAME, "name": "x"}
                answer = hall.client.request(method, path, json=body, params=query)
                assert answer.status_code < 500, (door, answer.text)
        assert engine.asked == []
