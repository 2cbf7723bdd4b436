"""All places looked at at once are the same as one by one."""

from random import Random

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.jit import jit
from nardy.kernel.layout import Bytes
from nardy.kernel.places import pips_of, places_with


@jit
def look(boards: Bytes, k: int, side: int, least: int) -> tuple[int, int]:
    return places_with(boards, k, side, least), pips_of(boards, k, side)


@jit
def look_at_every_third(boards: Bytes, k: int, side: int, least: int) -> tuple[int, int]:
    return places_with(boards[::3], k, side, least), pips_of(boards[::3], k, side)


def test_all_places_at_once() -> None:
    random = Random(1)
    counts = [random.choice((0, 0, 0, 1, 2, 15, 127)) for _ in range(60 * 2 * at.PLACES)]
    boards = np.array(counts, np.int8).reshape(60, 2, at.PLACES)
    for k in range(len(boards)):
        for side in range(2):
            for least in (1, 2, 16):
                row = boards[k, side].tolist()
                mask = sum((count >= least) << place for place, count in enumerate(row))
                pips = sum(place * row[place] for place in range(1, at.BAR))
                assert look(boards, k, side, least) == (mask, pips)
                if k % 3 == 0:
                    assert look_at_every_third(boards, k // 3, side, least) == (mask, pips)
