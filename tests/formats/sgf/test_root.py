"""The root of a game in SGF."""

import pytest

from nardy.core.player import Player
from nardy.errors import NotationError
from nardy.formats.mat.tags import rules_of_tags
from nardy.formats.sgf import root
from nardy.formats.sgf.tree import SgfNode, parse
from nardy.games import BACKGAMMON, HYPERGAMMON, NACKGAMMON


def node(text: str) -> SgfNode:
    return parse(f"(;GM[6]{text})")[0].nodes[0]


GNU = "AP[GNU Backgammon:1.08.003]"


@pytest.mark.parametrize(
    ("text", "length", "rules"),
    [
        (GNU + "RU[Crawford]", 5, BACKGAMMON),
        (GNU, 5, BACKGAMMON.replace(crawford=False)),
        (GNU, 1, BACKGAMMON),
        (GNU, 0, BACKGAMMON.replace(jacoby=False)),
        ("", 0, BACKGAMMON),
        (GNU + "RU[Jacoby:Nackgammon]", 0, NACKGAMMON),
        (GNU + "RU[Crawford:Hypergammon3]", 3, HYPERGAMMON),
        (GNU + "RU[NoCube]", 0, BACKGAMMON.replace(cube_play=False)),
        ("RU[Crawford][CrawfordGame]", 3, BACKGAMMON),
    ],
)
def test_the_rules_are_those_of_the_words(text: str, length: int, rules: object) -> None:
    assert rules_of_tags(root.rule_tags(node(text), length)) == rules


def test_a_game_that_nardy_does_not_know_is_refused() -> None:
    with pytest.raises(NotationError, match="got Hypergammon1; do"):
        root.rule_tags(node("RU[Hypergammon1]"), 0)


def test_the_crawford_game_is_stated_only_with_the_rule() -> None:
    assert root.is_crawford(node("RU[Crawford:CrawfordGame]")) is True
    assert root.is_crawford(node("RU[Crawford]")) is False
    assert root.is_crawford(node("")) is None


def test_players_and_points() -> None:
    names = root.names_of(node("PW[ann\n lee]PB[bob \\] x]MI[length:5][ws:2][bs:3]"))
    assert (names.names, names.scores) == (("ann lee", "bob ] x"), (2, 3))


@pytest.mark.parametrize("value", ["x", "-1", "1e3", "9999999"])
def test_a_score_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(
        NotationError, match=r"expected a number for ws in the SGF's line 1.*correct"
    ):
        root.names_of(node(f"MI[ws:{value}]"))


def test_results() -> None:
    assert root.result_of(node("RE[W+4R]")) == (Player.WHITE, 4)
    assert root.result_of(node("RE[b+]")) == (Player.BLACK, 1)
    for text in ("", "RE[0]", "RE[?]", "RE[Void]"):
        assert root.result_of(node(text)) is None


def test_what_describes_the_match_becomes_tags() -> None:
    tags = dict(root.match_tags(node("DT[2026-05-01]EV[Open]PC[ ]AN[x\ny]BR[1500]")))
    assert tags == {
        "EventDate": "2026.05.01",
        "Event": "Open",
        "Annotator": "x y",
        "Player 2 Elo": "1500",
    }
    assert root.date_text(tags.items()) == "2026-05-01"
