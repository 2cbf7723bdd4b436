"""What counts where blots are pinned: who is caught, how deep, and the mother."""

from collections.abc import Mapping

from nardy.bots.baseline.features_hit import blots, home_points, shots, threats
from nardy.bots.baseline.features_primes import blockade, prime_4, prime_5, prime_6, stacks
from nardy.bots.baseline.features_race import Feature, borne_off, lead
from nardy.bots.baseline.view import POINTS, BotView, Number, SideFacts, rolls_reaching

EARLY = ((1 << 25) - 1) & ~((1 << 19) - 1)
"""Own 19-24: to be caught there is the worst, for he need not leave his home."""


def caught(side: SideFacts) -> Number:
    """What is lost by being pinned: more, the farther back."""
    return sum((side.pinned >> point & 1) * point for point in POINTS)


def pins(view: BotView) -> Number:
    """His pinned checkers, each by how far back it is held, less the mover's own."""
    return (caught(view.opponent) - caught(view.mover)) / 24


def deep_pins(view: BotView) -> Number:
    """Checkers of his that are pinned on his 19-24, less the mover's own on his."""
    mine, theirs = view.mover.pinned & EARLY, view.opponent.pinned & EARLY
    return (theirs != 0) * 1 - (mine != 0) * 1


def early_shots(view: BotView) -> Number:
    """The chance that a blot on own 19-24 is pinned with his next roll."""
    early = sum(
        (view.mover.blots >> point & 1) << view.rules.facing(point) for point in range(19, 25)
    )
    return rolls_reaching(view.landings, early) / 36


def mother_danger(view: BotView) -> Number:
    """The chance that his next roll pins the mother."""
    mothers = (view.mover.blots >> 24 & 1) << view.rules.facing(24)
    return rolls_reaching(view.landings, mothers) / 36


def mother_threat(view: BotView) -> Number:
    """The chance to pin his mother with a roll from here."""
    return mother_danger(view.flipped)


def start(view: BotView) -> Number:
    """Checkers left on own 24 more than the opponent's, in fives."""
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
"""The features of contact in pin games, by the names that `explain` gives."""
