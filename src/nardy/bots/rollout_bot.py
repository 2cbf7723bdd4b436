"""A bot that rolls out its best turns before it chooses: slow and strongest."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.situation import Situation
from nardy.kernel.layout import Finals
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.search.choose import Value, Worth
from nardy.search.lookahead import CandidateValues, candidates, look
from nardy.search.rollout import RolloutPlan, roll_out
from nardy.search.tables import GameTables, SearchWidth, Tables

WIDTH = SearchWidth(4, 0.06)
PLAN = RolloutPlan(trials=144, plies=8)
"""Truncated after eight plies, where the network's values are more reliable than now."""


class RolloutBot(NeuralBot):
    """Rolls out the few best turns of a 1-ply search and takes the best of them."""

    def __init__(self, file: Path | None = None, plan: RolloutPlan = PLAN) -> None:
        """Use the bundled networks, or the network of a file."""
        super().__init__(1, file)
        self.plan = plan
        self.name = f"nardy:rollout:{file}" if file else "nardy:rollout"

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        """As without the Jacoby rule: the rollouts are played without a cube."""
        if situation.is_jacoby:
            situation = replace(situation, rules=situation.rules.replace(jacoby=False))
        return super()._game_and_value(situation)

    def look(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> CandidateValues:
        """Search one ply, then roll out if more than one candidate is left."""
        examined = look(game, finals, worth, value, 1)
        kept = candidates(examined, finals.offsets, WIDTH)
        rolled = kept[(worth.outcomes[kept] == GOING_ON) & (worth.facts[kept, FACT_LEFT] == 0)]
        if len(kept) < 2 or not len(rolled):
            return examined
        after = Tables(
            np.ascontiguousarray(finals.boards[rolled][:, ::-1]),
            np.ascontiguousarray(finals.pins[rolled][:, ::-1]),
            worth.facts[rolled],
            np.zeros((len(rolled), game.most_dice), np.int8),
        )
        equities, plies, chances, _ = examined.copied()
        found = roll_out(game, after, value, self.plan).chances.mean((0, 1))
        # The value of the outcomes for the opponents, who roll next: points, or match chances.
        equities[rolled] = -(found * game.worth[after.facts[:, FACT_FIRST]]).sum(1)
        chances[rolled] = found
        plies[kept] = self.plan.plies or 99
        return CandidateValues(equities, plies, chances)
