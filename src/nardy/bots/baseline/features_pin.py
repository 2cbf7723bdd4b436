"""Features of pin games: pinned checkers, how far back they are, and the mother."""

from collections.abc import Mapping

from nardy.bots.baseline.features_hit import blots, home_points, shots, threats
from nardy.bots.baseline.features_primes import blockade, prime_4, prime_5, prime_6, stacks
from nardy.bots.baseline.features_race import Feature, borne_off, lead
from nardy.bots.baseline.view import POINTS, BotView, Number, SideFacts, rolls_reaching

EARLY = ((1 << 25) - 1) & ~((1 << 19) - 1)
"""Own 19-24: a pin there is the worst, since the opponent need not leave home."""


def caught(side: SideFacts) -> Number:
    """The cost of being pinned: more, the farther back."""
    return sum((side.pinned >> point & 1) * point for point in POINTS)


def pins(view: BotView) -> Number:
    """The opponent's pinned checkers, weighted by their point, minus the mover's."""
    return (caught(view.opponent) - caught(view.mover)) / 24


def deep_pins(view: BotView) -> Number:
    """Whether an opposing checker is pinned on its 19-24, minus the mover's."""
    mine, theirs = view.mover.pinned & EARLY, view.opponent.pinned & EARLY
    return (theirs != 0) * 1 - (mine != 0) * 1


def early_shots(view: BotView) -> Number:
    """The chance that the opponent's next roll pins a blot on own 19-24."""
    early = sum(
        (view.mover.blots >> point & 1) << view.rules.facing(point) for point in range(19, 25)
    )
    return rolls_reaching(view.landings, early) / 36


def mother_danger(view: BotView) -> Number:
    """The chance that the opponent's next roll pins the mother."""
    mothers = (view.mover.blots >> 24 & 1) << view.rules.facing(24)
    return rolls_reaching(view.landings, mothers) / 36


def mother_threat(view: BotView) -> Number:
    """The chance to pin the opponent's mother with a roll from here."""
    return mother_danger(view.flipped)


def start(view: BotView) -> Number:
    """Checkers on own 24, minus the opponent's, in fives."""
    return (view.mover.counts[24] - view.opponent.counts[24]) / 5


CONTACT_PIN: Mapping[str, Feature] = {
    "lead": lead,
    "borne off": borne_off,
    "start": start,
    "pins": pins,
    "deep pins": deep_pins,
    "shots": shots,
    "early shots": early_shots,
    "threats": threats,
    "mother danger": mother_danger,
    "mother threat": mother_threat,
    "blots": blots,
    "home points": home_points,
    "blockade": blockade,
    "prime of 4": prime_4,
    "prime of 5": prime_5,
    "prime of 6": prime_6,
    "stacks": stacks,
}
"""The features of pin games in contact, by the names in `explain`."""
