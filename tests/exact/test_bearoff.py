"""The bear-off table: published values, and the kernel's own turns."""

from dataclasses import fields, replace
from functools import lru_cache
from random import Random

import numpy as np
import pytest
from tests.effort import each, some, tries

from nardy.core.acts import end_turn
from nardy.core.choices import Quarter
from nardy.core.dice import ROLLS, Roll
from nardy.core.legal import begin, sequences
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Situation
from nardy.errors import RulesError
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import (
    MOST_ROLLS,
    SIDES,
    PositionArrays,
    bearoff,
    doubles_of,
    kernel_bearoff,
    race_chances,
)
from nardy.exact.sides import side_numbers
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, find_turns, position_arrays
from nardy.kernel.bearoff_rolls import HOME
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACT_TURNS_MINE, FACTS_SIZE, MOST_TURNS
from nardy.search.conversions import facts_of

ALONE = [
    *(name for name, rules in GAMES.items() if not rules.bomb and rules.leftover == "lost"),
    "long-nardy@opp-home",
    "backgammon,cascade_count=3",
    "fevga,runner=11",
]
"""Games whose sides at home play each for itself."""


# Each field of Rules is here, so that a new law is thought about: a table that knows nothing of a law which
# binds at home would be wrong without a word.
ASKED = {"bomb", "leftover", "cascade_count", "cascade_from", "prime", "runner", "quarter", "start"}
"""Fields that `doubles_of` and `race_chances` ask about; `start` has the number of checkers."""
OUTCOMES = {"stakes", "koks", "home_mars", "last_throw", "first_hit_wins"}
"""How a game ends and what it counts, told to the table as the outcomes."""
BEFORE_HOME = {
    *("direction", "contact", "opening", "head", "head_exception", "head_scope", "prime_check"),
    *("release", "home_hit", "mother", "pinned_bearoff", "bomb_hits", "bomb_when"),
}
"""Laws on contact, on the head or on the way: none binds when both sides are home and past each other."""
OUTSIDE_A_GAME = {
    *("id", "name", "russian", "aliases", "source", "names", "presets", "house_options", "base"),
    *("next_starter", "cube_play", "cube_cap", "jacoby", "beavers", "raccoons", "auto_doubles"),
    *("crawford", "holland"),
}
"""Names, the cube and the match: the table is of one game without a cube."""


def test_every_law_is_known_to_bind_at_home_or_not() -> None:
    known = [*ASKED, *OUTCOMES, *BEFORE_HOME, *OUTSIDE_A_GAME]
    assert sorted(known) == sorted(field.name for field in fields(Rules))


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


def test_nobody_changes_the_table_that_all_share() -> None:
    table = bearoff(BACKGAMMON)
    for array in table:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    # Rows of it are read-only, too; results of computing are not.
    assert not table.all_off[1].flags.writeable
    assert (table.all_off[:2] + 1).flags.writeable


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
    assert kernel_bearoff(BACKGAMMON) is kernel_bearoff(find_game("long-nardy"))
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


def small(text: str, checkers: int) -> Rules:
    """The game with so few checkers that all its games can be tried."""
    start = Position.of({24: checkers})
    return find_game(text).replace(id="small", start=start, cube_play=False, jacoby=False)


def home(rules: Rules, rng: Random) -> Position:
    def side() -> tuple[int, ...]:
        points = [rng.randint(1, 6) for _ in range(rng.randint(1, rules.checkers))]
        counts = {point: points.count(point) for point in range(1, 7)}
        return Position.of(counts | {0: rules.checkers - len(points)}).player

    return Position(side(), side())


