"""The interface of a bot: choose turns and acts for the player who must act."""

from typing import Protocol

from nardy.bots.turns import Moves, as_played
from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import IllegalTurnError


class Bot(Protocol):
    """A program that plays: all that terminal, arena and club need.

    See docs/guide/writing-a-bot.md.
    """

    name: str

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        """The turn to play in Phase.TURN, as `Game.play` takes it."""
        ...

    def choose_act(self, situation: Situation) -> str:
        """The act to choose beside moves.

        In Phase.ROLL "roll", "double" or "bomb"; in Phase.ANSWER "take", "pass", "beaver" or
        "raccoon" to a cube, "accept" or "refuse" to a resignation.
        """
        ...


class PositionBot:
    """A bot that chooses a final position and the moves to it."""

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The final position, seen by the mover, and the moves to it."""
        raise NotImplementedError

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        """The turn to play in Phase.TURN, as `Game.play` takes it."""
        final, moves = self.choose(situation)
        return as_played(situation, moves, final)


def final_of(bot: Bot, situation: Situation) -> tuple[Position, Moves]:
    """The final position of a bot's turn, seen by the mover, and its moves.

    Raises:
        IllegalTurnError: the turn is illegal at this moment.
    """
    turn = bot.choose_turn(situation)
    if not isinstance(turn, Draft):
        found, final = find_turn(situation, str(turn))
        return final, found.moves
    if turn.situation != situation:
        raise IllegalTurnError("not-rolled", "expected a turn of this moment, got one of another")
    return turn.position, turn.turn().moves
