"""Cube decisions of baseline, by its estimated winning chance."""

from nardy.bots.baseline.evaluator import evaluate, win_chance
from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law, exceeds_cap
from nardy.core.situation import Phase, Situation

DOUBLE, TOO_GOOD = 0.70, 0.92
"""Double from the first on; above the second playing for a gammon is better."""
TAKE = 0.24
"""The take point is 25% (S4), less a little for owning the cube afterwards."""
BEAVER = 0.60


def chance_on_roll(situation: Situation) -> float:
    """The estimated winning chance of the player who must act, if that player rolls next."""
    return 1 - win_chance(evaluate(situation.rules, situation.position.flipped()))


def chance_waiting(situation: Situation) -> float:
    """The same if the opponent rolls next."""
    return win_chance(evaluate(situation.rules, situation.position))


def doubles(situation: Situation) -> bool:
    """Whether to double: legal, useful, and a chance in the doubling window."""
    if situation.phase is not Phase.ROLL or cube_law(situation) is not None:
        return False
    if _is_useless(situation):
        return False
    chance = chance_on_roll(situation)
    return chance >= DOUBLE and (chance <= TOO_GOOD or not _gammons_count(situation))


def _is_useless(situation: Situation) -> bool:
    """Whether the present stake already wins the match."""
    score = situation.score
    return score is not None and score.length - score.player <= situation.cube.value


def _gammons_count(situation: Situation) -> bool:
    """Whether gammons count before a double (Jacoby rule)."""
    return len(situation.rules.stakes) > 1 and not situation.is_jacoby


def answer_double(situation: Situation) -> str:
    """Take, pass or beaver, by the winning chance."""
    # A beaver is answered by the doubler, who rolls next; a double or raccoon by the other player.
    rolls_next = situation.offer is Offer.BEAVER
    chance = chance_on_roll(situation) if rolls_next else chance_waiting(situation)
    if chance >= BEAVER and may_beaver(situation):
        return "beaver"
    return "take" if chance >= TAKE else "pass"


def may_beaver(situation: Situation) -> bool:
    """Whether the double may be beavered."""
    if situation.offer is not Offer.DOUBLE:
        return False
    capped = exceeds_cap(situation, situation.cube.value * 4)
    return situation.is_money and situation.rules.beavers and not capped
