"""The last checkers with a cube: known positions, and a slow search by the rule book."""

from collections.abc import Callable
from functools import lru_cache

import numpy as np
import pytest
from tests.effort import some

from nardy.core.choices import LastThrow
from nardy.core.dice import ROLLS
from nardy.core.legal import begin, sequences
from nardy.core.position import OFF, Counts, Position
from nardy.core.rules import Rules
from nardy.exact.bearoff import Flags, PositionArrays
from nardy.exact.two_sided import (
    UNLIMITED,
    all_equities,
    has_late_races,
    kernel_equities,
    late_races,
    late_waits,
)
from nardy.games import BACKGAMMON, GAMES, HYPERGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.bearoff_cube import CENTERED, OWNED, PLAIN, THEIRS
from nardy.kernel.features import Floats
from nardy.kernel.scoring import FACTS_SIZE


def side(points: dict[int, int], checkers: int = 15) -> Counts:
    return Position.of(points | {OFF: checkers - sum(points.values())}).player


def worth(
    mine: Counts,
    theirs: Counts,
    rules: Rules = BACKGAMMON,
    ask: Callable[[Rules, PositionArrays, int | None], tuple[Flags, Floats]] = late_races,
    left: int | None = None,
) -> list[float]:
    boards = np.array([[mine, theirs]], np.int8)
    asked = boards, np.zeros((1, 2), np.int32), at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    found, values = ask(rules, asked, left)
    assert found.all()
    return values[0].tolist()


@pytest.mark.parametrize(
    ("points", "plain", "owned", "centered", "theirs"),
    [
        # The last roll, and positions of two and three rolls: doubled, and passed.
        ({1: 2}, 1, 1, 1, 1),
        ({1: 4}, 13 / 18, 1, 1, 13 / 18),
        ({1: 6}, 0.575617, 1, 1, 0.575617),
        # Of 36 rolls 27 win; if not, a cube of his own wins for the opponent.
        ({6: 1}, 5 / 8, 1, 1, 1 / 2),
    ],
)
def test_known_positions(
    points: dict[int, int], plain: float, owned: float, centered: float, theirs: float
) -> None:
    found = worth(side(points), side(points))
    assert found == pytest.approx([plain, owned, centered, theirs], abs=1e-5)


class Slow:
    """The same, one position after another, with the turns of the rule book."""

    def __init__(self, left: int | None = None) -> None:
        """With so many doublings left; None: without end."""
        self.left = left
        self.doubled = self if left is None else Slow(left - 1) if left else None
        self.turns = lru_cache(maxsize=None)(self._turns)
        self.values = lru_cache(maxsize=None)(self._values)

    def _turns(self, mine: Counts) -> list[tuple[float, list[Counts]]]:
        """The sides after each roll, with how likely it is."""
        position = Position(mine, side({}))
        return [
            (
                (1 if roll.is_double else 2) / 36,
                [
                    final.player
                    for final in sequences(
                        BACKGAMMON, begin(BACKGAMMON, position, BACKGAMMON.dice_list(roll))
                    )
                ],
            )
            for roll in ROLLS
        ]

    def _values(self, mine: Counts, theirs: Counts) -> tuple[float, float, float, float]:
        plain, owned, centered, held = self.waiting(mine, theirs)
        if self.doubled is None:
            return plain, owned, centered, held
        cash = min(1, 2 * self.doubled.waiting(mine, theirs)[THEIRS])
        return plain, max(owned, cash), max(centered, cash), held

    def waiting(self, mine: Counts, theirs: Counts) -> tuple[float, float, float, float]:
        def rolled(seen_by_opponent: int) -> float:
            return sum(
                chance * max(self.after(final, theirs, seen_by_opponent) for final in finals)
                for chance, finals in self.turns(mine)
            )

        return rolled(PLAIN), rolled(THEIRS), rolled(CENTERED), rolled(OWNED)

    def after(self, final: Counts, theirs: Counts, kind: int) -> float:
        if final[OFF] == BACKGAMMON.checkers:
            return 1
        return -self.values(theirs, final)[kind]


NEAR = [{1: 1}, {2: 1, 4: 1}, {6: 2}, {5: 1, 6: 1}, {3: 1, 5: 1}, {4: 2}]


