"""A bot with a playing level: strong evaluation with bounded errors added (search/level.py)."""

import random
from pathlib import Path

from nardy.bots.neural import NeuralBot
from nardy.kernel.layout import Finals
from nardy.search.choose import Value, Worth
from nardy.search.level import LEVELS, SeededLevel, equities_at_level
from nardy.search.lookahead import CandidateValues
from nardy.search.tables import GameTables


class LevelBot(NeuralBot):
    """Plays at some level; `rank` includes the errors of that level."""

    def __init__(self, level: str, file: Path | None = None, seed: int | None = None) -> None:
        """A player of this level; equal seeds make equal errors, None a random seed."""
        self.seeded_level = SeededLevel(
            LEVELS[level], random.SystemRandom().getrandbits(32) if seed is None else seed
        )
        super().__init__(LEVELS[level].plies, file)
        self.name = f"nardy:{level}:{file}" if file else f"nardy:{level}"

    def without_search(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value
    ) -> CandidateValues:
        """The candidates' values with the errors of the level."""
        if not self.seeded_level.level.most:
            return super().without_search(game, finals, worth, value)
        equities = equities_at_level(game, finals, worth, self.seeded_level)
        return CandidateValues.without_lookahead(worth)._replace(equities=equities)

    def look(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> CandidateValues:
        """As `without_search`; only the level without errors looks ahead."""
        if not self.seeded_level.level.most:
            return super().look(game, finals, worth, value)
        return self.without_search(game, finals, worth, value)
