"""Boards that a reader tries, in node: the positions, moves and values are those of the rule book and the club."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from scripts.pages.site import start_text
from tests.effort import THOROUGH, each
from tests.moments import random_turn
from tests.web.node import told_by

from nardy.core.dice import ROLLS
from nardy.core.events import Event, Played, Rolled, event_to_json
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.analysis.positions import board_of
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import view_of
from nardy.server.web.engine_files import playable

IDS = [rules.published.id for rules in playable()]
GAMES = IDS if THOROUGH else ["long-nardy", "plakoto", "portes"]
TURNS = 30 if THOROUGH else 6
MARS = "portes w 1:1 23:15 dice=61"
PLACED = "plakoto b 24:p,21:2,10:12 24:2,13:12,1:1 dice=66"
HIT = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
TURN = {"kind": "played", "player": "white", "turn": "", "moves": [[8, 5], [6, 5]]}
ASKED: dict[str, dict[str, object]] = {
    "placed": {"text": PLACED, "events": [], "wants": "board"},
    "won": {
        "text": MARS,
        "events": [{"kind": "played", "player": "white", "turn": "", "moves": [[1, 0]]}],
        "wants": "board",
    },
    "verdict": {"text": HIT, "events": [], "wants": "verdict", "moves": [{"from": 13, "to": 8}]},
    "turns": {"text": HIT, "events": [], "wants": "value"},
    "chances": {"text": HIT, "events": [TURN], "wants": "value"},
    "cube": {"text": HIT.removesuffix(" dice=31") + " cube=2w", "events": [], "wants": "value"},
    "cascade": {"text": "gul-bara w 24:15 24:15 dice=66", "events": [], "wants": "board"},
    "options": {"text": "long-nardy,koks=3 w 24:15 24:15", "events": [], "wants": "board"},
    "illegal": {"text": MARS, "events": [TURN], "wants": "board"},
}


def begun(game: str, seed: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What a reader asks from the start of a game on, turn by turn, and what the club would show."""
    rules, chance = find_game(game).replace(cube_play=False), Random(seed)
    playing = Match(rules)
    asked, shown = list[dict[str, Any]](), list[dict[str, Any]]()
    playing.game.open(white=6, black=1)
    for _ in range(TURNS):
        if playing.game.phase is Phase.ROLL:
            playing.game.roll(chance.choice(ROLLS))
        if playing.game.phase is not Phase.TURN:
            break
        told = msgspec.to_builtins(
            {"view": view_of(playing), "nodes": nodes_of(playing.game.situation)}
        )
        shown.append(told)
        events = [event_to_json(event) for event in done(playing.game)]
        asked.append({"text": start_text(rules), "events": events, "wants": "board"})
        random_turn(playing.game, chance)
    return asked, shown


def done(game: Game) -> list[Event]:
    """The rolls and turns of a game; the opening throw is a roll where it is played."""
    events: list[Event] = [event for event in game.events if isinstance(event, Rolled | Played)]
    first = events[0] if events else None
    return events if isinstance(first, Rolled) else [Rolled(Player.WHITE, (6, 1)), *events]


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All answers, by one process of node, beside what the club would show."""
    games = {game: begun(game, seed) for seed, game in enumerate(GAMES, 3)}
    asked = [*ASKED.values(), *(one for game in GAMES for one in games[game][0])]
    folder = tmp_path_factory.mktemp("trials")
    answers = iter(told_by("offline.mjs", laid_out, folder, {"seed": 1, "trials": asked})["trials"])
    found = {name: next(answers) for name in ASKED}
    return found | {game: [(next(answers), shown) for shown in games[game][1]] for game in GAMES}


@each("game", GAMES)
def test_a_game_from_its_start_follows_the_rule_book_also_in_first_turns(
    told: dict[str, Any], game: str
) -> None:
    assert len(told[game]) > 2
    for answer, shown in told[game]:
        assert answer["answer"]["nodes"] == shown["nodes"]
        assert answer["answer"]["view"] == shown["view"]


def test_a_position_is_shown_as_the_club_shows_it(told: dict[str, Any]) -> None:
    from nardy.formats import position_text  # noqa: PLC0415 (one test)

    club = msgspec.to_builtins(board_of(position_text.loads(PLACED)))
    assert told["placed"]["answer"]["nodes"] == club["nodes"]


def test_a_game_that_is_won_says_by_how_much(told: dict[str, Any]) -> None:
    result = told["won"]["answer"]["view"]["result"]
    assert (result["winner"], result["points"]) == ("white", 2)
    assert told["won"]["answer"]["nodes"] == []


def test_a_wrong_move_is_judged(told: dict[str, Any]) -> None:
    assert told["verdict"]["answer"]["law"] == "wrong-die"
    assert {"en", "ru"} <= told["verdict"]["answer"]["says"].keys()


def test_the_best_turns_and_chances_are_told_with_their_equities(told: dict[str, Any]) -> None:
    best, second, *_ = told["turns"]["answer"]["turns"]
    assert (best["turn"], best["loss"]) == ("8/5 6/5", 0)
    assert best["equity"] > second["equity"]
    assert told["chances"]["answer"]["kind"] == "chances"
    # Black's view of a position in which White has made a good point.
    assert told["chances"]["answer"]["equity"] < 0.1


def test_what_the_engine_does_not_know_says_so(told: dict[str, Any]) -> None:
    assert "without a cube" in told["cube"]["error"]
    assert "need the club" in told["options"]["error"]
    assert "expected legal moves" in told["illegal"]["error"]


def test_a_cascade_is_played_on_the_board(told: dict[str, Any]) -> None:
    board = told["cascade"]["answer"]
    assert board["view"]["dice"][:4] == [6, 6, 6, 6]
    assert board["nodes"][0]["moves"]
