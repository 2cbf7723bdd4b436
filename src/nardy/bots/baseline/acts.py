"""Acts of baseline beside moves: the bomb, the cube, and answers to resignations."""

from nardy.bots.baseline.cube import answer_double, doubles
from nardy.bots.baseline.features_race import outside
from nardy.bots.baseline.view import view_of
from nardy.core import acts
from nardy.core.outcome import loss, size_points
from nardy.core.position import HOME, Position
from nardy.core.situation import Phase, Situation

BOMB_GAIN = 20
"""Least net gain of the bomb, in pips sent back."""
ROLL = 8
"""Pips of an average roll."""


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
    view = view_of(rules, position)
    if offer is None or bool(view.is_contact) or size_points(rules, offer) >= points_now(situation):
        return False
    checkers = sum(position.player[1:])
    mine = max(position.pip_count() / ROLL, checkers / 2)
    away = sum(
        (place - HOME.stop + 1) * count
        for place, count in enumerate(position.opponent)
        if place >= HOME.stop
    )
    return int(outside(view.opponent)) > 0 and mine + 1 < away / ROLL


def points_now(situation: Situation) -> int:
    """Points that the opponent would lose if the game ended now."""
    return loss(situation.rules, situation.position.opponent)[1]
