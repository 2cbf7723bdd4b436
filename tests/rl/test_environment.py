"""The environment plays what the rule book plays, in every game, however turns are chosen."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.search.lockstep import READINGS, assert_same_moment, leads_to, played_as

from nardy.core.acts import end_turn, explode
from nardy.core.dice import Roll
from nardy.core.legal import begin, sequences
from nardy.core.situation import Situation
from nardy.errors import RulesError
from nardy.games import BACKGAMMON, HYPERGAMMON
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.layout import Ints
from nardy.rl import Environment, Observation
from nardy.rl import playing as rl_playing
from nardy.rl.environment import StepResult
from nardy.rl.observation import BOMB, DIE, WHOLE, ActionError
from nardy.search.conversions import situation_at


def walk(
    text: str, count: int, steps: int, *, die_by_die: bool = False, cube: bool = False
) -> Iterator[tuple[Observation, Ints, StepResult]]:
    """Random choices at some tables: what was seen, what was chosen, what came of it."""
    environment = Environment(played_as(text), count, die_by_die=die_by_die, cube=cube)
    random = np.random.default_rng(1)
    seen, _ = environment.reset(seed=1)
    for _ in range(steps):
        actions = random.integers(0, seen.widths)
        step = environment.step(actions)
        yield seen, actions, step
        seen = step.observation


def moment_at(seen: Observation, row: int) -> Situation:
    """The moment before the turn of a table whose dice have not been touched."""
    dice = seen.dice[row].tolist()
    roll = Roll.of(dice[0], dice[1]) if dice[0] else None
    return situation_at(seen.game, seen.tables, row, roll)


def assert_comes_of(seen: Observation, step: StepResult, row: int, end: Situation) -> None:
    """The next moment at a table, or the reward for who has acted and a new game."""
    if end.result is None:
        assert not step.terminated[row]
        assert step.rewards[row] == 0
        assert_same_moment(seen.game, step.observation.tables, row, end)
        return
    mover = end.to_act.opponent
    sign = {mover: 1, None: 0}.get(end.result.winner, -1)
    assert step.terminated[row]
    assert step.rewards[row] == sign * end.result.points
    assert step.observation.players[row] == 0


@each("text", some(READINGS, 12))
def test_turns_lead_where_the_rule_book_leads(text: str) -> None:
    whole = 0
    for seen, actions, step in walk(text, 3, 40):
        for row in np.flatnonzero(seen.kinds == WHOLE).tolist():
            moment, k = moment_at(seen, row), int(seen.after.offsets[row] + actions[row])
            final = position_at(seen.after.boards, seen.after.pins, k)
            played = int((seen.after.moves[k, :, at.MOVE_ORIGIN] > 0).sum())
            assert_comes_of(seen, step, row, end_turn(moment, final, played))
            whole += 1
    assert whole


@pytest.mark.parametrize(
    "text", some(["backgammon", "plakoto", "long-nardy", "caucasian", "fevga"], 3)
)
def test_the_choices_are_the_legal_turns(text: str) -> None:
    for seen, _, _ in walk(text, 2, 25):
        for row in range(2):
            moment = moment_at(seen, row)
            assert moment.dice is not None
            legal = sequences(moment.rules, begin(moment.rules, moment.position, moment.dice))
            low, high = seen.after.offsets[row : row + 2].tolist()
            shown = [position_at(seen.after.boards, seen.after.pins, k) for k in range(low, high)]
            assert len(set(shown)) == len(shown)
            assert set(shown) == set(legal)


@pytest.mark.parametrize(
    "text", ["backgammon", "portes", "plakoto", "long-nardy", "gul-bara", "mad-gulbar", "fevga"]
)
def test_die_by_die_the_turns_are_legal_and_complete(text: str) -> None:
    """What single choices come to is a turn of the rule book, with every die it asks for."""
    begun, complete = dict[int, tuple[Situation, int]](), 0
    for seen, actions, step in walk(text, 2, tries(60, 120, 120), die_by_die=True):
        assert (seen.kinds == DIE).all()
        for row in range(2):
            moment, played = begun.get(row) or (moment_at(seen, row), 0)
            k = int(seen.after.offsets[row] + actions[row])
            played += int(seen.after.moves[k, 0, at.MOVE_ORIGIN] > 0)
            begun[row] = moment, played
            if same_turn(seen, step, row):
                continue
            final = position_at(seen.after.boards, seen.after.pins, k)
            assert moment.dice is not None
            turn = begin(moment.rules, moment.position, moment.dice)
            if len(moment.dice.numbers) <= 4:
                assert played == len(sequences(moment.rules, turn)[final])
            elif complete % 8 == 0:
                assert leads_to(moment.rules, turn, final)
            assert_comes_of(seen, step, row, end_turn(moment, final, played))
            del begun[row]
            complete += 1
    assert complete > 20


def same_turn(seen: Observation, step: StepResult, row: int) -> bool:
    """Whether the turn goes on: the table still stands as when it began."""
    now = step.observation.tables
    return (
        not step.terminated[row]
        and (now.boards[row] == seen.tables.boards[row]).all()
        and (now.facts[row] == seen.tables.facts[row]).all()
    )


def test_the_bomb_is_asked_about_before_the_roll() -> None:
    exploded = kept = 0
    for seen, actions, step in walk("nuclear", 8, 60):
        for row in np.flatnonzero(seen.kinds == BOMB).tolist():
            assert seen.widths[row] == 2
            assert not seen.dice[row].any()
            before = situation_at(seen.game, seen.tables, row)
            after = explode(before) if actions[row] else before
            assert_same_moment(seen.game, step.observation.tables, row, after)
            assert step.observation.kinds[row] == WHOLE
            exploded, kept = exploded + int(actions[row]), kept + 1 - int(actions[row])
    assert exploded
    assert kept


@pytest.mark.parametrize("text", ["hypergammon", "gul-bara", "nuclear"])
def test_the_same_seed_and_actions_give_the_same_games(text: str) -> None:
    one, other = list(walk(text, 4, 30)), list(walk(text, 4, 30))
    for (seen, _, step), (again, _, step_again) in zip(one, other, strict=True):
        assert (seen.after.boards == again.after.boards).all()
        assert (step.rewards == step_again.rewards).all()
    environment = Environment(HYPERGAMMON, 64)
    boards = [environment.reset(seed=seed)[0].dice for seed in (1, 2, 1)]
    assert (boards[0] == boards[2]).all()
    assert (boards[0] != boards[1]).any()


def test_without_a_seed_the_dice_go_on_where_they_were() -> None:
    """Gymnasium's way: seed once, then reset without."""

    def dice(*seeds: int | None) -> list[list[list[int]]]:
        environment = Environment(HYPERGAMMON, 64)
        return [environment.reset(seed=seed)[0].dice.tolist() for seed in seeds]

    assert dice(7, None, None) == dice(7, None, None)
    first, second, third = dice(7, None, 7)
    assert first == third != second
    assert dice(None) != dice(None)


