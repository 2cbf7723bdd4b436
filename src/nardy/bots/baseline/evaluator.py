"""Position evaluation of baseline: features times weights, the log odds of winning.

Seen by the player who has just moved; the opponent rolls next.
"""

import math
from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from nardy.bots.baseline.features_block import CONTACT_BLOCK
from nardy.bots.baseline.features_hit import CONTACT_HIT
from nardy.bots.baseline.features_pin import CONTACT_PIN
from nardy.bots.baseline.features_race import RACE, Feature
from nardy.bots.baseline.view import BotView, Number, view_of
from nardy.bots.baseline.weights import CONTACT as CONTACT_WEIGHTS
from nardy.bots.baseline.weights import RACE as RACE_WEIGHTS
from nardy.bots.baseline.weights import Weights
from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.rules import Rules

FEATURES: Mapping[Contact, Mapping[str, Feature]] = {
    Contact.HIT: CONTACT_HIT,
    Contact.PIN: CONTACT_PIN,
    Contact.BLOCK: CONTACT_BLOCK,
}
BATCH = 16
"""From this many positions on, numpy is faster than one at a time."""


def contact_weights(rules: Rules) -> Weights:
    """The weights in contact: the game's own, or those of its kind of contact."""
    return CONTACT_WEIGHTS.get(rules.published.id) or CONTACT_WEIGHTS[rules.contact.value]


def features_of(view: BotView, *, contact: bool) -> Mapping[str, tuple[float, Number]]:
    """Weight and value of every feature with a weight, by name."""
    rules = view.rules
    weights = contact_weights(rules) if contact else RACE_WEIGHTS
    features = FEATURES[rules.contact] if contact else RACE
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
    if len(positions) < BATCH or find_spec("numpy") is None:
        return [evaluate(rules, position) for position in positions]
    from nardy.bots.baseline.batch import views_of  # noqa: PLC0415 (numpy only when it is used)

    return [float(value) for value in _together(views_of(rules, positions))]


def _together(view: BotView) -> Number:
    """The log odds of many positions, some in contact and some in a race."""
    contact = view.is_contact
    if contact.all():
        return total(view, contact=True)
    race = total(view, contact=False)
    return contact * total(view, contact=True) + ~contact * race if contact.any() else race


def win_chance(value: float) -> float:
    """The winning chance for given log odds.

    >>> win_chance(0.0)
    0.5
    """
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))