def test_the_equities_are_those_of_a_slow_search() -> None:
    slow = Slow()
    for mine in NEAR:
        for theirs in NEAR:
            pair = side(mine), side(theirs)
            assert worth(*pair) == pytest.approx(slow.values(*pair), abs=1e-5)
            waiting = worth(*pair, ask=late_waits)
            assert waiting == pytest.approx(slow.waiting(*pair), abs=1e-5)


@pytest.mark.parametrize("left", some([0, 1, 2, 3], 1))
def test_where_doubling_ends_so_do_they(left: int) -> None:
    slow = Slow(left)
    for mine in NEAR[1:4]:
        for theirs in NEAR[1:4]:
            pair = side(mine), side(theirs)
            assert worth(*pair, left=left) == pytest.approx(slow.values(*pair), abs=1e-5)
            waiting = worth(*pair, ask=late_waits, left=left)
            assert waiting == pytest.approx(slow.waiting(*pair), abs=1e-5)


@pytest.mark.thorough
def test_six_doublings_are_as_good_as_any() -> None:
    nearly = all_equities(UNLIMITED)
    assert 0 < abs(nearly - all_equities()).max() < 1e-4
    kernel_equities.cache_clear()


def test_nobody_changes_the_table_that_all_share() -> None:
    with pytest.raises(ValueError, match="read-only"):
        all_equities(0)[0, 1, 1] = 0


def test_who_waits_is_worth_no_more_than_who_is_right_to_double() -> None:
    # Of two positions, one asks for a double and the other for patience.
    now, patient = ({6: 2}, {6: 2}), ({6: 2}, {4: 2})
    for mine, theirs in (now, patient):
        best = worth(side(mine), side(theirs))
        waiting = worth(side(mine), side(theirs), ask=late_waits)
        assert waiting[THEIRS] == best[THEIRS]
        assert waiting[PLAIN] == best[PLAIN]
        doubled = min(1, 2 * waiting[THEIRS])
        for kind in (OWNED, CENTERED):
            assert best[kind] == pytest.approx(max(waiting[kind], doubled))
        assert (waiting[CENTERED] < doubled) == (theirs == {6: 2})


def test_a_cube_of_ones_own_is_worth_most() -> None:
    random = np.random.default_rng(1)
    boards = np.zeros((500, 2, 26), np.int8)
    for board in boards:
        for player in range(2):
            count = random.integers(1, 7)
            np.add.at(board[player], random.integers(1, 7, count), 1)
            board[player, OFF] = 15 - count
    facts = np.zeros((500, FACTS_SIZE), np.int8)
    asked = boards, np.zeros((500, 2), np.int32), at.PLAYER, facts
    found, values = late_races(BACKGAMMON, asked)
    assert found.all()
    assert (values[:, THEIRS] <= values[:, PLAIN] + 1e-6).all()
    assert (values[:, THEIRS] <= values[:, CENTERED] + 1e-6).all()
    assert (values[:, CENTERED] <= values[:, OWNED] + 1e-6).all()
    turned = np.ascontiguousarray(boards[:, ::-1]), asked[1], at.OPPONENT, facts
    assert late_races(BACKGAMMON, turned)[1].tolist() == values.tolist()


def test_more_checkers_elsewhere_or_none_left_are_not_in_the_table() -> None:
    few = side({1: 6})
    boards = np.array(
        [
            [few, few],
            [few, side({1: 7})],
            [side({7: 1}), few],
            [few, side({})],
        ],
        np.int8,
    )
    facts = np.zeros((4, FACTS_SIZE), np.int8)
    asked = boards, np.zeros((4, 2), np.int32), at.PLAYER, facts
    assert late_races(BACKGAMMON, asked)[0].tolist() == [True, False, False, False]


def test_it_holds_where_nothing_but_the_race_is_left() -> None:
    none = {name for name, rules in GAMES.items() if not has_late_races(rules)}
    cascades = {name for name, rules in GAMES.items() if rules.cascade_count}
    assert cascades >= {"gul-bara", "mad-gulbar"}
    assert none == cascades | {"hypergammon", "nuclear"}
    assert not has_late_races(find_game("long-nardy@draw"))
    assert not has_late_races(BACKGAMMON.replace(last_throw=LastThrow.ONE))
    assert not has_late_races(HYPERGAMMON)
    few = side({1: 2}, 3)
    boards = np.array([[few, few]], np.int8)
    asked = boards, np.zeros((1, 2), np.int32), at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    assert not late_races(HYPERGAMMON, asked)[0].any()
