"""Sides and what each die leads to, against the rule book's moves. Sweeps: exact/test_solver."""

import pytest
from tests.exact.small_games import small

from nardy.core.dice import DiceList
from nardy.core.legal import begin, steps
from nardy.core.position import OFF, Position
from nardy.core.steps import after
from nardy.exact.sides import last_place, side_numbers, sides_of
from nardy.kernel import layout as at
from nardy.kernel.bearoff_rolls import DICE
from nardy.kernel.solving import NONE


@pytest.mark.parametrize("text", ["hypergammon", "long-nardy,head=0", "fevga"])
def test_what_a_die_leads_to_is_what_the_rule_book_allows(text: str) -> None:
    """With nobody in the way: the opponent has all his checkers off."""
    rules = small(text, 2)
    sides = sides_of(rules)
    nobody = Position.of({OFF: 2}).player
    for side in range(1, len(sides.counts)):
        position = Position(tuple(sides.counts[side].tolist()), nobody)
        for die in range(1, DICE):
            mid = begin(rules, position, DiceList((die,), in_order=True))
            expected = {after(rules, mid, step).position.player for step in steps(rules, mid)}
            found = [n for n in sides.afters[side, die].tolist() if n != NONE]
            assert {tuple(sides.counts[n].tolist()) for n in found} == expected


def test_a_hit_puts_a_checker_on_the_bar() -> None:
    rules = small("hypergammon", 2)
    sides = sides_of(rules)
    assert last_place(rules) == at.BAR
    for side, counts in enumerate(sides.counts):
        for point in range(at.PLACES):
            hit = sides.hits[side, point]
            if not 1 <= point <= 24 or counts[point] == 0:
                assert hit == NONE
                continue
            changed = counts.copy()
            changed[point] -= 1
            changed[at.BAR] += 1
            assert side_numbers(changed[None], at.BAR)[0] == hit
