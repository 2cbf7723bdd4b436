"""Position evaluation of the bot `baseline`: features times weights, the log odds of winning.

Seen by the player who has just moved; the opponent rolls next.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TypedDict

from nardy.bots.baseline.features import FEATURES, RACE
from nardy.bots.baseline.view import BotView, Number, view_of, views_of
from nardy.core.outcome import result_after_turn
from nardy.core.position import OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.data import baseline_file

FeatureWeights = Mapping[str, float]
BATCH = 16
"""From this many positions on, numpy is faster than one at a time."""
WON = 1_000.0
"""More than any log odds: a finished game is no estimate."""


class WeightTables(TypedDict):
    """Log odds of winning for one unit of each feature."""

    contact: dict[str, FeatureWeights]
    """By contact, "hit", "pin" or "block"; then by the id of a game with its own weights."""
    race: FeatureWeights


@cache
def weight_tables() -> WeightTables:
    """The weights of data/baseline.json.

    They were set by hand from the strategy in the sources, and improved by self-play.
    """
    tables: WeightTables = json.loads(baseline_file().read_text(encoding="utf-8"))
    return tables


def contact_weights(rules: Rules) -> FeatureWeights:
    """The weights in contact: the game's own, or those of its kind of contact."""
    tables = weight_tables()["contact"]
    return tables.get(rules.published.id) or tables[rules.contact.value]


def features_of(view: BotView, *, contact: bool) -> Mapping[str, tuple[float, Number]]:
    """Weight and value of every feature with a weight, by name."""
    weights = contact_weights(view.rules) if contact else weight_tables()["race"]
    features = FEATURES[view.rules.contact] if contact else RACE
    return {name: (weight, features[name](view)) for name, weight in weights.items() if weight}


def total(view: BotView, *, contact: bool) -> Number:
    return sum(weight * value for weight, value in features_of(view, contact=contact).values())


def evaluate(rules: Rules, position: Position) -> float:
    """The log odds of winning for the player who has just moved."""
    view = view_of(rules, position)
    return float(total(view, contact=bool(view.is_contact)))


def reasons(rules: Rules, position: Position) -> list[tuple[str, float, float]]:
    """Name, weight and value of every feature with a weight, the largest product first."""
    view = view_of(rules, position)
    features = features_of(view, contact=bool(view.is_contact))
    named = [(name, weight, float(value)) for name, (weight, value) in features.items()]
    return sorted(named, key=lambda reason: -abs(reason[1] * reason[2]))


def evaluate_all(rules: Rules, positions: Sequence[Position]) -> list[float]:
    """`evaluate` for many positions, as arrays if numpy is installed."""
    # numpy comes with an optional package; the rules and this bot work without it.
    if len(positions) < BATCH or find_spec("numpy") is None:
        return [evaluate(rules, position) for position in positions]
    view = views_of(rules, positions)
    contact = view.is_contact
    values: Number = total(view, contact=True) if contact.any() else 0
    if not contact.all():
        values = contact * values + ~contact * total(view, contact=False)
    return [float(value) for value in values]


def win_chance(value: float) -> float:
    """The winning chance for given log odds.

    >>> win_chance(0.0)
    0.5
    """
    # Without the limits, exp would overflow for a finished game (WON).
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def best(situation: Situation, finals: Iterable[Position]) -> Position:
    """The final position with the highest value for the mover; ties are in a fixed order."""
    positions = list(finals)
    if len(positions) == 1:
        return positions[0]
    # Rounded, since the sums of one view and of arrays may differ in the last digits.
    values = zip(values_of(situation, positions), positions, strict=True)
    return max(values, key=lambda pair: (round(pair[0], 9), pair[1].player, pair[1].opponent))[1]


def values_of(situation: Situation, finals: list[Position]) -> list[float]:
    """The mover's value of each final position: log odds, or the result of a finished game."""
    endings = (ending(situation, final) for final in finals)
    return [
        estimate if known is None else known
        for estimate, known in zip(evaluate_all(situation.rules, finals), endings, strict=True)
    ]


def ending(situation: Situation, final: Position) -> float | None:
    """The value of a turn that ends the game, or None."""
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
