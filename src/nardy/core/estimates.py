"""Evaluations of positions, turns and doubles: plain records for files and reports."""

from dataclasses import dataclass

from nardy.core.cube import beavered
from nardy.core.situation import Situation
from nardy.core.turn import Turn


@dataclass(frozen=True, slots=True)
class Probabilities:
    """The chances of one player; larger wins are included in the smaller ones."""

    win: float
    lose: float
    """1 minus the chances to win and to draw."""
    larger: tuple[tuple[str, float], ...] = ()
    """Further chances of the game: ("win_gammon", 0.15), ("lose_gammon", 0.13), and so on."""
    draw: float | None = None
    """None where the game has no draw."""

    def as_dict(self) -> dict[str, float]:
        """Every chance by its name, as `nardy evaluate --json` prints them."""
        draw = {} if self.draw is None else {"draw": self.draw}
        return {"win": self.win, **dict(self.larger), "lose": self.lose, **draw}


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """One turn with the value of its final position for the mover."""

    turn: Turn
    after: Situation
    equity: float
    """Cubeless, in points; cubeful while the Jacoby rule applies, and in a match, where the unit is
    the value of a single."""
    probabilities: Probabilities
    plies: int
    """Plies of look-ahead."""
    match_chance: float | None = None
    """The match-winning chance, 0 to 1; None in a money game."""


@dataclass(frozen=True, slots=True)
class CubeChoice:
    """Equities of doubling and of not doubling for the player who may double, at a cube of 1.

    In a match 1 and -1 are a single won and lost at the score.
    """

    no_double: float
    double_take: float
    double_pass: float
    advice: str
    """The usual names: "no double", "double, take" and so on."""
    match_chances: tuple[float, float, float] | None = None
    """The same three as match-winning chances, 0 to 1; None in a money game."""

    @property
    def worth(self) -> float:
        """Equity with correct play by both."""
        if self.advice.startswith("double"):
            taken = self.double_take
            answered = beavered(taken) if self.advice.endswith("beaver") else taken
            return min(answered, self.double_pass)
        return self.no_double
