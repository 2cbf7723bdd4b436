"""Notes and tried turns of a review outlast the page, by room and turn, and bad storage spoils nothing."""

import json
import subprocess
from pathlib import Path

from tests.web.node import node

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "src" / "nardy" / "web" / "js" / "review" / "saved.js"


def test_what_is_kept_with_a_review_is_found_again(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / MODULE.name).write_text(MODULE.read_text("utf-8"), "utf-8")
    command = [node(), str(HERE / "saved_review.mjs"), str(tmp_path / MODULE.name)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(answer.stdout) == {
        "note": True,
        # A turn that is tried again has its newer value.
        "tried": [{"turn": "8/5 6/5", "moves": [], "loss": 0.1}],
        "has": [True, False],
        "other": False,
        "left": 0,
        "spoiled": False,
        "without": "kept while the page lasts",
        "blocked": ["also kept while the page lasts", None],
        "tree": ["13/7 0.5", "-24/18 0", "--8/2 0.3", "-24/18 0.2"],
        "cut": ["13/7 0.5", "-24/18 0.2"],
        "away": [False, "Before there was a club", [2, 4]],
        "back": [
            *(True, "From afar", [], "Before there was a club"),
            *([{"turn": "8/5", "moves": [[8, 5]]}], 0.25, None),
        ],
        # Gone at the club, gone here; a value that this browser knows stays.
        "later": ["", ["8/5 0.25", "-24/20 null"]],
        # An empty note is what ends one: the turn of number 5 is kept.
        "ended": [{"number": 4, "note": "", "tried": []}, False, True],
        "tabs": ["of the right tab", "", ["6/5 0"], ["6/5 0"], ["8/5 0.5", "6/5 0"]],
        "heard": ["new", "another", []],
    }
