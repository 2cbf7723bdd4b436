"""What baseline does beside moving: the cube, its answers, resignations, the bomb."""

from nardy.bots.evaluator import evaluate, win_chance
from nardy.core import acts
from nardy.core.cube_acts import cube_law, exceeds_cap
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation

DOUBLE, TOO_GOOD = 0.70, 0.90
"""Between these chances to win a double asks more than it gives away."""
TAKE = 0.25
"""One chance in four is worth a take (S4)."""
BEAVER = 0.60
BOMB_GAIN = 20
"""Pips that the bomb must send back more of the opponent's than of the player's own."""


def chance_on_roll(situation: Situation) -> float:
    """The estimated chance to win of the player who must act, before his own roll."""
    return 1 - win_chance(evaluate(situation.rules, situation.position.flipped()))


def choose_act(situation: Situation) -> str:
    """The act of the player who must act, in Phase.ROLL and Phase.ANSWER."""
    if situation.phase is Phase.ANSWER:
        return _answer(situation)
    if explodes(situation):
        return "bomb"
    return "double" if doubles(situation) else "roll"


def doubles(situation: Situation) -> bool:
    """Whether to double: ahead, and not yet too good."""
    if situation.phase is not Phase.ROLL or cube_law(situation) is not None:
        return False
    return DOUBLE <= chance_on_roll(situation) <= TOO_GOOD


def _answer(situation: Situation) -> str:
    offer = situation.offer
    if offer is None:
        raise AssertionError("an answer has an offer")
    if offer.is_resignation:
        return "accept"
    # The doubler rolls next, unless a beaver is answered: then the player himself does.
    chance = (
        chance_on_roll(situation)
        if offer == "beaver"
        else 1 - chance_on_roll(situation.flipped())
    )
    if offer == "double" and chance >= BEAVER and may_beaver(situation):
        return "beaver"
    return "take" if chance >= TAKE else "pass"


def may_beaver(situation: Situation) -> bool:
    """Whether a double may be doubled again at once."""
    capped = exceeds_cap(situation, situation.cube.value * 4)
    return situation.is_money and situation.rules.beavers and not capped


def explodes(situation: Situation) -> bool:
    """Whether the bomb is his, and sends back clearly more of the opponent's pips."""
    if not (situation.rules.bomb and situation.bomb.player_has_access):
        return False
    before = situation.position
    after = acts.explode(situation).position
    return sent_back(before.flipped(), after.flipped()) - sent_back(before, after) > BOMB_GAIN


def sent_back(before: Position, after: Position) -> int:
    """The pips that the player has lost."""
    return after.pip_count() - before.pip_count()
