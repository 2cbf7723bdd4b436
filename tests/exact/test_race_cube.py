"""The cube in races at home: a slow search where no roll leaves a choice, exact tables, and exact chances."""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest
from tests.effort import tries

from nardy.core.cube import Cube, Owner
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.cubeful import race_equities
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.outcomes import outcomes_of, points_of
from nardy.exact.bearoff import PositionArrays, race_chances
from nardy.exact.race_cube import CubeEnds, has_race_cubes, race_with_cube
from nardy.exact.two_sided import MOST, late_waits
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.bearoff_cube import CENTERED, OWNED, THEIRS
from nardy.kernel.scoring import FACTS_SIZE

OWNERS = (Owner.PLAYER, Owner.NOBODY, Owner.OPPONENT)


class Aces:
    """A race of checkers on the ace points, where no roll leaves a choice: by checkers left, one position after another."""

    def __init__(self, ends: CubeEnds, checkers: int = 15) -> None:
        self.ends, self.checkers = ends, checkers
        self.waiting = lru_cache(maxsize=None)(self._waiting)

    def _waiting(self, mine: int, theirs: int, level: int, owner: Owner, *, on_roll: bool) -> float:
        """For the player: nobody doubles now, then the player (or the opponent) rolls."""
        total = 0.0
        for chance, gone in ((30 / 36, 2), (6 / 36, 4)):
            after = (max(mine - gone, 0), theirs) if on_roll else (mine, max(theirs - gone, 0))
            total += chance * self.value(*after, level, owner, on_roll=not on_roll)
        return total

    def value(self, mine: int, theirs: int, level: int, owner: Owner, *, on_roll: bool) -> float:
        ends = self.ends
        if mine == 0:
            return float(ends.won[level, int(theirs == self.checkers)])
        if theirs == 0:
            return float(ends.lost[level, int(mine == self.checkers)])
        waits = self.waiting(mine, theirs, level, owner, on_roll=on_roll)
        who = Owner.PLAYER if on_roll else Owner.OPPONENT
        dead = ends.dead[0 if on_roll else 1][level]
        if owner is who.flipped() or dead or level + 1 == len(ends.cash):
            return waits
        taken = self.waiting(mine, theirs, level + 1, who.flipped(), on_roll=on_roll)
        if on_roll:
            return max(waits, min(taken, float(ends.cash[level])))
        return min(waits, max(taken, float(ends.loss[level])))

    def equities(self, mine: int, theirs: int, owner: Owner) -> tuple[float, float]:
        return (
            self.waiting(mine, theirs, 0, owner, on_roll=True),
            self.waiting(mine, theirs, 1, Owner.OPPONENT, on_roll=True),
        )


def moment(
    mine: dict[int, int],
    theirs: dict[int, int],
    cube: Cube,
    score: Score | None = None,
    rules: Rules = BACKGAMMON,
) -> Situation:
    whole = ({OFF: rules.checkers - sum(side.values())} | side for side in (mine, theirs))
    return Situation(rules=rules, position=Position.of(*whole), cube=cube, score=score)


def money_ends(levels: int = 7, *, gammon: int = 2, jacoby: bool = False) -> CubeEnds:
    values = np.exp2(np.arange(levels))
    won = values[:, None] * np.array([1.0, gammon])
    won[0, 1] = 1 if jacoby else gammon
    nobody = np.zeros(levels, np.bool_)
    return CubeEnds(won, -won, values, -values, (nobody, nobody))


@pytest.mark.parametrize("owner", OWNERS)
@pytest.mark.parametrize(
    ("mine", "theirs"), [(8, 8), (10, 10), (14, 14), (9, 6), (12, 15), (4, 15)]
)
def test_aces_have_the_values_of_a_slow_search(mine: int, theirs: int, owner: Owner) -> None:
    ends = money_ends(jacoby=owner is Owner.NOBODY)
    found = race_equities(
        moment({1: mine}, {1: theirs}, Cube(2 if owner in OWNERS[::2] else 1, owner))
    )
    assert found is not None
    assert found[:2] == pytest.approx(Aces(ends).equities(mine, theirs, owner), abs=1e-6)
    assert found.double_pass == 1


def test_fourteen_aces_each_are_a_double_and_a_take() -> None:
    """Janowski's formulas say no double; the values are those of an outside judge."""
    found = race_equities(moment({1: 14}, {1: 14}, Cube()))
    assert found == pytest.approx((0.4987, 0.5065, 1), abs=1e-4)


@pytest.mark.parametrize("score", [Score(7, 5, 3), Score(7, 3, 5), Score(3, 1, 1), Score(5, 4, 2)])
@pytest.mark.parametrize("owner", OWNERS)
def test_in_a_match_aces_have_the_values_of_a_slow_search(score: Score, owner: Owner) -> None:
    cube = Cube(1 if owner is Owner.NOBODY else 2, owner)
    situation = moment({1: 9}, {1: 8}, cube, score)
    ladder = match_ladder(situation)
    points = points_of(BACKGAMMON).tolist()
    won, lost = (ladder.worth[:, [points.index(s), points.index(2 * s)]] for s in (1, -1))
    dead = tuple(np.array(useless) for useless in ladder.useless)
    slow = Aces(CubeEnds(won, lost, ladder.cash, ladder.loss, (dead[0], dead[1])))
    found = race_equities(situation)
    assert found is not None
    expected = ladder.normalized(np.array(slow.equities(9, 8, owner)))
    assert found[:2] == pytest.approx(expected.tolist(), abs=1e-6)


