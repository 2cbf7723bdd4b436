"""A bot for people: strong judgement, spoiled a little and within bounds (search/level.py)."""

import random
from pathlib import Path

from nardy.bots.neural import NeuralBot
from nardy.kernel.layout import Finals
from nardy.search.choose import Value, Worth
from nardy.search.level import LEVELS, SeededLevel, seen_at_level
from nardy.search.lookahead import Looked
from nardy.search.tables import GameTables


class LevelBot(NeuralBot):
    """Plays as a person of some level; `rank` tells what that person thinks."""

    def __init__(self, level: str, file: Path | None = None, seed: int | None = None) -> None:
        """A person of this level; the same *seed* is the same person, None is anybody."""
        self.person = SeededLevel(
            LEVELS[level], random.SystemRandom().getrandbits(32) if seed is None else seed
        )
        super().__init__(LEVELS[level].plies, file)
        self.name = f"nardy:{level}:{file}" if file else f"nardy:{level}"

    def glance(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> Looked:
        """What the person takes the positions for."""
        if not self.person.level.most:
            return super().glance(game, finals, worth, value)
        equities = seen_at_level(game, finals, worth, self.person)
        return Looked.at_once(worth)._replace(equities=equities)

    def look(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> Looked:
        """The same: only who misjudges nothing looks ahead."""
        if not self.person.level.most:
            return super().look(game, finals, worth, value)
        return self.glance(game, finals, worth, value)
