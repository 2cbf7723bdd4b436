"""Many cubes at once: act for act and figure for figure what is told of one moment."""

from dataclasses import replace

import numpy as np
import pytest
from tests.effort import each

from nardy.core.cube import Cube, Owner
from nardy.core.cube_acts import cube_law
from nardy.core.player import Player
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import CHOICES, CubeDecision, cube_choice, cube_equities
from nardy.evaluation.cube.cubes import NOBODYS, Cubes, cubes_of, judge_of, may_double, turned
from nardy.evaluation.cube.match_value import match_chances, match_ladder
from nardy.games import find_game
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACTS_SIZE
from nardy.search.conversions import facts_of

RANDOM = np.random.default_rng(3)
CASES = [
    ("backgammon", None),
    ("backgammon,beavers=off,jacoby=off", None),
    ("backgammon,cube_cap=4", None),
    ("hypergammon", None),
    ("backgammon", Score(5, 3, 3)),
    ("backgammon", Score(7, 2, 5)),
    ("backgammon", Score(5, 4, 2, is_crawford=True)),
    ("backgammon", Score(5, 2, 4)),
    ("backgammon,holland=on", Score(5, 2, 4)),
]


def moments(rules: str, score: Score | None, count: int = 60) -> list[Situation]:
    game = find_game(rules)
    begun = Situation(rules=game, position=game.start, score=score)
    values, owners = RANDOM.choice([1, 2, 4], count), RANDOM.integers(0, 3, count)
    return [
        replace(begun, cube=Cube(int(value), list(Owner)[owner]))
        for value, owner in zip(values, owners, strict=True)
    ]


def chances(count: int) -> np.ndarray:
    """Of all kinds: lost, even, won, with few gammons and with many."""
    shares = RANDOM.dirichlet((0.1, 0.5, 1, 1, 0.5, 0.1), count)
    return shares.astype(np.float32)


def joined(asked: list[Situation]) -> Cubes:
    arrays = zip(*(cubes_of(situation, 1) for situation in asked), strict=True)
    return Cubes(*(np.concatenate(many) for many in arrays))


@each(("rules", "score"), CASES)
def test_everyone_acts_as_he_would_alone(rules: str, score: Score | None) -> None:
    asked = moments(rules, score)
    shares = chances(len(asked))
    facts = np.stack([facts_of(situation) for situation in asked])
    judge = judge_of(asked[0])
    found = judge.judge(shares, facts, joined(asked))
    for n, situation in enumerate(asked):
        expected = CubeDecision.NO_DOUBLE
        if cube_law(situation) is None:
            expected = cube_choice(situation, shares[n])
        told = CHOICES[found.choices[n]]
        assert told is expected
        assert found.worth[n] == pytest.approx(worth(asked[0], situation, shares[n], told))


@pytest.mark.parametrize("first", Player)
@pytest.mark.parametrize("to_act", Player)
def test_the_owner_of_the_cube_is_told_by_who_began(first: Player, to_act: Player) -> None:
    """1 for who began the game, 0 for the other."""
    game = find_game("backgammon")
    for owner, who in ((Owner.PLAYER, to_act), (Owner.OPPONENT, to_act.opponent)):
        cube = Cube(2, owner)
        begun = Situation(rules=game, position=game.start, first=first, to_act=to_act, cube=cube)
        assert cubes_of(begun, 3).owners.tolist() == [int(who is first)] * 3


def test_a_double_that_the_cap_lets_nobody_beaver_is_given() -> None:
    """With many gammons a double that loses less than Jacoby's rule costs: right unless it is beavered."""
    game = find_game("backgammon,cube_cap=4")
    begun = Situation(rules=game, position=game.start)
    asked = [replace(begun, cube=Cube(value, Owner.NOBODY)) for value in (1, 2)]
    shares = np.array([(0, share, 0, 1 - share, 0, 0) for share in np.linspace(0.3, 0.5, 21)])
    facts = np.stack([facts_of(situation) for situation in asked])
    told = set()
    for share in shares.astype(np.float32):
        found = judge_of(begun).judge(np.stack([share, share]), facts, joined(asked))
        choices = [CHOICES[choice] for choice in found.choices]
        assert choices == [cube_choice(situation, share) for situation in asked]
        told.add(tuple(choices))
    assert any(at_one is not at_two for at_one, at_two in told)


