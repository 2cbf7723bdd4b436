"""The bear-off table: published values, and the kernel's own turns."""

from random import Random

import numpy as np
import pytest
from tests.effort import each

from nardy.core.choices import Quarter
from nardy.core.dice import ROLLS, Roll
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.exact.bearoff import MOST_ROLLS, SIDES, bearoff, doubles_of
from nardy.exact.sides import side_numbers
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel.arrays import begin_rows, find_turns
from nardy.kernel.bearoff_rolls import HOME
from nardy.kernel.layout import Bytes

ALONE = [
    *(name for name in GAMES if name not in ("mad-gulbar", "nuclear")),
    "long-nardy@opp-home",
    "backgammon,cascade_count=3",
    "fevga,runner=11",
]
"""Games whose sides at home play each for itself."""


def side(*counts: int) -> Bytes:
    """A side of fifteen, from the ace point on, as one row."""
    return np.array([[15 - sum(counts), *counts, *[0] * (25 - len(counts))]], np.int8)


@pytest.mark.parametrize(
    ("counts", "rolls"),
    [((2, 2, 2, 3, 3, 3), 8.139), ((0, 0, 0, 0, 0, 15), 12.266), ((15,), 6.980), ((0,) * 6, 0)],
)
def test_the_mean_rolls_are_those_published(counts: tuple[int, ...], rolls: float) -> None:
    """GNU Backgammon's one-sided database has the same."""
    table = bearoff(BACKGAMMON)
    assert table.means[side_numbers(side(*counts), HOME)[0]] == pytest.approx(rolls, abs=5e-4)


@pytest.mark.parametrize(
    ("counts", "chance"),
    [((1, 0, 0, 0, 0, 0), 1), ((0, 0, 0, 0, 0, 1), 27 / 36), ((0, 0, 0, 0, 1, 1), 6 / 36)],
)
def test_the_chance_of_one_roll_is_counted_by_hand(counts: tuple[int, ...], chance: float) -> None:
    table = bearoff(BACKGAMMON)
    number = side_numbers(side(*counts), HOME)[0]
    assert table.all_off[number, 1] == pytest.approx(chance)


@pytest.mark.parametrize("text", ["backgammon", "gul-bara"])
def test_chances_are_whole_and_have_the_mean(text: str) -> None:
    table = bearoff(find_game(text))
    assert table.all_off.shape == table.one_off.shape == (SIDES, MOST_ROLLS)
    assert table.all_off.sum(1) == pytest.approx(1, abs=1e-5)
    assert table.one_off[1:].sum(1) == pytest.approx(1, abs=1e-5)
    assert table.all_off @ np.arange(MOST_ROLLS) == pytest.approx(table.means, abs=1e-4)


def at_home(rules: Rules, rng: Random) -> Position:
    """Both at home: the opponent with all his checkers, so that no law looks elsewhere."""
    left = rng.randint(1, rules.checkers if rules.cascade_count == 0 else 4)
    mine = dict.fromkeys(range(1, 7), 0)
    theirs = dict(mine)
    for _ in range(left):
        mine[rng.randint(1, 6)] += 1
    for _ in range(rules.checkers):
        theirs[rng.randint(1, 6)] += 1
    players = Position.of(mine | {0: rules.checkers - left}).player
    return Position(players, Position.of(theirs).player)


@each("text", ALONE)
def test_every_roll_leads_to_the_best_side_that_the_laws_allow(text: str) -> None:
    """A side's mean is one roll more than the mean of the best that the kernel finds."""
    rules, rng = find_game(text), Random(text)
    table = bearoff(rules)
    positions = [at_home(rules, rng) for _ in range(40)]
    rows = [(position, rules.dice_list(roll)) for position in positions for roll in ROLLS]
    finals = find_turns(rules, begin_rows(rules, *zip(*rows, strict=True))).finals
    means = table.means[side_numbers(finals.boards[: finals.offsets[-1], 0], HOME)]
    best = np.minimum.reduceat(means, finals.offsets[:-1]).reshape(len(positions), len(ROLLS))
    weights = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
    own = side_numbers(np.array([p.player for p in positions], np.int8), HOME)
    assert 1 + best @ weights == pytest.approx(table.means[own], abs=1e-5)


def test_games_whose_dice_do_the_same_share_a_table() -> None:
    assert bearoff(BACKGAMMON) is bearoff(find_game("long-nardy"))
    assert bearoff(BACKGAMMON) is not bearoff(find_game("gul-bara"))
    assert doubles_of(find_game("gul-bara")) == 4


@pytest.mark.parametrize(
    "rules",
    [
        GAMES["mad-gulbar"],
        GAMES["nuclear"],
        find_game("long-nardy@no-six"),
        find_game("fevga,runner=5"),
        GAMES["fevga"].replace(quarter=Quarter(6, 9, 3)),
        BACKGAMMON.replace(id="crowded", start=Position.of({24: 16})),
    ],
    ids=str,
)
def test_where_a_law_reaches_into_the_home_there_is_none(rules: Rules) -> None:
    assert doubles_of(rules) is None
    with pytest.raises(RulesError, match=rules.name):
        bearoff(rules)


def test_the_worst_roll_needs_no_more_rolls_than_there_is_room_for() -> None:
    assert Roll.of(2, 1) in ROLLS
    assert MOST_ROLLS > 15 * 6 / 3