@pytest.mark.parametrize("text", ["backgammon", "mad-gulbar", "nuclear"])
@pytest.mark.parametrize("die_by_die", [True, False])
def test_what_was_shown_is_never_written_again(text: str, *, die_by_die: bool) -> None:
    shown: list[tuple[Observation, list[bytes]]] = []
    for seen, _, _ in walk(text, 4, 30, die_by_die=die_by_die):
        shown.append((seen, contents(seen)))
    assert all(contents(seen) == then for seen, then in shown)


def contents(seen: Observation) -> list[bytes]:
    arrays = (*seen.tables, seen.dice, *seen.after, seen.kinds)
    return [array.tobytes() for array in arrays]


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0], r"expected 2 integers as actions, got int64 of shape \(1,\)"),
        ([0.0, 0.0], "got float64"),
        ([0, 10_000], "in table 1, got 10000"),
        ([-1, 0], "in table 0, got -1"),
    ],
)
def test_an_action_that_is_none_is_refused(actions: list[float], sentence: str) -> None:
    environment = Environment(BACKGAMMON, 2)
    environment.reset(seed=1)
    with pytest.raises(ActionError, match=sentence):
        environment.step(actions)


@pytest.mark.parametrize("count", [0, -1, 2.5, True, "4", None])
def test_a_count_of_no_tables_is_refused(count: Any) -> None:
    with pytest.raises(RulesError, match=r"expected a whole number of tables, at least 1, got"):
        Environment(BACKGAMMON, count)


@pytest.mark.parametrize("seed", [-1, 1.0, False, "7"])
def test_a_seed_that_is_none_is_refused_and_changes_nothing(seed: Any) -> None:
    environment = Environment(BACKGAMMON, np.int64(2))  # type: ignore[arg-type]
    environment.reset(seed=np.int64(7))  # type: ignore[arg-type]
    with pytest.raises(RulesError, match=r"expected a seed of 0 or more, got .*None goes on"):
        environment.reset(seed=seed)
    assert environment.step([0, 0]).rewards.tolist() == [0, 0]


def test_before_a_reset_nothing_can_be_chosen() -> None:
    with pytest.raises(ActionError, match="reset"):
        Environment(BACKGAMMON, 2).step([0, 0])


def test_games_that_are_too_long_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rl_playing, "MOST_TURNS", 5)
    for number, (_, _, step) in enumerate(walk("backgammon", 3, 12), 1):
        assert step.truncated.all() == (number % 5 == 0)
        assert not step.terminated.any()
        if number % 5 == 0:
            assert (step.observation.players == 0).all()
            assert (step.observation.tables.boards[:, 0] == BACKGAMMON.start.player).all()