def sides(checkers: int, count: int, seed: int) -> Iterator[dict[int, int]]:
    chosen = np.random.default_rng(seed)
    for _ in range(count):
        points = chosen.integers(1, 7, size=chosen.integers(1, checkers + 1))
        yield {int(point): int((points == point).sum()) for point in set(points.tolist())}


def test_the_last_checkers_have_nearly_the_values_of_perfect_play() -> None:
    """The exact table plays for the most points, not for the fewest rolls."""
    errors = list[float]()
    count = tries(30, 600, 6_000)
    for mine, theirs in zip(sides(MOST, count, 1), sides(MOST, count, 2), strict=True):
        positions = arrays_of(mine, theirs)
        exact = late_waits(BACKGAMMON, positions)[1][0]
        for owner, kind in zip(OWNERS, (OWNED, CENTERED, THEIRS), strict=True):
            found = race_with_cube(BACKGAMMON, arrays_of(mine, theirs), owner, money_ends())
            assert found is not None
            assert found[1] == pytest.approx(2 * exact[THEIRS], abs=0.06)
            errors.append(found[0] - exact[kind])
    assert np.abs(errors).max() < 0.03
    assert np.sqrt(np.mean(np.square(errors))) < 0.003


def arrays_of(
    mine: dict[int, int], theirs: dict[int, int], rules: Rules = BACKGAMMON
) -> PositionArrays:
    position = moment(mine, theirs, Cube(), rules=rules).position
    boards = np.array([[position.player, position.opponent]], np.int8)
    return boards, np.zeros((1, 2), np.int32), at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)


LONG = {1: 2, 2: 2, 3: 2, 4: 3, 5: 3, 6: 3}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (LONG, LONG),
        ({6: 15}, {6: 14}),
        ({1: 3}, LONG),
        (LONG, {2: 4}),
        ({1: 9, 6: 6}, {1: 5, 3: 7}),
    ],
)
@pytest.mark.parametrize("game", [BACKGAMMON, HYPERGAMMON])
def test_with_a_dead_cube_the_values_are_those_of_the_chances(
    mine: dict[int, int], theirs: dict[int, int], game: Rules
) -> None:
    """Groups of sides change no chance of a win or of a gammon."""
    if game is HYPERGAMMON:
        mine, theirs = (dict.fromkeys(list(side)[:3], 1) for side in (mine, theirs))
    asked = arrays_of(mine, theirs, game)
    _, chances = race_chances(game, outcomes_of(game).stakes, asked)
    ends = money_ends(2)._replace(dead=(np.ones(2, np.bool_), np.ones(2, np.bool_)))
    found = race_with_cube(game, asked, Owner.NOBODY, ends)
    worth = float(chances[0].astype(np.float64) @ points_of(game))
    assert found == pytest.approx((worth, 2 * worth), abs=2e-5)


@pytest.mark.parametrize(
    "mine",
    [
        {3: 4, 5: 3},
        pytest.param({6: 7}, marks=pytest.mark.thorough),
        pytest.param({1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 3}, marks=pytest.mark.thorough),
    ],
)
def test_groups_change_little(mine: dict[int, int]) -> None:
    asked = BACKGAMMON, arrays_of(mine, mine), Owner.NOBODY, money_ends()
    grouped, whole = race_with_cube(*asked), race_with_cube(*asked, 10_000)
    assert grouped is not None
    assert grouped != whole
    assert grouped == pytest.approx(whole, abs=0.0015)


@pytest.mark.parametrize(
    "text",
    [
        "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5",  # contact
        "backgammon w 7:1,6:6 6:7",  # not at home
        "backgammon,cube_play=off w 6:7 6:7",
        "nuclear w 6:7 6:7",  # a bomb may explode
    ],
)
def test_other_positions_have_no_table(text: str) -> None:
    assert race_equities(position_text.loads(text)) is None


def test_a_finished_race_has_no_value() -> None:
    assert race_with_cube(BACKGAMMON, arrays_of({}, {6: 7}), Owner.NOBODY, money_ends()) is None


def test_games_whose_sides_are_independent_have_race_cubes() -> None:
    assert has_race_cubes(BACKGAMMON)
    assert not has_race_cubes(find_game("nuclear"))
    assert not has_race_cubes(find_game("gul-bara"))  # doubles cascade
    assert {game.id for game in GAMES.values() if game.cube_play and has_race_cubes(game)} >= {
        "backgammon",
        "hypergammon",
        "nackgammon",
    }


def test_a_limit_of_the_cube_ends_the_doubles() -> None:
    rules = find_game("backgammon").replace(cube_cap=2)
    free, capped = (
        race_equities(moment({1: 10}, {1: 10}, Cube(), rules=game)) for game in (BACKGAMMON, rules)
    )
    assert free is not None
    assert capped is not None
    # The taker never redoubles, so the double is worth more.
    assert capped.double_take > free.double_take + 0.05
    assert capped[:2] == pytest.approx(
        Aces(money_ends(2, jacoby=True)).equities(10, 10, Owner.NOBODY), abs=1e-6
    )
