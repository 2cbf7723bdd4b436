import json
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused
from tests.cli.test_bad_input import MAT
from tests.formats.matches import text_of

from nardy.analysis.game_review import review
from nardy.bots.neural import NeuralBot
from nardy.formats import mat

MISTAKE = """ 3 point match

 Game 1
 Anna : 0                          Boris : 0
  1) 31: 24/21 24/23                 64: 24/14
  2)  Doubles => 2                    Drops
      Wins 1 point

 Game 2
 Anna : 1                          Boris : 0
  1)                                 31: 8/5 6/5
  2) 65: 24/13
"""


def test_a_match_is_told_by_player_and_by_its_worst_decisions() -> None:
    Path("match.mat").write_text(MISTAKE, "utf-8")
    answer = nardy("analyze", "match.mat", "--bot", "nardy:0", "--worst", "2")
    assert (answer.status, answer.err) == (0, "")
    first, judge, _, names, *rest = answer.lines
    assert first == "Anna - Boris, backgammon, match to 3"
    assert judge == "judged by nardy:0: turns and cube 0 plies ahead, luck 1 ply"
    assert names.split() == ["Anna", "Boris"]
    rows = {line[:12].strip(): line[12:].split() for line in rest[:9]}
    assert rows["decisions"][0] >= "2"
    # PR is half of the error rate, both rounded.
    rates = zip(map(float, rows["error rate"]), map(float, rows["PR"]), strict=True)
    assert all(abs(rate / 2 - pr) < 0.11 for rate, pr in rates)
    assert "game 1, Boris: blunder" in answer.out
    assert "  played pass, best take" in answer.out
    assert answer.out.count("  played ") == 2
    assert (
        nardy("analyze", "-", "--bot", "nardy:0", "--worst", "0", typed=MISTAKE).out.count("played")
        == 0
    )


def test_json_tells_every_decision_as_the_review_does() -> None:
    data = nardy("analyze", "-", "--bot", "nardy:0", "--json", typed=MISTAKE).data
    assert (data["bot"], data["players"], data["length"]) == ("nardy:0", ["Anna", "Boris"], 3)
    assert data["plies"] == {"turns": 0, "cube": 0, "bomb": 1, "luck": 1}
    record = mat.loads(MISTAKE)
    for told, recorded in zip(data["games"], record.games, strict=True):
        rules = recorded.game.rules
        found = list(review(recorded.game.events, lambda _, rules=rules: rules, NeuralBot(0)))
        assert [one["loss"] for one in told["decisions"]] == [one.loss for one in found]
        assert [one["event"] for one in told["decisions"]] == [one.event for one in found]
    decisions = [one for game in data["games"] for one in game["decisions"]]
    for player in ("white", "black"):
        own = [one for one in decisions if one["player"] == player]
        lost = sum(one["loss"] for one in own if not one.get("forced"))
        told = data["summary"][player]
        assert told["lost"] == pytest.approx(lost)
        assert told["performance_rating"] == pytest.approx(500 * lost / told["decisions"])


def test_every_figure_says_how_far_it_was_looked_at() -> None:
    """Two plies for turns and cube unless another judge is named, luck always one."""
    data = nardy("analyze", "-", "--json", typed=MISTAKE).data
    assert data["plies"] == {"turns": 2, "cube": 2, "bomb": 1, "luck": 1}
    decisions = [one for game in data["games"] for one in game["decisions"]]
    assert {one["kind"] for one in decisions} == {"turn", "cube"}
    assert {one["plies"] for one in decisions} == {2}
    turns = [one for one in decisions if one["kind"] == "turn"]
    assert {one["luck_plies"] for one in turns} == {1}
    played = [choice for one in turns for choice in one["turns"] if choice["turn"] == one["played"]]
    assert {choice["plies"] for choice in played} == {2}


