"""Games without the club, in the room of the browser's worker, against the rule book and the club's messages."""

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from tests.effort import THOROUGH, each
from tests.web.node import told_by

from nardy.core.choices import Contact
from nardy.core.events import Played, Started, event_from_json, events_from_json
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.formats import match_json
from nardy.formats.position_text import loads
from nardy.games import find_game
from nardy.kernel.arrays import position_arrays
from nardy.server.api.offline_games import replayed
from nardy.server.protocol.messages import ToClient
from nardy.server.turns.view import view_of
from nardy.server.web.engine_files import playable, tables

QUICK = (
    ("backgammon", "club", "white"),
    ("long-nardy", "beginner", "black"),
    ("plakoto", "expert", "white"),
    ("fevga", "casual", "black"),
    ("hypergammon", "strongest", "white"),
)
ALL = [
    (rules.published.id, level, seat)
    for rules in playable()
    for level, seat in (("beginner", "white"), ("expert", "black"), ("strongest", "white"))
]
GAMES = ALL if THOROUGH else QUICK
STARTED = {"kind": "started", "position": "", "version": 1}
WHITE_BEGINS = {"kind": "rolled-off", "white": 6, "black": 1}


def happened(*events: dict[str, object]) -> list[dict[str, object]]:
    """A game as it is kept: what begins it, and these events."""
    listed = [STARTED, WHITE_BEGINS, *events]
    return [
        {"number": number, "at": 0, "event": event, "note": None}
        for number, event in enumerate(listed, 1)
    ]


def start_at(text: str) -> dict[str, object]:
    """A position at the start, seen by White."""
    boards, pins = position_arrays([loads(text).position])
    return {"board": boards.ravel().tolist(), "pins": pins[0].tolist()}


def act(name: str, moves: str = "", late: int = 0) -> dict[str, object]:
    """An act; *moves* are as 13/7 8/7, one die each, *late* what the version lacks."""
    steps = [{"from": int(a), "to": int(b)} for a, b in (m.split("/") for m in moves.split())]
    return {"type": "act", "id": name, "act": name, "moves": steps, "late": late}


def rolled(high: int, low: int, player: str = "white") -> dict[str, object]:
    return {"kind": "rolled", "player": player, "dice": [high, low]}


BLOCKED = "bar:2,7:1,6:2,5:2,4:2,3:2,2:2,1:2"
HINT, EXPLORE = {"type": "hint", "id": "h"}, {"type": "explore", "id": "e"}
TALKS: dict[str, dict[str, Any]] = {
    "refused": {
        "kept": {"game": "backgammon", "events": happened()},
        "messages": [
            act("play", "13/7 8/7", late=-1),
            act("roll"),
            act("play", "13/7"),
            act("play", "13/6 8/7"),
            act("play"),
            act("dance"),
            act("resign:nothing"),
            act("resign:constructor"),
            act("resign:"),
        ],
    },
    "before a roll": {
        "kept": {"game": "long-nardy", "events": happened()},
        "messages": [act("play", "24/18"), HINT, {**EXPLORE, "moves": []}],
    },
    "out of turn": {
        "kept": {
            "game": "backgammon",
            "seat": "black",
            "events": happened(),
        },
        "messages": [act("play", "13/7 8/7"), act("resign:single")],
    },
    "advice": {
        "kept": {"game": "backgammon", "events": happened()},
        "messages": [
            HINT,
            {**EXPLORE, "moves": [{"from": 13, "to": 7}]},
            {**EXPLORE, "moves": [{"from": 13, "to": 6}]},
            act("play", "13/7 8/7"),
        ],
    },
    "a large loss offered": {
        "kept": {"game": "backgammon", "events": happened()},
        "messages": [act("resign:backgammon"), act("roll"), HINT],
    },
    "a small loss offered": {
        "kept": {"game": "backgammon", "events": happened()},
        "start": start_at("backgammon w 23:15 1:1"),
        "messages": [*(act(f"resign:{size}") for size in ("single", "gammon", "single", "gammon"))],
    },
    "an impossible loss offered": {
        "kept": {"game": "backgammon", "events": happened()},
        "start": start_at("backgammon w 24:14 2:15"),
        "messages": [act("resign:gammon"), act("resign:single")],
    },
    "nobody can ever move": {
        "kept": {"game": "backgammon", "events": happened()},
        "start": start_at(f"backgammon w {BLOCKED} {BLOCKED}"),
        "messages": [{"type": "run"}],
    },
    "both mothers are pinned": {
        "kept": {"game": "plakoto", "events": happened(rolled(6, 1))},
        "start": start_at("plakoto w 24:p,10:13,2:1 24:1,5:13,1:1"),
        "messages": [act("play", "10/4 2/1")],
    },
}