def worth(
    begun: Situation, situation: Situation, shares: np.ndarray, choice: CubeDecision
) -> float:
    """In the units of the moment at which the games began."""
    place = {CubeDecision.DOUBLE_TAKE: 1, CubeDecision.BEAVER: 1, CubeDecision.DOUBLE_PASS: 2}.get(
        choice, 0
    )
    if begun.score is None:
        times = 2 if choice is CubeDecision.BEAVER else 1
        units = times * situation.cube.value / begun.cube.value
        return cube_equities(situation, shares)[place] * units
    chance = match_chances(situation, shares)[place]
    return float(match_ladder(begun).normalized(np.array(chance)))


@pytest.mark.parametrize(("rules", "score"), [CASES[0], CASES[5]])
def test_the_other_player_sees_the_same_cubes(rules: str, score: Score | None) -> None:
    """Games that began as one moment: with his facts, his cube and his chances he acts alike."""
    asked = moments(rules, score)
    shares, judge = chances(len(asked)), judge_of(asked[0])
    facts = np.zeros((len(asked), FACTS_SIZE), np.int8)
    cubes = joined([replace(each, cube=each.cube.flipped()) for each in asked])
    found = judge.judge(shares, facts, cubes)
    for n, situation in enumerate(asked):
        his = situation if score is None else replace(situation, score=score.flipped())
        expected = cube_choice(his, shares[n]) if cube_law(his) is None else CubeDecision.NO_DOUBLE
        assert CHOICES[found.choices[n]] is expected


@pytest.mark.parametrize("score", [Score(5, 4, 4), Score(5, 4, 1)])
def test_nobody_doubles_a_cube_that_can_win_nothing(score: Score) -> None:
    """A single wins the match as it is: a double that costs nothing is not given either."""
    game = find_game("backgammon")
    situation = Situation(rules=game, position=game.start, score=score)
    shares = np.array([(0, 0, 1, 0, 0, 0), (0, 0.2, 0.5, 0.3, 0, 0)], np.float32)
    facts = np.stack([facts_of(situation)] * 2)
    cubes = cubes_of(situation, 2)
    assert may_double(situation, facts, cubes).all()
    found = judge_of(situation).judge(shares, facts, cubes)
    assert [CHOICES[choice] for choice in found.choices] == [CubeDecision.NO_DOUBLE] * 2


def test_a_double_makes_the_cube_the_other_players() -> None:
    facts = np.zeros((5, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = (1, 0, 1, 0, 1)
    cubes = Cubes(np.array([1, 1, 2, 2, 4]), np.array([NOBODYS, NOBODYS, 1, 0, 0], np.int8))
    acts = [
        CubeDecision.DOUBLE_TAKE,
        CubeDecision.BEAVER,
        CubeDecision.DOUBLE_TAKE,
        CubeDecision.DOUBLE_PASS,
        CubeDecision.NO_DOUBLE,
    ]
    choices = np.array([CHOICES.index(act) for act in acts], np.int8)
    values, owners = turned(choices, facts, cubes)
    assert values.tolist() == [2, 4, 4, 2, 4]
    assert owners.tolist() == [0, 1, 0, 0, 0]


def test_nobody_doubles_illegally() -> None:
    situation = moments("backgammon,holland=on", Score(5, 2, 4), 1)[0]
    facts = np.zeros((4, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = 1
    facts[:, 4:6] = (2, 2), (2, 1), (2, 2), (5, 3)
    facts[2, FACT_LEFT] = 1
    centered = Cubes(np.ones(4, np.int64), np.full(4, NOBODYS, np.int8))
    assert may_double(situation, facts, centered).tolist() == [True, False, False, True]
    his = centered._replace(owners=np.zeros(4, np.int8))
    assert not may_double(situation, facts, his).any()


def test_a_game_that_is_over_is_worth_its_points() -> None:
    """With Jacoby and the cube in the middle a gammon is a single."""
    situation = moments("backgammon", None, 1)[0]
    situation = replace(situation, cube=Cube(2))
    judge, facts = judge_of(situation), np.zeros((3, FACTS_SIZE), np.int8)
    cubes = Cubes(np.array([2, 2, 8]), np.array([NOBODYS, 0, 1], np.int8))
    gammons = np.eye(6)[[1, 1, 4]]
    assert judge.ended(gammons, facts, cubes).tolist() == [1, 2, -8]
    match = judge_of(replace(situation, score=Score(3, 0, 1)))
    # 4 points win the match, also for the other player; both units are those of the first moment.
    both = match.ended(gammons[:2], facts[:2], cubes.part(np.arange(2)))
    assert both[0] == pytest.approx(both[1])
    assert match.ended(np.eye(6)[[2]], facts[:1], cubes.part(np.arange(1)))[0] == pytest.approx(1)
