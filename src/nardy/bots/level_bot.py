"""A bot for people: strong judgement, spoiled a little and within bounds (search/level.py)."""

import random
from pathlib import Path

from nardy.bots.neural import NeuralBot
from nardy.kernel.layout import Finals
from nardy.search.choose import Value, Worth
from nardy.search.level import LEVELS, SeededLevel, equities_at_level
from nardy.search.lookahead import CandidateValues
from nardy.search.tables import GameTables


class LevelBot(NeuralBot):
    """Plays as a person of some level; `rank` tells what that person thinks."""

    def __init__(self, level: str, file: Path | None = None, seed: int | None = None) -> None:
        """A person of this level; the same *seed* is the same person, None is anybody."""
        self.seeded_level = SeededLevel(
            LEVELS[level], random.SystemRandom().getrandbits(32) if seed is None else seed
        )
        super().__init__(LEVELS[level].plies, file)
        self.name = f"nardy:{level}:{file}" if file else f"nardy:{level}"

    def without_search(
        self, game: GameTables, finals: Finals, worth: Worth, value: Value
    ) -> CandidateValues:
        """What the person takes the positions for."""
        if not self.seeded_level.level.most:
            return super().without_search(game, finals, worth, value)
        equities = equities_at_level(game, finals, worth, self.seeded_level)
        return CandidateValues.without_lookahead(worth)._replace(equities=equities)

    def look(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> CandidateValues:
        """The same: only who misjudges nothing looks ahead."""
        if not self.seeded_level.level.most:
            return super().look(game, finals, worth, value)
        return self.without_search(game, finals, worth, value)