class Told(NamedTuple):
    """What node answered."""

    games: dict[tuple[str, str, str], dict[str, Any]]
    talks: dict[str, dict[str, Any]]


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Games and conversations, by one process of node."""
    asked = {
        "seed": 7,
        "games": [dict(zip(("game", "level", "seat"), one, strict=True)) for one in GAMES],
        "talks": [*TALKS.values()],
    }
    found = told_by("offline.mjs", laid_out, tmp_path_factory.mktemp("offline"), asked)
    return Told(
        dict(zip(GAMES, found["games"], strict=True)), dict(zip(TALKS, found["talks"], strict=True))
    )


def answers(told: Told, talk: str) -> list[list[dict[str, Any]]]:
    """The messages after each of ours; all are such as the club sends."""
    found = told.talks[talk]["answers"]
    for one in found:
        as_of_the_club(one)
    return found


def as_of_the_club(messages: list[dict[str, Any]]) -> None:
    for message in messages:
        msgspec.convert(message, ToClient)


def laws(told: Told, talk: str) -> list[str]:
    """The laws by which each message was refused; '' where it was not."""
    return [one[0].get("law", "") if one else "silence" for one in answers(told, talk)]


# ------------------------------------------------------------------------------ whole games


@each("one", GAMES)
def test_the_rule_book_accepts_the_game_and_counts_it_alike(
    told: Told, one: tuple[str, str, str]
) -> None:
    found = told.games[one]
    game = Game.from_events(events_from_json(found["events"]), find_game)
    result = found["end"]["view"]["result"]
    assert game.phase is Phase.OVER
    assert found["is_over"]
    assert game.outcome
    winner = game.outcome.winner
    assert result["winner"] == (winner.value if winner else None)
    assert result["points"] == game.points
    assert found["numbers"] == [*range(1, len(found["events"]) + 1)]


@each("one", GAMES)
def test_the_text_of_a_turn_names_its_moves(told: Told, one: tuple[str, str, str]) -> None:
    events = events_from_json(told.games[one]["events"])
    by_moves, by_text = (Game.from_events(events[:1], find_game) for _ in range(2))
    for event in events[1:]:
        by_moves.apply(event)
        if isinstance(event, Played):
            by_text.play(event.turn)
            # The rule book needs no mark of a hit, but writes one.
            written = by_moves.events[-1]
            assert isinstance(written, Played)
            # A pin on the way leaves nothing behind, and the rule book does not name it.
            if by_moves.rules.contact is Contact.HIT:
                assert ("*" in event.turn) == ("*" in written.turn), event
        else:
            by_text.apply(event)
        assert by_text.situation == by_moves.situation, event


@each("one", GAMES)
def test_the_file_is_a_match_that_nardy_reads(told: Told, one: tuple[str, str, str]) -> None:
    found, (_, level, seat) = told.games[one], one
    record = match_json.loads(found["file"])
    names = dict(zip(("white", "black"), record.players, strict=True))
    assert names.pop(seat) == "player"
    assert [*names.values()] == [tables()["levels"][level]["bot"]]
    (game,) = record.games
    assert len(game.game.events) == len(found["events"])
    assert game.game.phase is Phase.OVER
    # An account may take it along.
    kept, result = replayed(found["file"]), found["end"]["view"]["result"]
    assert (kept.game, kept.level, kept.seat) == one
    assert msgspec.to_builtins(kept.result) == result


@each("one", GAMES)
def test_every_view_is_the_one_that_the_club_would_send(
    told: Told, one: tuple[str, str, str]
) -> None:
    found = told.games[one]
    first, *events = map(event_from_json, found["events"])
    match = Match(find_game(found["events"][0]["position"].split()[0]))
    match.replay([first], find_game)
    seen = {one["version"]: one["view"] for one in found["views"]}
    for version, event in enumerate(events, 2):
        match.game.apply(event)
        if version in seen:
            assert seen.pop(version) == msgspec.to_builtins(view_of(match)), version
    assert not seen


@each("one", GAMES)
def test_messages_are_such_as_the_club_sends(told: Told, one: tuple[str, str, str]) -> None:
    found = told.games[one]
    as_of_the_club(found["messages"])


def test_graphs_that_are_too_long_for_a_message_are_continued(told: Told) -> None:
    # Which games have such turns depends on their dice.
    assert any(told.games[one]["explored"] for one in GAMES)


# -------------------------------------------------------------------------------- one message


def test_what_cannot_be_is_refused_and_changes_nothing(told: Told) -> None:
    assert laws(told, "refused") == [
        "stale",
        "already-rolled",
        *["longest-play"] * 3,
        *["message"] * 4,
    ]
    assert len(told.talks["refused"]["events"]) == 2
    assert told.talks["refused"]["stored"] is None


def test_a_refused_act_says_why_in_both_languages(told: Told) -> None:
    (refused,) = answers(told, "refused")[1]
    assert refused["id"] == "roll"
    assert {"en", "ru"} <= refused["says"].keys()


def test_before_the_roll_there_is_nothing_to_play_but_the_chances_are_told(told: Told) -> None:
    played, (advised,), (explored,) = answers(told, "before a roll")
    assert played[0]["law"] == "not-rolled"
    assert (advised["act"], advised["turns"]) == ("roll", [])
    assert 0.4 < advised["win"] < 0.7
    assert explored["nodes"] == []


def test_an_act_for_the_bot_is_stale(told: Told) -> None:
    assert laws(told, "out of turn") == ["stale", "stale"]


def test_a_hint_names_the_best_turns_and_a_move_can_be_explored(told: Told) -> None:
    (advised,), (explored,), (illegal,), played = answers(told, "advice")
    best = advised["turns"][0]
    assert best["turn"] == "13/7 8/7"
    assert {"from": 13, "to": 7} in best["moves"]
    equities = [turn["equity"] for turn in advised["turns"]]
    assert len(equities) == 3
    assert equities == sorted(equities, reverse=True)
    assert all(0 < turn["win"] < 1 for turn in advised["turns"])
    assert explored["nodes"][0]["dice"] == [1]
    assert {(move["from"], move["to"]) for move in explored["nodes"][0]["moves"]} >= {(8, 7)}
    assert illegal["nodes"] == []
    assert played[0] == {"type": "done", "id": "play", "version": 3}
    assert played[1]["since"] == 0
    assert told.talks["advice"]["stored"]["events"], "kept before it was shown"


def test_a_bot_takes_a_loss_that_is_worth_more_than_it_expects(told: Told) -> None:
    resigned, again, advised = answers(told, "a large loss offered")
    assert [message["type"] for message in resigned] == ["done", "update", "update"]
    assert told.talks["a large loss offered"]["result"]["winner"] == "black"
    assert told.talks["a large loss offered"]["result"]["points"] == 3
    events = told.talks["a large loss offered"]["events"]
    assert events[2:] == [
        {"kind": "resigned", "player": "white", "size": "backgammon"},
        {"kind": "acted", "player": "black", "act": "accept"},
    ]
    assert again[0]["law"] == "stale", "the game is over"
    assert advised[0]["type"] == "advised"


def test_a_bot_refuses_a_loss_that_is_too_small(told: Told) -> None:
    talk = told.talks["a small loss offered"]
    small, large, *again = answers(told, "a small loss offered")
    assert [event.get("act", event.get("size")) for event in talk["events"][2:]] == [
        "single",
        "refuse",
        "gammon",
        "refuse",
    ]
    # Each next offer must be larger, as at the club.
    assert [message["law"] for [message] in again] == ["resigned", "resigned"]
    view = large[-1]["view"]
    assert [act for act in view["acts"] if act.startswith("resign:")] == ["resign:backgammon"]
    assert [*view["losses"]["white"]] == ["backgammon"]
    assert small[-1]["view"]["phase"] == large[-1]["view"]["phase"] == "turn"
    assert talk["result"] is None


def test_only_a_loss_that_can_still_come_can_be_offered(told: Told) -> None:
    assert laws(told, "an impossible loss offered")[0] == "message"
    events = told.talks["an impossible loss offered"]["events"]
    assert events[2] == {"kind": "resigned", "player": "white", "size": "single"}


def test_a_game_in_which_nobody_can_ever_move_is_over_at_once(told: Told) -> None:
    talk = told.talks["nobody can ever move"]
    text = f"backgammon,cube_play=off w {BLOCKED} {BLOCKED} dice=61"
    events = [Started(text), *events_from_json(talk["events"])[2:]]
    game = Game.from_events(events, find_game)
    assert (game.phase, game.ended_as) == (Phase.OVER, "void")
    assert (talk["result"]["winner"], talk["result"]["points"]) == (None, 0)
    assert "Nobody can ever move" in talk["result"]["words"]["en"]


def test_pinned_mothers_are_a_draw_and_called_so(told: Told) -> None:
    result = told.talks["both mothers are pinned"]["result"]
    assert (result["winner"], result["points"], result["size"]) == (None, 0, "void")
    assert result["words"]["en"] == "Draw: both mothers are pinned"
