"""`nardy evaluate`: JSON for programs."""

import json
from pathlib import Path

import pytest
from tests.cli.talk import START, nardy, refused
from tests.search.lockstep import tiny

from nardy.evaluation.network import weights


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("backgammon", 2), {}, file)
    return f"nardy:0:{file}"


def test_a_position_has_chances_and_an_equity(bot: str) -> None:
    found = nardy("evaluate", START, "--bot", bot).data
    assert list(found) == ["probabilities", "equity", "cubeful_equity", "cube"]
    chances = found["probabilities"]
    assert chances["win"] + chances["lose"] == pytest.approx(1, abs=1e-4)


def test_it_tells_whether_to_double(bot: str) -> None:
    late = nardy("evaluate", "backgammon w 6:1 6:1", "--bot", bot).data
    assert late["cube"]["advice"] == "double, pass"
    assert (late["cube"]["no_double"], late["cube"]["double_take"]) == (0.5, 1.0)
    assert late["cubeful_equity"] == 1
    match = nardy("evaluate", f"{START} match=5:3-2", "--bot", bot).data["cube"]
    assert set(match["match_chances"]) == {"no_double", "double_take", "double_pass"}
    assert "cube" not in nardy("evaluate", f"{START} cube=2b", "--bot", bot).data


def test_it_tells_whether_to_explode_the_bomb() -> None:
    blots = "nuclear w 24:1,18:2,8:4,6:4,5:4 24:1,22:1,15:1,14:1,11:1,10:1,8:1,6:5,3:2,2:1"
    found = nardy("evaluate", blots).data
    assert found["bomb"] is True
    before = nardy("evaluate", f"{blots} bomb=b").data
    assert before["bomb"] is False
    assert found["equity"] > before["equity"]
    assert nardy("hint", blots).out.startswith("explode the bomb first")


def test_dice_rank_the_turns(bot: str) -> None:
    turns = nardy("evaluate", START, "31", "--bot", bot).data["turns"]
    assert len(turns) == 16
    equities = [turn["equity"] for turn in turns]
    assert equities == sorted(equities, reverse=True)
    assert set(turns[0]) == {"turn", "position", "equity", "probabilities", "plies"}


def test_in_a_match_the_chance_to_win_it_is_told(bot: str) -> None:
    at_score = f"{START} match=5:4-3 crawford"
    found = nardy("evaluate", at_score, "--bot", bot).data
    assert list(found) == ["probabilities", "equity", "cubeful_equity", "match_chance"]
    assert 0 < found["match_chance"] < 1
    turns = nardy("evaluate", at_score, "31", "--bot", bot).data["turns"]
    chances = [turn["match_chance"] for turn in turns]
    assert chances == sorted(chances, reverse=True)


def test_of_an_offered_double_the_answers_are_told(bot: str) -> None:
    found = nardy("evaluate", f"{START} offer=double", "--bot", bot).data
    assert set(found["answers"]) == {"take", "pass", "beaver"}
    assert found["answers"]["pass"] == -1
    assert found["answers"]["beaver"] == pytest.approx(2 * found["answers"]["take"], abs=1e-4)
    assert found["advice"] == max(found["answers"], key=found["answers"].get)
    match = nardy("evaluate", f"{START} offer=double match=5:3-2", "--bot", bot).data
    assert match["match_chances"]["pass"] == pytest.approx(0.5, abs=1e-4)


def test_lines_are_answered_in_order_and_a_bad_one_does_not_stop_the_rest(bot: str) -> None:
    lines = [
        json.dumps({"position": START}),
        "nonsense",
        json.dumps({"position": START, "dice": [3, 1]}),
    ]
    answer = nardy("evaluate", "--jsonl", "--bot", bot, typed="\n".join(lines))
    first, bad, last = map(json.loads, answer.lines)
    assert answer.status == 1
    assert "equity" in first
    assert bad["error"].startswith("expected a line of JSON")
    assert len(last["turns"]) == 16


@pytest.mark.parametrize("command", ["evaluate", "turns"])
def test_the_game_of_codes_in_lines_is_the_one_that_is_named(command: str) -> None:
    """An XGID does not say that its three checkers are those of hypergammon."""
    line = json.dumps({"position": "XGID=-aaa------------------AAA-:0:0:1:31:0:0:0:0:10"})
    answer = nardy(command, "--game", "hypergammon", "--jsonl", typed=line)
    assert answer.status == 0, answer.err
    assert {turn["position"].split(",")[0] for turn in answer.data["turns"]} == {"hypergammon"}


def test_a_bot_without_a_network_cannot_evaluate() -> None:
    assert refused("evaluate", START, "--bot", "random").startswith("expected a bot with a network")


def test_a_file_that_is_not_there() -> None:
    sentence = refused("evaluate", START, "--bot", f"nardy:{Path('nowhere.npz')}")
    assert sentence.startswith("expected a file of weights")


@pytest.mark.parametrize("plies", ["7", "33"])
def test_too_many_plies(plies: str) -> None:
    assert "plies" in refused("evaluate", START, "--bot", f"nardy:{plies}")


@pytest.mark.parametrize("bot", ["nardy", "random"])
def test_without_numba_it_says_what_is_missing(bot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.bots.registry.is_available", lambda: False)
    sentence = refused("evaluate", START, "--bot", bot)
    assert ("a compiled kernel" if bot == "nardy" else "expected a bot with a network") in sentence


def test_the_language_is_for_what_is_said_beside_the_answer(bot: str) -> None:
    code = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    english, russian = (
        nardy("evaluate", code, "--bot", bot, "--language", one) for one in ("en", "ru")
    )
    assert english.out == russian.out
    assert (english.err, russian.err) == ("read as XGID\n", "прочитано как XGID\n")
