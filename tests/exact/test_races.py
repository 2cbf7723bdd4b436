"""Races at home end as a slow search says, that plays every roll by the rule book."""

from dataclasses import replace
from functools import lru_cache
from random import Random

import numpy as np
import pytest
from tests.effort import some, tries

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS
from nardy.core.legal import begin, sequences
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Situation
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import bearoff
from nardy.exact.races import Positions, race_chances
from nardy.exact.sides import side_numbers
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.bearoff_rolls import HOME
from nardy.kernel.scoring import FACT_TURNS_MINE, FACTS_SIZE, MOST_TURNS
from nardy.search.conversions import facts_of


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


def positions_of(situations: list[Situation]) -> Positions:
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
