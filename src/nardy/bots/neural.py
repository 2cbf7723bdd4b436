"""A bot that plays by a network which taught itself."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from nardy.bots.acts import wins_more
from nardy.bots.baseline import BaselineBot, candidates
from nardy.bots.cube import may_beaver
from nardy.bots.turns import Moves, as_played
from nardy.core import acts
from nardy.core.cube import Offer, Owner
from nardy.core.cube_acts import cube_law
from nardy.core.draft import Draft
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.evaluation import weights
from nardy.evaluation.cubeful import (
    Choice,
    cube_choice,
    cube_equities,
    cubeful,
    stakes_of,
)
from nardy.evaluation.network import Floats, Network, Positions
from nardy.evaluation.shipped import shipped
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.behind import is_ready
from nardy.kernel.layout import Finals
from nardy.search.bridge import facts_of, table_of
from nardy.search.choose import worth_of
from nardy.search.lookahead import look
from nardy.search.tables import LISTED, Game


class NeuralBot:
    """Takes the turn whose position its network values most, some plies ahead."""

    def __init__(self, plies: int = 1, file: Path | None = None) -> None:
        """With the networks that come with nardy, or with one of your own from a file."""
        self.plies = plies
        self.file = file
        self.name = f"nardy:{plies}:{file}" if file else f"nardy:{plies}"

    def network(self, rules: Rules) -> Network:
        """The network that values this game.

        Raises:
            WeightsError: there is none, or the file cannot be used.
        """
        if self.file is None:
            return shipped(rules)[0]
        return _from_file(self.file, rules.published)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The best final position and the moves to it; while the kernel is compiled, baseline's."""
        if not is_ready():
            return BaselineBot().choose(situation)
        finals = candidates(situation)
        positions = list(finals)
        values = self.values(situation, positions) if len(positions) > 1 else np.zeros(1)
        best = positions[int(np.argmax(values))]
        return best, finals[best]

    def values(self, situation: Situation, positions: list[Position]) -> Floats:
        """What final positions, seen by the mover, are worth to him, in points without a cube.

        Positions that are not looked at as deeply as the best ones get minus infinity.
        """
        game = _game(situation.rules.published)
        table = table_of(game, situation)
        boards, pins = position_arrays(positions)
        count = len(positions)
        offsets = np.array([0, count])
        finals = Finals(boards, pins, np.zeros((count, 1, at.MOVE_SIZE), np.int8), offsets)
        value = self.network(situation.rules).value
        worth = worth_of(game, table, finals, value)
        if situation.dice is None or len(situation.dice.numbers) > LISTED or situation.left:
            return worth.equities
        return look(game, finals, worth, value, self.plies)

    def probabilities(self, situation: Situation) -> Floats:
        """The chances of every outcome for the player who must act, if he rolls next."""
        boards, pins = position_arrays([situation.position])
        positions = Positions(boards, pins, at.PLAYER, facts_of(situation)[None])
        return self.network(situation.rules).value(positions)[0][0]

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        """The turn whose position it values most."""
        final, moves = self.choose(situation)
        return as_played(situation, moves, final)

    def choose_act(self, situation: Situation) -> str:
        """Bomb, cube and resignations by the network's chances."""
        if not is_ready():
            return BaselineBot().choose_act(situation)
        if situation.phase is Phase.ANSWER and situation.offer is not None:
            return self._answer(situation)
        if self._explodes(situation):
            return "bomb"
        if situation.phase is Phase.ROLL and cube_law(situation) is None:
            choice = cube_choice(situation, self.probabilities(situation))
            return "roll" if choice in (Choice.NO_DOUBLE, Choice.TOO_GOOD) else "double"
        return "roll"

    def _explodes(self, situation: Situation) -> bool:
        rules = situation.rules
        if not (rules.bomb and situation.phase is Phase.ROLL and situation.bomb.player_has_access):
            return False
        points = self.network(rules).points
        now = self.probabilities(situation) @ points
        return bool(self.probabilities(acts.explode(situation)) @ points > now)

    def _answer(self, situation: Situation) -> str:
        offer = situation.offer
        if offer is not None and offer.is_resignation:
            return "refuse" if wins_more(situation) else "accept"
        if offer is Offer.BEAVER:
            # The doubler answers: the cube would be the opponent's, at twice what is at stake.
            chances = self.probabilities(situation)
            worth = cubeful(stakes_of(situation, chances), Owner.OPPONENT)
            return "take" if 2 * worth > -1 else "pass"
        chances = self.probabilities(situation.flipped())
        taken = cube_equities(situation.flipped(), chances).double_take
        if taken < 0 and may_beaver(situation):
            return "beaver"
        return "take" if taken <= 1 else "pass"


@lru_cache(maxsize=32)
def _game(rules: Rules) -> Game:
    return Game.of(rules)


@lru_cache(maxsize=8)
def _from_file(file: Path, rules: Rules) -> Network:
    return weights.load(file, rules)[0]
