"""When baseline doubles and what it answers, by its estimated chance to win."""

from nardy.bots.baseline.evaluator import evaluate, win_chance
from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law, exceeds_cap
from nardy.core.situation import Phase, Situation

DOUBLE, TOO_GOOD = 0.70, 0.92
"""From the first a double is worth giving; above the second the gammon is worth more."""
TAKE = 0.24
"""One chance in four is worth a take (S4); owning the cube afterwards is worth a little."""
BEAVER = 0.60


def chance_on_roll(situation: Situation) -> float:
    """The estimated chance to win of the player who must act, if he rolls next."""
    return 1 - win_chance(evaluate(situation.rules, situation.position.flipped()))


def chance_waiting(situation: Situation) -> float:
    """The same if the opponent rolls next."""
    return win_chance(evaluate(situation.rules, situation.position))


def doubles(situation: Situation) -> bool:
    """Whether to double now: it is lawful, of use, and the chance is good but not too good."""
    if situation.phase is not Phase.ROLL or cube_law(situation) is not None:
        return False
    if _is_useless(situation):
        return False
    chance = chance_on_roll(situation)
    return chance >= DOUBLE and (chance <= TOO_GOOD or not _gammons_count(situation))


def _is_useless(situation: Situation) -> bool:
    """Whether the stake as it is already wins the match."""
    score = situation.score
    return score is not None and score.length - score.player <= situation.cube.value


def _gammons_count(situation: Situation) -> bool:
    """Whether more than a single can be won without doubling (Jacoby)."""
    return len(situation.rules.stakes) > 1 and not situation.is_jacoby


def answer_double(situation: Situation) -> str:
    """Take, pass or beaver: what is offered with the cube, by the chance to win."""
    # A beaver is answered by who doubled and rolls next; the others by who waits.
    rolls_next = situation.offer is Offer.BEAVER
    chance = chance_on_roll(situation) if rolls_next else chance_waiting(situation)
    if chance >= BEAVER and may_beaver(situation):
        return "beaver"
    return "take" if chance >= TAKE else "pass"


def may_beaver(situation: Situation) -> bool:
    """Whether a double may be doubled again at once."""
    if situation.offer is not Offer.DOUBLE:
        return False
    capped = exceeds_cap(situation, situation.cube.value * 4)
    return situation.is_money and situation.rules.beavers and not capped
