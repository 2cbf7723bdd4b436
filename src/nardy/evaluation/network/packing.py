"""Network weights in few bytes: integers, with all low and all high bytes side by side.

The first layer, nearly all of a network, is stored in units of 1 / 512. It is summed in units not
much finer (kernel/forward.py), and rounding some seventy weights adds 0.005 to a sum. The rest is in
half precision. High bytes are mostly 0 and stand together, so the archive compresses them: to about
0.6 of plain half precision.
"""

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import FIRST, Floats, Network

PackedBytes = NDArray[np.uint8]

UNIT = 512
MOST = 32_767


def packed(network: Network) -> PackedBytes:
    """The weights as bytes, two for each; the first layer is clipped to 64."""
    count = first_size(network)
    whole = np.rint(np.clip(network.flat[:count] * UNIT, -MOST, MOST)).astype(np.int16)
    # Zigzag encoding: the sign goes to the lowest bit, so small numbers have a high byte of 0.
    folded = ((whole << 1) ^ (whole >> 15)).view(np.uint16)
    halves = network.flat[count:].astype(np.float16).view(np.uint16)
    return np.concatenate([_planes(folded), _planes(halves)])


def unpacked(data: PackedBytes, network: Network) -> Floats:
    """The weights of packed bytes, float32 in the order of `network.flat`."""
    count = first_size(network)
    folded = _joined(data[: 2 * count]).view(np.uint16)
    whole = (folded >> 1).astype(np.int16) ^ -(folded & 1).astype(np.int16)
    halves = _joined(data[2 * count :]).view(np.float16)
    flat = np.empty(len(whole) + len(halves), np.float32)
    flat[:count] = whole / np.float32(UNIT)
    flat[count:] = halves
    return flat


def packed_filter(move_filter: MoveFilter) -> PackedBytes:
    """A move filter's weights as bytes, two for each."""
    return _planes(move_filter.flat.astype(np.float16).view(np.uint16))


def unpacked_filter(data: PackedBytes) -> Floats:
    """The weights of packed bytes, float32 in the order of `move_filter.flat`."""
    return _joined(data).view(np.float16).astype(np.float32)


def first_size(network: Network) -> int:
    """Number of weights in the first layer; they come first."""
    return sum(network.views[name].size for name in FIRST)


def _planes(words: NDArray[np.uint16]) -> PackedBytes:
    return np.concatenate([(words & 255).astype(np.uint8), (words >> 8).astype(np.uint8)])


def _joined(planes: PackedBytes) -> NDArray[np.uint16]:
    low, high = planes.reshape(2, -1).astype(np.uint16)
    words: NDArray[np.uint16] = low | high << np.uint16(8)
    return words
