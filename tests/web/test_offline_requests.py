"""What the browser answers for the club: the games, their rules, and positions outside a game."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from tests.web import lessons
from tests.web.node import told_by

from nardy.errors import IllegalActError
from nardy.formats import position_text
from nardy.server.analysis.evaluations import PositionEvaluation, evaluate
from nardy.server.analysis.positions import Board, board_of
from nardy.server.protocol.messages import DieMove
from nardy.server.turns.move_graph import nodes_of
from nardy.server.web.engine_files import books, rule_sheets, tables

OTHERS = [
    "plakoto b 24:p,21:2,10:12 24:2,13:12,1:1 dice=66",
    "fevga w 24:15 24:15 dice=53",
    "hypergammon b 24:1,23:1 bar:1,20:2",
    "tapa w 24:15 24:15",
    "nuclear w 24:2,13:5,8:3,6:4,5:1 24:2,13:5,8:3,6:5",
    "nuclear b 24:2,13:5,8:3,6:4,5:1 24:2,13:5,8:3,6:5 bomb=w",
    "nuclear b 24:2,13:5,8:3,6:4,5:1 24:2,13:5,8:3,6:5 dice=31 bomb=b",
    "gul-bara b 24:14,20:1 24:15 dice=55 turns=1-0",
    "gul-bara w 24:14,20:1 24:15 dice=55",
    "mad-gulbar w 24:14,20:1 24:14,23:1 left=566",
    "gioul b 24:14,20:1 24:14,23:1 left=1112",
    "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 opening",
    "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=gammon match=5:1-2",
    "backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31 offer=single",
    "long-nardy w 24:15 24:15 offer=gammon",
]
TEXTS = [*lessons.POSITIONS, *OTHERS]
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
MADE = [{"from": 13, "to": 10}]
REQUESTS: list[tuple[str, object]] = [
    ("/api/games", None),
    ("/api/rules/long-nardy?language=ru", None),
    ("/api/rules/long-nardy", None),
    ("/api/position/nodes", {"position": START, "moves": MADE}),
    ("/api/position/evaluation", {"position": START}),
    ("/api/position/evaluation", {"position": START.removesuffix(" dice=31")}),
    ("/api/me", None),
    ("/api/position?text=nardy", None),
    ("/api/position?text=" + quote("checkers w 24:15 24:15"), None),
    ("/api/position?text=" + quote("backgammon w 24:16 24:15"), None),
    ("/api/books/long-nardy", None),
    ("/api/books/tapa", None),
    ("/api/position/evaluation", {"position": f"{START} offer=single"}),
    *(("/api/position?text=" + quote(text), None) for text in TEXTS),
]


@pytest.fixture(scope="module")
def answers(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The answers to all requests, by one process of node."""
    work = tmp_path_factory.mktemp("requests")
    return told_by("offline.mjs", laid_out, work, {"seed": 1, "requests": REQUESTS})["requests"]


def test_games_and_rules_are_those_of_the_engines_files(answers: list[dict[str, Any]]) -> None:
    games, russian, english = (answers[number]["answer"] for number in range(3))
    assert games == msgspec.to_builtins(tables()["listed"])
    assert russian == rule_sheets()["long-nardy"]["ru"]
    assert english == rule_sheets()["long-nardy"]["en"]


def test_an_opening_book_is_that_of_the_engines_files(answers: list[dict[str, Any]]) -> None:
    found, none = (answers[number]["answer"] for number in (10, 11))
    assert found == books()["long-nardy"]
    assert "tapa" in books() or none is None


def test_a_position_is_the_one_that_the_club_reads(answers: list[dict[str, Any]]) -> None:
    for text, told in zip(TEXTS, answers[-len(TEXTS) :], strict=True):
        here, there = told["answer"], msgspec.to_builtins(board_of(position_text.loads(text)))
        msgspec.convert(here, Board)
        assert here["nodes"] == there["nodes"], text
        assert here["view"] == there["view"], text


def test_a_graph_goes_on_after_moves(answers: list[dict[str, Any]]) -> None:
    there = nodes_of(position_text.loads(START), [DieMove(13, 10)])
    assert answers[3]["answer"] == msgspec.to_builtins(there)


def test_an_evaluation_names_the_best_turns_or_the_chances(answers: list[dict[str, Any]]) -> None:
    turns, chances = (msgspec.convert(answers[n]["answer"], PositionEvaluation) for n in (4, 5))
    assert turns.kind == "turns"
    assert turns.turns[0].turn == "8/5 6/5"
    assert turns.turns[0].loss == 0
    losses = [one.loss for one in turns.turns if one.loss is not None]
    assert losses == sorted(losses)
    assert turns.turns[0].gammon
    assert 0.1 < turns.turns[0].gammon < turns.turns[0].win < 0.7
    assert (chances.kind, chances.turns) == ("chances", [])
    assert 0.5 < chances.win < 0.55


def test_what_only_the_club_knows_has_no_answer_and_what_cannot_be_has_a_reason(
    answers: list[dict[str, Any]],
) -> None:
    assert answers[6] == {"answer": None}
    no_text, no_game, too_many = (answers[number]["error"] for number in (7, 8, 9))
    assert "expected a position text" in no_text
    assert "others need the club" in no_game
    assert "expected 15 checkers a side, White has 16" in too_many
    assert "without an offer to resign" in answers[12]["error"]
    with pytest.raises(IllegalActError):
        evaluate(position_text.loads(f"{START} offer=single"))
