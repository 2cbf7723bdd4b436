"""`nardy rollout`: figures with their errors, for people and for programs."""

from pathlib import Path

import pytest
from tests.cli.talk import START, nardy, refused
from tests.search.lockstep import tiny

from nardy.evaluation.network import weights

END = "backgammon w 6:1 1:1"
CLOSE = "backgammon w 6:2,5:1 6:2,4:1"
"""A race at home is known exactly: with the luck taken out there is no error."""
SHORT = ("--trials", "72", "--plies", "2", "--threads", "1")


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("weights") / "tiny.npz"
    weights.save(tiny("backgammon", 2), {}, file)
    return f"nardy:0:{file}"


def test_a_position_is_told_with_its_errors(bot: str) -> None:
    answer = nardy("rollout", END, "--bot", bot, "--trials", "72", "--cubeless")
    assert answer.status == 0, answer.err
    equity, chances, how = answer.lines
    assert equity == "equity +0.500 ±0.000"
    assert chances.strip().startswith("win 75.0% ±0.0%  win gammon 0.0% ±0.0%")
    assert how == "72 games each, to the end, luck taken out, seed 1"


def test_a_decision_is_told_with_the_cube(bot: str) -> None:
    """27 of 36 rolls win: to double is worth twice as much, and the other player may as well pass."""
    answer = nardy("rollout", END, "--bot", bot, "--trials", "72")
    assert answer.status == 0, answer.err
    assert answer.lines[0] == "with the cube +1.000 ±0.000  without +0.500 ±0.000"
    assert [line.split() for line in answer.lines[1:4]] == [
        ["no", "double", "+0.500", "±0.000"],
        ["double,", "take", "+1.000", "±0.000"],
        ["double,", "pass", "+1.000"],
    ]
    assert answer.lines[4].endswith("doubling gains +0.500 ±0.000")
    told = nardy("rollout", f"{END} match=3:1-1", "--bot", bot, "--trials", "72", "--json").data
    # To pass leaves a chance of 32 % at one point to go against two, to take 25 %.
    assert told["match_chance"] == [pytest.approx(0.677, abs=0.001), 0]
    assert told["cube"]["choice"] == "double, pass"
    assert told["cube"]["double_take"][0] > 1


def test_an_offered_double_is_told_to_who_must_answer(bot: str) -> None:
    """The same seen from the other side: 27 of 36 rolls lose it, so a take costs no more than a pass."""
    doubled = "backgammon b 6:1 1:1 offer=double"
    answer = nardy("rollout", doubled, "--bot", bot, "--trials", "72")
    assert answer.status == 0, answer.err
    assert answer.lines[0] == "equity -0.500 ±0.000 without a cube"
    assert [line.split() for line in answer.lines[1:4]] == [
        ["take", "-1.000", "±0.000"] if "±" in answer.lines[1] else ["take", "-1.000"],
        ["pass", "-1.000"],
        ["beaver", *answer.lines[3].split()[1:]],
    ]
    assert answer.lines[3].split()[1] == "-2.000"
    assert answer.lines[5].strip().startswith("win 25.0%")
    told = nardy("rollout", doubled, "--bot", bot, "--trials", "72", "--json").data
    assert told["answers"]["pass"] == [-1, 0]
    assert told["answers"]["take"][0] == pytest.approx(-1)
    assert told["probabilities"]["win"][0] == pytest.approx(0.25)
    assert "leave --cubeless out" in nardy("rollout", doubled, "--cubeless", "--bot", bot).err


def test_turns_are_ranked(bot: str) -> None:
    answer = nardy(
        "rollout", START, "31", "--bot", bot, "--most", "3", "--raw", "--cubeless", *SHORT
    )
    assert answer.status == 0, answer.err
    assert [line.split(".")[0].strip() for line in answer.lines[:-1:2]] == ["1", "2", "3"]
    assert answer.lines[-1] == "72 games each, cut after 2 plies, luck left in, seed 1"


