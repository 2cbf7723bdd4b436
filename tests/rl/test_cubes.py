"""Money games with the cube: act for act what the rule book says."""

from dataclasses import replace

import numpy as np
import pytest
from tests.effort import some

from nardy.core.acts import end_turn
from nardy.core.cube import Owner
from nardy.core.cube_acts import cube_law, offer_double, pass_double, take
from nardy.core.dice import Roll
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubes import NOBODYS
from nardy.games import find_game
from nardy.kernel.arrays import position_at
from nardy.kernel.scoring import FACT_FIRST
from nardy.rl import Environment, Observation
from nardy.rl.observation import ANSWER, DOUBLE, WHOLE

TABLES = 8


def assert_same_cube(seen: Observation, row: int, situation: Situation) -> None:
    """What is shown is what the rule book knows, seen by who must act."""
    assert seen.cubes is not None
    first = int(seen.tables.facts[row, FACT_FIRST])
    owners = {NOBODYS: Owner.NOBODY, first: Owner.PLAYER}
    owner = owners.get(int(seen.cubes.owners[row]), Owner.OPPONENT)
    assert (seen.cubes.values[row], owner) == (situation.cube.value, situation.cube.owner)
    boards, pins = seen.tables.boards, seen.tables.pins
    assert position_at(boards, pins, row) == situation.position
    assert (seen.kinds[row] == ANSWER) == (situation.phase is Phase.ANSWER)


def after_act(seen: Observation, row: int, action: int, situation: Situation) -> Situation:
    """The same act by the rule book."""
    if seen.kinds[row] == ANSWER:
        return pass_double(situation) if action else take(situation)
    if seen.kinds[row] == DOUBLE:
        assert cube_law(situation) is None
        return offer_double(situation) if action else situation
    one, two = seen.dice[row, :2].tolist()
    place = int(seen.after.offsets[row]) + action
    final = position_at(seen.after.boards, seen.after.pins, place)
    moves = int(np.count_nonzero(seen.after.moves[place, :, 0]))
    return end_turn(replace(situation, roll=Roll.of(one, two)), final, moves)


@pytest.mark.parametrize(
    "text", some(["backgammon", "hypergammon,jacoby=off", "backgammon,cube_cap=4"], 2)
)
def test_whole_games_are_those_of_the_rule_book(text: str) -> None:
    rules = find_game(text)
    environment, random = Environment(rules, TABLES, cube=True), np.random.default_rng(2)
    seen, _ = environment.reset(seed=2)
    begun = Situation(rules=rules, position=rules.start)
    games, kinds, ended = [begun] * TABLES, set[int](), set[float]()
    fresh, declined = [True] * TABLES, [False] * TABLES
    for _ in range(400):
        # Passes and doubles are rarer than by chance, so that some games are played to their end.
        rare = random.random(TABLES) < 0.1
        actions = np.where(seen.kinds == WHOLE, random.integers(0, seen.widths), rare)
        step = environment.step(actions)
        for row in range(TABLES):
            kind, action = int(seen.kinds[row]), int(actions[row])
            assert_same_cube(seen, row, games[row])
            # Nobody rolls unasked who may double.
            if kind == WHOLE and not fresh[row] and not declined[row]:
                assert cube_law(games[row]) is not None
            end = after_act(seen, row, action, games[row])
            declined[row] = kind in (DOUBLE, ANSWER)
            fresh[row] = end.result is not None
            kinds.add(kind)
            reward = 0.0
            if end.result is not None:
                mine = end.result.winner is games[row].to_act
                reward = end.result.points * end.cube.value * (1 if mine else -1)
                ended.add(abs(reward))
                end = begun
            assert step.rewards[row] == reward
            assert step.terminated[row] == fresh[row]
            games[row] = end
        seen = step.observation
    assert kinds == {WHOLE, DOUBLE, ANSWER}
    assert len(ended) > 2


def test_who_is_doubled_sees_his_own_side() -> None:
    environment = Environment(find_game("backgammon"), 2, cube=True)
    environment.reset(seed=1)
    seen = environment.step([0, 0]).observation
    assert seen.kinds.tolist() == [DOUBLE, DOUBLE]
    assert seen.widths.tolist() == [2, 2]
    answer = environment.step([1, 0]).observation
    assert answer.kinds.tolist() == [ANSWER, WHOLE]
    assert answer.players.tolist() == [0, 1]
    assert (answer.tables.boards[0] == seen.tables.boards[0, ::-1]).all()
    # The doubler rolls next: the afterstates of a take and of a pass are seen by him.
    assert (answer.boards[0] == seen.tables.boards[0]).all()
    assert answer.scores[:2].tolist() == [pytest.approx(np.nan, nan_ok=True), -1]
    step = environment.step([1, 0])
    assert (step.rewards[0], bool(step.terminated[0])) == (-1, True)


def test_there_is_none_unless_it_is_asked_for() -> None:
    for environment in (
        Environment(find_game("backgammon"), 4),
        Environment(find_game("plakoto"), 4, cube=True),
    ):
        seen, _ = environment.reset(seed=1)
        for _ in range(6):
            assert seen.cubes is None
            assert (seen.kinds == WHOLE).all()
            seen = environment.step(np.zeros(4, np.int64)).observation
