"""A bot that plays by a short table of weights, and can say why."""

from collections.abc import Mapping

from nardy.bots.acts import choose_act
from nardy.bots.beam import beam
from nardy.bots.evaluator import evaluate_all, features_of
from nardy.bots.turns import Moves, as_played, dice_of, final_positions, is_listed
from nardy.bots.view import view_of
from nardy.core.draft import Draft
from nardy.core.outcome import result_after_turn
from nardy.core.position import OFF, Position
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import TooManyTurns

WON = 1_000.0
"""More than any log odds: the end of the game is no estimate."""

Reason = tuple[str, float, float]
"""The name of a feature, its weight and its value."""


class BaselineBot:
    """Looks at every final position and takes the one that its features like best."""

    name = "baseline"

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        """The best final position and the moves to it."""
        dice = dice_of(situation)
        finals: Mapping[Position, Moves] = {}
        if is_listed(dice):
            try:
                finals = final_positions(situation.rules, situation.position, dice)
            except TooManyTurns:
                finals = {}
        if not finals:
            finals = beam(situation, dice)
        final = best(situation, finals)
        return final, finals[final]

    def choose_turn(self, situation: Situation) -> Draft | Turn:
        """The turn whose final position it likes best."""
        final, moves = self.choose(situation)
        return as_played(situation, moves, final)

    def choose_act(self, situation: Situation) -> str:
        """Doubles, answers and the bomb by the estimated chance to win."""
        return choose_act(situation)


def best(situation: Situation, finals: Mapping[Position, Moves]) -> Position:
    """The final position with the highest value; of equal ones the first in a fixed order."""
    positions = list(finals)
    if len(positions) == 1:
        return positions[0]
    values = values_of(situation, positions)
    ranked = (
        (round(value, 9), position.player, position.opponent, n)
        for n, (value, position) in enumerate(zip(values, positions, strict=True))
    )
    return positions[max(ranked)[-1]]


def values_of(situation: Situation, finals: list[Position]) -> list[float]:
    """What the mover thinks of each final position: log odds, or the end of the game."""
    values = evaluate_all(situation.rules, finals)
    return [
        value if ending is None else ending
        for value, ending in zip(values, (_ending(situation, f) for f in finals), strict=True)
    ]


def _ending(situation: Situation, final: Position) -> float | None:
    """What a turn that ends the game is worth, or None."""
    rules = situation.rules
    may_end = rules.mother or rules.first_hit_wins or situation.last
    if not may_end and final.player[OFF] < rules.checkers:
        return None
    result = result_after_turn(situation, final)
    if result is None:
        return None
    if result.winner is None:
        return 0.0
    return WON * result.points * (1 if result.winner is situation.to_act else -1)


def explain(situation: Situation, final: Position) -> list[Reason]:
    """Why the bot likes a final position as it does, the weightiest reasons first."""
    view = view_of(situation.rules, final)
    features = features_of(view, contact=bool(view.is_contact))
    reasons = [(name, weight, float(value)) for name, (weight, value) in features.items()]
    return sorted(reasons, key=lambda reason: -abs(reason[1] * reason[2]))
