"""Label the moments of a label file of backgammon by rollouts of Open Sage, and compare both judges.

    python benchmarks/second_judge.py labels/backgammon.jsonl labels/judges/backgammon-sage.jsonl --count 200 --cut 12

Open Sage's network plays both sides of every trial without look-ahead and without a cube; with `--cut` its value
ends a trial after so many plies. The file is appended to, so that the same command continues it. No network of nardy learns from these
figures: they say how far rollouts by nardy's own network can be trusted.

Printed are the decisions where the judges differ by more than three standard errors, by class; and for
positions the errors of both judges' values beside each other.
"""

import argparse
import json
import os
from collections.abc import Iterator
from importlib.metadata import version
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import numpy as np
from bgsage import BgBotAnalyzer

from nardy.arena.outside import sage_board
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Phase
from nardy.labels.label_file import LabelFile
from nardy.labels.second_judge import SecondJudge, TurnFigures, differ_surely, label_of
from nardy.labels.truth import Label, Moment


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=200, help="the first moments with labels")
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--cut", type=int, default=0, help="plies; 0: to the end")
    parser.add_argument("--processes", type=int, default=1)
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    length = f"cut after {asked.cut} plies" if asked.cut else "to the end"
    header = {
        "judge": f"Open Sage (bgsage {version('bgsage')}), rollouts without look-ahead, {length}",
        "labels": asked.labels.name,
        "trials": asked.trials,
    }
    judged = read(asked.out, header)
    missing = [pair for pair in wanted(file, asked.count) if pair[0].number not in judged]
    with (
        asked.out.open("a", encoding="utf-8") as out,
        Pool(asked.processes, prepare, (asked.trials, asked.cut)) as pool,
    ):
        for number, figures in pool.imap_unordered(judge, missing):
            judged[number] = figures
            out.write(json.dumps({"n": number, "figures": figures}) + "\n")
            out.flush()
    compare([(*pair, judged[pair[0].number]) for pair in wanted(file, asked.count)])


def read(path: Path, header: dict[str, Any]) -> dict[int, TurnFigures]:
    """The judgements of the run that this one continues."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(header) + "\n", "utf-8")
    first = path.read_text("utf-8").splitlines()[0]
    if json.loads(first) != header:
        raise SystemExit(f"expected {header} in {path}, got {first}; choose another file")
    os.truncate(path, path.read_bytes().rfind(b"\n") + 1)
    return dict(SecondJudge.read(path, Path(header["labels"])).figures)


def wanted(file: LabelFile, count: int) -> Iterator[tuple[Moment, Label]]:
    """The first labelled moments, which were mixed when they were drawn; decisions with rivals."""
    left = count
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if left and label is not None and len(label.turns) != 1:
            left -= 1
            yield moment, label


_sage: list[BgBotAnalyzer] = []
"""Of this process."""


def prepare(trials: int, cut: int) -> None:
    _sage[:] = [
        BgBotAnalyzer(
            eval_level="rollout",
            cubeful=False,
            cubeful_trial_moves=False,
            n_trials=trials,
            truncation_depth=cut,
            parallel_threads=1,
            seed=1,
        )
    ]


def judge(pair: tuple[Moment, Label]) -> tuple[int, TurnFigures]:
    """The number of a moment, and the values of the turns that were rolled out, or of the position."""
    moment, label = pair
    situation = moment.situation
    if situation.phase is not Phase.TURN:
        # Open Sage values positions after a turn: this one is after the opponent's.
        mean, error = value(situation.position.flipped())
        return moment.number, [("", -mean, error)]
    finals = [find_turn(situation, turn.turn)[1] for turn in label.turns]
    values = map(value, finals)
    return moment.number, [
        (turn.turn, *found) for turn, found in zip(label.turns, values, strict=True)
    ]


def value(after: Position) -> tuple[float, float]:
    """The equity for the player who has just moved, and its standard error."""
    won = next((n for n, side in ((1, after.player), (-1, after.opponent)) if side[0] == 15), None)
    if won is not None:
        return won * float(points_lost(after.opponent if won > 0 else after.player)), 0.0
    found = _sage[0].post_move_analytics(sage_board(after), jacoby=False)
    return found.cubeless_equity, found.cubeless_se or 0.0


def points_lost(loser: tuple[int, ...]) -> int:
    """What the loser of a finished game loses."""
    if loser[0]:
        return 1
    return 3 if sum(loser[19:]) else 2


def compare(found: list[tuple[Moment, Label, TurnFigures]]) -> None:
    if found[0][0].situation.phase is not Phase.TURN:
        compare_values(found)
        return
    pairs = [(moment, label, label_of(moment.number, figures)) for moment, label, figures in found]
    agree = sum(label.turns[0].turn == other.turns[0].turn for _, label, other in pairs)
    apart = [each for each in pairs if differ_surely(*each[1:])]
    print(f"{len(found)} decisions, the same best turn in {agree}, surely another in {len(apart)}")
    for moment, label, other in apart:
        best, theirs = label.turns[0].turn, other.turns[0].turn
        print(
            f"  {moment.number:5} {moment.kind:20} {best}: +{behind(label, theirs):.3f}  "
            f"{theirs}: +{behind(other, best):.3f}"
        )


def behind(label: Label, turn: str) -> float:
    return next(one.behind[0] for one in label.turns if one.turn == turn)


def compare_values(found: list[tuple[Moment, Label, TurnFigures]]) -> None:
    pairs = np.array([(*label.equity, *figures[0][1:]) for _, label, figures in found])
    difference = pairs[:, 0] - pairs[:, 2]
    noise = (pairs[:, 1] ** 2 + pairs[:, 3] ** 2).mean()
    error = difference.std(ddof=1) / len(pairs) ** 0.5
    rms = max(0.0, float((difference**2).mean() - noise)) ** 0.5
    print(f"{len(pairs)} positions: nardy's rollouts less Open Sage's {difference.mean():+.4f}")
    print(f"  ±{error:.4f}; rms {rms:.4f} beside the noise of both")


if __name__ == "__main__":
    main()
