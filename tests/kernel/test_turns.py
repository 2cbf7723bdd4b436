"""The kernel finds the turns that the rule book finds."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each, some, tries
from tests.kernel.samples import (
    LONG,
    Sample,
    any_dice,
    checksum,
    dealt,
    readings,
    samples,
    strange_rules,
)

from nardy.core.dice import ROLLS, DiceList, Roll
from nardy.core.legal import begin, legal_moves, sequences
from nardy.core.position import Position
from nardy.formats.position_text import loads
from nardy.games import BACKGAMMON, FEVGA, GAMES, LONG_NARDY, PLAKOTO, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import (
    ROOM,
    all_turns,
    begin_rows,
    find_turns,
    kernel_turns,
    make_finals,
    position_arrays,
    position_at,
    rules_array,
)
from nardy.kernel.bench import random_rows
from nardy.kernel.layout import Finals
from nardy.kernel.turns import filter_turns, least_of, turns_batch

DATA = Path(__file__).parents[1] / "data"
CASES = [json.loads(line) for line in (DATA / "rule-cases.jsonl").read_text("utf-8").splitlines()]

# Written down when every test of this file passed. A change is a change of what is legal, or of
# the layout.
CHECKSUMS = {
    "backgammon": -5581250659105610862,
    "plakoto": 817952198827573195,
    "long-nardy": -6617150533550483984,
    "fevga": 2304351463581425699,
    "portes": -5770597316916937111,
}


def assert_same_turns(sample: Sample) -> None:
    """The same final positions, each by moves that can be played in their order."""
    rules, position, dice = sample
    mid = begin(rules, position, dice)
    found = kernel_turns(rules, position, dice)
    assert set(found) == set(sequences(rules, mid)), sample
    rng = Random(1)
    for final, moves in rng.sample(list(found.items()), min(len(found), 2)):
        here = mid
        for move in moves:
            here = legal_moves(rules, here)[move]
        assert here.position == final
        assert not legal_moves(rules, here)


def short(found: list[Sample]) -> list[Sample]:
    """Those whose turns can be listed."""
    return [sample for sample in found if len(sample.dice.numbers) <= LONG]


@each("case", CASES)
def test_worked_cases(case: dict) -> None:
    situation = loads(case["position"])
    if "dice" in case:
        situation = replace(situation, roll=Roll.of(*case["dice"]))
    assert situation.dice is not None
    finals = kernel_turns(situation.rules, situation.position, situation.dice)
    game, letter, *_ = case["position"].split()
    expected = {loads(f"{game} w {after}").position for after in case["after"]}
    assert {final if letter == "w" else final.flipped() for final in finals} == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_agrees_with_the_rule_book(game: str) -> None:
    for sample in short(samples(game, tries(24, 200, 5_000))):
        assert_same_turns(sample)


@each("text", some(readings(), 36))
def test_the_kernel_agrees_under_every_option(text: str) -> None:
    for sample in short(samples(text, tries(3, 75, 1_000), seed=2)):
        assert_same_turns(sample)


# Seed 59: pins with first_hit_wins, where the order of equal dice matters.
@pytest.mark.parametrize("seed", [*range(tries(3, 59, 1_000)), 59])
def test_the_kernel_agrees_on_games_that_nobody_plays(seed: int) -> None:
    rng = Random(seed)
    for _ in range(10):
        rules = strange_rules(rng)
        for _ in range(5):
            assert_same_turns(Sample(rules, dealt(rules, rng), any_dice(rules, rng)))


@pytest.mark.parametrize("game", some(GAMES, 9))
def test_a_row_is_answered_whatever_stands_before_it(game: str) -> None:
    found = short(samples(game, tries(36, 120, 120), seed=9))
    rules = found[0].rules
    positions, lists = [s.position for s in found], [s.dice for s in found]
    turns = find_turns(rules, begin_rows(rules, positions, lists))
    for row, sample in enumerate(found):
        assert set(turns[row]) == set(kernel_turns(*sample))


@each("roll", ROLLS)
@each("rules", [BACKGAMMON, PLAKOTO, LONG_NARDY, FEVGA])
def test_every_roll_from_the_start(rules, roll: Roll) -> None:
    assert_same_turns(Sample(rules, rules.start, rules.dice_list(roll)))


def test_moves_of_long_lists_are_played_in_order() -> None:
    rules = find_game("mad-gulbar")
    position = Position.of({24: 2, 9: 1, 8: 1}, {24: 15})
    for numbers in [(1, 1, 2, 2, 3, 3), (4, 5, 6, 6, 6), (6, 6, 6, 6, 6, 6, 6)]:
        assert_same_turns(Sample(rules, position, DiceList(numbers, in_order=True)))


@pytest.mark.parametrize("game", CHECKSUMS)
def test_the_checksum_of_8192_rolls(game: str) -> None:
    laws, (board,) = rules_array(GAMES[game]), position_arrays([GAMES[game].start])[0]
    rows = random_rows(laws, board, 8_192)
    assert checksum(all_turns(laws, rows)) == CHECKSUMS[game]


@pytest.mark.parametrize("game", CHECKSUMS)
def test_the_rule_book_has_the_same_checksum(game: str) -> None:
    rules, count = GAMES[game], tries(60, 300, 300)
    rows = random_rows(rules_array(rules), position_arrays([rules.start])[0][0], count)
    finals: list[Position] = []
    offsets = [0]
    for k in range(count):
        position = position_at(rows.boards, rows.pins, k)
        roll = Roll.of(int(rows.dice[k, 0]), int(rows.dice[k, 1]))
        finals += sequences(rules, begin(rules, position, roll))
        offsets.append(len(finals))
    boards, pins = position_arrays(finals)
    by_the_book = Finals(boards, pins, np.zeros((0, 4, 4), np.int8), np.array(offsets))
    assert checksum(by_the_book) == checksum(all_turns(rules_array(rules), rows))


def test_what_does_not_fit_is_counted_and_the_rest_stands() -> None:
    laws = rules_array(BACKGAMMON)
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start] * 3, [DiceList.of(Roll(3, 1))] * 3)
    whole = make_finals(3, 48, 2)
    assert turns_batch(laws, rows, ROOM, whole) == (0, 0)
    assert whole.offsets.tolist() == [0, 16, 32, 48]
    part = make_finals(3, 20, 2)
    assert turns_batch(laws, rows, ROOM, part) == (28, 0)
    assert part.offsets.tolist() == [0, 16, 20, 20]
    assert (part.boards == whole.boards[:20]).all()


@pytest.mark.parametrize("numbers", [(1, 1, 1, 1), (1, 2, 3, 4)])
def test_a_row_that_needs_more_room_is_counted(numbers: tuple[int, ...]) -> None:
    rows = begin_rows(PLAKOTO, [BACKGAMMON.start] * 2, [DiceList(numbers, in_order=True)] * 2)
    finals = make_finals(2, 1_000, 4)
    assert turns_batch(rules_array(PLAKOTO), rows, 8, finals) == (0, 2)
    assert finals.offsets.tolist() == [0, 0, 0]


def test_too_few_columns_for_moves_are_refused() -> None:
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start], [DiceList.of(Roll(3, 3))])
    with pytest.raises(
        ValueError, match=r"as many moves as a row has dice|arrays that fit each other"
    ):
        turns_batch(rules_array(BACKGAMMON), rows, ROOM, make_finals(1, 100, 2))


def test_a_dance_is_one_final_position_without_moves() -> None:
    closed = Position.of({25: 1, 6: 14}, dict.fromkeys(range(1, 7), 2) | {7: 3})
    turns = find_turns(BACKGAMMON, begin_rows(BACKGAMMON, [closed], [DiceList.of(Roll(6, 5))]))
    assert dict(turns[0]) == {closed: ()}
    assert not turns.finals.moves[0].any()


def test_pins_are_part_of_the_answer() -> None:
    position = Position.of({24: 1, 8: 1, 2: 13}, {24: 14, 19: 1})
    rows = begin_rows(PLAKOTO, [position], [DiceList((2,), in_order=True)])
    finals = find_turns(PLAKOTO, rows).finals
    pinned = finals.pins[: finals.offsets[1], at.OPPONENT]
    assert sorted(pinned.tolist()) == [0, 1 << 19]
    assert np.count_nonzero(finals.moves[: finals.offsets[1], 0, at.MOVE_HITS]) == 1


CHECKERS = 15
Rows = list[list[tuple[float, bool]]]
"""Of each row its positions: a score, and whether all checkers are off."""
ROWS = st.lists(
    st.lists(st.tuples(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75]), st.booleans()), min_size=1),
    max_size=5,
)


def finals_of(rows: Rows) -> tuple[Finals, np.ndarray]:
    """Positions that differ in a count on point 3, and their scores."""
    every = [position for row in rows for position in row]
    boards = np.zeros((len(every), 2, at.PLACES), np.int8)
    for k, (_, over) in enumerate(every):
        boards[k, at.PLAYER, 3] = k % 100
        boards[k, at.PLAYER, at.OFF] = CHECKERS if over else 3
    numbers = np.arange(len(every))
    pins = np.stack([numbers, -numbers], 1).astype(np.int32)
    moves = (numbers % 100).astype(np.int8)[:, None, None].repeat(at.MOVE_SIZE, 2)
    offsets = np.cumsum([0, *map(len, rows)])
    return Finals(boards, pins, moves, offsets), np.array([s for s, _ in every], np.float32)


def kept_by_sorting(row: list[tuple[float, bool]], most: int, margin: float) -> list[int]:
    """Equal scores count as one, so that nothing is left to chance."""
    best = sorted({score for score, _ in row}, reverse=True)[:most]
    good = [score for score in best if score >= best[0] - margin]
    return [n for n, (score, over) in enumerate(row) if score in good or over]


@given(ROWS, st.integers(1, 4), st.sampled_from([0.0, 0.25, 0.6, 9.0]))
def test_the_best_few_are_kept_in_their_order(rows: Rows, most: int, margin: float) -> None:
    finals, scores = finals_of(rows)
    boards, numbers = finals.boards.copy(), finals.pins[:, 0].copy()
    starts = finals.offsets.copy()
    filter_turns(finals, scores, CHECKERS, (most, margin))
    for n, row in enumerate(rows):
        low, high = finals.offsets[n : n + 2]
        wanted = starts[n] + np.array(kept_by_sorting(row, most, margin), np.int64)
        assert finals.pins[low:high, 0].tolist() == numbers[wanted].tolist()
        assert finals.pins[low:high, 1].tolist() == (-numbers[wanted]).tolist()
        assert (finals.boards[low:high] == boards[wanted]).all()
        assert (finals.moves[low:high, 0, 0] == numbers[wanted] % 100).all()
    assert finals.offsets[0] == 0


@pytest.mark.parametrize(
    ("most", "margin", "least"),
    [(1, 9.0, 0.75), (2, 9.0, 0.5), (3, 9.0, 0.25), (9, 0.3, 0.45), (9, 9.0, -8.25)],
)
def test_the_least_score(most: int, margin: float, least: float) -> None:
    scores = np.array([7, 0.5, -1, 0.75, 0.25, 0.75, 8], np.float32)
    assert least_of(scores, (1, 6), most, margin) == pytest.approx(least)
