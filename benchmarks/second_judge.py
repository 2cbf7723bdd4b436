"""Label the moments of a label file of backgammon by rollouts of Open Sage, and compare both judges.

    python benchmarks/second_judge.py labels/backgammon.jsonl labels/judges/backgammon-sage.jsonl --count 200

Open Sage's network plays both sides of every trial without look-ahead, to the end, without a cube. The
file is appended to, so that the same command continues it. No network of nardy learns from these
figures: they say how far rollouts by nardy's own network can be trusted.

Printed are the decisions where the judges differ by more than three standard errors, by class; and for
positions the errors of both judges' values beside each other.
"""

import argparse
import json
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from bgsage import BgBotAnalyzer

from nardy.arena.outside import sage_board
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Phase
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import SURE, Label, Moment

Figures = list[tuple[str, float, float]]
"""The text of a turn ('' for a position), its equity for the player who must act, and its error."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=200, help="the first moments with labels")
    parser.add_argument("--trials", type=int, default=1296)
    parser.add_argument("--threads", type=int, default=1)
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    header = {
        "judge": f"Open Sage (bgsage {version('bgsage')}), rollouts without look-ahead, to the end",
        "labels": asked.labels.name,
        "trials": asked.trials,
    }
    judged = read(asked.out, header)
    sage = BgBotAnalyzer(
        eval_level="rollout",
        cubeful=False,
        cubeful_trial_moves=False,
        n_trials=asked.trials,
        parallel_threads=asked.threads,
        seed=1,
    )
    with asked.out.open("a", encoding="utf-8") as out:
        for moment, label in wanted(file, asked.count):
            if moment.number not in judged:
                judged[moment.number] = figures = judge(sage, moment, label)
                out.write(json.dumps({"n": moment.number, "figures": figures}) + "\n")
                out.flush()
    compare([(*pair, judged[pair[0].number]) for pair in wanted(file, asked.count)])


def read(path: Path, header: dict[str, Any] | None = None) -> dict[int, Figures]:
    """Earlier judgements; with a header, those of the run that this one continues."""
    if header is not None and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(header) + "\n", "utf-8")
        return {}
    first, *lines = path.read_text("utf-8").splitlines()
    if header is not None and json.loads(first) != header:
        raise SystemExit(f"expected {header} in {path}, got {first}; choose another file")
    found = map(json.loads, lines)
    return {each["n"]: [tuple(one) for one in each["figures"]] for each in found}


def wanted(file: LabelFile, count: int) -> Iterator[tuple[Moment, Label]]:
    """The first labelled moments, which were mixed when they were drawn; decisions with rivals."""
    left = count
    for moment in file.moments:
        label = file.labels.get(moment.number)
        if left and label is not None and len(label.turns) != 1:
            left -= 1
            yield moment, label


def judge(sage: BgBotAnalyzer, moment: Moment, label: Label) -> Figures:
    """The values of the turns that were rolled out, or of the position."""
    situation = moment.situation
    if situation.phase is not Phase.TURN:
        # Open Sage values positions after a turn: this one is after the opponent's.
        mean, error = value(sage, situation.position.flipped())
        return [("", -mean, error)]
    finals = [find_turn(situation, turn.turn)[1] for turn in label.turns]
    values = [value(sage, final) for final in finals]
    return [(turn.turn, *found) for turn, found in zip(label.turns, values, strict=True)]


def value(sage: BgBotAnalyzer, after: Position) -> tuple[float, float]:
    """The equity for the player who has just moved, and its standard error."""
    won = next((n for n, side in ((1, after.player), (-1, after.opponent)) if side[0] == 15), None)
    if won is not None:
        return won * float(points_lost(after.opponent if won > 0 else after.player)), 0.0
    found = sage.post_move_analytics(sage_board(after), jacoby=False)
    return found.cubeless_equity, found.cubeless_se or 0.0


def points_lost(loser: tuple[int, ...]) -> int:
    """What the loser of a finished game loses."""
    if loser[0]:
        return 1
    return 3 if sum(loser[19:]) else 2


def compare(found: list[tuple[Moment, Label, Figures]]) -> None:
    if found[0][0].situation.phase is not Phase.TURN:
        compare_values(found)
        return
    apart = list[tuple[Moment, str, str, float, float]]()
    agree = 0
    for moment, label, figures in found:
        ours = {turn.turn: turn.equity[0] for turn in label.turns}
        errors = {turn.turn: turn.behind[1] for turn in label.turns}
        best, theirs = label.turns[0].turn, max(figures, key=lambda one: one[1])
        agree += best == theirs[0]
        if best == theirs[0]:
            continue
        second = next(one for one in figures if one[0] == best)
        loss = theirs[1] - second[1]
        doubt = float(np.hypot(theirs[2], second[2]))
        gap = ours[best] - ours[theirs[0]]
        if loss > SURE * doubt or gap > SURE * errors[theirs[0]]:
            apart.append((moment, best, theirs[0], gap, loss))
    print(f"{len(found)} decisions, the same best turn in {agree}, surely another in {len(apart)}")
    for moment, best, theirs, gap, loss in apart:
        print(f"  {moment.number:5} {moment.kind:20} {best}: +{gap:.3f}  {theirs}: +{loss:.3f}")


def compare_values(found: list[tuple[Moment, Label, Figures]]) -> None:
    pairs = np.array([(*label.equity, *figures[0][1:]) for _, label, figures in found])
    difference = pairs[:, 0] - pairs[:, 2]
    noise = (pairs[:, 1] ** 2 + pairs[:, 3] ** 2).mean()
    error = difference.std(ddof=1) / len(pairs) ** 0.5
    rms = max(0.0, float((difference**2).mean() - noise)) ** 0.5
    print(f"{len(pairs)} positions: nardy's rollouts less Open Sage's {difference.mean():+.4f}")
    print(f"  ±{error:.4f}; rms {rms:.4f} beside the noise of both")


if __name__ == "__main__":
    main()
