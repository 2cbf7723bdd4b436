import random

import numpy as np
import pytest

from nardy.bots.baseline.features import ROAD
from nardy.coach.blots import exposed
from nardy.core.rules import Rules
from nardy.games import GAMES

BAR = 25


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
    blots = [chance.getrandbits(24) & chance.getrandbits(24) for _ in range(200)]
    others = [chance.getrandbits(25) & chance.getrandbits(25) for _ in range(200)]
    pairs = [(mine << 1, theirs << 1) for mine, theirs in zip(blots, others, strict=True)]
    wanted = [counted(rules, *pair) for pair in pairs]
    assert [exposed(rules, *pair) for pair in pairs] == wanted
    at_once = exposed(rules, *(np.array(column, np.int64) for column in zip(*pairs, strict=True)))
    assert at_once.tolist() == wanted
    assert any(wanted)
    assert ROAD & ~0x1FFFFFE == 0
