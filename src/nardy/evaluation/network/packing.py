"""Network weights in few bytes: integers, with all low and all high bytes side by side.

The first layer, nearly all of a network, is stored in units of 1 / 512. It is summed in units not
much finer (kernel/forward.py), and rounding some seventy weights adds 0.005 to a sum. The rest is in
half precision. High bytes are mostly 0 and stand together, so the archive compresses them: to about
0.6 of plain half precision.
"""

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.network import FIRST, Floats, Network

PackedBytes = NDArray[np.uint8]

UNIT = 512
MOST = 32_767


def packed(flat: Floats, first: int = 0) -> PackedBytes:
    """Weights as bytes, two for each; the *first* ones are those of a first layer, clipped to 64."""
    whole = np.rint(np.clip(flat[:first] * UNIT, -MOST, MOST)).astype(np.int16)
    # Zigzag encoding: the sign goes to the lowest bit, so small numbers have a high byte of 0.
    folded = ((whole << 1) ^ (whole >> 15)).view(np.uint16)
    halves = flat[first:].astype(np.float16).view(np.uint16)
    return np.concatenate([_planes(folded), _planes(halves)])


def unpacked(data: PackedBytes, first: int = 0) -> Floats:
    """The weights of packed bytes, float32."""
    folded = _joined(data[: 2 * first]).view(np.uint16)
    whole = (folded >> 1).astype(np.int16) ^ -(folded & 1).astype(np.int16)
    halves = _joined(data[2 * first :]).view(np.float16)
    flat: Floats = np.concatenate([whole / np.float32(UNIT), halves], dtype=np.float32)
    return flat


def first_size(network: Network) -> int:
    """Number of weights in the first layer; they come first."""
    return sum(network.views[name].size for name in FIRST)


def _planes(words: NDArray[np.uint16]) -> PackedBytes:
    return np.concatenate([(words & 255).astype(np.uint8), (words >> 8).astype(np.uint8)])


def _joined(planes: PackedBytes) -> NDArray[np.uint16]:
    low, high = planes.reshape(2, -1).astype(np.uint16)
    words: NDArray[np.uint16] = low | high << np.uint16(8)
    return words
