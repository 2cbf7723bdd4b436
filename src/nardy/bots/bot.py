"""What a bot is: somebody who chooses turns and acts for the player who must act."""

from typing import Protocol

from nardy.core.draft import Draft
from nardy.core.situation import Situation
from nardy.core.turn import Turn


class Bot(Protocol):
    """A player that is a program. What it chooses is always lawful."""

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
