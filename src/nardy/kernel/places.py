"""Vector code over one player's counts: occupied places, and the pip count.

It is LLVM by hand, because Numba's loop over the 26 places branches unpredictably at each. That saves 0.07 µs
of the 0.9 that a position costs (docs/decisions/training.md).
"""

from typing import Any

from nardy.kernel import layout as at
from nardy.kernel.jit import emitted
from nardy.kernel.layout import Bytes


def _emit_places(*given: Any) -> Any:
    from nardy.kernel.llvm import places  # noqa: PLC0415 (only where Numba compiles)

    return places.emit_places(*given)


def _emit_pips(*given: Any) -> Any:
    from nardy.kernel.llvm import places  # noqa: PLC0415 (only where Numba compiles)

    return places.emit_pips(*given)


def _places_in_python(boards: Bytes, k: int, side: int, least: int) -> int:
    return sum(int(count >= least) << place for place, count in enumerate(boards[k, side]))


def _pips_in_python(boards: Bytes, k: int, side: int) -> int:
    return sum(place * int(boards[k, side, place]) for place in range(at.BAR))


places_with = emitted("boards k side least", _emit_places, _places_in_python)
"""`places_with(boards, k, side, least)`: a mask of the places with `least` checkers or more.

`boards` are int8[n, 2, 26], indexed by `k` and `side`; off is bit 0 and the bar bit 25.
"""

pips_of = emitted("boards k side", _emit_pips, _pips_in_python)
"""`pips_of(boards, k, side)`: the pips of the checkers on points, without the bar."""
