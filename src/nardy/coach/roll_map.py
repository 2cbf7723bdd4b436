"""Which of the opponent's rolls make the difference between two turns: exact, and adding up to the loss."""

from typing import NamedTuple

import numpy as np

from nardy.coach.replies import WEIGHTS, Replies
from nardy.core.choices import Contact
from nardy.core.dice import ROLLS, Roll
from nardy.kernel.layout import BAR, OFF, Flags

SAME = "same"
"""No event tells the best replies to a roll apart."""
EVENTS = ("hits", "pins", "bears off", "enters", "makes", "escapes", "dances", "loses dice")
"""What a best reply does, by which rolls are grouped: the first that happens after one turn only."""
BACK = slice(19, BAR + 1)


class RollLine(NamedTuple):
    """One of the 21 rolls of the opponent."""

    roll: Roll
    weight: float
    """Its chance: 1/36 or 2/36."""
    best: float
    """Points for the player after the better turn and the opponent's best reply."""
    played: float
    """The same after the other turn."""
    group: str
    """An event that only the reply to the other turn has, one after '-' that it lacks, or SAME."""

    @property
    def part(self) -> float:
        """The points of the loss that this roll makes."""
        return self.weight * (self.best - self.played)


def roll_map(replies: Replies, contact: Contact) -> tuple[RollLine, ...]:
    """The 21 rolls after the better turn, row 0, and the other turn, row 1.

    The sum of all parts is the loss.
    """
    happens = events(replies, contact)
    return tuple(
        RollLine(
            roll,
            float(WEIGHTS[n]),
            float(replies.values[0, n]),
            float(replies.values[1, n]),
            _group({name: (bool(own[0, n]), bool(own[1, n])) for name, own in happens.items()}),
        )
        for n, roll in enumerate(ROLLS)
    )


def grouped(lines: tuple[RollLine, ...]) -> dict[str, tuple[int, float]]:
    """For each group how many of the 36 rolls it has and the points that they make, the largest first."""
    found: dict[str, tuple[int, float]] = {}
    for line in lines:
        rolls, part = found.get(line.group, (0, 0.0))
        found[line.group] = rolls + round(36 * line.weight), part + line.part
    return dict(sorted(found.items(), key=lambda item: -abs(item[1][1])))


def events(replies: Replies, contact: Contact) -> dict[str, Flags]:
    """bool[n, 21] by the names of EVENTS: what the best reply does; a dance and lost dice always happen."""
    # Where checkers block, one of them makes a point.
    least = 1 if contact is Contact.BLOCK else 2
    before, after = replies.before[:, None].astype(np.int64), replies.after.astype(np.int64)
    mine, theirs = after[:, :, 0] - before[:, :, 0], after[:, :, 1] - before[:, :, 1]
    made = (after[:, :, 0, 1:BAR] >= least) & (before[:, :, 0, 1:BAR] < least)
    dances = replies.played == 0
    return {
        "hits": theirs[:, :, BAR] > 0,
        "pins": replies.pins,
        "bears off": mine[:, :, OFF] > 0,
        "enters": mine[:, :, BAR] < 0,
        "makes": np.any(made, axis=2),
        "escapes": mine[:, :, BACK].sum(2) < 0,
        "dances": dances,
        "loses dice": (replies.played < replies.thrown) & ~dances,
    }


def _group(happens: dict[str, tuple[bool, bool]]) -> str:
    for name in EVENTS:
        best, played = happens[name]
        if best != played:
            return name if played else f"-{name}"
    return SAME