class Slow:
    """The chances of every outcome by points, turn by turn; each takes the fewest rolls."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.points = outcomes_of(rules).points
        self.chances = lru_cache(maxsize=None)(self._chances)

    def side(self, position: Position) -> tuple[float, int]:
        table = bearoff(self.rules)
        number = int(side_numbers(np.array([position.player], np.int8), HOME)[0])
        return round(float(table.means[number]), 5), number

    def _chances(self, situation: Situation) -> tuple[float, ...]:
        """Seen by the player who must act."""
        found = np.zeros(len(self.points))
        for roll in ROLLS:
            mid = begin(self.rules, situation.position, self.rules.dice_list(roll))
            turns = sequences(self.rules, mid)
            best = min(turns, key=self.side)
            after = end_turn(replace(situation, roll=roll), best, len(turns[best]))
            chance = (1 if roll.is_double else 2) / 36
            if after.result is None:
                seen = np.array(self.chances(after))
                same = after.to_act is situation.to_act
                found += chance * (seen if same else seen[::-1])
            else:
                found[self.outcome(after, situation.to_act)] += chance
        return tuple(found)

    def outcome(self, after: Situation, mover: Player) -> int:
        result = after.result
        assert result is not None
        if result.ending is not Ending.WON:
            return self.points.index(0)
        return self.points.index(result.points if result.winner is mover else -result.points)


def positions_of(situations: list[Situation]) -> PositionArrays:
    boards, pins = position_arrays([s.position for s in situations])
    return boards, pins, at.PLAYER, np.array([facts_of(s) for s in situations])


@pytest.mark.parametrize(
    ("text", "checkers"),
    some(
        [
            ("backgammon", 2),
            pytest.param("backgammon", 3, marks=pytest.mark.thorough),
            ("sudden-death", 2),
            ("long-nardy", 2),
            ("long-nardy@draw", 2),
            pytest.param("long-nardy@draw", 3, marks=pytest.mark.thorough),
            ("long-nardy,home_mars=4", 2),
            ("long-nardy,home_mars=3,last_throw=one", 2),
            ("gul-bara", 2),
            ("plakoto", 2),
        ],
        4,
    ),
)
def test_the_chances_are_those_of_every_game_played_out(text: str, checkers: int) -> None:
    rules, rng = small(text, checkers), Random(text)
    slow = Slow(rules)
    asked = [
        Situation(rules=rules, position=home(rules, rng), first=first)
        for first in Player
        for _ in range(tries(2, 4, 4))
    ]
    is_race, chances = race_chances(rules, outcomes_of(rules).stakes, positions_of(asked))
    assert is_race.all()
    for situation, row in zip(asked, chances, strict=True):
        assert row == pytest.approx(slow.chances(situation), abs=1e-5)


def test_who_has_the_last_throw_draws_or_loses() -> None:
    rules = find_game("long-nardy@draw")
    position = Position(Position.of({1: 2, 0: 13}).player, Position.of({0: 15}).player)
    asked = Situation(rules=rules, position=position, first=Player.BLACK, last=True)
    _, chances = race_chances(rules, outcomes_of(rules).stakes, positions_of([asked]))
    assert chances[0].tolist() == [0, 0, 1, 0, 0]


def test_both_seats_are_asked_alike() -> None:
    rng = Random(3)
    boards, pins = position_arrays([home(BACKGAMMON, rng) for _ in range(20)])
    facts = np.zeros((20, FACTS_SIZE), np.int8)
    stakes = outcomes_of(BACKGAMMON).stakes
    _, ours = race_chances(BACKGAMMON, stakes, (boards, pins, at.PLAYER, facts))
    turned = np.ascontiguousarray(boards[:, ::-1])
    _, theirs = race_chances(BACKGAMMON, stakes, (turned, pins, at.OPPONENT, facts))
    assert ours.tolist() == theirs.tolist()
    assert ours.sum(1) == pytest.approx(1, abs=1e-5)


def test_a_checker_elsewhere_or_pinned_is_no_race() -> None:
    rules = GAMES["plakoto"]
    boards, pins = position_arrays([home(rules, Random(1)) for _ in range(5)])
    boards[1, 0, 7], boards[2, 1, 24], boards[3, 1, at.BAR] = 1, 1, 1
    pins[4, 1] = 1 << 3
    facts = np.zeros((5, FACTS_SIZE), np.int8)
    asked = boards, pins, at.PLAYER, facts
    is_race, _ = race_chances(rules, outcomes_of(rules).stakes, asked)
    assert is_race.tolist() == [True, False, False, False, False]


def test_before_doubles_cascade_nothing_is_known() -> None:
    rules = GAMES["gul-bara"]
    boards, pins = position_arrays([home(rules, Random(1))] * 2)
    facts = np.full((2, FACTS_SIZE), MOST_TURNS, np.int8)
    facts[1, FACT_TURNS_MINE] = 2
    asked = boards, pins, at.PLAYER, facts
    assert race_chances(rules, outcomes_of(rules).stakes, asked)[0].tolist() == [True, False]


@pytest.mark.parametrize("name", ["nuclear", "mad-gulbar"])
def test_a_game_without_a_table_has_no_races(name: str) -> None:
    rules = GAMES[name]
    boards, pins = position_arrays([home(rules, Random(1))])
    asked = boards, pins, at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    assert not race_chances(rules, outcomes_of(rules).stakes, asked)[0].any()
