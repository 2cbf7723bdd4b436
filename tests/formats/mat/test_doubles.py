"""Doubles and their answers in a record."""

import pytest
from tests.formats.matches import game, laws, only, reasons

from nardy.core.events import Acted
from nardy.core.player import Player


def acts(recorded) -> list[tuple[str, str]]:
    return [(e.player, e.act) for e in recorded.game.events if isinstance(e, Acted)]


def test_a_double_and_a_take() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "      Wins 2 points")
    assert acts(recorded)[:2] == [("black", "double"), ("white", "take")]
    assert not recorded.findings
    assert recorded.game.points == 2


@pytest.mark.parametrize("word", ["Drops", "Passes", "rejects"])
def test_a_double_and_a_pass(word: str) -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 2", f" {word} |  Wins 1 point")
    assert acts(recorded) == [("black", "double"), ("white", "pass")]
    assert not recorded.findings


@pytest.mark.parametrize("word", ["Beavers => 4", "Doubles => 4", "Beaver"])
@pytest.mark.parametrize("taken", [" Takes |", ""])
def test_a_double_that_answers_a_double_is_a_beaver(word: str, taken: str) -> None:
    rows = ["31: 8/5 6/5 | 64: 24/14", f" Doubles => 2 |  {word}", taken, "11: 6/4(2) |"]
    recorded = game(*filter(None, rows), "      Wins 4 points", length=0)
    assert acts(recorded)[:3] == [("white", "double"), ("black", "beaver"), ("white", "take")]
    assert not recorded.findings
    assert recorded.game.points == 4


def test_raccoons_are_allowed_where_they_were_played() -> None:
    recorded = game(
        "31: 8/5 6/5 | 64: 24/14",
        " Doubles => 2 |  Beavers => 4",
        " Raccoons => 8 |  Takes",
        "11: 6/4(2) |",
        "      Wins 8 points",
        length=0,
    )
    assert recorded.game.rules.raccoons
    assert not recorded.findings
    assert recorded.game.points == 8


@pytest.mark.parametrize(
    ("rows", "length", "law"),
    [
        (["31: 8/5 6/5 | 64: 24/14", " Doubles => 2 |  Beavers => 4"], 5, "money-only"),
        (
            ["31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "31: 6/2 |  Doubles => 4"],
            5,
            "cube-access",
        ),
        (["31: 8/5 6/5 |  Takes"], 5, "no-offer"),
        (["31: 8/5 6/5 | 64: 24/14", " | Doubles => 2"], 5, "not-yours"),
    ],
)
def test_an_unlawful_act_is_named_and_left_out(rows: list[str], length: int, law: str) -> None:
    recorded = game(*rows, "      Wins 1 point", length=length)
    assert law in [finding.law for finding in recorded.findings]
    assert "(left out)" in reasons(recorded)


def test_the_answer_to_what_was_left_out_is_left_out_too() -> None:
    tags = '; [Crawford "On"]'
    text = ["31: 8/5 6/5 |  Doubles => 2", " Takes | 64: 24/14", "      Wins 1 point"]
    recorded = game(*text, length=2, tags=tags)
    assert not recorded.findings or laws(recorded)
    recorded = game(
        "31: 8/5 6/5 | 64: 24/14",
        " | Doubles => 2",
        " Takes |",
        "31: 6/2 |",
        "      Wins 1 point",
    )
    assert laws(recorded) == [("Doubles => 2", "not-yours")]


def test_a_wrong_value_is_told() -> None:
    recorded = game("31: 8/5 6/5 |  Doubles => 4", " Drops |  Wins 1 point")
    assert only(recorded).law is None
    assert only(recorded).reason == "the cube stood at 1: this makes it 2, not 4"


def test_the_bomb_explodes() -> None:
    tags = '; [Variation "nuclear"]'
    recorded = game("31: 24/21 24/23 |  Explodes", " | 64: bar/21", tags=tags)
    assert acts(recorded)[0] == ("black", "bomb")
    assert recorded.game.situation.position.player[25] == 2 or recorded.findings
    recorded = game("31: 8/5 6/5 |  Explodes", tags="")
    assert laws(recorded)[0] == ("Explodes", "bomb-access")
    assert recorded.game.to_act is Player.BLACK
