"""The judge of reviews: turns and cube as many plies ahead as it says."""

import pytest

from nardy.analysis.judge import WEIGHTS, Judge, Rolls
from nardy.bots.neural import IN_MATCH, NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.core.game import Game
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.formats import position_text
from nardy.games import find_game

CONTACT = "w 24:1,13:4,8:3,6:4,4:2,3:1 24:2,13:3,8:3,6:5,5:2"
SINGLE = "backgammon,beavers=off,jacoby=off"
TEXTS = [f"{SINGLE} {CONTACT}", f"backgammon {CONTACT}", f"backgammon {CONTACT} match=7:2-3"]


@pytest.mark.parametrize("text", TEXTS)
def test_the_cube_is_looked_at_with_every_ply_that_is_asked_for(text: str) -> None:
    situation = position_text.loads(text)
    found = [Judge(plies).weigh(situation) for plies in (0, 1, 2)]
    assert [seen.plies for seen in found] == [0, 1, 2]
    for which in ("no_double", "double_take"):
        worth = {round(getattr(seen.equities, which), 6) for seen in found}
        assert len(worth) == 3
        assert max(worth) - min(worth) < 0.3
    for seen in found:
        assert seen.equities.double_pass == 1
        assert seen.chances.sum() == pytest.approx(1, abs=1e-4)


def test_with_no_ply_the_network_alone_decides() -> None:
    situation = position_text.loads(TEXTS[2])
    chances = NeuralBot(0).probabilities(situation)
    assert Judge(0).weigh(situation).equities == cube_equities(situation, chances)


@pytest.mark.parametrize("plies", [1, 2])
def test_the_last_checkers_of_a_money_game_are_known(plies: int) -> None:
    # 27 of 36 win: a half by waiting, the whole by doubling.
    seen = Judge(plies).weigh(position_text.loads(f"{SINGLE} w 6:1 1:2"))
    assert seen.equities == pytest.approx((0.5, 1, 1), abs=1e-4)


def test_a_turn_after_which_the_opponent_doubles_and_wins_loses_a_single() -> None:
    """Whatever White plays, 27 of 36 of Black's rolls win: not worth minus a half, but minus one."""
    situation = position_text.loads(f"{SINGLE} w 2:1,1:2 6:1 dice=21")
    assert NeuralBot(1).rank(situation)[0].equity == pytest.approx(-0.5, abs=0.01)
    assert Judge(1).rank(situation)[0].equity == pytest.approx(-1, abs=0.01)


def test_in_a_match_the_move_filter_serves_and_lets_more_through() -> None:
    game, _ = Judge(2)._game_and_value(position_text.loads(TEXTS[2]))  # noqa: SLF001
    assert game.move_filter is not None
    assert game.filter_width == IN_MATCH
    assert game.cube is not None
    # What a move filter leaves out changes next to nothing.
    situation = position_text.loads(f"backgammon {CONTACT} dice=31 match=7:2-3")

    class Thorough(Judge):
        def _game_and_value(self, situation):  # type: ignore[no-untyped-def]
            game, value = super()._game_and_value(situation)
            return game.with_filter(None), value

    assert Judge(1).rank(situation)[0].equity == pytest.approx(
        Thorough(1).rank(situation)[0].equity, abs=0.002
    )


def test_a_judge_sees_with_the_network_and_the_plies_of_its_bot() -> None:
    judge = Judge.of(NeuralBot(2))
    assert (judge.plies, judge.file, judge.name) == (2, None, "nardy:2")
    assert Judge.of(judge) is judge


@pytest.mark.parametrize(
    "text", ["nuclear", "long-nardy", "backgammon,cascade_count=3,leftover=opponent"]
)
def test_games_where_no_cube_is_looked_ahead_are_judged_as_they_are_played(text: str) -> None:
    situation = Game(find_game(text), seed=1).situation
    game, _ = Judge(1)._game_and_value(situation)  # noqa: SLF001
    assert game.cube is None


def test_every_roll_is_weighed_as_often_as_it_falls() -> None:
    assert WEIGHTS.sum() == pytest.approx(1)
    assert WEIGHTS[ROLLS.index(Roll(6, 6))] * 2 == WEIGHTS[ROLLS.index(Roll(2, 1))]


def test_the_last_roll_of_a_race_is_known_exactly() -> None:
    # One checker on the six point: 27 of 36 rolls bear it off, after all others the game is lost.
    rolls = Rolls.of(position_text.loads("backgammon w 6:1 1:2"), NeuralBot(1))
    assert rolls.mean == pytest.approx(0.5, abs=1e-5)
    assert float(rolls.chances[:3].sum()) == pytest.approx(0.75, abs=1e-5)
    assert rolls.luck(Roll(6, 1)) == pytest.approx(0.5, abs=1e-5)
    assert rolls.luck(Roll(2, 1)) == pytest.approx(-1.5, abs=1e-5)
    assert WEIGHTS @ [rolls.luck(roll) for roll in ROLLS] == pytest.approx(0, abs=1e-6)
