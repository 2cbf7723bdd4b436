"""A bot that plays any legal turn: the baseline that every other bot must beat."""

from collections.abc import Callable

from nardy.bots import turns
from nardy.bots.bot import PositionBot
from nardy.bots.turns import Moves
from nardy.core.dice import random_source
from nardy.core.legal import Reaches, begin, may_end
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.core.steps import MidTurn
from nardy.core.turn import Move

WALKS = 20
"""Random walks through a cascade before every move is checked for the longest play."""


class RandomBot(PositionBot):
    """Chooses each distinct final position with equal chance; cascades go move by move."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        """Equal seeds make equal choices; None is unpredictable."""
        self._random = random_source(seed)

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        dice = turns.dice_of(situation)
        if not turns.is_listed(dice):
            return self._wander(situation)
        finals = turns.final_positions(situation.rules, situation.position, dice)
        # The kernel and the rule book list positions in different orders.
        final = self._random.choice(sorted(finals, key=lambda one: (one.player, one.opponent)))
        return final, finals[final]

    def choose_act(self, situation: Situation) -> str:
        """Never double, take every double and accept every resignation."""
        if situation.phase is not Phase.ANSWER or situation.offer is None:
            return "roll"
        return "accept" if situation.offer.is_resignation else "take"

    def _wander(self, situation: Situation) -> tuple[Position, Moves]:
        """Walk by random moves; a walk that misses the longest play is repeated."""
        rules, reaches = situation.rules, Reaches()
        begun = begin(rules, situation.position, turns.dice_of(situation))
        length = turns.longest(rules, begun)
        for _ in range(WALKS):
            mid, moves = self._walk(begun, lambda mid: turns.unchecked_moves(rules, mid))
            if (len(moves) == length or mid.is_over) and may_end(rules, mid):
                return mid.position, moves
        mid, moves = self._walk(begun, lambda mid: turns.single_moves(rules, mid, reaches))
        return mid.position, moves

    def _walk(
        self, mid: MidTurn, further: Callable[[MidTurn], dict[Move, MidTurn]]
    ) -> tuple[MidTurn, Moves]:
        moves: Moves = ()
        while found := further(mid):
            # Sorted, since the kernel and the rule book list moves in different orders too.
            move = self._random.choice(sorted(found))
            mid, moves = found[move], (*moves, move)
        return mid, moves
