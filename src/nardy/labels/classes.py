"""Classes of positions: where bots differ, and what players call them.

The definitions are those of the field: R. Robertie, *501 Essential Backgammon Problems*, names most of
the hitting classes; GNU Backgammon's *crashed* is a count of checkers. Classes hold for either side, so
that a class says what kind of game it is and not who plays it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from nardy.core.choices import Contact
from nardy.core.position import BAR, Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.labels.features import SideFeatures, features

CONTACT = "contact"
LONG_PRIME = 4
"""Points in a row that hold a checker for some turns: every other roll fails to leap four."""
FULL_PRIME = 6
"""No die leaps it."""
BEHIND = 30
"""Pips that a player with two anchors is behind at least; with fewer they wait without needing a hit."""
FEW_SPARE = 6
"""GNU Backgammon calls a side crashed that has at most so many checkers beside its deep ones."""
HOLDING_POINTS = (20, 21)
"""The opponent's five and four points: anchors from which one can leave by most rolls."""


@dataclass(frozen=True)
class BothSides:
    """A position from one side: the side's features, and the opponent's."""

    rules: Rules
    mine: SideFeatures
    theirs: SideFeatures
    has_contact: bool

    def is_close_to_done(self, off: int) -> bool:
        """Whether this part of 15 checkers is off, on the opponent's side."""
        return 15 * self.theirs.off >= off * self.rules.checkers


@dataclass(frozen=True)
class PositionClass:
    """A kind of position, by a condition that holds for at least one side."""

    name: str
    description: str
    holds: Callable[[BothSides], bool]


def _is_saving(view: BothSides) -> bool:
    mine, theirs = view.mine, view.theirs
    return mine.off == 0 and mine.out > 0 and theirs.off > 0


def _is_containing(view: BothSides) -> bool:
    theirs = view.theirs
    last = theirs.back + theirs.bar
    return view.mine.prime > LONG_PRIME and 0 < last <= 2 and theirs.out == last


def _is_back_game(view: BothSides) -> bool:
    return len(view.mine.anchors) > 1 and view.mine.pips - view.theirs.pips >= BEHIND


def _is_ace_point(view: BothSides) -> bool:
    mine = view.mine
    return mine.anchors == (24,) and mine.out == mine.back and view.theirs.rear <= 12


def _is_crashed(view: BothSides) -> bool:
    return view.has_contact and view.rules.checkers >= 12 and view.mine.spare <= FEW_SPARE


def _is_late_hit(view: BothSides) -> bool:
    return view.has_contact and view.theirs.off > 0 and view.theirs.out > 0


def _is_holding(view: BothSides) -> bool:
    return view.theirs.rear <= 18 and any(point in view.mine.anchors for point in HOLDING_POINTS)


SAVING = "no checker is off and some are not home, while the opponent bears off"
RACE = PositionClass(
    "race", "the players have passed each other", lambda view: not view.has_contact
)
REST = PositionClass(
    CONTACT, "the players can still meet, and no other class holds", lambda _: True
)

