"""Acts of baseline beside moves: the bomb, the cube, and answers to resignations."""

from nardy.bots.baseline.evaluator import evaluate, win_chance
from nardy.bots.baseline.features import outside
from nardy.bots.baseline.view import view_of
from nardy.core import acts
from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law
from nardy.core.legal_acts import legal_acts
from nardy.core.outcome import loss, size_points
from nardy.core.position import HOME, Position
from nardy.core.situation import Phase, Situation

BOMB_GAIN = 20
"""Least net gain of the bomb, in pips sent back."""
ROLL = 8
"""Pips of an average roll."""
DOUBLE, TOO_GOOD = 0.70, 0.92
"""Double from the first on; above the second playing for a gammon is better."""
TAKE = 0.24
"""The take point is 25% (S4), less a little for owning the cube afterwards."""
BEAVER = 0.60


def choose_act(situation: Situation) -> str:
    """The act to choose in Phase.ROLL and Phase.ANSWER."""
    offer = situation.offer
    if situation.phase is not Phase.ANSWER or offer is None:
        if explodes(situation):
            return "bomb"
        return "double" if doubles(situation) else "roll"
    if offer.is_resignation:
        return "refuse" if wins_more(situation) else "accept"
    return answer_double(situation)


def explodes(situation: Situation) -> bool:
    """Whether the player has the bomb, and it sends back clearly more of the opponent's pips."""
    if situation.phase is not Phase.ROLL or not situation.rules.bomb:
        return False
    if not situation.bomb.player_has_access:
        return False
    before = situation.position
    after = acts.explode(situation).position
    return lost(before.flipped(), after.flipped()) - lost(before, after) > BOMB_GAIN


def lost(before: Position, after: Position) -> int:
    """Pips that the player lost by being sent back."""
    return after.pip_count() - before.pip_count()


def wins_more(situation: Situation) -> bool:
    """Whether a larger win than the offered one is practically certain.

    There is no contact, and the player bears off the last checker before the opponent, with average
    rolls, can bear off one.
    """
    rules, position, offer = situation.rules, situation.position, situation.offer
    points = loss(rules, position.opponent)[1]
    view = view_of(rules, position)
    if offer is None or bool(view.is_contact) or size_points(rules, offer) >= points:
        return False
    checkers = sum(position.player[1:])
    # In rolls. Bearing off takes two checkers a roll, doubles aside.
    mine = max(position.pip_count() / ROLL, checkers / 2)
    away = sum(
        (place - HOME.stop + 1) * count
        for place, count in enumerate(position.opponent)
        if place >= HOME.stop
    )
    return int(outside(view.opponent, view.mover)) > 0 and mine + 1 < away / ROLL


def chance_on_roll(situation: Situation) -> float:
    """The estimated winning chance of the player who must act, if that player rolls next."""
    return 1 - chance_waiting(situation.flipped())


def chance_waiting(situation: Situation) -> float:
    """The same if the opponent rolls next."""
    return win_chance(evaluate(situation.rules, situation.position))


def doubles(situation: Situation) -> bool:
    """Whether to double: legal, useful, and a chance in the doubling window."""
    if situation.phase is not Phase.ROLL or cube_law(situation) is not None:
        return False
    score = situation.score
    if score is not None and score.length - score.player <= situation.cube.value:
        return False  # the present stake already wins the match
    chance = chance_on_roll(situation)
    # Before a double gammons may not count (Jacoby rule).
    gammons_count = len(situation.rules.stakes) > 1 and not situation.is_jacoby
    return chance >= DOUBLE and (chance <= TOO_GOOD or not gammons_count)


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
    return "beaver" in legal_acts(situation)
