"""`nardy hint`: the best turns, or the cube."""

import re

import pytest
from tests.cli.talk import START, nardy, refused
from tests.search.lockstep import tiny

from nardy.bots.variants import LevelBot
from nardy.evaluation.network import weights


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("backgammon", 2), {}, file)
    return f"nardy:1:{file}"


def test_the_best_turns_come_first(bot: str) -> None:
    answer = nardy("hint", START, "31", "--bot", bot, "--most", "3")
    assert answer.status == 0
    assert [line.split(".")[0].strip() for line in answer.lines] == ["1", "2", "3"]
    assert "(" not in answer.lines[0]
    assert "1-ply" in answer.lines[0]


def test_without_dice_it_advises_on_the_cube(bot: str) -> None:
    answer = nardy("hint", START, "--bot", bot)
    assert answer.lines[0].startswith("win ")
    assert answer.lines[1].startswith("equity ")
    assert answer.lines[-1].strip() in {
        "no double", "too good to double", "double, take", "double, pass", "double, beaver",
    }  # fmt: skip


def test_of_an_offered_double_it_tells_whether_to_take(bot: str) -> None:
    money = nardy("hint", f"{START} offer=double", "--bot", bot)
    assert [line.split()[0] for line in money.lines[2:5]] == ["take", "pass", "beaver"]
    assert money.lines[-1].strip() in {"take", "pass", "beaver"}
    match = nardy("hint", f"{START} offer=double match=5:3-2", "--bot", bot)
    assert match.lines[3].split() == ["pass", "-1.000", "match", "50.00%"]


def test_in_a_match_it_tells_the_chance_to_win_it(bot: str) -> None:
    behind = f"{START} match=5:3-1"
    for line in nardy("hint", behind, "31", "--bot", bot).lines:
        assert " match " in line
    answer = nardy("hint", behind, "--bot", bot)
    assert answer.lines[2].startswith("chance to win the match ")
    assert answer.lines[5].strip() == "double, pass  +1.000  match 81.44%"


def test_what_a_level_sees_is_told_as_such() -> None:
    seen = nardy("hint", START, "31", "--bot", "nardy:casual")
    assert seen.lines[0] == "as nardy:casual sees it:"
    assert nardy("hint", START, "31", "--bot", "nardy:master").lines[0].startswith(" 1. ")


def test_where_nothing_is_to_be_decided() -> None:
    over = "backgammon w off:15 24:1,3:14 result=w3"
    assert "game is over" in refused("hint", over)


def test_it_thinks_for_a_time(bot: str) -> None:
    answer = nardy("hint", START, "31", "--bot", bot, "--seconds", "5", "--most", "2")
    assert answer.status == 0, answer.err
    assert len(answer.lines) == 2
    assert answer.lines[0].endswith("-ply")
    assert not answer.lines[0].endswith("0-ply")


def test_in_russian(bot: str) -> None:
    ranked = nardy("hint", START, "31", "--bot", bot, "--language", "ru")
    assert re.fullmatch(r" 1\. \S+ \S+ +[+-]0,\d{3} +победа \d\d,\d%  1 бросок", ranked.lines[0])
    cube = nardy("hint", START, "--bot", bot, "--language", "ru")
    assert cube.lines[0].startswith("победа ")
    assert re.fullmatch(r"эквити [+-]\d,\d{3} без куба", cube.lines[1])
    assert [line.split("  ")[1] for line in cube.lines[3:6]] == [
        "не удваивать", "удвоить, взять", "удвоить, пас",
    ]  # fmt: skip
    answers = nardy("hint", f"{START} offer=double", "--bot", bot, "--language", "ru")
    assert [line.split()[0] for line in answers.lines[2:5]] == ["взять", "пас", "бивер"]


def test_why_names_counted_reasons_of_the_best_turn_or_of_another() -> None:
    best = nardy("hint", START, "31", "--why", "--most", "2")
    assert best.status == 0
    assert best.lines[3].startswith("8/5 6/5 is worth 0.")
    assert best.lines[-1] == "Plan: free contact."
    other = nardy("hint", START, "31", "--turn", "13/10 6/5", "--most", "1", "--language", "ru")
    assert other.lines[2].startswith("Ход 13/10 6/5 теряет 0,")
    assert "18 бросков из 36 бьют вас" in other.lines[3]


def test_why_as_json_has_facts_rolls_and_sentences() -> None:
    data = nardy("hint", START, "31", "--turn", "13/10 6/5", "--json").data
    assert (data["best"], data["played"], data["plan"]) == ("8/5 6/5", "13/10 6/5", "contact")
    assert data["facts"]["shots"] == [0, 18]
    assert len(data["rolls"]) == 21
    assert sum(group["rolls"] for group in data["groups"].values()) == 36
    assert len(data["sentences"]) == 1 + len(data["reasons"])


def test_why_of_the_cube_tells_its_points(bot: str) -> None:
    words = nardy("hint", START, "--why", "--bot", "nardy:0").lines
    assert words[-3].startswith("Waiting is worth 0.")
    assert "the opponent passes" in words[-2]
    answer = nardy("hint", f"{START} offer=double", "--why", "--bot", "nardy:0", "--language", "ru")
    assert "чтобы взять, нужно" in answer.lines[-1]
    data = nardy("hint", START, "--why", "--bot", bot, "--json").data
    assert data["best"] in {"roll", "double"}
    assert 0 <= data["market_lost"] <= 1
    assert len(data["sentences"]) > 1


def test_why_needs_something_to_decide_and_a_legal_turn() -> None:
    assert "double" in refused("hint", f"{START} cube=2b", "--why")
    assert "roll" in refused("hint", START, "--turn", "13/12")
    assert "open point" in refused("hint", START, "31", "--turn", "13/12")
    answer = nardy("hint", START, "31", "--json")
    assert answer.status == 2
    assert "expected --why or --turn with --json" in answer.err


@pytest.mark.parametrize("bot", ["nardy:level-3", "nardy:rollout"])
def test_a_time_limit_is_for_a_bot_that_plays_by_its_network_alone(bot: str) -> None:
    told = refused("hint", START, "31", "--bot", bot, "--seconds", "1")
    assert "expected a bot that plays by a network alone" in told


def test_why_explains_the_turn_that_the_list_begins_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.cli.hint.neural_bot", lambda _: LevelBot("level-1", seed=1))
    lines = nardy("hint", START, "31", "--why").lines
    listed = re.fullmatch(r" 1\. (.+?)  .*", lines[1])
    assert listed
    assert listed[1] != "8/5 6/5"
    place = lines.index(
        "The coach prefers 8/5 6/5: it judges by the network alone, without look-ahead."
    )
    assert lines[place + 1].startswith(f"{listed[1]} loses ")
    monkeypatch.undo()
    assert "The coach prefers" not in nardy("hint", START, "31", "--bot", "nardy:0", "--why").out
