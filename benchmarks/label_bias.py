"""Two ways of labelling the same positions: whether one is biased, by class.

    nardy label GAME --moments positions --count 100 --error 0.01 --bot nardy:0 --cut 0 --out to-end.jsonl
    nardy label GAME --moments positions --count 100 --error 0.003 --out cut.jsonl
    python benchmarks/label_bias.py to-end.jsonl cut.jsonl

Printed are the mean of the second label less the first, in points for the player on roll, its standard
error, and the root mean square in units of the stated errors: 1 where the errors are as stated. The mean
over all weights each class by its part in play.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from nardy.labels.label_file import LabelFile

Pair = tuple[float, float]
"""The difference of two labels, and its standard error as stated."""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    asked = parser.parse_args()
    first, second = LabelFile.read(asked.first), LabelFile.read(asked.second)
    if first.moments != second.moments:
        parser.error("expected the same moments in both files; draw both with the same options")
    by_kind = dict[str, list[Pair]]()
    for number, kind, _ in first.moments:
        if number in first.labels and number in second.labels:
            (mean, error), (other, doubt) = (file.labels[number].equity for file in (first, second))
            by_kind.setdefault(kind, []).append((other - mean, float(np.hypot(error, doubt))))
    print(f"{asked.second} less {asked.first}")
    for kind, pairs in sorted(by_kind.items()):
        mean, error = mean_and_error(pairs)
        print(f"  {kind:22} {len(pairs):5} {mean:+.4f} ±{error:.4f}  {rms(pairs):.2f}")
    weights = {kind: first.shares[kind] for kind in by_kind if kind in first.shares}
    total = sum(weights.values())
    figures = [(weights[kind] / total, mean_and_error(by_kind[kind])) for kind in weights]
    bias = sum(weight * mean for weight, (mean, _) in figures)
    doubt = sum((weight * error) ** 2 for weight, (_, error) in figures) ** 0.5
    every = [pair for pairs in by_kind.values() for pair in pairs]
    print(
        f"  {'all, by part in play':22} {len(every):5} {bias:+.4f} ±{doubt:.4f}  {rms(every):.2f}"
    )


def mean_and_error(pairs: Sequence[Pair]) -> Pair:
    """The mean difference; its error from the stated ones."""
    differences, errors = np.array(pairs).T
    return float(differences.mean()), float((errors**2).sum() ** 0.5 / len(pairs))


def rms(pairs: Sequence[Pair]) -> float:
    known = [difference / error for difference, error in pairs if error]
    return float(np.mean(np.square(known)) ** 0.5) if known else 0.0


if __name__ == "__main__":
    main()
