"""What doubles and their answers gave away."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.analysis.answers import before_double
from nardy.analysis.cube_review import (
    ReviewedBomb,
    ReviewedCube,
    decides,
    review_cube,
)
from nardy.analysis.game_review import Decision, ReviewedTurn, review, summary
from nardy.bots.neural import CubeEvaluation, NeuralBot
from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law
from nardy.core.dice import Roll
from nardy.core.estimates import CubeChoice
from nardy.core.events import Acted, Played, Rolled
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.evaluation.network import weights
from nardy.formats import position_text
from nardy.games import find_game

# White bears off his last checkers: two on the ace point win at once, so 36 of 36 are known.
WON = "backgammon w 1:2 1:2"
# One checker on the six point: 27 of 36 rolls bear it off; the other has one roll that wins.
LAST_ROLL = "backgammon w 6:1 1:2"
EVEN = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def decided(text: str, *acts: str) -> list[ReviewedCube]:
    """The decisions of a game from here: acts, and '' for a roll."""
    start = position_text.loads(text)
    game = Game(start.rules, situation=start, seed=1)
    for act in acts:
        game.do(act)
    bot = NeuralBot(1)
    return [one for one in review(game.events, find_game, bot) if isinstance(one, ReviewedCube)]


def seen(situation: Situation, win: float) -> CubeEvaluation:
    """By who doubled, with so many wins and no gammons."""
    chances = np.array([0, 0, win, 1 - win, 0, 0], np.float32)
    return CubeEvaluation(chances, cube_equities(situation, chances), 0)


def acts_of(found: list[ReviewedCube]) -> list[tuple[str, str]]:
    return [(one.act, one.best) for one in found]


def test_the_last_roll_of_a_race_is_judged_exactly() -> None:
    # 27 of 36 win: 0.5 a point by rolling, 1 by doubling; a pass costs 1 and a take as much.
    (double, answer) = decided(LAST_ROLL, "double", "take")
    assert acts_of([double, answer])[0] == ("double", "double")
    assert (double.loss, double.grade) == (0, "")
    assert double.win == pytest.approx(0.75, abs=1e-5)
    assert answer.win == pytest.approx(0.25, abs=1e-5)
    assert answer.player is double.player.opponent
    assert answer.loss == pytest.approx(0, abs=0.02)


def test_a_double_that_was_missed_stands_before_its_roll() -> None:
    (missed,) = decided(LAST_ROLL, "roll")
    assert acts_of([missed]) == [("roll", "double")]
    assert missed.grade == "blunder"
    assert missed.loss == pytest.approx(min(missed.choice.double_take, 1) - missed.choice.no_double)


def test_a_take_of_a_lost_game_costs_the_stake_again() -> None:
    (_, taken) = decided(WON, "double", "take")
    assert acts_of([taken]) == [("take", "pass")]
    assert taken.loss == pytest.approx(1, abs=1e-5)
    (_, passed) = decided(WON, "double", "pass")
    assert (passed.best, passed.loss) == ("pass", 0)


def test_a_pass_of_an_even_game_is_a_blunder_and_so_is_the_double() -> None:
    double, passed = decided(EVEN, "double", "pass")
    # Money games have beavers: who doubles too early is doubled again.
    assert acts_of([double, passed]) == [("double", "roll"), ("pass", "beaver")]
    assert passed.grade == "blunder"
    assert double.loss > 0.05
    # Nobody thinks of a double at the start: rolling on is no decision.
    assert decided(EVEN, "roll") == []


def test_in_a_match_the_score_decides() -> None:
    # Two away, the leader has no use of a dead cube, and who trails doubles at once.
    trailing = f"{EVEN} match=3:1-2"
    leading = f"{EVEN} match=3:2-1"
    assert decided(f"{trailing} crawford", "roll") == []
    (double,) = decided(trailing, "double")
    assert (double.best, double.loss) == ("double", 0)
    assert double.choice.match_chances is not None
    assert all(0 <= chance <= 1 for chance in double.choice.match_chances)
    assert not [one for one in decided(leading, "roll") if one.best == "double"]


@pytest.mark.parametrize("score", ["match=5:4-4", "match=5:4-2", "cube=2w match=5:3-2"])
def test_a_cube_that_can_win_nothing_is_no_decision(score: str) -> None:
    assert decided(f"{EVEN} {score}", "roll") == []
    # Who doubles all the same has decided something.
    (doubled,) = decided(f"{EVEN} {score}", "double")
    assert doubled.act == "double"


def test_nothing_is_decided_where_a_double_changes_nothing_or_all_is_lost() -> None:
    # A sure win: the opponent passes, and that is worth as much.
    assert decided(WON, "roll") == []
    (missed,) = decided(LAST_ROLL, "roll")

    def results(waiting: float, taken: float) -> bool:
        choice = CubeChoice(waiting, taken, 1.0, "no double")
        return replace(missed, best="roll", loss=0.0, choice=choice).is_decision

    assert results(-0.85, -0.9)
    assert not results(-0.95, -1.0)


def test_a_beaver_is_offered_as_an_answer_where_the_rules_have_it() -> None:
    start = position_text.loads(
        "backgammon,beavers=on w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 offer=double"
    )
    poor = seen(before_double(start), 0.4)
    results = review_cube(0, start, Acted(start.to_act.value, "take"), poor)
    assert results.best == "beaver"
    assert results.loss == pytest.approx(-results.choice.double_take)
    beavered = review_cube(0, start, Acted(start.to_act.value, "beaver"), poor)
    assert beavered.loss == 0


@pytest.mark.parametrize("game_id", ["backgammon", "hypergammon"])
def test_no_decision_is_better_than_the_best_and_all_are_in_order(
    game_id: str, tmp_path: Path
) -> None:
    file = tmp_path / "tiny.npz"
    weights.save(tiny(game_id, 2), {}, file)
    game = Game(find_game(game_id), seed=4)
    while game.outcome is None and len(game.events) < 60:
        if (
            game.phase is Phase.ROLL
            and len(game.events) % 5 == 0
            and cube_law(game.situation) is None
        ):
            game.offer_double()
            game.take()
        game.roll()
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
    found = list(review(game.events, find_game, NeuralBot(0, file)))
    assert [one.event for one in found] == sorted({one.event for one in found})
    wanted = {n for n, e in enumerate(game.events) if isinstance(e, Acted)}
    cubes = [one for one in found if isinstance(one, ReviewedCube)]
    assert wanted <= {one.event for one in cubes}
    for one in cubes:
        event = game.events[one.event]
        assert isinstance(event, Acted | Rolled)
        assert event.player == one.player.value
        assert one.before.to_act is one.player
        assert one.loss >= 0
        assert (one.loss == 0) is (one.best == one.act) or one.loss < 1e-6
    turns = [one for one in found if isinstance(one, ReviewedTurn)]
    assert len(turns) == sum(isinstance(e, Played) for e in game.events)


def test_only_the_answer_to_a_double_is_judged() -> None:
    start = position_text.loads(EVEN)
    assert decides(start, Acted("white", "double"))
    assert decides(start, Rolled("white", (3, 1)))
    assert not decides(start, Acted("white", "bomb"))
    long = position_text.loads("long-nardy w 24:15 24:15")
    assert not decides(long, Rolled("white", (3, 1)))
    offered = position_text.loads(f"{EVEN} offer=double")
    assert offered.offer is Offer.DOUBLE
    assert decides(offered, Acted("black", "take"))
    beavered = position_text.loads(
        "backgammon,beavers=on w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2b offer=beaver"
    )
    assert not decides(beavered, Acted("white", "take"))


# A blot of White's would go to the bar, and none of Black's.
LOUD = "nuclear b 16:2,9:1,8:2,6:3,5:2,4:3,3:2 15:2,13:3,6:2,5:2,4:2,3:2,2:2"
QUIET = "nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def decisions_of(text: str, *, explodes: bool = False) -> list[Decision]:
    """The decisions of a turn."""
    start = position_text.loads(text)
    game = Game(start.rules, situation=start)
    if explodes:
        game.explode()
    game.roll(Roll(2, 1))
    if game.phase is Phase.TURN:
        game.play(next(iter(game.legal_turns)))
    return list(review(game.events, find_game, NeuralBot(1)))


def bombs(of: list[Decision]) -> list[ReviewedBomb]:
    return [one for one in of if isinstance(one, ReviewedBomb)]


def test_a_bomb_that_should_have_been_exploded_is_an_error_and_no_bad_luck() -> None:
    (kept,) = bombs(decisions_of(LOUD))
    assert (kept.act, kept.best, kept.player) == ("keep", "bomb", Player.BLACK)
    assert kept.loss == pytest.approx(kept.exploded - kept.kept)
    assert kept.grade == "blunder"
    (loud,) = bombs(decisions_of(LOUD, explodes=True))
    assert (loud.act, loud.best, loud.loss, loud.grade) == ("bomb", "bomb", 0, "")
    assert (loud.exploded, loud.kept) == (kept.exploded, kept.kept)
    assert loud.win > kept.win
    assert loud.win + loud.lose == pytest.approx(1, abs=1e-5)


def test_who_keeps_it_is_told_of_one_decision_more() -> None:
    found = decisions_of(LOUD)
    (turn,) = (one for one in found if isinstance(one, ReviewedTurn))
    assert summary(found, Player.BLACK).decisions == 1 + (not turn.is_forced)
    assert summary(found, Player.BLACK).lost == pytest.approx(turn.loss + bombs(found)[0].loss)


def test_nobody_decides_where_there_is_nothing_to_hit_or_no_bomb() -> None:
    assert bombs(decisions_of(QUIET)) == []
    assert bombs(decisions_of(f"{LOUD} bomb=w")) == []
    assert bombs(decisions_of(LOUD.replace("nuclear", "backgammon"))) == []
