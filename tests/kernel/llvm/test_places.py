"""The LLVM code for occupied places and pips is the same as plain Python."""

from random import Random

import numpy as np
from numba import njit
from tests.kernel.llvm.compiled import compiled

from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes
from nardy.kernel.llvm.places import emit_pips, emit_places

places_with = compiled("boards k side least", emit_places)
pips_of = compiled("boards k side", emit_pips)


@njit
def look(boards: Bytes, k: int, side: int, least: int) -> tuple[int, int]:
    return places_with(boards, k, side, least), pips_of(boards, k, side)


def test_every_place_is_looked_at_once() -> None:
    random = Random(1)
    counts = [random.choice((0, 0, 1, 2, 15, 127)) for _ in range(20 * 2 * at.PLACES)]
    boards = np.array(counts, np.int8).reshape(20, 2, at.PLACES)
    for k in range(len(boards)):
        for side, least in ((0, 1), (0, 127), (1, 2), (1, 16)):
            row = boards[k, side].tolist()
            mask = sum((count >= least) << place for place, count in enumerate(row))
            pips = sum(place * row[place] for place in range(1, at.BAR))
            assert look(boards, k, side, least) == (mask, pips)
