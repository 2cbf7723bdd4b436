"""What a bot is: somebody who chooses turns and acts for the player who must act."""

from typing import Protocol

from nardy.bots.turns import Moves
from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import IllegalTurnError


class Bot(Protocol):
    """A player that is a program: all that terminal, arena and club ask of one.

    How to write one, and let it play, stands in docs/guide/writing-a-bot.md.
    """

    name: str

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        """The turn it plays, in Phase.TURN: what `Game.play` takes."""
        ...

    def choose_act(self, situation: Situation) -> str:
        """What it does beside moving.

        In Phase.ROLL "roll", "double" or "bomb"; in Phase.ANSWER "take", "pass", "beaver" or
        "raccoon" to a cube, "accept" or "refuse" to a resignation.
        """
        ...


def final_of(bot: Bot, situation: Situation) -> tuple[Position, Moves]:
    """Where the turn of a bot leads, seen by the mover, and its moves.

    Raises:
        IllegalTurnError: it chose no lawful turn of this moment.
    """
    turn = bot.choose_turn(situation)
    if not isinstance(turn, Draft):
        found, final = find_turn(situation, str(turn))
        return final, found.moves
    if turn.situation != situation:
        raise IllegalTurnError("not-rolled", "expected a turn of this moment, got one of another")
    return turn.position, turn.turn().moves