def test_illegal_turns_are_followed_and_said() -> None:
    wrong = MAT.replace("61: bar/24 13/7", "61: bar/24 13/8")
    assert (
        nardy("analyze", "-", "--bot", "nardy:0", typed=wrong)
        .lines[-1]
        .startswith("1 illegal turn")
    )


@pytest.mark.parametrize("bot", ["random", "nardy:club", "nardy:5s"])
def test_who_judges_plays_by_a_network_alone(bot: str) -> None:
    Path("match.mat").write_text(MAT, "utf-8")
    assert refused("analyze", "match.mat", "--bot", bot).startswith("expected")


def test_in_russian() -> None:
    answer = nardy(
        "analyze", "-", "--bot", "nardy:0", "--worst", "1", "--language", "ru", typed=MISTAKE
    )
    assert answer.lines[1] == "судит nardy:0: ходы и куб на 0 бросков вперёд, везение — на 1 бросок"
    rows = {line[:14].strip(): line[14:].split() for line in answer.lines[4:13]}
    assert list(rows)[:3] == ["решения", "неточности", "ошибки"]
    assert all("," in rate for rate in rows["уровень ошибок"])
    assert "  сыграно пас, лучше взять" in answer.out


def test_why_follows_the_mistakes_of_turns() -> None:
    answer = nardy("analyze", "-", "--bot", "nardy:1", "--worst", "3", "--why", typed=MISTAKE)
    lines = answer.lines
    place = lines.index("  played 24/23 24/21, best 8/5 6/5")
    assert lines[place + 1].startswith("  24/23 24/21 loses 0.")
    assert lines[place + 2].startswith("  8/5 6/5 makes your 5 point, 24/23 24/21 does not.")
    data = nardy("analyze", "-", "--bot", "nardy:1", "--json", "--why", typed=MISTAKE).data
    told = [one for game in data["games"] for one in game["decisions"]]
    assert all(("sentences" in one) <= (one["grade"] != "") for one in told)
    assert any("your 5 point" in " ".join(one.get("sentences", ())) for one in told)


def test_why_follows_the_mistakes_with_the_cube() -> None:
    answer = nardy("analyze", "-", "--bot", "nardy:0", "--worst", "9", "--why", typed=MISTAKE)
    lines = answer.lines
    found = [n for n, line in enumerate(lines) if "A take is worth" in line or "Waiting is" in line]
    # Anna doubled at the start, and Boris passed: both were mistakes.
    assert len(found) == 2
    assert any("a take needs" in line for line in lines)
    assert any("a double is right from" in line for line in lines)
    data = nardy("analyze", "-", "--bot", "nardy:0", "--json", "--why", typed=MISTAKE).data
    decisions = [one for game in data["games"] for one in game["decisions"]]
    assert all(one["sentences"] for one in decisions if one["kind"] == "cube" and one["grade"])


def test_what_is_left_out_and_what_is_guessed_is_told() -> None:
    holes = text_of(*["31: ??? | 42: ???"] * 4, "      Wins 1 point")
    told = nardy("analyze", "-", "--bot", "nardy:0", typed=holes)
    assert told.status == 1
    assert told.lines[-1] == ("3 turns not recorded, and so not judged: nardy replay tells which")
    assert "the turn is not recorded, and cannot be known (left out, and 4 more" in told.err
    answer = nardy("analyze", "-", "--bot", "nardy:0", "--json", typed=holes)
    data = json.loads(answer.out)
    assert (answer.status, data["complete"]) == (1, False)
    assert [one["line"] for one in data["left_out"]] == [7]
    [game] = data["games"]
    assert len(game["guessed"]) == 3
    assert not {*game["guessed"]} & {one["event"] for one in game["decisions"]}


def test_sentences_in_json_need_why() -> None:
    """A report in HTML beside it has its own."""
    asked = ("analyze", "-", "--bot", "nardy:0", "--json", "--worst", "1", "--html", "report.html")
    told = nardy(*asked, typed=MISTAKE).data
    assert "sentences" not in {
        name for game in told["games"] for one in game["decisions"] for name in one
    }
