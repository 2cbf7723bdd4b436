"""Which blots an opposing checker has still to pass, where it is easily seen."""

import random

import numpy as np
import pytest

from nardy.bots.baseline.view import mask
from nardy.coach.blots import exposed
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON, GAMES

BAR = 25


def test_a_blot_is_exposed_to_checkers_behind_it_alone() -> None:
    # Own 6 and 20 are 19 and 5 of the opponent, who has a checker on 12.
    blots, other = mask([6, 20]), mask([12])
    assert exposed(BACKGAMMON, blots, other) == mask([5])
    assert exposed(BACKGAMMON, blots, mask([25])) == mask([5, 19])
    assert exposed(BACKGAMMON, blots, 0) == 0


def counted(rules: Rules, blots: int, others: int) -> int:
    """Point by point: a blot is exposed if another checker stands higher in its own numbering."""
    places = [place for place in range(1, BAR + 1) if others >> place & 1]
    found = 0
    for point in range(1, BAR):
        theirs = rules.facing(point)
        if blots >> point & 1 and any(place > theirs for place in places):
            found |= 1 << theirs
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_blot_is_exposed_while_some_checker_has_still_to_pass_it(game: str) -> None:
    rules, chance = GAMES[game], random.Random(game)
    pairs = [
        (
            (chance.getrandbits(24) & chance.getrandbits(24)) << 1,
            (chance.getrandbits(25) & chance.getrandbits(25)) << 1,
        )
        for _ in range(200)
    ]
    wanted = [counted(rules, *pair) for pair in pairs]
    assert [exposed(rules, *pair) for pair in pairs] == wanted
    at_once = exposed(rules, *(np.array(column, np.int64) for column in zip(*pairs, strict=True)))
    assert at_once.tolist() == wanted
    assert any(wanted)
