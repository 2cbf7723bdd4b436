"""The examples run, on a short setting; so do the cells of the notebook."""

import contextlib
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from nardy.kernel import is_available

ROOT = Path(__file__).parents[1]
SHORT = {
    "train_hypergammon.py": ["--seconds", "1", "--pairs", "4"],
    "compare_bots.py": ["--pairs", "4"],
    "convert_positions.py": [],
    "own_bot.py": [],
    "plot_match.py": ["--plies", "0"],
    "random_play.py": ["--tables", "32", "--steps", "60"],
    "review_match.py": ["--plies", "0"],
    "play_at_club.py": ["--help"],  # two of them meet in tests/server/accounts/test_api_clients.py
}
"""How each example is run; one that is missing here fails."""
NEEDED = {"plot_match.py": "matplotlib"}
"""What an example needs beside the kernel."""
EXAMPLES = sorted(path.name for path in (ROOT / "examples").glob("*.py"))


@pytest.mark.skipif(not is_available(), reason="needs a compiled kernel")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_and_says_something(name: str, tmp_path: Path) -> None:
    if find_spec(needed := NEEDED.get(name, "numpy")) is None:
        pytest.skip(f"needs {needed}, which is not installed")
    answer = subprocess.run(
        [sys.executable, ROOT / "examples" / name, *SHORT[name]],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OPENBLAS_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.count("\n") >= 2


@pytest.mark.skipif(not is_available(), reason="needs a compiled kernel")
@pytest.mark.skipif(find_spec("matplotlib") is None, reason="needs the extra `plot`")
def test_the_cells_of_the_notebook_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MPLBACKEND", "Agg")
    import matplotlib as mpl  # noqa: PLC0415 (not everywhere)
    import matplotlib.pyplot as plt  # noqa: PLC0415

    mpl.use("Agg")
    book = json.loads((ROOT / "examples" / "match.ipynb").read_text("utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) >= (4, 5)
    told: dict[str, object] = {}
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    with contextlib.chdir(ROOT / "examples"):
        for cell in cells:
            exec(compile("".join(cell["source"]), cell["id"], "exec"), told)  # noqa: S102
    assert len(plt.get_fignums()) == 2
    plt.close("all")


def test_the_notebook_has_no_outputs() -> None:
    book = json.loads((ROOT / "examples" / "match.ipynb").read_text("utf-8"))
    assert [cell["id"] for cell in book["cells"]] == [
        f"cell-{n}" for n in range(len(book["cells"]))
    ]
    assert not any(cell.get("outputs") for cell in book["cells"])
