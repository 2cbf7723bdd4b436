"""Single moves, and cascades followed die by die to their end."""

from random import Random

import pytest
from tests.effort import each, tries
from tests.kernel.samples import (
    Sample,
    any_dice,
    dealt,
    readings,
    samples,
    strange_rules,
)

from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, legal_moves, longest_play
from nardy.core.position import OFF
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel.arrays import begin_rows, find_moves, kernel_longest, kernel_moves, rules_array
from nardy.kernel.layout import Choices
from nardy.kernel.moves import first_moves_batch

CASCADES = ("gul-bara", "mad-gulbar", "mad-gulbar@four", "backgammon,cascade_count=2")


def assert_same_moves(sample: Sample, rng: Random) -> None:
    """The same moves at the beginning, and after every move of one turn to its end."""
    mid = begin(*sample)
    assert kernel_longest(sample.rules, mid) == longest_play(sample.rules, mid)
    while True:
        moves = legal_moves(sample.rules, mid)
        assert kernel_moves(sample.rules, mid) == moves, (sample, mid)
        if not moves:
            return
        mid = rng.choice(list(moves.values()))


@pytest.mark.parametrize("game", GAMES)
def test_the_kernel_agrees_with_the_rule_book(game: str) -> None:
    rng = Random(game)
    for sample in samples(game, tries(24, 300, 1_000), seed=3):
        assert_same_moves(sample, rng)


@each("text", readings())
def test_the_kernel_agrees_under_every_option(text: str) -> None:
    rng = Random(text)
    for sample in samples(text, tries(3, 60, 300), seed=4):
        assert_same_moves(sample, rng)


@pytest.mark.parametrize("seed", range(tries(3, 60, 1_000)))
def test_the_kernel_agrees_on_games_that_nobody_plays(seed: int) -> None:
    rng = Random(-1 - seed)
    for _ in range(20):
        rules = strange_rules(rng)
        assert_same_moves(Sample(rules, dealt(rules, rng), any_dice(rules, rng)), rng)


@pytest.mark.parametrize("text", CASCADES)
def test_cascades_end_where_the_rule_book_ends_them(text: str) -> None:
    rules, rng = find_game(text), Random(text)
    turns = 0
    while turns < tries(4, 300, 1_000):
        position = rules.start
        while position.opponent[OFF] < rules.checkers:
            number = rng.randint(1, 6)
            cascades = rng.random() < 0.3
            roll = Roll.of(number, number if cascades else rng.randint(1, 6))
            mid = begin(rules, position, rules.dice_list(roll))
            checked = cascades and rng.random() < 0.5
            turns += checked
            while moves := kernel_moves(rules, mid):
                if checked:
                    assert moves == legal_moves(rules, mid)
                mid = rng.choice(list(moves.values()))
            assert not checked or not legal_moves(rules, mid)
            position = mid.position.flipped()


def test_a_batch_is_answered_row_by_row() -> None:
    lists = [DiceList.of(Roll(3, 1)), DiceList.of(Roll(6, 6)), DiceList((), in_order=True)]
    choices = find_moves(BACKGAMMON, begin_rows(BACKGAMMON, [BACKGAMMON.start] * 3, lists))
    assert choices.longest.tolist() == [2, 4, 0]
    counts = [len(legal_moves(BACKGAMMON, begin(BACKGAMMON, BACKGAMMON.start, d))) for d in lists]
    assert (choices.offsets[1:] - choices.offsets[:-1]).tolist() == counts


def test_what_does_not_fit_is_counted() -> None:
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start], [DiceList.of(Roll(1, 1))])
    whole = find_moves(BACKGAMMON, rows)
    found = int(whole.offsets[1])
    part = Choices(whole.moves[:2].copy(), whole.offsets.copy(), whole.longest.copy())
    assert first_moves_batch(rules_array(BACKGAMMON), rows, 1_000, part) == (found - 2, 0)
    assert part.offsets.tolist() == [0, 2]
    assert first_moves_batch(rules_array(BACKGAMMON), rows, 4, part) == (0, 1)
