"""Weights in few bytes: near enough, and every whole number comes back."""

import zlib

import numpy as np
import pytest

from nardy.evaluation.network.network import Network
from nardy.evaluation.network.packing import UNIT, first_size, packed, unpacked
from nardy.games import BACKGAMMON, PLAKOTO


@pytest.mark.parametrize("phases", [1, 6])
def test_weights_come_back_within_half_a_unit(phases: int) -> None:
    network = Network.random(PLAKOTO, 5, 3, 1, phases)
    found, count = (
        unpacked(packed(network.flat, first_size(network)), first_size(network)),
        first_size(network),
    )
    assert found.dtype == np.float32
    assert found[:count] == pytest.approx(network.flat[:count], abs=0.5001 / UNIT)
    assert (found[count:] == network.flat[count:].astype(np.float16)).all()
    upper = network.views["upper"]
    assert count + upper.size + 3 + 3 * len(network.points) + len(network.points) == found.size


def test_every_whole_number_comes_back() -> None:
    network = Network.random(BACKGAMMON, 8, 2, 1, 6)
    count = first_size(network)
    numbers = np.arange(-32_767, 32_768)
    for low in range(0, len(numbers), count):
        some = numbers[low : low + count]
        network.flat[: len(some)] = some / UNIT
        assert (
            unpacked(packed(network.flat, first_size(network)), first_size(network))[: len(some)]
            == some / UNIT
        ).all()


def test_what_is_beyond_the_range_stays_at_its_end() -> None:
    network = Network.random(BACKGAMMON, 2, 2, 1)
    network.flat[:3] = 100, -100, 63
    assert unpacked(packed(network.flat, first_size(network)), first_size(network))[
        :3
    ] == pytest.approx([63.998, -63.998, 63], abs=1e-3)


def test_small_numbers_compress() -> None:
    network = Network.random(BACKGAMMON, 64, 4, 1)
    plain = len(zlib.compress(network.flat.astype(np.float16).tobytes(), 9))
    assert len(zlib.compress(packed(network.flat, first_size(network)).tobytes(), 9)) < 0.8 * plain
