"""Bots that play by a network as `NeuralBot` does, but value the candidates for a turn in another way.

`LevelBot` adds the errors of a weaker level, `TimedBot` looks ahead as deep as its time allows, and
`RolloutBot` plays games on from the best candidates. Each of them replaces `NeuralBot.look`.
"""

import random
import time
from dataclasses import replace
from pathlib import Path

from nardy.bots.neural import CubeEvaluation, NeuralBot
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.evaluation.network.network import Floats, Value
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.search.choose import Worth
from nardy.search.conversions import table_of
from nardy.search.ladder import level_of, levels
from nardy.search.level import SeededLevel, equities_at_level
from nardy.search.level_numbers import number_of
from nardy.search.lookahead import (
    CandidateValues,
    OutOfTime,
    TimedValue,
    candidates,
    expect_until,
    look_until,
)
from nardy.search.rollout import RolloutPlan, roll_out
from nardy.search.tables import GameTables, SearchWidth, Tables

TO_THE_END = 99
"""Plies of a candidate whose games are played out: deeper than any search."""
WIDTH = SearchWidth(4, 0.06)
PLAN = RolloutPlan(trials=144, plies=8)
"""Truncated after eight plies, where the network's values are more reliable than now."""


class LevelBot(NeuralBot):
    """Plays at some level of its game (search/ladder.py); `rank` includes the errors of that level."""

    def __init__(self, level: str, file: Path | None = None, seed: int | None = None) -> None:
        """A player of this level, by number or old name; equal seeds make equal errors, None a random seed."""
        self.number = number_of(level)
        self.seed = random.SystemRandom().getrandbits(32) if seed is None else seed
        # Only the errors differ between games, not how far a level looks ahead.
        super().__init__(levels("")[self.number - 1].plies, file, level)

    def seeded_level(self, rules: Rules) -> SeededLevel:
        """The player of this level in a game."""
        return SeededLevel(level_of(rules, self.number), self.seed)

    @property
    def errs(self) -> bool:
        """Whether the level misjudges positions on purpose."""
        return bool(levels("")[self.number - 1].most)

    def look(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int
    ) -> CandidateValues:
        """The values with the errors of the level; only the level without errors looks ahead."""
        seeded_level = self.seeded_level(game.rules)
        if not seeded_level.level.most:
            return super().look(game, finals, worth, value, plies)
        equities = equities_at_level(game, finals, worth, seeded_level)
        return CandidateValues.without_lookahead(worth)._replace(equities=equities)


class TimedBot(NeuralBot):
    """Searches a ply deeper as long as there is time; most decisions take less."""

    def __init__(self, seconds: float, file: Path | None = None) -> None:
        """A time limit for each decision, with the bundled networks or the network of a file."""
        super().__init__(1, file, f"{seconds:g}s")
        self.seconds = seconds

    def expect(self, situation: Situation) -> Floats:
        """The chances of the player who rolls next, as deep as time allows from now on."""
        end = time.monotonic() + self.seconds
        if situation.left:
            return super().expect(situation)
        game, value = self._game_and_value(situation)
        return expect_until(game, table_of(game, situation), value, end)

    def look(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int
    ) -> CandidateValues:
        """As deep as time allows; cascades without look-ahead."""
        if not plies:
            return super().look(game, finals, worth, value, plies)
        return look_until(game, finals, worth, value, time.monotonic() + self.seconds)

    def weigh(self, situation: Situation) -> CubeEvaluation:
        """Two plies ahead, or without look-ahead if that takes too long; the price of a free double has no limit."""
        try:
            return super().weigh(situation)
        except OutOfTime:
            chances = self.probabilities(situation)
            return CubeEvaluation(chances, cube_equities(situation, chances), 0)

    def _with_cube(self, situation: Situation) -> tuple[GameTables, Value]:
        game, value = super()._with_cube(situation)
        return game, TimedValue(value, time.monotonic() + self.seconds)


class RolloutBot(NeuralBot):
    """Rolls out the few best turns of a 1-ply search and takes the best of them: slow and strongest."""

    def __init__(self, file: Path | None = None, plan: RolloutPlan = PLAN) -> None:
        super().__init__(1, file, "rollout")
        self.plan = plan

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        """As without the Jacoby rule: the rollouts are played without a cube."""
        if situation.is_jacoby:
            situation = replace(situation, rules=situation.rules.replace(jacoby=False))
        return super()._game_and_value(situation)

    def look(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value, plies: int
    ) -> CandidateValues:
        """Search one ply, then roll out if more than one candidate is left; no cascades."""
        examined = super().look(game, finals, worth, value, plies)
        kept = candidates(examined, finals.offsets, WIDTH)
        rolled = kept[(worth.outcomes[kept] == GOING_ON) & (worth.facts[kept, FACT_LEFT] == 0)]
        if not plies or len(kept) < 2 or not len(rolled):
            return examined
        after = Tables.after(game, finals.boards[rolled], finals.pins[rolled], worth.facts[rolled])
        equities, depths, chances, _ = examined.copied()
        found = roll_out(game, after, value, self.plan).chances.mean((0, 1))
        # The value of the outcomes for the opponents, who roll next: points, or match chances.
        equities[rolled] = -(found * game.worth[after.facts[:, FACT_FIRST]]).sum(1)
        chances[rolled] = found
        depths[kept] = self.plan.plies or TO_THE_END
        return CandidateValues(equities, depths, chances)
