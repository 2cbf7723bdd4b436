"""Bits of masks, by instructions or in plain Python."""

import pytest

from nardy.kernel import bits
from nardy.kernel.jit import entry


@entry
def counted(mask: int) -> int:
    return bits.ones(mask)


@entry
def widened(mask: int) -> int:
    return bits.number(mask)


@pytest.mark.parametrize("mask", [1, 2, 0b1011000, 1 << 25, (1 << 26) - 1, 1 << 62])
def test_places_of_a_mask(mask: int) -> None:
    assert bits.lowest(mask) == (mask & -mask).bit_length() - 1
    assert bits.highest(mask) == mask.bit_length() - 1
    assert counted(mask) == mask.bit_count()
    assert widened(mask) == mask
