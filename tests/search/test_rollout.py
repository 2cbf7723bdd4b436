"""Rollouts: exact where the end is known, unbiased, honest about their error."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.effort import THOROUGH, each, some, tries
from tests.search.lockstep import READINGS, played_as, tiny
from tests.search.test_bomb import moments

from nardy.core.acts import end_turn
from nardy.core.dice import ROLLS
from nardy.core.legal import begin, sequences
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.exact_first import mapped_value
from nardy.evaluation.network.network import Floats, Positions
from nardy.formats import position_text
from nardy.games import HYPERGAMMON, find_game
from nardy.kernel.layout import Ints
from nardy.search import rollout
from nardy.search.conversions import table_of, tables_of
from nardy.search.lookahead import expected
from nardy.search.rollout import (
    FIRST_ROLLS,
    GROUP,
    LookaheadCache,
    Rollout,
    RolloutPlan,
    dice_of,
    mean_and_error,
    roll_out,
)
from nardy.search.tables import CachedLookahead, GameTables, Tables

RACE = "hypergammon w 12:1 11:1"
"""One checker each, past each other: nobody has a choice that matters."""


def rolled_out(text: str, **plan: object) -> Rollout:
    situation = position_text.loads(text)
    game = GameTables.of(played_as(situation.rules.id))
    value = tiny(situation.rules.id).value
    asked = replace(RolloutPlan(trials=72), **plan)  # pyright: ignore[reportArgumentType]
    return roll_out(game, table_of(game, situation), value, asked)


@cache
def exact(situation: Situation) -> float:
    """What a race is worth to the player on roll, by every roll and every turn of the rule book."""
    total = 0.0
    for roll in ROLLS:
        rolled = replace(situation, roll=roll)
        assert rolled.dice is not None
        finals = sequences(situation.rules, begin(situation.rules, situation.position, rolled.dice))
        total += (1 if roll.is_double else 2) * max(
            _worth(rolled, end_turn(rolled, final, len(moves))) for final, moves in finals.items()
        )
    return total / 36


def _worth(before: Situation, after: Situation) -> float:
    if after.result is not None:
        return after.result.points if after.result.winner is before.to_act else -after.result.points
    return -exact(replace(after, to_act=Player.WHITE))


@pytest.mark.parametrize("adjusted", [True, False])
@pytest.mark.parametrize(
    ("text", "equity"),
    [
        ("backgammon w 1:2 1:3", 1.0),
        # 27 of 36 rolls bear a checker off from 6, and the opponent's next roll wins.
        ("backgammon w 6:1 1:1", 27 / 36 - 9 / 36),
        # 2-1, 1-1 and 3-1 do not: five of 36 rolls.
        ("backgammon w 5:1 2:1", 31 / 36 - 5 / 36),
    ],
)
def test_the_end_is_exact(text: str, equity: float, *, adjusted: bool) -> None:
    """By hand; the first roll comes up in every way, so there is no error at all."""
    means, errors = rolled_out(text, adjusted=adjusted).equities()
    assert means[0] == pytest.approx(equity, abs=1e-6)
    assert errors[0] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("adjusted", [True, False])
def test_it_has_no_bias(*, adjusted: bool) -> None:
    truth = exact(position_text.loads(RACE))
    means, errors = rolled_out(RACE, adjusted=adjusted, trials=3_600).equities()
    assert 0 < errors[0] < 0.02
    assert abs(means[0] - truth) < 3.5 * errors[0]


def test_the_errors_are_honest() -> None:
    """Within twice the error in about 95 of 100 rollouts, also of few games."""
    truth = exact(position_text.loads(RACE))
    found = [
        rolled_out(RACE, adjusted=False, trials=4 * GROUP, seed=seed).equities()
        for seed in range(tries(150, 400, 400))
    ]
    off = np.array([(means[0] - truth) / errors[0] for means, errors in found])
    inside = (abs(off) < 1.98).mean()
    assert 0.925 <= inside <= 0.975
    assert abs(off.mean()) < 4 / np.sqrt(len(off))


@pytest.mark.thorough
def test_taking_the_luck_out_changes_the_error_and_not_the_mean() -> None:
    rules = HYPERGAMMON.replace(jacoby=False)
    network, game = bundled(rules)[0], GameTables.of(rules)
    table = table_of(game, Situation(rules=rules, position=rules.start))
    plans = RolloutPlan(trials=1_440, adjusted=False), RolloutPlan(trials=360, seed=2)
    raw, adjusted = (roll_out(game, table, network.value, plan).equities() for plan in plans)
    assert abs(raw.means[0] - adjusted.means[0]) < 4 * np.hypot(raw.errors[0], adjusted.errors[0])
    # With a quarter of the games, so an eighth of the error for the same number.
    assert adjusted.errors[0] < raw.errors[0] / 2


def test_one_ply_is_what_looking_a_ply_ahead_says() -> None:
    """The first roll comes up in every way: a rollout cut after it is that mean."""
    for text in ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", "plakoto w 24:15 24:15"):
        situation = position_text.loads(text)
        game, value = GameTables.of(played_as(situation.rules.id)), tiny(situation.rules.id).value
        table = table_of(game, situation)
        means, errors = rolled_out(text, plies=1, adjusted=False).equities()
        assert means[0] == pytest.approx(expected(game, table, value).equities[0], abs=1e-5)
        assert errors[0] == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("adjusted", [True, False])
def test_a_seed_gives_the_same_figures_whatever_the_threads(*, adjusted: bool) -> None:
    one, three, other = (
        rolled_out(RACE, trials=720, adjusted=adjusted, seed=seed, threads=threads).chances
        for seed, threads in ((5, 1), (5, 3), (6, 1))
    )
    assert (one == three).all()
    assert (one != other).any()


def test_more_trials_begin_with_the_same() -> None:
    few, many = (rolled_out(RACE, trials=trials).chances for trials in (72, 360))
    assert few == pytest.approx(many[:2], abs=1e-6)
    assert rolled_out(RACE, trials=37).trials == 72


def test_the_first_roll_comes_up_in_every_way_and_the_others_by_chance() -> None:
    dice = np.concatenate([dice_of(1, group) for group in range(30)])
    assert (dice[:GROUP, 0] == FIRST_ROLLS).all()
    assert len(set(map(tuple, FIRST_ROLLS.tolist()))) == 36
    counts = np.bincount(dice[:, 1:60].ravel(), minlength=7)[1:]
    assert counts / counts.sum() == pytest.approx(1 / 6, abs=0.005)


@each("text", some(READINGS, 8))
def test_the_chances_of_every_game_come_to_one(text: str) -> None:
    rules = played_as(text)
    game, value = GameTables.of(rules), tiny(text).value
    table = table_of(game, Situation(rules=rules, position=rules.start))
    for adjusted in (False, True):
        plan = RolloutPlan(trials=36, plies=3, adjusted=adjusted)
        chances = roll_out(game, table, value, plan).chances
        assert chances.shape == (1, GROUP, 1, len(game.points))
        assert chances.sum(3) == pytest.approx(1, abs=1e-4)


@pytest.mark.thorough
@pytest.mark.parametrize("text", ["nuclear", "portes", "mad-gulbar", "gul-bara", "plakoto"])
def test_luck_comes_to_nothing_in_every_kind_of_game(text: str) -> None:
    game, value = GameTables.of(played_as(text)), tiny(text).value
    table = tables_of(game, moments(text, 60)[:1])
    raw, adjusted = (
        roll_out(
            game, table, value, RolloutPlan(trials=720, plies=12, adjusted=adjusted)
        ).equities()
        for adjusted in (False, True)
    )
    assert abs(raw.means[0] - adjusted.means[0]) < 4 * np.hypot(raw.errors[0], adjusted.errors[0])


def test_when_the_time_is_over_there_is_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(10_000))
    monkeypatch.setattr(rollout.time, "monotonic", lambda: next(clock))
    found = rolled_out(RACE, trials=36_000, seconds=50.0)
    assert GROUP <= found.trials < 36_000
    clock = iter(range(10_000))
    assert rolled_out(RACE, trials=36_000, seconds=0.5).trials == 4 * GROUP


def test_after_an_interruption_what_is_done_counts() -> None:
    situation = position_text.loads(RACE)
    game, network = GameTables.of(played_as("hypergammon")), tiny("hypergammon")
    calls = iter(range(10_000))

    def stopped(positions: Positions) -> tuple[Floats, Floats]:
        if next(calls) == 100:
            raise KeyboardInterrupt
        return network.value(positions)

    table, plan = table_of(game, situation), RolloutPlan(trials=36_000, stoppable=True)
    assert GROUP <= roll_out(game, table, stopped, plan).trials < 36_000
    for plan in (RolloutPlan(trials=36_000), RolloutPlan(trials=GROUP, stoppable=True)):
        calls = iter(range(100, 10_000))
        with pytest.raises(KeyboardInterrupt):
            roll_out(game, table, stopped, plan)


def test_progress_is_told() -> None:
    situation = position_text.loads(RACE)
    game, told = GameTables.of(situation.rules), list[int]()
    table, value = table_of(game, situation), tiny("hypergammon").value
    roll_out(game, table, value, RolloutPlan(trials=400, plies=2), told.append)
    assert told == sorted(told)
    assert told[-1] == 432


def test_one_group_tells_nothing_of_the_error() -> None:
    assert mean_and_error(np.ones((1, 36, 1))) == (1.0, float("inf"))


def test_what_the_first_roll_explains_is_no_error() -> None:
    """Strata: 36 means, each of as many numbers as there are groups."""
    same = np.tile(np.arange(36.0), (5, 1))[:, :, None]
    assert mean_and_error(same) == (17.5, 0.0)
    noise = np.random.default_rng(1).normal(0, 1, (10, 36, 1))
    means, errors = mean_and_error(np.tile(np.arange(36.0), (10, 1))[:, :, None] + noise)
    assert errors[0] == pytest.approx(1 / np.sqrt(360), rel=0.1)
    assert abs(means[0] - 17.5) < 4 * errors[0]


def test_values_fit_the_outcomes_of_a_reading() -> None:
    """A game with a draw is rolled out with the network of one without."""
    rules = played_as("long-nardy@draw")
    game, value = (
        GameTables.of(rules),
        mapped_value(tiny("long-nardy").value, find_game("long-nardy"), rules),
    )
    table = table_of(game, Situation(rules=rules, position=rules.start))
    chances = roll_out(game, table, value, RolloutPlan(trials=36, plies=2)).chances
    assert chances.shape[3] == 5
    assert chances.sum(3) == pytest.approx(1, abs=1e-4)


# ------------------------------------------------------- answers found by look-ahead


def rows(*numbers: float) -> Floats:
    """Chances that can be told apart, float32[k, 21, 2]."""
    return np.array(numbers, np.float32)[:, None, None] * np.ones((21, 2), np.float32)


def ask(unknown: Ints) -> Floats:
    return rows(*(100 + n for n in unknown.tolist()))


def test_of_turns_taken_those_that_are_known_are_found() -> None:
    cached_lookahead = CachedLookahead(np.array([2, 5, 9]), rows(2, 5, 9))
    found = cached_lookahead.taken(np.array([0, 5, 8, 9, 12]))
    assert found.which.tolist() == [1, 3]
    assert found.by_roll[:, 0, 0].tolist() == [5, 9]


def test_only_what_is_unknown_is_asked() -> None:
    memory = LookaheadCache(6)
    every = np.array([0, 2, 3, 5])
    assert memory.recall(every, ask)[:, 0, 0].tolist() == [100, 101, 102, 103]
    memory.keep(every, CachedLookahead(np.array([1, 3]), rows(7, 8)))
    assert memory.recall(every, ask)[:, 0, 0].tolist() == [100, 7, 102, 8]
    assert memory.recall(np.array([5, 2]), ask)[:, 0, 0].tolist() == [8, 7]


def test_what_was_foreseen_a_turn_ago_is_forgotten() -> None:
    memory = LookaheadCache(3)
    memory.keep(np.arange(3), CachedLookahead(np.arange(3), rows(1, 2, 3)))
    memory.keep(np.array([1]), None)
    assert memory.recall(np.arange(3), ask)[:, 0, 0].tolist() == [1, 101, 3]
    memory.keep(np.array([0]), CachedLookahead(np.array([], np.int64), rows()))
    assert memory.recall(np.arange(3), ask)[:, 0, 0].tolist() == [100, 101, 3]


AHEAD = [*((text, 1) for text in READINGS), ("backgammon" if THOROUGH else "hypergammon", 2)]


@pytest.mark.parametrize(("text", "ahead"), some(AHEAD, 5))
def test_rollouts_are_the_same_without_it(
    text: str, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same games, and as much luck in every one; asked about less often."""
    game, asked = GameTables.of(played_as(text)), [0, 0]

    def counted(*given: object) -> object:
        asked[forgetful] += len(given[1].boards)  # pyright: ignore[reportAttributeAccessIssue]
        return plain(*given)  # pyright: ignore[reportArgumentType]

    def found() -> Rollout:
        plan = RolloutPlan(trials=36, plies=3, ahead=ahead)
        return roll_out(game, Tables.begun(game, 1), tiny(text).value, plan)

    plain, forgetful = rollout.answers, 0
    monkeypatch.setattr(rollout, "answers", counted)
    quick = found()
    forgetful = 1
    monkeypatch.setattr(LookaheadCache, "keep", lambda *_: None)
    slow = found()
    np.testing.assert_allclose(quick.chances, slow.chances, atol=2e-6)
    assert asked[0] < asked[1] or game.rules.bomb


def test_games_are_cut_after_the_most_plies_that_have_dice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rollout, "MOST_PLIES", 3)
    start = "hypergammon w 24:1,23:1,22:1 24:1,23:1,22:1"
    cut, deeper = (rolled_out(start, trials=36, plies=plies) for plies in (3, 1_000))
    assert np.array_equal(cut.chances, deeper.chances)


@each(
    ("plan", "sentence"),
    [
        (
            {"trials": 0},
            r"expected trials from 1 up for a rollout, got 0; write RolloutPlan\(trials=1296\)",
        ),
        ({"plies": -1}, "expected plies from 0 up"),
        ({"seed": -1}, r"expected seed from 0 up .*; write RolloutPlan\(seed=1\)"),
    ],
)
def test_what_cannot_be_rolled_out_is_refused(plan: dict[str, int], sentence: str) -> None:
    with pytest.raises(NardyError, match=sentence):
        RolloutPlan(**plan)  # pyright: ignore[reportArgumentType]
