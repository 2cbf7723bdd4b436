"""Draw moments of named classes from games that a bot plays against itself."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.bots.turns import dice_of, final_positions, is_listed
from nardy.core.choices import Opening
from nardy.core.dice import Roll
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import TooManyTurns
from nardy.evaluation.network.network import Value
from nardy.kernel.arrays import position_at
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_LEFT, GOING_ON
from nardy.labels.classes import class_of
from nardy.search.bomb import explode_where_better
from nardy.search.choose import choose, play_turns
from nardy.search.conversions import situation_at
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of, without_cube

SIDE_BY_SIDE = 256
MOST_PLIES = 600
"""Longer games are left there: nobody would play them on."""


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """What is drawn, and how: equal values draw equal moments from equal networks."""

    rules: Rules
    is_decision: bool
    """Whether the dice have been rolled, and there is a choice of turns."""
    count: int
    """How many moments are drawn as often as each class occurs."""
    least: int
    """How many of each class there are at least, where the games have so many."""
    kinds: frozenset[str] = frozenset()
    """The classes that are drawn; none: all."""
    games: int
    """Games played without look-ahead, from which moments are drawn."""
    seed: int
    file: Path | None = None
    """The network that plays them; None: the bundled one."""

    def value(self) -> Value:
        """The values by which the games are played, without the cube."""
        return NeuralBot(0, self.file).evaluator(without_cube(self.rules)).value


class Drawn(NamedTuple):
    """A moment with the name of its class."""

    kind: str
    situation: Situation


class Sample(NamedTuple):
    """What was drawn, and how often each class occurred."""

    shares: dict[str, float]
    """The part of all such moments in play that are of each class."""
    drawn: tuple[Drawn, ...]


class _Moments(NamedTuple):
    """Moments of play before a turn."""

    tables: Tables
    rolls: Bytes


def draw(drawing: Drawing, suits: Callable[[Situation], bool] = lambda _: True) -> Sample:
    """Draw moments by class, each class without regard to anything but what *suits*."""
    game, moments = GameTables.of(without_cube(drawing.rules)), _played(drawing)
    kinds = _kinds(drawing.rules, moments)

    def situation_of(row: int) -> Situation | None:
        found = _situation(drawing, game, moments, row)
        return found if found is not None and suits(found) else None

    return sampled(drawing, kinds, situation_of)


def sampled(
    drawing: Drawing,
    kinds: Mapping[str, Sequence[int]],
    situation_of: Callable[[int], Situation | None],
) -> Sample:
    """Draw some rows of each class; a row without a situation is of no use, and another is drawn."""
    random = np.random.default_rng([drawing.seed, 1])
    every = sum(map(len, kinds.values()))
    wanted = {kind: _wanted(drawing, len(rows), every) for kind, rows in kinds.items()}
    drawn, weights = list[Drawn](), dict[str, float]()
    for kind, rows in sorted(kinds.items()):
        if drawing.kinds and kind not in drawing.kinds:
            continue
        found, tried = list[Drawn](), 0
        for row in random.permutation(rows):
            if len(found) == wanted[kind]:
                break
            tried += 1
            situation = situation_of(int(row))
            if situation is not None:
                found.append(Drawn(kind, situation))
        drawn += found
        # Of those looked at, this part was of use: forced turns are no decisions.
        weights[kind] = len(rows) * len(found) / max(tried, 1)
    total = sum(weights.values()) or 1.0
    shares = {kind: weight / total for kind, weight in weights.items() if weight}
    # Mixed, so that what is finished first is a sample of all classes.
    order = random.permutation(len(drawn))
    return Sample(shares, tuple(drawn[int(place)] for place in order))


def _wanted(drawing: Drawing, of_class: int, of_all: int) -> int:
    return max(drawing.least, round(drawing.count * of_class / of_all))


def _kinds(rules: Rules, moments: _Moments) -> dict[str, list[int]]:
    """The rows of each class."""
    kinds = dict[str, list[int]]()
    for row in range(len(moments.rolls)):
        position = position_at(moments.tables.boards, moments.tables.pins, row)
        kinds.setdefault(class_of(rules, position), []).append(row)
    return kinds


def _situation(drawing: Drawing, game: GameTables, moments: _Moments, row: int) -> Situation | None:
    """The moment, in the game without its cube; None if it is of no use."""
    roll = Roll.of(*moments.rolls[row].tolist()) if drawing.is_decision else None
    situation = situation_at(game, moments.tables, row, roll)
    return situation if roll is None or _has_choice(situation) else None


def _has_choice(situation: Situation) -> bool:
    """Whether there are several final positions; cascades have too many to be compared."""
    dice = dice_of(situation)
    if not is_listed(dice):
        return False
    try:
        return len(final_positions(situation.rules, situation.position, dice)) > 1
    except TooManyTurns:
        return False


def _played(drawing: Drawing) -> _Moments:
    """All moments of the games, except those where dice are left over."""
    found = list[_Moments]()
    for number in range(-(-drawing.games // SIDE_BY_SIDE)):
        count = min(SIDE_BY_SIDE, drawing.games - number * SIDE_BY_SIDE)
        found += _games(drawing, count, np.random.default_rng([drawing.seed, 0, number]))
    tables = Tables(
        np.concatenate([each.tables.boards for each in found]),
        np.concatenate([each.tables.pins for each in found]),
        np.concatenate([each.tables.facts for each in found]),
        np.concatenate([each.tables.left for each in found]),
    )
    return _Moments(tables, np.concatenate([each.rolls for each in found]))


def _games(drawing: Drawing, count: int, random: np.random.Generator) -> Iterator[_Moments]:
    """Games side by side; the moments of one turn each."""
    game = GameTables.of(without_cube(drawing.rules))
    value, tables, going = drawing.value(), Tables.begun(game, count), np.arange(count)
    for ply in range(MOST_PLIES):
        part: Tables = tables.part(going)
        if game.rules.bomb:
            explode_where_better(game, part, value)
        rolls = random.integers(1, 7, (len(going), 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, len(going))
        rolled: Ints = np.flatnonzero(part.facts[:, FACT_LEFT] == 0)
        # A rollout of the start would roll doubles, which an opening roll that is played cannot be.
        if ply or drawing.is_decision or game.rules.opening is not Opening.USE:
            yield _Moments(part.part(rolled), rolls[rolled])
        rows = rows_of(game, part, rolls)
        turn = choose(game, part, rows, value)
        play_turns(game, part, rows, turn)
        tables.put(going, part)
        going = going[turn.outcomes == GOING_ON]
        if not len(going):
            return
