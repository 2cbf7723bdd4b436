"""Masks, numbers, and code that is kept apart from other packages' code."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from numba import njit

from nardy.kernel import bits


@pytest.mark.parametrize("mask", [1, 2, 0b1011000, 1 << 25, (1 << 26) - 1, 1 << 62])
def test_places_of_a_mask(mask: int) -> None:
    assert bits.lowest(mask) == (mask & -mask).bit_length() - 1
    assert bits.highest(mask) == mask.bit_length() - 1


def test_other_packages_keep_their_cache() -> None:
    def other(number: int) -> int:
        return number

    def place_of(compiled: Any) -> Path:
        return Path(compiled._cache.cache_path)  # noqa: SLF001 (numba shows it nowhere else)

    assert Path(jit.FOLDER) in place_of(bits.lowest).parents
    assert Path(jit.FOLDER) not in place_of(njit(cache=True)(other)).parents


SAME_WITHOUT_A_COMPILER = """
from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, legal_moves, sequences
from nardy.games import GAMES
from nardy.kernel import jit
from nardy.kernel.arrays import kernel_moves, kernel_turns

assert not jit.IS_COMPILED
for name in ("backgammon", "plakoto", "long-nardy", "portes", "caucasian"):
    rules = GAMES[name]
    for dice in (DiceList.of(Roll(6, 4)), DiceList.of(Roll(3, 3)), DiceList((1, 2), True)):
        position = rules.start
        for _ in range(3):
            mid = begin(rules, position, dice)
            found = kernel_turns(rules, position, dice)
            assert set(found) == set(sequences(rules, mid))
            assert kernel_moves(rules, mid) == legal_moves(rules, mid)
            position = max(found, key=str).flipped()
print("same")
"""


@pytest.mark.parametrize(
    "setting",
    ["NUMBA_DISABLE_JIT", pytest.param("NUMBA_BOUNDSCHECK", marks=pytest.mark.thorough)],
)
def test_the_same_answers(setting: str) -> None:
    """As plain Python, where coverage can be seen; and with every index checked."""
    program = SAME_WITHOUT_A_COMPILER
    if setting == "NUMBA_BOUNDSCHECK":
        program = program.replace("assert not jit", "assert jit")
    environment = {**os.environ, setting: "1"}
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.stdout == "same\n", answer.stderr
