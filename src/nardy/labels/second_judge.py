"""Labels by a second judge: rollouts of another program, for the same moments as a label file.

Rollouts by nardy's own network share its blind spots, since it plays both sides. So some moments have the
figures of another program beside them. They are for measuring; no network of nardy learns from them.

The file is lines of JSON. The first says whose the figures are, and of which label file. Each other line
has the number of a moment, and of each turn its text, its equity in points for the mover, and the standard
error of that. A position before a roll has one entry, without a turn.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nardy.labels.label_file import LabelFile, LabelFileError
from nardy.labels.truth import SURE, Label, TurnLabel

TurnFigures = list[tuple[str, float, float]]
"""The text of a turn ('' for a position), its equity for the player who must act, and its standard error."""


@dataclass(frozen=True)
class SecondJudge:
    """The figures of another program for moments that have a label."""

    name: str
    """Whose figures these are, and how they were made."""
    figures: Mapping[int, TurnFigures]
    """By the number of the moment."""

    @classmethod
    def read(cls, path: Path, labels: Path) -> "SecondJudge":
        """Read the figures for the moments of a label file.

        Raises:
            LabelFileError: the file cannot be read, is none of a second judge, or is for other labels.
        """
        header, figures = _read(path)
        if header["labels"] != labels.name:
            raise LabelFileError(
                f"expected figures for {labels.name} in {path}, got those for {header['labels']}; "
                "give that label file with --labels"
            )
        return cls(header["judge"], figures)

    def labels(self, file: LabelFile) -> dict[int, Label]:
        """The figures as labels of decisions, for those that have a label in the file too."""
        return {
            number: label_of(number, self.figures[number])
            for number, label in file.labels.items()
            if number in self.figures and len(label.turns) > 1
        }


def label_of(number: int, figures: TurnFigures) -> Label:
    """A label by the figures of the turns, or of a position.

    The errors are taken as independent, which is too careful: the turns had the same dice.
    """
    ordered = sorted(figures, key=lambda one: -one[1])
    _, most, doubt = ordered[0]
    turns = tuple(
        TurnLabel(
            turn, (equity, error), (most - equity, float(np.hypot(error, doubt)) if rank else 0.0)
        )
        for rank, (turn, equity, error) in enumerate(ordered)
        if turn
    )
    return Label(number, 0, (most, doubt), turns, ())


def differ_surely(one: Label, other: Label) -> bool:
    """Whether each judge prefers another turn, and one of them by three standard errors or more."""
    best, theirs = one.turns[0].turn, other.turns[0].turn
    if best == theirs:
        return False
    gaps = [
        turn.behind
        for label, denied in ((one, theirs), (other, best))
        for turn in label.turns
        if turn.turn == denied
    ]
    # Exact ties have neither a gap nor an error.
    return any(gap > 0 and gap >= SURE * error for gap, error in gaps)


def _read(path: Path) -> tuple[dict[str, str], dict[int, TurnFigures]]:
    try:
        # The last line may have been cut off, as in a label file.
        first, *lines = path.read_text("utf-8").split("\n")[:-1] or [""]
        header = json.loads(first)
        names = {key: str(header[key]) for key in ("judge", "labels")}
        found = dict[int, TurnFigures]()
        for line in map(json.loads, lines):
            found[int(line["n"])] = _figures_of(line["figures"])
    except OSError as error:
        raise LabelFileError(
            f"expected the figures of a second judge in {path}, got no such file ({error.strerror}); "
            "make it with benchmarks/second_judge.py"
        ) from None
    except (ValueError, KeyError, TypeError):
        raise LabelFileError(
            f"expected the figures of a second judge in {path}, got another file or a damaged one; make "
            "it with benchmarks/second_judge.py"
        ) from None
    return names, found


def _figures_of(line: Iterable[tuple[object, float, float]]) -> TurnFigures:
    found = [(str(turn), float(mean), float(error)) for turn, mean, error in line]
    if not found:
        raise ValueError("expected figures of a moment, got none")
    return found
