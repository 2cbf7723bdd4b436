"""Draw cube decisions from games that a bot plays against itself with the cube.

Half of the games are for money, the others at all scores of a short match in turn. The moments are
those before a roll at which a double is allowed. Few of them are close to the borders between the actions (no double, double, pass), so
closeness to a border is a class.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nardy.analysis.cube_review import CLOSE
from nardy.analysis.rolled_cubes import rollout_cube_of
from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.errors import RulesError
from nardy.evaluation.cube.cubeful import CubeEquities, cube_equities, is_useless
from nardy.evaluation.cube.cubes import NOBODYS, Cubes, Late, may_double
from nardy.evaluation.network.network import Floats, Value
from nardy.exact.two_sided import late_waits
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.labels.drawing import MOST_PLIES, Drawing, Drawn, Sample, sampled
from nardy.search.choose import choose, play_turns
from nardy.search.conversions import situation_at
from nardy.search.cube_histories import CubeHistories
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of, without_cube

SIDE_BY_SIDE = 64
"""Games of one score: fewer than elsewhere, so that there are many scores."""
LENGTH = 7
"""Points of the matches."""
AWAY = range(2, LENGTH + 1)
"""Points that each player may need. With one to go there is no cube, or an obvious one."""
MONEY, MATCH = "money", "match"
NEAR_PASS, NEAR_DOUBLE, CLEAR = "near a pass", "near a double", "clear"
KINDS = tuple(
    f"{stake}, {near}" for stake in (MONEY, MATCH) for near in (NEAR_PASS, NEAR_DOUBLE, CLEAR)
)
"""The classes of cube decisions."""


class CubeMoment(NamedTuple):
    """A moment at which a double is allowed, with the network's chances for the player on roll."""

    situation: Situation
    chances: Floats


def draw_cubes(drawing: Drawing) -> Sample:
    """Draw moments by class, each class without regard to anything else.

    Raises:
        RulesError: the game has no cube.
    """
    if not drawing.rules.cube_play:
        raise RulesError(
            f"expected a game with a cube, got {drawing.rules.id}; add the option cube_play=on, or "
            "take another game"
        )
    moments = list(_moments(drawing))
    kinds = dict[str, list[int]]()
    for row, (kind, _) in enumerate(moments):
        kinds.setdefault(kind, []).append(row)
    return sampled(drawing, kinds, lambda row: moments[row].situation)


def kind_of(situation: Situation, equities: CubeEquities) -> str:
    """The class of a cube decision, by its estimated equities for the player who may double."""
    waiting, taken, passed = equities
    gain = min(taken, passed) - waiting
    near = NEAR_DOUBLE if abs(gain) < CLOSE else CLEAR
    if abs(taken - passed) < CLOSE and gain > -CLOSE:
        near = NEAR_PASS
    return f"{MONEY if situation.is_money else MATCH}, {near}"


def _moments(drawing: Drawing) -> Iterator[Drawn]:
    for number in range(-(-drawing.games // SIDE_BY_SIDE)):
        count = min(SIDE_BY_SIDE, drawing.games - number * SIDE_BY_SIDE)
        random = np.random.default_rng([drawing.seed, 2, number])
        score = _score(random) if number % 2 else None
        for situation, chances in _CubeGames(drawing, score, count).played(random):
            if not is_useless(situation):
                yield Drawn(kind_of(situation, cube_equities(situation, chances)), situation)


def _score(random: np.random.Generator) -> Score:
    mine, theirs = random.choice(list(AWAY), 2).tolist()
    return Score(LENGTH, LENGTH - mine, LENGTH - theirs)


@dataclass(frozen=True)
class _Chooser:
    """How turns are chosen with one cube."""

    game: GameTables
    value: Value


class _CubeGames:
    """Games of one score side by side, which end by a pass, too."""

    def __init__(self, drawing: Drawing, score: Score | None, count: int) -> None:
        self.rules = rules = drawing.rules
        self.score = score
        self.game = GameTables.of(without_cube(rules))
        self.value = drawing.value()
        self.tables, self.going = Tables.begun(self.game, count), np.arange(count)
        start = Situation(rules=rules, position=rules.start, score=score)
        self.start, self.plan = start, rollout_cube_of(start, count=count)
        self.histories = CubeHistories(self.plan, self.going, self.tables.facts)

    def played(self, random: np.random.Generator) -> Iterator[CubeMoment]:
        """Play the games; tell each moment before a double that is allowed."""
        for ply in range(MOST_PLIES):
            rolls: Bytes = random.integers(1, 7, (len(self.going), 2), np.int8)
            if ply == 0:
                # The dice of the start are played without a double before them.
                rolls = opening_rolls(self.game, random, len(self.going))
            else:
                yield from self._doubles()
                # All have their roll, so that the dice do not depend on who passes.
                goes_on = self.histories.open[self.going, 0]
                rolls, self.going = rolls[goes_on], self.going[goes_on]
            if not len(self.going):
                return
            self._turn(rolls)

    def _doubles(self) -> Iterator[CubeMoment]:
        part, held = self.tables.part(self.going), self.histories.cubes[0].part(self.going)
        chances = self.value(part.positions)[0]
        for row in np.flatnonzero(may_double(self.start, part.facts, held)).tolist():
            yield CubeMoment(self._situation(part, row, held), chances[row])
        self.histories.play_cubes(self.going, part.facts, chances, self._late(part))

    def _late(self, part: Tables) -> Late:
        """The exact equities of the last checkers; they hold for cubes without a cap."""
        positions = part.boards, part.pins, at.PLAYER, part.facts
        found, waits = late_waits(self.game.rules, positions)
        return found & (self.rules.cube_cap == 0), waits

    def _situation(self, part: Tables, row: int, held: Cubes) -> Situation:
        """The moment with its cube and score, for the player on roll."""
        first, owner = int(part.facts[row, FACT_FIRST]), int(held.owners[row])
        named = {NOBODYS: Owner.NOBODY, first: Owner.PLAYER}.get(owner, Owner.OPPONENT)
        # The score of the start is seen by the player who moved first.
        score = self.score if first or self.score is None else self.score.flipped()
        found = situation_at(self.game, part, row)
        return replace(
            found, rules=self.rules, cube=Cube(int(held.values[row]), named), score=score
        )

    def _turn(self, rolls: Bytes) -> None:
        going = list[Ints]()
        for some, choice in self._by_cube():
            rows = self.going[some]
            part = self.tables.part(rows)
            begun = rows_of(choice.game, part, rolls[some])
            turn = choose(choice.game, part, begun, choice.value)
            play_turns(choice.game, part, begun, turn)
            self.tables.put(rows, part)
            going.append(rows[turn.outcomes == GOING_ON])
        self.going = np.sort(np.concatenate(going))

    def _by_cube(self) -> Iterator[tuple[Ints, _Chooser]]:
        """The games by the evaluation that chooses their turns: in a match it depends on the cube."""
        if self.plan.evaluator is None:
            yield np.arange(len(self.going)), _Chooser(self.game, self.value)
            return
        keys = np.stack(self.histories.cubes[0].part(self.going), 1)
        kinds, which = np.unique(keys, axis=0, return_inverse=True)
        for number, (cube, owner) in enumerate(kinds.tolist()):
            worth, value = self.plan.evaluator(self.value, cube, owner)
            yield np.flatnonzero(which.ravel() == number), _Chooser(self.game.valued(worth), value)
