"""The examples run, on a short setting."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from nardy.kernel import is_available

ROOT = Path(__file__).parents[1]
SHORT = {
    "train_hypergammon.py": ["--seconds", "1", "--pairs", "4"],
    "play_at_club.py": ["--help"],  # two of them meet in tests/server/accounts/test_api_clients.py
}
"""How each example is run; one that is missing here fails."""
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


@pytest.mark.skipif(not is_available(), reason="needs a compiled kernel")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_and_says_something(name: str) -> None:
    answer = subprocess.run(
        [sys.executable, ROOT / "examples" / name, *SHORT[name]],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("\n") >= 2
