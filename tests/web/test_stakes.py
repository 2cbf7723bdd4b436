"""The page's texts with another score or cube are read as that, and say the same of all else."""

import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.web.node import node

from nardy.core.situation import Situation
from nardy.formats import position_text

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "src" / "nardy" / "web" / "js" / "review" / "stakes.js"
BOARD = "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
TEXTS = [
    f"backgammon w {BOARD} dice=31",
    f"backgammon b {BOARD} dice=31 cube=2b match=7:3-4",
    f"backgammon w {BOARD} cube=2w match=5:4-2 first=b",
    f"backgammon w {BOARD} offer=double match=5:1-2",
    f"backgammon w {BOARD} dice=64 match=5:4-2 crawford",
    f"nuclear w {BOARD} dice=64 bomb=w",
]
MATCH = {"needs": [2, 5], "isCrawford": False, "value": 2, "owner": "w"}


def told(tmp_path: Path, asked: list[dict[str, Any]]) -> list[tuple[dict[str, Any], str]]:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / MODULE.name).write_text(MODULE.read_text("utf-8"), "utf-8")
    (tmp_path / "asked.json").write_text(json.dumps(asked), "utf-8")
    files = (str(tmp_path / MODULE.name), str(tmp_path / "asked.json"))
    command = [node(), str(HERE / "stakes.mjs"), *files]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)


def away(moment: Situation) -> tuple[float, float] | None:
    score = moment.score
    return (score.length - score.player, score.length - score.opponent) if score else None


def test_the_same_stakes_say_the_same(tmp_path: Path) -> None:
    for text, (_, made) in zip(
        TEXTS, told(tmp_path, [{"text": text} for text in TEXTS]), strict=True
    ):
        before, after = position_text.loads(text), position_text.loads(made)
        assert away(before) == away(after), made
        # Only the length of the match may differ, for the same points that are needed.
        assert replace(after, score=before.score) == before, made


def test_other_stakes_are_read_as_asked(tmp_path: Path) -> None:
    asked = [{"text": text, "stakes": MATCH} for text in TEXTS[:3]]
    for text, (_, made) in zip(TEXTS, told(tmp_path, asked), strict=False):
        before, after = position_text.loads(text), position_text.loads(made)
        assert away(after) == ((2, 5) if " w " in text else (5, 2))
        assert " cube=2w" in made
        assert (after.position, after.roll) == (before.position, before.roll)
