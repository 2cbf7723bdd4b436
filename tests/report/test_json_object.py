"""The published schema holds for every game's report, and for nothing that was spoiled."""

import copy
import json
from typing import Any

import pytest
from tests.effort import each
from tests.formats.played import played_match
from tests.report.json_schema import breaks

from nardy.bots.neural import NeuralBot
from nardy.formats import sgg
from nardy.formats.record import Record
from nardy.report import MatchAnalysis, analyze, as_object, player_profile
from nardy.report.json_object import plies_of, profile_object

HEAD = {"bot": "nardy:0", "plies": plies_of(NeuralBot(0))}


def report_of(match: MatchAnalysis) -> dict[str, object]:
    """As it is printed and read again."""
    return json.loads(json.dumps(HEAD | as_object(match)))


def test_the_schema_holds_for_a_match(match: MatchAnalysis) -> None:
    assert list(breaks(report_of(match))) == []
    several = {
        **HEAD,
        "matches": [as_object(match, "ru")],
        "refused": ["x: expected a match"],
        "profile": profile_object(player_profile([match], "Anna"), "ru"),
    }
    assert list(breaks(json.loads(json.dumps(several)))) == []


@pytest.mark.thorough
@each("game", ["long-nardy", "plakoto", "nuclear", "gul-bara"])
def test_the_schema_holds_for_other_games_and_for_money(game: str) -> None:
    record = Record.of(played_match(game, 0, 3, most_games=1))
    match = analyze(record, "played", NeuralBot(0), explained=1)
    assert list(breaks(report_of(match))) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["length"], "5"),
        (["players"], ["Anna"]),
        (["bot"], None),
        (["plies", "turns"], -1),
        (["summary", "white", "cube_errors", "wrong_takes", "count"], 1.5),
        (["games", 0, "decisions", 0, "grade"], "slip"),
        (["games", 0, "decisions", 0, "kind"], "bomb"),
        (["games", 0, "decisions", 0, "win"], 1.2),
        (["games", 0, "decisions", 0, "new"], 1),
    ],
)
def test_what_is_spoiled_breaks_it(
    match: MatchAnalysis, path: list[str | int], value: object
) -> None:
    report = copy.deepcopy(report_of(match))
    *way, last = path
    place: Any = report
    for step in way:
        place = place[step]
    place[last] = value
    assert list(breaks(report))


def test_every_decision_has_its_sentences_if_it_was_explained(match: MatchAnalysis) -> None:
    told = as_object(match, "ru")
    explained = [one for game in told["games"] for one in game["decisions"] if one.get("sentences")]
    assert len(explained) == len(match.explanations)
    assert all("против" in one["sentences"][0] for one in explained)


def test_a_place_that_cannot_be_followed_is_listed_once() -> None:
    record = sgg.loads(
        "ann vs. bob\n\nGame 1.  0-0/3\n1\t31:\n1\t31: 8/5, 6/5\n2\twhat?\n2\t\t64: 24/14\n"
    )
    told = as_object(analyze(record, "x.sgg", NeuralBot(0)))
    assert [(one["line"], one["text"]) for one in told["left_out"]] == [(6, "what?")]
    assert not told["complete"]


def test_the_summary_of_a_game_counts_its_decisions(match: MatchAnalysis) -> None:
    told = as_object(match)
    for player in ("white", "black"):
        games = [game["summary"][player]["decisions"] for game in told["games"]]
        assert sum(games) == told["summary"][player]["decisions"]
