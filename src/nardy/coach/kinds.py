"""The reasons that the coach may name, in the order in which they are tried: data of reasons.py."""

from enum import Enum
from typing import NamedTuple

import numpy as np

from nardy.coach.facts import ALL, BY_ID
from nardy.core.choices import Contact
from nardy.core.rules import Rules

ENOUGH = 0.5
"""The part of the loss that undoing a reason takes away at least."""
MORE = 0.6
MUCH = 0.8
"""The same for facts that are the cause less often, for a second reason, and for a doubtful difference."""
NEAR_HOME = 50
"""Pips to bring all checkers home and one off: with more to go something else decides."""
LEAST_WITH_PINS = {"shots": 1, "hit replies": 1, "to save mars": 1, "movable": 2}
"""In games with pins: the smallest differences where these are less than elsewhere.

One pin may decide a game, and its undoing is exact; a checker that stays out costs a whole roll.
"""
MOST_OF_BLOCKS = {"blocks": 0.15, "spread": 0.15}
"""In block games: the largest losses, in points, that these explain; of larger ones they were causes in 10 of 21."""
ROWS_WITH_PINS = {"prime": 2}
"""In games with pins: the lowest floors (Kind.floor) where these are lower than elsewhere."""


class Undo(Enum):
    """How the loss is valued without the reason."""

    HITS = "replies may not hit or pin"
    ROLLS = "the rolls that have it after the better turn alone count for nothing"
    SIZES = "larger wins count as single ones"
    RACE = "nothing is left: in a race only the player's own rolls count"
    CHANGE = "the better turn loses the fact by a small change"


class Kind(NamedTuple):
    """A reason that may be named."""

    fact: str
    """The fact that differs: of the board (facts.py), or of the network's replies (REPLIES)."""
    undo: Undo
    family: str
    """Of facts that say nearly the same only one is named."""
    floor: float = 0
    """The larger of the two counts is at least this: a row of one point is none."""
    ceiling: float = np.inf
    """The larger of the two counts is at most this."""
    enough: float = ENOUGH
    """The part of the loss that undoing takes away, so that it is named before the coarse ones."""
    least: float = ENOUGH
    """The part of the loss that undoing takes away, so that it is named at all."""
    is_coarse: bool = False
    """Named only where nothing else passes: it is the cause less often."""
    contacts: frozenset[Contact] = ALL
    """The kinds of games in which it is named."""
    is_of_contact: bool = False
    """Means nothing once the players have passed each other."""


LARGER = ("lost", "won")
"""Larger losses and wins in a hundred games."""
REPLIES = ("hit replies", *LARGER)
"""Facts of the network's replies instead of the board: rolls of 36 whose best reply hits, and LARGER."""
ROLLS_TO_GO = "rolls to go"
"""The expected rolls until all checkers are off (races.py), in games where that is all that counts."""
BLOCKING = frozenset({Contact.BLOCK})
PINNING = frozenset({Contact.PIN})
WITHOUT_HITS = frozenset({Contact.BLOCK, Contact.PIN})
KINDS: tuple[Kind, ...] = (
    Kind("on the bar", Undo.CHANGE, "bar"),
    Kind("dances", Undo.ROLLS, "their moves"),
    Kind("pinned", Undo.CHANGE, "bar"),
    Kind("shots", Undo.HITS, "hits"),
    Kind("hit replies", Undo.HITS, "hits"),
    Kind("prime", Undo.CHANGE, "points", 3),
    Kind("home points", Undo.CHANGE, "points", is_of_contact=True),
    Kind("anchors", Undo.CHANGE, "points", is_of_contact=True),
    Kind("short rolls", Undo.CHANGE, "own moves"),
    Kind("first quarter", Undo.CHANGE, "points", least=MUCH),
    Kind("head", Undo.CHANGE, "head"),
    Kind("fence", Undo.CHANGE, "points", 2),
    Kind("their prime", Undo.CHANGE, "back", 3, enough=MUCH),
    Kind(
        "to save mars", Undo.CHANGE, "mars", ceiling=NEAR_HOME, enough=MORE, contacts=WITHOUT_HITS
    ),
    Kind(ROLLS_TO_GO, Undo.RACE, "off"),
    Kind("off", Undo.CHANGE, "off", enough=MUCH),
    *(Kind(name, Undo.SIZES, "sizes", enough=MORE) for name in LARGER),
    *(
        Kind(name, Undo.CHANGE, family, is_coarse=True, contacts=contacts)
        for name, family, contacts in (
            ("blocks", "points", ALL),
            ("holes", "points", PINNING),
            ("spread", "points", BLOCKING),
            ("movable", "own moves", WITHOUT_HITS),
            ("dead digits", "own moves", BLOCKING),
            ("their movable", "their moves", BLOCKING),
            ("their short rolls", "their moves", BLOCKING),
            ("behind fence", "points", WITHOUT_HITS),
            ("third quarter", "points", BLOCKING),
            ("unsafe rolls", "own moves", PINNING),
            ("their unsafe rolls", "their moves", PINNING),
            ("start", "start", PINNING),
        )
    ),
    Kind(
        "second quarter",
        Undo.CHANGE,
        "points",
        least=MUCH,
        is_coarse=True,
        contacts=BLOCKING,
    ),
)
"""In the order in which they are tried and named. Facts that differ without being the cause are left out:
builders, stacks, gaps, threats, back checkers, blots apart from shots (docs/guide/coach.md)."""
BY_FACT = {kind.fact: kind for kind in KINDS}


def least_of(fact: str, rules: Rules) -> float:
    """The smallest difference of a fact of the board (facts.py) that may be named in this game."""
    known = LEAST_WITH_PINS if rules.contact is Contact.PIN else dict[str, float]()
    return known.get(fact, BY_ID[fact].least)
