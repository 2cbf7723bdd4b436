"""The moments of an opening book: every first roll, and every reply to the best turn of each."""

from collections.abc import Iterator
from dataclasses import replace

from nardy.core.acts import end_turn
from nardy.core.choices import Opening
from nardy.core.dice import ROLLS, Roll
from nardy.core.judge import find_turn
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.labels.drawing import Drawn
from nardy.labels.label_file import LabelFile
from nardy.search.conversions import situation_at
from nardy.search.tables import GameTables, Tables, without_cube


def first_rolls(rules: Rules) -> list[Drawn]:
    """The decisions of the player who moves first; the class is the roll, as '31'.

    Where the opening roll is played, there are no doubles.
    """
    game = GameTables.of(without_cube(rules))
    start = Tables.begun(game, 1)
    can_double = rules.opening is not Opening.USE
    return [
        Drawn(name_of(roll), situation_at(game, start, 0, roll))
        for roll in ROLLS
        if can_double or not roll.is_double
    ]


def replies(file: LabelFile) -> list[Drawn]:
    """The decisions after the best turn of every labelled first roll; the class is '31-42'."""
    return [drawn for number in sorted(file.labels) for drawn in _replies(file, number)]


def has_replies(file: LabelFile) -> bool:
    """Whether the replies have been added to a file of first rolls."""
    return any("-" in moment.kind for moment in file.moments)


def _replies(file: LabelFile, number: int) -> Iterator[Drawn]:
    moment, label = file.moments[number], file.labels[number]
    turn, final = find_turn(moment.situation, label.turns[0].turn)
    after = end_turn(moment.situation, final, len(turn.moves))
    if after.phase is not Phase.ROLL:
        return
    for roll in ROLLS:
        yield Drawn(f"{moment.kind}-{name_of(roll)}", replace(after, roll=roll))


def name_of(roll: Roll) -> str:
    """The roll as players write it, the higher die first."""
    return f"{roll.high}{roll.low}"
