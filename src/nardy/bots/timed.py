"""A bot with a time limit for each decision: it searches as deep as time allows."""

import time
from pathlib import Path

from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Finals
from nardy.search.choose import Value, Worth
from nardy.search.conversions import table_of
from nardy.search.lookahead import CandidateValues
from nardy.search.tables import GameTables
from nardy.search.timed import expect_until, look_until


class TimedBot(NeuralBot):
    """Searches a ply deeper as long as there is time; most decisions take less."""

    def __init__(self, seconds: float, file: Path | None = None) -> None:
        """A time limit for each decision, with the bundled networks or the network of a file."""
        super().__init__(1, file)
        self.seconds = seconds
        self.name = f"nardy:{seconds:g}s:{file}" if file else f"nardy:{seconds:g}s"
        self._end = 0.0

    def rank(self, situation: Situation, most: int | None = None) -> list[ValuedTurn]:
        """The final positions, the best first; the time starts now."""
        self._end = time.monotonic() + self.seconds
        return super().rank(situation, most)

    def expect(self, situation: Situation) -> Floats:
        """The chances of the player who rolls next, as deep as time allows from now on."""
        end = time.monotonic() + self.seconds
        if situation.left:
            return super().expect(situation)
        game, value = self._game_and_value(situation)
        return expect_until(game, table_of(game, situation), value, end)

    def look(self, game: GameTables, finals: Finals, worth: Worth, value: Value) -> CandidateValues:
        """As deep as time allows."""
        return look_until(game, finals, worth, value, self._end)