HITTING = (
    PositionClass(
        "straggler",
        "one side has borne off 12 or more, and can still be hit",
        lambda view: view.has_contact and view.is_close_to_done(12),
    ),
    PositionClass("saving a gammon", SAVING, _is_saving),
    RACE,
    PositionClass(
        "containment",
        "one or two last checkers are behind five points or more in a row",
        _is_containing,
    ),
    PositionClass(
        "back game",
        f"two or more anchors in the opponent's home, and {BEHIND} pips behind or more",
        _is_back_game,
    ),
    PositionClass(
        "ace point",
        "the opponent has come round, and all but an anchor on their ace point is home",
        _is_ace_point,
    ),
    PositionClass(
        "prime against prime",
        "each side has checkers behind four points or more in a row",
        lambda view: view.mine.holds_behind(LONG_PRIME) and view.theirs.holds_behind(LONG_PRIME),
    ),
    PositionClass(
        "crashed",
        f"at most {FEW_SPARE} checkers are not on the own ace and deuce points or off",
        _is_crashed,
    ),
    PositionClass("on the bar", "a checker is on the bar", lambda view: view.mine.bar > 0),
    PositionClass(
        "holding",
        "an anchor on the opponent's four or five point, and the opponent has nobody back",
        _is_holding,
    ),
    PositionClass(
        "both sides back",
        "each side has two checkers or more in the other's home",
        lambda view: view.mine.back > 1 and view.theirs.back > 1,
    ),
    PositionClass(
        "hit in the bear-off",
        "a side that has borne off has checkers on the bar or outside its home",
        _is_late_hit,
    ),
    REST,
)
BLOCKING = (
    PositionClass("saving mars", SAVING, _is_saving),
    RACE,
    PositionClass(
        "locked",
        "checkers are behind six points in a row",
        lambda view: view.mine.holds_behind(FULL_PRIME),
    ),
    PositionClass(
        "fence",
        "checkers are behind four points or more in a row",
        lambda view: view.mine.holds_behind(LONG_PRIME) and view.mine.rear < BAR,
    ),
    PositionClass(
        "opening",
        "more than half of the checkers are in the last quarter",
        lambda view: 2 * view.mine.back > view.rules.checkers,
    ),
    REST,
)
PINNING = (
    PositionClass("saving a gammon", SAVING, _is_saving),
    RACE,
    PositionClass(
        "deep pins",
        "a checker is pinned in the opponent's home",
        lambda view: any(place > 18 for place in view.mine.pinned),
    ),
    PositionClass(
        "mother in danger",
        "the last checker on the start is alone, and can still be pinned",
        lambda view: (
            view.rules.mother
            and view.mine.rear == 24
            and 24 not in view.mine.anchors
            and view.has_contact
        ),
    ),
    PositionClass("pin", "a checker is pinned", lambda view: bool(view.mine.pinned)),
    PositionClass(
        "opening",
        "more than half of the checkers are in the last quarter",
        lambda view: 2 * view.mine.back > view.rules.checkers,
    ),
    REST,
)
CLASSES = {Contact.HIT: HITTING, Contact.BLOCK: BLOCKING, Contact.PIN: PINNING}
"""By what happens where the players meet; the rarer class first."""


@lru_cache(maxsize=64)
def classes_for(rules: Rules) -> tuple[PositionClass, ...]:
    """The classes that a game has; the first that holds is the class of a position."""
    found = CLASSES[rules.contact]
    return tuple(each for each in found if rules.mother or each.name != "mother in danger")


def require_classes(rules: Rules, names: Sequence[str], known: Sequence[str] = ()) -> None:
    """Refuse names that are not among the known ones; by default the classes of positions.

    Raises:
        RulesError: one is not.
    """
    known = known or [each.name for each in classes_for(rules)]
    for name in names:
        if name not in known:
            raise RulesError(
                f"expected a class of {rules.id}, got {name!r}; the classes are {', '.join(known)}"
            )


def class_of(rules: Rules, position: Position) -> str:
    """The name of the first class that holds for either side.

    >>> from nardy import BACKGAMMON
    >>> class_of(BACKGAMMON, BACKGAMMON.start)
    'both sides back'
    """
    views = _views(rules, position)
    return next(each.name for each in classes_for(rules) if any(map(each.holds, views)))


def classes_of(rules: Rules, position: Position) -> tuple[str, ...]:
    """The names of all classes that hold for either side; 'contact' only if no other does."""
    views = _views(rules, position)
    named = (each for each in classes_for(rules) if each is not REST)
    return tuple(each.name for each in named if any(map(each.holds, views))) or (CONTACT,)


def _views(rules: Rules, position: Position) -> tuple[BothSides, BothSides]:
    mine, theirs = features(rules, position)
    has_contact = not have_passed(rules, position)
    return BothSides(rules, mine, theirs, has_contact), BothSides(rules, theirs, mine, has_contact)
