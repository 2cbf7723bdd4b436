"""Drawing cube decisions: where a double is allowed, by class, and the same by the same seed."""

from dataclasses import replace
from pathlib import Path

import pytest

from nardy.analysis.rolled_cubes import may_double_first
from nardy.core.cube import Owner
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.errors import RulesError
from nardy.evaluation.cube.cubeful import CubeEquities, is_useless
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.formats import position_text
from nardy.games import find_game
from nardy.labels.cube_drawing import AWAY, KINDS, LENGTH, draw_cubes, kind_of
from nardy.labels.drawing import Drawing, Sample
from nardy.search.tables import without_cube

START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def drawn(
    game: str = "backgammon", *, count: int = 40, least: int = 4, games: int = 128, seed: int = 3
) -> Sample:
    rules = find_game(game)
    return draw_cubes(
        Drawing(rules=rules, is_decision=False, count=count, least=least, games=games, seed=seed)
    )


@pytest.fixture(scope="module")
def sample() -> Sample:
    return drawn()


def test_every_moment_allows_a_double_that_is_of_use(sample: Sample) -> None:
    for kind, situation in sample.drawn:
        assert situation.phase is Phase.ROLL
        assert may_double_first(situation)
        assert not is_useless(situation)
        assert kind.startswith("money" if situation.is_money else "match")
        # As it will be read again from the file.
        assert situation_text(position_text.loads(situation_text(situation))) == situation_text(
            situation
        )


def test_there_are_money_games_and_matches_with_centered_and_owned_cubes(sample: Sample) -> None:
    assert {kind for kind, _ in sample.drawn} == set(KINDS) == set(sample.shares)
    assert sum(sample.shares.values()) == pytest.approx(1)
    # Most doubles that are allowed are far from the borders.
    assert sample.shares["money, clear"] > 5 * sample.shares["money, near a pass"]
    cubes = [situation.cube for _, situation in sample.drawn]
    assert {cube.owner for cube in cubes} == {Owner.NOBODY, Owner.PLAYER}
    assert all((cube.value > 1) == (cube.owner is Owner.PLAYER) for cube in cubes)
    scores = [situation.score for _, situation in sample.drawn if situation.score]
    away = {(score.length - score.player, score.length - score.opponent) for score in scores}
    assert {score.length for score in scores} == {LENGTH}
    assert {points for both in away for points in both} <= {*AWAY}


def test_both_scores_of_a_match_are_seen(sample: Sample) -> None:
    """Two games of one score: each player is on roll in turn, with their own points."""
    scores = {
        (situation.score.player, situation.score.opponent)
        for _, situation in sample.drawn
        if situation.score
    }
    assert any((theirs, mine) in scores for mine, theirs in scores if mine != theirs)


def test_equal_seeds_draw_equal_moments() -> None:
    found = drawn(games=64, count=6, least=0)
    assert drawn(games=64, count=6, least=0) == found
    assert drawn(games=64, count=6, least=0, seed=4) != found


@pytest.mark.parametrize(
    ("equities", "near"),
    [
        (CubeEquities(0.5, 0.4, 1.0), "near a double"),
        (CubeEquities(0.5, 0.3, 1.0), "clear"),
        (CubeEquities(0.7, 0.9, 1.0), "near a pass"),
        (CubeEquities(0.8, 1.1, 1.0), "near a pass"),
        (CubeEquities(0.9, 1.5, 1.0), "near a double"),
        (CubeEquities(0.5, 1.5, 1.0), "clear"),
        # Too good by far: nobody is asked to take.
        (CubeEquities(1.5, 1.1, 1.0), "clear"),
    ],
)
def test_the_class_is_the_border_that_is_near(equities: CubeEquities, near: str) -> None:
    money = position_text.loads(START)
    assert kind_of(money, equities) == f"money, {near}"
    assert kind_of(position_text.loads(f"{START} match=7:0-0"), equities) == f"match, {near}"


def test_a_game_without_a_cube_is_refused() -> None:
    with pytest.raises(
        RulesError, match="expected a game with a cube, got long-nardy; add the option"
    ):
        drawn("long-nardy")


def test_the_games_are_those_of_the_network_that_is_named(tmp_path: Path) -> None:
    rules, file = find_game("backgammon"), tmp_path / "own.npz"
    weights.save(Network.random(without_cube(rules), 8, 8, 1), {}, file)
    asked = Drawing(rules=rules, is_decision=False, count=4, least=0, games=4, seed=3)
    own, other = draw_cubes(replace(asked, file=file)), draw_cubes(asked)
    assert own.drawn
    assert own.drawn != other.drawn
