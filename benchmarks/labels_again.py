"""The same decisions rolled out again with other dice: whether labels agree within their errors.

    python benchmarks/labels_again.py labels/backgammon.jsonl --count 200 --seed 2

The decisions are the first of the file, which are in random order; those with one turn to compare are
left out. Printed are how often both labels have the same best turn, how often one is sure of a best
turn that the other surely denies, and the root mean square of the differences between the gaps of turns
in units of their stated errors: 1 where the errors are as stated. Gaps are differences of equities, in
points for the mover.
"""

import argparse
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from nardy.bots.named import NamedBot
from nardy.bots.registry import load_bot
from nardy.compute.chunks import run_chunks
from nardy.compute.local import Processes
from nardy.labels.label_file import LabelFile
from nardy.labels.truth import SURE, Label, Moment, Precision, TruthWork

Gaps = dict[str, tuple[float, float]]
"""How much less each turn is worth than another, with the error of the difference."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument(
        "--bot", help="the one that made the labels, where a newer network is bundled"
    )
    parser.add_argument("--seed", type=int, default=2, help="of the second labels' dice")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    header = json.loads(asked.labels.read_text("utf-8").split("\n", 1)[0])
    header["bot"] = asked.bot or header["bot"]
    if header["precision"]["seed"] == asked.seed:
        parser.error(f"expected another seed than the file's, got {asked.seed}")
    known = [
        moment
        for moment in file.moments
        if moment.number in file.labels and len(file.labels[moment.number].turns) > 1
    ][: asked.count]
    workers = Processes(asked.processes)
    try:
        again = list(run_chunks(workers, work_of(header, asked.seed, known), known))
        labels = [file.labels[moment.number] for moment in known]
        compare(list(zip(labels, again, strict=True)))
    finally:
        workers.close()


def work_of(header: dict[str, Any], seed: int, known: list[Moment]) -> TruthWork:
    """The same rollouts with another seed."""
    precision = header["precision"] | {"seed": seed}
    precision["to_end"] = frozenset(precision["to_end"])
    bot: Any = load_bot(header["bot"])
    named = NamedBot.of(bot, known[0].situation.rules)
    if named.digest != header["network"]:
        raise SystemExit(
            f"expected the network that made the labels, {header['network']}, got {named.digest}; give it by --bot nardy:1:FILE"
        )
    return TruthWork(named, Precision(**precision))


def compare(pairs: list[tuple[Label, Label]]) -> None:
    same = sum(first.turns[0].turn == second.turns[0].turn for first, second in pairs)
    denied, apart = 0, list[float]()
    for first, second in pairs:
        best = first.turns[0].turn
        here, there = gaps_to(best, first), gaps_to(best, second)
        for turn in here.keys() & there.keys() - {best}:
            (gap, error), (other, doubt) = here[turn], there[turn]
            # Where both are exact, as at the end of a race, there is no error to compare with.
            if stated := float(np.hypot(error, doubt)):
                apart.append((gap - other) / stated)
            denied += gap > 0 > other and gap >= SURE * error and other <= -SURE * doubt
    rms = float(np.mean(np.square(apart)) ** 0.5)
    far = float(np.mean(np.abs(apart) > SURE))
    print(
        f"{len(pairs)} decisions: the same best turn in {same}, a sure best turn denied in {denied}"
    )
    print(
        f"  {len(apart)} gaps: rms {rms:.2f} of the stated errors, {far:.1%} beyond three of them"
    )


def gaps_to(best: str, label: Label) -> Gaps:
    """How much less each turn is worth than `best`; negative where it is worth more."""
    behind = {one.turn: one.behind for one in label.turns}
    if best not in behind:
        return {}
    base, doubt = behind[best]
    return {turn: (gap - base, error or doubt) for turn, (gap, error) in behind.items()}


if __name__ == "__main__":
    main()
