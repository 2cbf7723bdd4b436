"""Rollouts of moments: seen by the player who must act, ends exact, the best first."""

from dataclasses import replace

import pytest
from tests.effort import some
from tests.search.lockstep import tiny

from nardy.analysis.decisions import rank_turns
from nardy.analysis.rollouts import rollout_position, rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.errors import IllegalActError, NardyError
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.search.rollout import RolloutPlan

PLAN = RolloutPlan(trials=72, cubeless=True)
WITH_CUBE = RolloutPlan(trials=72)
START = "hypergammon w 22:1,9:1,6:1 24:1,5:1,4:1"


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, NeuralBot]:
    folder = tmp_path_factory.mktemp("weights")
    for game in ("hypergammon", "backgammon", "long-nardy", "mad-gulbar"):
        weights.save(tiny(game, 2), {}, folder / f"{game}.npz")
    return {file.stem: NeuralBot(0, file) for file in folder.iterdir()}


def test_a_position_before_a_roll(bots: dict[str, NeuralBot]) -> None:
    """27 of 36 rolls bear off from 6, and then the opponent wins."""
    asked = position_text.loads("backgammon w 6:1 1:1")
    found = rollout_position(asked, bots["backgammon"], PLAN)
    assert found.equity == (pytest.approx(0.5), pytest.approx(0, abs=1e-6))
    assert found.chances["win"][0] == pytest.approx(0.75)
    assert list(found.chances) == [
        "win", "win_gammon", "win_backgammon", "lose_gammon", "lose_backgammon", "lose",
    ]  # fmt: skip
    assert found.trials == 72
    assert found.turn is None


