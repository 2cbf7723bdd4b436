"""The examples run, on a short setting."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHORT = {
    "train_hypergammon.py": ["--seconds", "1", "--pairs", "4"],
    "play_at_club.py": ["--help"],  # two of them meet in tests/server/accounts/test_api_clients.py
}
"""How each example is run; one that is missing here fails."""
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


@pytest.mark.skipif(find_spec("numba") is None, reason="needs the extra `engine`")
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
