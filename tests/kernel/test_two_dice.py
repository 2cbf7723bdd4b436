"""Two different dice: both orders, and no position twice."""

from random import Random

from tests.effort import each, tries
from tests.kernel.samples import any_dice, dealt, samples, strange_rules

from nardy.core.dice import Roll
from nardy.core.position import Position
from nardy.games import BACKGAMMON, CAUCASIAN, GAMES
from nardy.kernel.arrays import begin_rows, find_turns, kernel_turns, position_at
from nardy.kernel.two_dice import UNITS


def found_twice(rules, position: Position, dice) -> bool:
    finals = find_turns(rules, begin_rows(rules, [position], [dice])).finals
    count = int(finals.offsets[1])
    return len({position_at(finals.boards, finals.pins, k) for k in range(count)}) != count


@each("game", GAMES)
def test_no_position_is_found_twice(game: str) -> None:
    for rules, position, dice in samples(game, tries(30, 90, 90), seed=6):
        if len(dice.numbers) <= 4:
            assert not found_twice(rules, position, dice)


@each("seed", range(tries(4, 10, 10)))
def test_nor_in_games_that_nobody_plays(seed: int) -> None:
    rng = Random(200 + seed)
    for _ in range(60):
        rules = strange_rules(rng)
        assert not found_twice(rules, dealt(rules, rng), any_dice(rules, rng))


def test_a_number_tells_the_changes_at_all_places() -> None:
    rng = Random(1)
    for _ in range(200):
        changes = [rng.randint(-2, 2) for _ in UNITS]
        left, told = (
            sum(change * unit for change, unit in zip(changes, UNITS.tolist(), strict=True)),
            [],
        )
        assert abs(left) < 1 << 63
        for _ in changes:
            told.append((left + 2) % 5 - 2)
            left = (left - told[-1]) // 5
        assert told == changes


def test_the_larger_die_where_only_one_can_be_played() -> None:
    blocked = {25 - point: 2 for point in (24 - 4 - 6, 24 - 6 - 4)} | {1: 11}
    finals = kernel_turns(BACKGAMMON, Position.of({24: 1, 0: 14}, blocked), Roll(6, 4))
    assert list(finals.values()) == [((24, 18, False),)]


def test_the_last_checker_off_counts_as_both_dice() -> None:
    finals = kernel_turns(BACKGAMMON, Position.of({6: 1, 0: 14}, {6: 15}), Roll(6, 5))
    assert [final.player[0] for final in finals] == [15]


def test_hitting_on_the_way_is_another_position() -> None:
    # 8/5*/4 and 8/7/4: the same checker, with and without the hit.
    position = Position.of({8: 1, 1: 14}, {20: 1, 1: 14})
    finals = kernel_turns(CAUCASIAN, position, Roll(3, 1))
    assert {final.opponent[25] for final in finals if final.player[4]} == {0, 1}
