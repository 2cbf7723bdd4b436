"""Exact targets: every roll answered, rival candidates and what is clear, the newest kept."""

import numpy as np
import pytest
from tests.effort import some, tries
from tests.search.lockstep import tiny

from nardy.core.dice import ROLLS
from nardy.evaluation.network.network import Positions
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_LEFT, GOING_ON
from nardy.search.choose import choose
from nardy.search.tables import GameTables, Tables, rows_of
from nardy.train import refine
from nardy.train.candidate_pairs import CandidatePairs, join_groups
from nardy.train.refine import (
    MARGIN,
    MOST_CANDIDATES,
    MOST_RANDOM,
    RANDOM_SHARE,
    Refiner,
    candidate_rows,
)
from nardy.train.selfplay import Lessons


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "SAMPLED", 3)


def decided(text: str, steps: int = 30, seed: int = 1) -> CandidatePairs:
    refiner = Refiner(GameTables.of(find_game(text)), 8, seed)
    return join_groups([refiner.step(tiny(text)) for _ in range(steps)])


def found(text: str, steps: int = 30, seed: int = 1) -> Lessons:
    return decided(text, steps, seed).rows


@pytest.mark.parametrize("text", some(GAMES, 6))
def test_the_targets_are_chances_of_positions_that_may_be_met(text: str) -> None:
    lessons = found(text, tries(30, 90, 90))
    assert lessons.size > 20
    assert lessons.targets.sum(1) == pytest.approx(np.ones(lessons.size), abs=1e-5)
    assert (lessons.targets >= 0).all()
    assert not lessons.facts[:, FACT_LEFT].any()
    checkers = find_game(text).checkers
    assert (lessons.boards.sum(2) == checkers).all()
    assert (lessons.boards[:, :, at.OFF] < checkers).all()


@pytest.mark.parametrize("text", some(["hypergammon", "plakoto"], 1))
def test_a_target_is_the_mean_over_all_rolls_of_the_best_answers(text: str) -> None:
    network, game = tiny(text), GameTables.of(find_game(text))
    lessons = found(text, 12)
    points = np.array(game.points)
    for k in range(lessons.size):
        total = 0.0
        for roll in ROLLS:
            table = Tables(
                lessons.boards[k : k + 1],
                lessons.pins[k : k + 1],
                lessons.facts[k : k + 1],
                np.zeros((1, game.most_dice), np.int8),
            )
            dice = np.array([[roll.high, roll.low]], np.int8)
            rows = rows_of(game, table, dice, np.zeros(1, np.int64))
            turn = choose(game, table, rows, network.value)
            over = turn.outcomes[0] != GOING_ON
            worth = points[turn.outcomes[0]] if over else turn.equities[0]
            total += (1 if roll.is_double else 2) * worth
        assert lessons.targets[k] @ points == pytest.approx(total / 36, abs=1e-4)


def test_rivals_are_the_best_and_the_few_that_are_near_it() -> None:
    near = MARGIN / 2
    rows = [[0.5], [0.1, 0.1 + near, -0.4], [0.0, 0.9], [0.3] * (MOST_CANDIDATES + 3)]
    offsets = np.cumsum([0, *(len(row) for row in rows)])
    kept = candidate_rows(np.concatenate(rows).astype(np.float32), offsets)
    assert kept.tolist() == [0, 2, 1, 5, *range(6, 6 + MOST_CANDIDATES)]


def test_the_same_seed_gives_the_same_targets() -> None:
    one, same, other = found("fevga"), found("fevga"), found("fevga", seed=2)
    for mine, theirs in zip(one, same, strict=True):
        assert (mine == theirs).all()
    assert one.size != other.size or (one.boards != other.boards).any()


def test_games_and_evaluations_are_counted() -> None:
    refiner = Refiner(GameTables.of(GAMES["hypergammon"]), 8, 1)
    network, seen = tiny("hypergammon"), list[int]()
    lessons = [refiner.step(network) for _ in range(60)]
    assert refiner.games > 0
    # Each target takes more than one answer to each of 21 rolls.
    seen.append(sum(lesson.size for lesson in lessons))
    assert refiner.evaluations > 21 * seen[0]


@pytest.mark.parametrize("text", ["backgammon", "gul-bara"])
def test_rivals_of_one_decision_lie_side_by_side(text: str) -> None:
    """They have been played by the same player: what the other one has is mostly the same."""
    pairs = decided(text)
    widths = np.diff(pairs.offsets)
    assert pairs.offsets[0] == 0
    assert pairs.offsets[-1] == pairs.size > 20
    assert widths.min() >= 1
    assert 2 <= widths.max() <= MOST_CANDIDATES
    network = tiny(text)
    lessons = pairs.rows
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    best = np.maximum.reduceat(-network.value(positions)[1], pairs.offsets[:-1])
    assert (-network.value(positions)[1] >= np.repeat(best, widths) - MARGIN - 1e-4).all()


def test_a_turn_without_decisions_has_no_rivals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "SAMPLED", 1e9)
    nothing = Refiner(GameTables.of(GAMES["tavla"]), 4, 1).step(tiny("tavla"))
    assert nothing.size == 0
    assert nothing.offsets.tolist() == [0]


def test_positions_are_valued_as_they_will_be_met() -> None:
    """A target is close to the network's own value where the network is consistent."""
    network = tiny("backgammon")
    lessons = found("backgammon", 20)
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    chances, _ = network.value(positions)
    # A random network is flat: what it thinks now and a ply ahead differ little.
    assert abs(chances - lessons.targets).mean() < 0.2


def test_a_share_of_the_games_begins_at_random() -> None:
    found = Refiner(GameTables.of(find_game("tavla")), 20_000, 1).random_turns
    assert (found > 0).mean() == pytest.approx(RANDOM_SHARE, abs=0.02)
    assert set(found[found > 0].tolist()) == set(range(1, MOST_RANDOM + 1))


@pytest.mark.parametrize("text", ["backgammon", "mad-gulbar", "tavla"])
def test_wild_games_are_played_at_random_and_the_others_well(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(refine, "RANDOM_SHARE", 0.5)
    game, value = GameTables.of(find_game(text)), tiny(text).value
    refiner = Refiner(game, 60, 5)
    rows = refiner.roll(value)
    turn = refiner.choose(game, rows, value)
    best = choose(game, refiner.tables, rows, value)
    others = refiner.random_turns == 0
    assert 10 < others.sum() < 50
    assert (turn.boards[others] == best.boards[others]).all()
    assert (turn.equities[others] == best.equities[others]).all()
    assert (turn.boards[~others] != best.boards[~others]).any()


def test_a_game_is_wild_for_so_many_turns_and_then_no_more() -> None:
    game, value = GameTables.of(find_game("backgammon")), tiny("backgammon").value
    refiner = Refiner(game, 400, 2)
    rows = refiner.roll(value)
    refiner.plies[:] = refiner.random_turns
    turn = refiner.choose(game, rows, value)
    best = choose(game, refiner.tables, rows, value)
    assert (turn.boards == best.boards).all()


def test_lots_are_drawn_anew_for_each_game() -> None:
    refiner = Refiner(GameTables.of(find_game("tavla")), 1_000, 4)
    before = refiner.random_turns.copy()
    refiner.draw_starts(np.arange(500))
    assert (refiner.random_turns[500:] == before[500:]).all()
    assert (refiner.random_turns[:500] != before[:500]).any()
