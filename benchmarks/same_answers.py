"""Run the same commands in two checkouts and compare their answers except for the wording.

    .venv/bin/python benchmarks/same_answers.py OLD NEW

The exit status, the JSON keys, and every word with a digit, a slash or a colon must be equal: numbers,
positions, turns and ids. Sentences may differ. Commands that take random decisions have a seed. Both
checkouts use this Python and its packages. The exit status is 1 if any answer differs.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

START = "w 24:15 24:15"
BACKGAMMON = "backgammon w bar:1,14:1,13:5,8:3,6:5 13:3,6:2,5:2,4:2,3:2,2:2,1:2"
GAMES = (
    *("backgammon", "caucasian", "fevga", "gul-bara", "hypergammon", "long-nardy", "longgammon"),
    *("mad-gulbar", "mahbusa", "moultezim", "nackgammon", "nuclear", "plakoto", "portes"),
    *("sudden-death", "tapa", "tavla"),
)
PLAY = ("--white", "random", "--black", "baseline", "--match", "3", "--plain", "--save")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("games",),
    ("games", "--json"),
    *(("games", game) for game in GAMES),
    *(("games", game, "--json") for game in GAMES),
    ("why", BACKGAMMON, "65", "14/8"),
    ("why", BACKGAMMON, "65", "14/8", "--json"),
    ("why", f"long-nardy {START}", "22", "24/20(2)"),
    ("why", f"long-nardy@any-double {START}", "22", "24/20(2)"),
    ("why", "long-nardy w 24:14,21:1 24:15", "21", "24/22 24/23", "--json"),
    ("turns", f"long-nardy {START}", "66"),
    ("turns", f"long-nardy {START}", "66", "--json"),
    ("turns", f"gul-bara {START}", "33", "--json"),
    ("turns", "plakoto w 24:15 24:15", "54", "--json"),
    ("turns", "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", "31", "--language", "ru"),
    ("show", "hypergammon w 22:1,9:1,6:1 24:1,5:1,4:1 dice=62"),
    ("show", "4HPwATDgc/ABMA", "--format", "words"),
    ("show", "4HPwATDgc/ABMA", "--format", "svg"),
    (
        "hint",
        "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31",
        "--bot",
        "baseline",
        "--json",
    ),
    ("hint", f"long-nardy {START} dice=65", "--bot", "nardy:0", "--json"),
    ("hint", f"fevga {START} dice=65", "--json"),
    ("evaluate", "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", "--json"),
    ("evaluate", f"long-nardy {START}", "--plies", "1", "--json"),
    ("rollout", "tapa w 24:15 24:15 dice=31", "--trials", "72", "--seed", "7", "--json"),
    *(("play", game, "--seed", "7", *PLAY, "{}/" + f"{game}.jsonl") for game in GAMES),
    *(("replay", "{}/" + f"{game}.jsonl", "--json") for game in GAMES),
    ("analyze", "{}/hypergammon.jsonl", "--json"),
    ("convert", "{}/hypergammon.jsonl", "--to", "mat"),
    ("convert", "{}/backgammon.jsonl", "--to", "position"),
    ("convert", "{}/backgammon.jsonl", "--to", "mat"),
    (
        "arena",
        "baseline",
        "random",
        "tavla",
        "--games",
        "20",
        "--seed",
        "3",
        "--judge",
        "none",
        "--json",
    ),
    # Bad input: the exit status is the same, and the numbers and places in the sentence.
    ("why", BACKGAMMON, "67", "14/8"),
    ("why", BACKGAMMON, "65", "14\\8"),
    ("show", "backgamon w 24:15 24:15"),
    ("show", "backgammon w 24:16 24:15"),
    ("turns", f"long-nardy@nowhere {START}", "66"),
    ("hint", "no position"),
    ("convert", "{}/none.mat", "--to", "mat"),
    ("nonsense",),
    ("rollout", "tapa w 24:15 24:15 dice=31", "--trials", "-1"),
)
SIGNIFICANT = re.compile(r"[^\s,;()\[\]\"'`«»“”…]*[\d/:|][^\s,;()\[\]\"'`«»“”…]*")
TIMES = re.compile(r"\b\d+(?:\.\d+)? ?(?:s|ms|min|turns/s)\b|/tmp/\S+|\d{4}-\d\d-\d\dT?[\d:.Z+]*")
"""Words that differ between two runs of the same code: durations, temporary files, dates."""
CHANGING = {"seconds", "elapsed", "version", "date", "at", "since", "id"}
"""JSON keys whose values differ between two runs of the same code."""


def facts(text: str) -> Any:
    """The part of an answer that is compared: JSON without its sentences, otherwise the significant words."""
    try:
        return _without_words(json.loads(text))
    except ValueError:
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [_without_words(json.loads(line)) for line in lines] if lines else []
    except ValueError:
        return sorted(word.rstrip(".:?!") for word in SIGNIFICANT.findall(TIMES.sub("", text)))


def _without_words(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: None if k in CHANGING else _without_words(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_without_words(one) for one in value]
    if isinstance(value, str):
        return sorted(SIGNIFICANT.findall(TIMES.sub("", value)))
    return round(value, 6) if isinstance(value, float) else value


def answer(tree: Path, command: tuple[str, ...], folder: str) -> tuple[int, Any, Any]:
    words = [word.replace("{}", folder) for word in command]
    run = subprocess.run(  # noqa: S603 (our own command)
        [sys.executable, "-m", "nardy", *words],
        # The home folder has saved games, and the width of the terminal breaks lines.
        env={**os.environ, "PYTHONPATH": str(tree / "src"), "HOME": folder, "COLUMNS": "100"},
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, facts(run.stdout), facts(run.stderr) if run.returncode else None


def main(old: Path, new: Path) -> int:
    differing = 0
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        for command in COMMANDS:
            before, after = answer(old, command, one), answer(new, command, other)
            if before != after:
                differing += 1
                print("nardy", *command)
                for name, was, now in zip(
                    ("status", "output", "errors"), before, after, strict=True
                ):
                    if was != now:
                        print(f"  {name}\n    - {str(was)[:1500]}\n    + {str(now)[:1500]}")
    print(f"{len(COMMANDS)} commands, {differing} differ")
    return 1 if differing else 0


def checkout(text: str) -> Path:
    """The folder of a checkout; refuses one without the package."""
    tree = Path(text).resolve()
    if not (tree / "src" / "nardy").is_dir():
        raise argparse.ArgumentTypeError(f"expected a checkout with src/nardy, got {text!r}")
    return tree


def parsed() -> argparse.Namespace:
    """The options of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", metavar="OLD", type=checkout, help="the checkout to compare with")
    parser.add_argument("new", metavar="NEW", type=checkout, help="the checkout to check")
    return parser.parse_args()


if __name__ == "__main__":
    options = parsed()
    sys.exit(main(options.old, options.new))
