"""Who judges the decisions of a game: a bot's network, looking ahead with the cube in play."""

from typing import NamedTuple, Self

from nardy.bots.neural import NeuralBot
from nardy.core.choices import Leftovers
from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import CubeEquities, cube_equities, late_equities
from nardy.evaluation.cube.lookahead import CubeAhead, Stand
from nardy.evaluation.network.move_filter import FilterWidth
from nardy.evaluation.network.network import Floats
from nardy.kernel.scoring import FACT_FIRST
from nardy.search.choose import Value
from nardy.search.conversions import table_of
from nardy.search.cube_look import waits
from nardy.search.tables import GameTables

IN_MATCH = FilterWidth(12, 0.2)
"""What the sieve lets through in a match: it has learned from points, and gammons weigh otherwise."""


class CubeEvaluation(NamedTuple):
    """What a judge sees before a roll, for the player who may double."""

    chances: Floats
    """Of every outcome, the best first, so many plies ahead."""
    equities: CubeEquities
    plies: int


class Judge(NeuralBot):
    """Compares turns and cube acts as many plies ahead as its bot, both sides turning the cube."""

    @classmethod
    def of(cls, bot: NeuralBot) -> Self:
        """With the network and the plies of a bot."""
        return bot if isinstance(bot, cls) else cls(bot.plies, bot.file)

    def weigh(self, situation: Situation) -> CubeEvaluation:
        """What doubling and waiting are worth where the player may double."""
        plies = 0 if situation.left else self.plies
        game, value = self._game_and_value(situation)
        table = table_of(game, situation)
        if not plies or game.cube is None:
            chances = self.expect(situation)
            equities = cube_equities(situation, chances, price=self.price(situation))
            return CubeEvaluation(chances, equities, plies)
        first = int(table.facts[0, FACT_FIRST])
        doubled = Stand(1, Owner.OPPONENT)
        looked = waits(game, table, value, plies, [game.cube.stands[first], doubled])
        waiting, taken = looked.equities[0].tolist()
        passed = game.cube.cube_values[first].cash(game.cube.stands[first])
        equities = late_equities(situation) or CubeEquities(waiting, taken, passed)
        return CubeEvaluation(looked.probabilities[0], equities, plies)

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        """As a bot sees it, with the cube; matches with the sieve, which lets more through."""
        game, value = super()._game_and_value(situation)
        rules = situation.rules
        if rules.bomb or rules.leftover is Leftovers.OPPONENT:
            return game, value
        if not situation.is_money:
            plain = GameTables.of(rules).with_filter(self.network(rules).move_filter)
            game = game._replace(move_filter=plain.move_filter, filter_width=IN_MATCH)
        return game._replace(cube=CubeAhead.of(situation)), value
