"""What is thought of a position, a turn or a double: plain records for files and reports."""

from dataclasses import dataclass

from nardy.core.cube import beavered
from nardy.core.situation import Situation
from nardy.core.turn import Turn


@dataclass(frozen=True, slots=True)
class Probabilities:
    """The chances of one player; larger wins are counted in the smaller ones."""

    win: float
    lose: float
    """1 less the chances to win and to draw."""
    larger: tuple[tuple[str, float], ...] = ()
    """What a game has beside: ("win_gammon", 0.15), ("lose_gammon", 0.13), and so on."""
    draw: float | None = None
    """None where the game has no draw."""

    def as_dict(self) -> dict[str, float]:
        """Every chance by its name, as `nardy evaluate --json` prints them."""
        draw = {} if self.draw is None else {"draw": self.draw}
        return {"win": self.win, **dict(self.larger), "lose": self.lose, **draw}


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """One turn and what its final position is worth to the player who makes it."""

    turn: Turn
    after: Situation
    equity: float
    """Points of the game without a cube; with it while Jacoby's rule stands, and in a match, where
    a single's worth is the unit."""
    probabilities: Probabilities
    plies: int
    """How many plies were looked ahead."""
    match_chance: float | None = None
    """The chance to win the match, from 0 to 1; None in a money game."""


@dataclass(frozen=True, slots=True)
class CubeChoice:
    """What doubling and waiting are worth, for the player who may double, at a cube of 1.

    In a match 1 and -1 are what a single won or lost is worth there.
    """

    no_double: float
    double_take: float
    double_pass: float
    advice: str
    """The field's words: "no double", "double, take" and so on."""
    match_chances: tuple[float, float, float] | None = None
    """The same three as chances to win the match, from 0 to 1; None in a money game."""

    @property
    def worth(self) -> float:
        """What the position is worth if both do what is right."""
        if self.advice.startswith("double"):
            taken = self.double_take
            answered = beavered(taken) if self.advice.endswith("beaver") else taken
            return min(answered, self.double_pass)
        return self.no_double