def test_turns_are_ranked_by_what_they_come_to(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads(f"{START} dice=21")
    results = list[int]()
    found = rollout_turns(asked, bots["hypergammon"], PLAN, 3, results.append)
    equities = [rolled.equity[0] for rolled in found]
    assert len(found) == 3
    assert equities == sorted(equities, reverse=True)
    assert found[0].behind == (0, 0)
    for rolled in found[1:]:
        assert rolled.behind[0] == pytest.approx(equities[0] - rolled.equity[0])
        assert rolled.behind[1] > 0
        assert rolled.chances["win"][0] + rolled.chances["lose"][0] == pytest.approx(1)
    assert results[-1] == 72


def test_results_may_be_in_sets(bots: dict[str, NeuralBot]) -> None:
    found = rollout_position(position_text.loads(START), bots["hypergammon"], PLAN)
    assert {found, replace(found, chances=dict(found.chances))} == {found}


@pytest.mark.parametrize("most", [0, -1])
def test_at_least_one_turn_is_asked_for(bots: dict[str, NeuralBot], most: int) -> None:
    asked, told = position_text.loads(f"{START} dice=21"), rf"expected at least 1 turn, got {most};"
    with pytest.raises(NardyError, match=told):
        rollout_turns(asked, bots["hypergammon"], PLAN, most)
    with pytest.raises(NardyError, match=told):
        rank_turns(asked, bots["hypergammon"], most)


def test_a_turn_is_worth_what_its_position_is_to_the_opponent(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads(f"{START} dice=21")
    (best,) = rollout_turns(asked, bots["hypergammon"], PLAN, 1)
    after = rollout_position(best.after, bots["hypergammon"], PLAN)
    assert best.equity[0] == pytest.approx(-after.equity[0], abs=1e-6)
    assert best.equity[1] == pytest.approx(after.equity[1], abs=1e-6)
    assert best.chances["win"][0] == pytest.approx(after.chances["lose"][0], abs=1e-6)
    assert best.chances["win_gammon"][0] == pytest.approx(after.chances["lose_gammon"][0], abs=1e-6)


def test_a_turn_that_ends_the_game_is_exact(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads("hypergammon w 2:1,1:1 1:1 dice=21")
    won, other = rollout_turns(asked, bots["hypergammon"], PLAN)
    assert str(won.turn) == "2/off 1/off"
    assert won.equity == (1, 0)
    assert won.trials == 0
    assert won.chances["win"] == (1, 0)
    assert other.trials == 72
    assert other.equity[0] == pytest.approx(-1, abs=1e-5)
    assert other.behind == (pytest.approx(2, abs=1e-5), pytest.approx(0, abs=1e-5))
    only = position_text.loads("hypergammon w 2:1 4:1,3:1 dice=21")
    (sure,) = rollout_turns(only, bots["hypergammon"], PLAN)
    assert sure.equity == (1, 0)
    assert sure.behind == (0, 0)


def test_jacoby_does_not_cut_what_no_cube_can_double(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads("backgammon w 3:1 24:15")
    found = rollout_position(asked, bots["backgammon"], PLAN)
    assert found.equity[0] == pytest.approx(3, abs=0.05)


def test_a_reading_with_a_draw_tells_it(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads("long-nardy,last_throw=half w 1:1 1:1")
    found = rollout_position(asked, bots["long-nardy"], PLAN)
    assert found.chances["draw"][0] == pytest.approx(1)
    assert found.equity[0] == pytest.approx(0, abs=1e-6)


def test_the_mover_after_leftovers_is_still_he(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads("mad-gulbar w 20:3,10:5,3:7 23:5,14:4,6:6 left=5566")
    found = rollout_turns(
        asked, bots["mad-gulbar"], RolloutPlan(trials=36, plies=2, cubeless=True), 2
    )
    after = rollout_position(
        found[0].after, bots["mad-gulbar"], RolloutPlan(trials=36, plies=2, cubeless=True)
    )
    assert found[0].after.to_act is asked.to_act
    assert found[0].equity[0] == pytest.approx(after.equity[0], abs=1e-6)


def test_what_is_not_awaited_is_refused(bots: dict[str, NeuralBot]) -> None:
    rolled, before = (position_text.loads(text) for text in (f"{START} dice=21", START))
    with pytest.raises(IllegalActError, match="roll out a position before the roll"):
        rollout_position(rolled, bots["hypergammon"], PLAN)
    with pytest.raises(IllegalActError, match="roll out turns"):
        rollout_turns(before, bots["hypergammon"], PLAN)


@pytest.mark.parametrize("score", some(["", " match=5:3-2", " match=3:1-2 crawford"], 2))
def test_a_turn_with_the_cube_is_worth_what_the_opponent_gets(
    bots: dict[str, NeuralBot], score: str
) -> None:
    """He may double before he rolls, and what he is told then is the same with the other sign."""
    asked = position_text.loads(f"{START} dice=21{score}")
    first, second = rollout_turns(asked, bots["hypergammon"], WITH_CUBE, 2)
    assert first.cubeful is not None
    assert second.cubeful is not None
    assert first.cubeful[0] >= second.cubeful[0]
    assert second.behind[0] == pytest.approx(first.cubeful[0] - second.cubeful[0])
    assert (first.match_chance is None) == (not score)
    stopped = RolloutPlan(trials=72, plies=1)
    (cut,) = rollout_turns(asked, bots["hypergammon"], stopped, 1)
    after = rollout_position(cut.after, bots["hypergammon"], stopped)
    assert cut.cubeful is not None
    assert after.cubeful is not None
    if after.cube is None:
        assert cut.cubeful[0] == pytest.approx(-after.cubeful[0], abs=1e-5)


def test_without_the_cube_the_same_games_are_told(bots: dict[str, NeuralBot]) -> None:
    """At money the turns do not depend on the cube, and nobody stops at a pass."""
    asked = position_text.loads(START)
    plain, cubed = (
        rollout_position(asked, bots["hypergammon"], plan) for plan in (PLAN, WITH_CUBE)
    )
    assert cubed.equity == pytest.approx(plain.equity, abs=1e-6)
    assert cubed.chances["win"] == pytest.approx(plain.chances["win"], abs=1e-6)
    assert (plain.cubeful, plain.cube) == (None, None)


def test_a_turn_that_ends_a_match_wins_it(bots: dict[str, NeuralBot]) -> None:
    asked = position_text.loads("hypergammon w 2:1,1:1 1:1 dice=21 cube=2w match=3:1-0")
    won, _ = rollout_turns(asked, bots["hypergammon"], WITH_CUBE)
    assert won.cubeful == (pytest.approx(1), 0)
    assert won.match_chance == (pytest.approx(1), 0)