def test_programs_get_every_figure_as_a_pair(bot: str) -> None:
    asked = ("--bot", bot, "--most", 2, "--json", "--trials", 72, "--raw", "--cubeless")
    found = nardy("rollout", CLOSE, "31", *asked).data
    best, second = found["turns"]
    assert best["behind"] == [0, 0]
    assert second["behind"][1] > 0
    assert set(best) == {"turn", "position", "equity", "behind", "probabilities", "trials"}
    assert all(len(figure) == 2 for figure in best["probabilities"].values())
    one = nardy("rollout", END, "--bot", bot, "--trials", "36", "--json", "--cubeless").data
    assert one["equity"] == [0.5, None]
    assert set(one) == {"equity", "probabilities", "trials"}


def test_of_one_group_the_error_is_not_known(bot: str) -> None:
    asked = ("--bot", bot, "--cubeless", "--trials")
    one, two = (nardy("rollout", END, *asked, trials).out for trials in (36, 72))
    assert "equity +0.500 ±?" in one
    assert one.endswith("; 72 games would tell how sure\n")
    assert "equity +0.500 ±0.000" in two
    assert "sure" not in two


def test_a_turn_that_ends_the_game_is_exact(bot: str) -> None:
    answer = nardy("rollout", "backgammon w 1:1 1:2", "61", "--bot", bot, "--trials", "72")
    assert answer.lines[-1] == "exact: the game is over"


def test_a_match_without_a_cube_is_played_at_its_score(tmp_path: Path) -> None:
    """A mars wins two points of five; no cube is told of, as `nardy evaluate` tells none."""
    file = tmp_path / "tiny.npz"
    weights.save(tiny("long-nardy", 2), {}, file)
    asked = ("rollout", "long-nardy w 24:15 24:15 match=5:0-0", "--bot", f"nardy:0:{file}", *SHORT)
    answer = nardy(*asked)
    assert answer.lines[0].startswith("at the score ")
    assert answer.lines[-1].endswith(", at the score, seed 1")
    assert "cube" not in answer.out
    told = nardy(*asked, "--json").data
    assert set(told) == {"equity", "match_chance", "probabilities", "trials"}


def test_the_same_seed_gives_the_same_figures(bot: str) -> None:
    def told(seed: int, threads: int) -> str:
        asked = ("--bot", bot, "--raw", "--seed", seed, "--trials", 144, "--threads", threads)
        return nardy("rollout", CLOSE, *asked).lines[0]

    assert told(3, 1) == told(3, 2)
    assert told(3, 1) != told(4, 1)


@pytest.mark.thorough
def test_processes_of_many_cores_give_the_figures_of_one_thread(bot: str) -> None:
    asked = ("rollout", CLOSE, "--bot", bot, "--raw", "--trials", 1296 * 3, "--plies", 4, "--json")
    assert nardy(*asked, "--threads", 3).data == nardy(*asked, "--threads", 1).data


def test_a_time_is_kept_to_with_an_answer(bot: str) -> None:
    answer = nardy("rollout", CLOSE, "--bot", bot, "--trials", "1000000", "--seconds", "0.01")
    assert answer.status == 0, answer.err
    assert not answer.lines[-1].startswith("1,000,008")


def test_what_cannot_be_rolled_out_is_refused(bot: str) -> None:
    assert "game is over" in refused("rollout", "backgammon w off:15 24:15 result=w3")
    assert "expected a bot with a network" in refused("rollout", START, "--bot", "random")
    for spec in ("nardy:beginner", "nardy:rollout", "nardy:2s"):
        sentence = refused("rollout", START, "--bot", spec)
        assert f"plays by a network alone, nardy:PLIES or nardy:FILE, got '{spec}'" in sentence
    answer = nardy("rollout", START, "--seconds", "nan")
    assert answer.status == 2
    assert "expected a number, got 'nan'" in answer.err


def test_in_russian(bot: str) -> None:
    answer = nardy("rollout", END, "--bot", bot, "--trials", "1296", "--language", "ru")
    assert answer.lines[0] == "с кубом +1,000 ±0,000  без него +0,500 ±0,000"
    assert answer.lines[2] == "    удвоить, взять  +1,000 ±0,000"
    assert answer.lines[-1] == "партий: 1\xa0296, до конца, без везения, с кубом, seed 1"
