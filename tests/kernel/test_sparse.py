"""The numbers that are not 0 are listed; test_forward.py tells what the second layer makes of them."""

import numpy as np

from nardy.kernel.features import Floats
from nardy.kernel.forward import Places
from nardy.kernel.jit import jit, number
from nardy.kernel.sparse import HALF, list_filled


@jit
def listed(rows: Floats, k: int, columns: Places, values: Floats) -> int:
    return list_filled((rows, k, HALF), columns, values, number(3))


def test_the_numbers_that_are_not_0_are_listed_in_order() -> None:
    random = np.random.default_rng(3)
    rows = random.normal(0, 1, (40, 3 * HALF)).astype(np.float32)
    rows[random.random(rows.shape) < 0.6] = 0
    rows[0] = 0
    rows[1] = -1
    for k, row in enumerate(rows):
        columns, values = np.zeros(40, np.int32), np.zeros(40, np.float32)
        end = listed(rows, k, columns, values)
        (places,) = np.nonzero(row[HALF : 2 * HALF])
        assert columns[3:end].tolist() == (places + HALF).tolist()
        assert values[3:end].tolist() == row[columns[3:end]].tolist()
