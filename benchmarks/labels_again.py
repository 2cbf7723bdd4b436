"""The same decisions rolled out again, with other dice or to the end: whether labels agree.

    python benchmarks/labels_again.py labels/backgammon.jsonl --count 200 --seed 2
    python benchmarks/labels_again.py labels/tapa.jsonl --count 50 --to-end --error 0.01 \
        --out labels/to-end/tapa.jsonl

The decisions are the first of the file, which are in random order; those with one turn to compare are
left out. With --out the second labels are kept, and the same command continues. Printed are

- how often both labels have the same best turn, and how often each is sure of another one;
- what the best turns of the first labels lose by the second ones, as a performance rating: a loss
  counts from three standard errors on, as in the exam;
- the differences between the gaps of turns: their mean, their root mean square in points and in units
  of their stated errors (1 where the errors are as stated), and how many are beyond three of them.

Gaps are differences of equities, in points for the mover, of the second labels less the first.
"""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from nardy.bots.named import NamedBot
from nardy.bots.registry import load_bot
from nardy.compute.chunks import run_chunks
from nardy.compute.local import Processes
from nardy.error_rates.performance_rating import PR_SCALE
from nardy.labels.drawing import Drawn, Sample
from nardy.labels.label_file import Header, LabelFile
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
    parser.add_argument("--to-end", action="store_true", help="cut no rollout")
    parser.add_argument(
        "--error", type=float, help="of the second labels, where another is asked for"
    )
    parser.add_argument("--out", type=Path, help="keep the second labels in this file")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    file = LabelFile.read(asked.labels)
    if file.made["precision"]["seed"] == asked.seed:
        parser.error(f"expected another seed than the file's, got {asked.seed}")
    known = [
        moment
        for moment in file.moments
        if moment.number in file.labels and len(file.labels[moment.number].turns) > 1
    ][: asked.count]
    if len(known) < 2:
        parser.error(
            f"expected decisions with turns to compare in {asked.labels}, got {len(known)}"
        )
    with TemporaryDirectory() as folder:
        again = again_of(file, known, asked.out or Path(folder) / "again.jsonl", asked)
    compare([(file.labels[one.number], again.labels[i]) for i, one in enumerate(known)])


def again_of(
    file: LabelFile, known: Sequence[Moment], path: Path, asked: argparse.Namespace
) -> LabelFile:
    """The second labels of these moments, which are numbered from 0."""
    made = {name: value for name, value in file.made.items() if name != "nardy labels"}
    precision = Precision(
        **made["precision"] | {"seed": asked.seed, "to_end": frozenset(made["precision"]["to_end"])}
    )
    if asked.to_end:
        precision = replace(precision, cut=None)
    if asked.error:
        precision = replace(precision, error=asked.error)
    bot: Any = load_bot(asked.bot or made["bot"])
    named = NamedBot.of(bot, known[0].situation.rules)
    if named.digest != made["network"]:
        raise SystemExit(
            f"expected the network that made the labels, {made['network']}, got {named.digest}; give it by --bot nardy:1:FILE"
        )
    own = {"kinds": tuple(made["kinds"]), "count": len(known), "precision": precision}
    header = Header(**made | own)
    drawn = tuple(Drawn(one.kind, one.situation) for one in known)
    again = (
        LabelFile.resume(path, header)
        if path.exists()
        else LabelFile.create(path, header, Sample(file.shares, drawn))
    )
    workers = Processes(asked.processes)
    try:
        for label in run_chunks(workers, TruthWork(named, precision), again.missing):
            again.append([label])
    finally:
        workers.close()
    return again


def compare(pairs: Sequence[tuple[Label, Label]]) -> None:
    same = sum(first.turns[0].turn == second.turns[0].turn for first, second in pairs)
    denied, losses, apart, stated = 0, list[float](), list[float](), list[float]()
    for first, second in pairs:
        best = first.turns[0].turn
        here, there = gaps_to(best, first), gaps_to(best, second)
        for turn in here.keys() & there.keys() - {best}:
            (gap, error), (other, doubt) = here[turn], there[turn]
            apart.append(other - gap)
            stated.append(float(np.hypot(error, doubt)))
            denied += gap > 0 > other and gap >= SURE * error and other <= -SURE * doubt
        behind, doubt = next(one.behind for one in second.turns if one.turn == best)
        losses.append(behind if behind >= SURE * doubt else 0.0)
    print(
        f"{len(pairs)} decisions: the same best turn in {same}, surely another one in {denied}\n"
        f"  the first labels' best turns lose {PR_SCALE * float(np.mean(losses)):.2f} "
        f"±{PR_SCALE * error_of(losses):.2f} by the second labels"
    )
    # Where both are exact, as at the end of a race, there is no error to compare with.
    known = [pair for pair in zip(apart, stated, strict=True) if pair[1]]
    far = [abs(one) for one, error in known if abs(one) > SURE * error]
    print(
        f"  {len(apart)} gaps: {float(np.mean(apart)):+.4f} ±{error_of(apart):.4f}, rms {rms(apart):.4f}, "
        f"{rms([one / error for one, error in known]):.2f} of the stated errors\n"
        f"  {len(far)} of them beyond three stated errors, by {max(far, default=0.0):.4f} at most"
    )


def gaps_to(best: str, label: Label) -> Gaps:
    """How much less each turn is worth than `best`; negative where it is worth more."""
    behind = {one.turn: one.behind for one in label.turns}
    base, doubt = behind[best]
    return {turn: (gap - base, error or doubt) for turn, (gap, error) in behind.items()}


def error_of(values: Sequence[float]) -> float:
    return float(np.std(values, ddof=1) / len(values) ** 0.5)


def rms(values: Sequence[float]) -> float:
    return float(np.mean(np.square(values)) ** 0.5)


if __name__ == "__main__":
    main()
