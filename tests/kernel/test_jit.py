"""The door to compiled code: the same answers by each way, and a cache of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nardy.kernel import jit, play


def told(program: str, **settings: str) -> str:
    """What another process prints, with these settings in its environment."""
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout


@pytest.mark.skipif(jit.LIBRARY is None, reason="needs a built library")
def test_entries_are_those_of_the_library_if_it_has_them() -> None:
    def another() -> int:
        return 7

    assert play.roll_batch is getattr(jit.LIBRARY, "roll_batch")  # noqa: B009 (it has no stubs)
    known = len(jit.ENTRIES)
    assert jit.entry(another) is another
    assert jit.ENTRIES.pop() == (__name__, "another")
    assert len(jit.ENTRIES) == known
    assert not jit.USES_NUMBA


CACHES = """
from pathlib import Path
from numba import njit
from nardy.kernel import bits, cache

def place_of(compiled):
    return Path(compiled._cache.cache_path)

Path("other.py").write_text("def other(number):\\n    return number\\n")
import other
print(cache.folder() in place_of(bits.lowest).parents)
print(cache.folder() in place_of(njit(cache=True)(other.other)).parents)
"""


def test_other_packages_keep_their_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    assert told(CACHES, NARDY_KERNEL="numba").split() == ["True", "False"]


SAME = """
from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, legal_moves, sequences
from nardy.games import GAMES
from nardy.kernel import jit
from nardy.kernel.arrays import kernel_moves, kernel_turns

assert (jit.LIBRARY is None, jit.USES_NUMBA) == (True, EXPECTED)
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


def test_plain_python_gives_the_same_answers() -> None:
    """There coverage can be seen."""
    assert told(SAME.replace("EXPECTED", "False"), NARDY_KERNEL="python") == "same\n"


@pytest.mark.thorough
def test_no_index_is_out_of_bounds() -> None:
    pytest.importorskip("numba")
    settings = {"NARDY_KERNEL": "numba", "NUMBA_BOUNDSCHECK": "1"}
    assert told(SAME.replace("EXPECTED", "True"), **settings) == "same\n"
