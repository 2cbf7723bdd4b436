"""The effect of doubling and of its answers on a situation.

Source: S1, S4 (the cube); BK (beavers, raccoons); rules 1.8 and 1.9.
"""

from dataclasses import replace

from nardy.core.acts import end_by_offer
from nardy.core.cube import HIGHEST, Cube, Offer, Owner
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.rules import HOLLAND_TURNS
from nardy.core.situation import Phase, Situation


def cube_law(situation: Situation) -> str | None:
    """The id of the law that forbids a double at this moment, or None."""
    rules, cube = situation.rules, situation.cube
    if not rules.cube_play:
        return "cube-off"
    if situation.is_crawford:
        return "crawford"
    if situation.holland_counts and situation.turns and min(situation.turns) < HOLLAND_TURNS:
        return "holland"
    if not cube.owner.player_has_access:
        return "cube-access"
    return "cube-cap" if exceeds_cap(situation, cube.value * 2) else None


def exceeds_cap(situation: Situation, value: int) -> bool:
    """Whether the cube would exceed the agreed cap, or the highest cube that there is."""
    return value > (situation.rules.cube_cap or HIGHEST)


def offer_double(situation: Situation) -> Situation:
    """Double before the roll; the opponent answers."""
    require_phase(situation, Phase.ROLL, "double")
    law = cube_law(situation)
    if law:
        refuse_act(law, situation, "double")
    return replace(situation.flipped(), offer=Offer.DOUBLE)


def take(situation: Situation) -> Situation:
    """Play on for twice the stake; the doubler rolls.

    The taker of a double owns the cube; after a beaver or a raccoon it keeps its owner.
    """
    offer = _cube_offer(situation, "take")
    value = situation.cube.value * 2
    # The doubler answers a beaver and is on roll, so the view stays.
    if offer is Offer.BEAVER:
        return replace(situation, cube=Cube(value, Owner.OPPONENT), offer=None)
    return replace(situation, cube=Cube(value, Owner.PLAYER), offer=None).flipped()


def pass_double(situation: Situation) -> Situation:
    """Lose the game at the stake before the double."""
    # Nobody has taken the higher stake, so it is not what is lost (docs/decisions/results.md).
    _cube_offer(situation, "pass")
    return end_by_offer(
        situation, winner=situation.to_act.opponent, points=situation.rules.stakes[0]
    )


def beaver(situation: Situation) -> Situation:
    """Answer a double by doubling again and keeping the cube."""
    offer = _cube_offer(situation, "beaver")
    _again(situation, offer is Offer.DOUBLE, "beaver", allowed=situation.rules.beavers)
    cube = Cube(situation.cube.value * 2, Owner.PLAYER)
    # The cube is set before the view changes, so that its owner is flipped with it.
    return replace(replace(situation, cube=cube).flipped(), offer=Offer.BEAVER)


def raccoon(situation: Situation) -> Situation:
    """Answer a beaver by doubling once more; the beaverer keeps the cube."""
    offer = _cube_offer(situation, "raccoon")
    _again(situation, offer is Offer.BEAVER, "raccoon", allowed=situation.rules.raccoons)
    cube = Cube(situation.cube.value * 2, Owner.OPPONENT)
    return replace(replace(situation, cube=cube).flipped(), offer=Offer.RACCOON)


def _again(situation: Situation, answers: bool, act: str, *, allowed: bool) -> None:
    if not answers:
        refuse_act("no-offer", situation, act)
    if not (situation.is_money and allowed):
        refuse_act("money-only", situation, act)
    # The offer doubles the present stake, and this answer doubles it again.
    if exceeds_cap(situation, situation.cube.value * 4):
        refuse_act("cube-cap", situation, act)


def _cube_offer(situation: Situation, act: str) -> Offer:
    require_phase(situation, Phase.ANSWER, act)
    if situation.offer is None or situation.offer.is_resignation:
        refuse_act("no-offer", situation, act)
    return situation.offer
