"""Plan words: what a player is trying to do in a position, each with the condition that defines it.

The first condition that holds gives the word. The words are those of seed 4 after P. Magriel (running,
holding, blocking and attacking games; a back game) and of seed 0 for long nardy (the fence, the head).
"""

from collections.abc import Callable
from dataclasses import dataclass

from nardy.core.choices import Contact
from nardy.core.outcome import sizes
from nardy.core.position import Position
from nardy.core.race import have_passed
from nardy.core.rules import Rules
from nardy.labels.classes import BEHIND, FULL_PRIME, HOLDING_POINTS, LONG_PRIME, BothSides
from nardy.labels.features import features

HOLDING = (18, *HOLDING_POINTS)
"""The opponent's bar, five and four points: from these one can leave by most rolls."""


@dataclass(frozen=True)
class Plan:
    """A plan of the player who acts; its name in both languages is `plan.<id>` in locale/*/coach.json."""

    id: str
    condition: str
    holds: Callable[[BothSides], bool]


def _is_saving(view: BothSides) -> bool:
    has_larger = len(sizes(view.rules)) > 1
    return has_larger and view.mine.off == 0 and view.mine.out > 0 and view.theirs.off > 0


def _is_containing(view: BothSides) -> bool:
    last = view.theirs.back + view.theirs.bar
    return _is_fencing(view) and 0 < last <= 2 and view.theirs.out == last


def _is_attacking(view: BothSides) -> bool:
    is_open = view.theirs.bar > 0 and not view.theirs.anchors
    return is_open and not view.mine.bar and sum(point <= 6 for point in view.mine.made) >= 2


def _is_fencing(view: BothSides) -> bool:
    return view.mine.holds_behind(LONG_PRIME)


def _is_holding(view: BothSides) -> bool:
    return view.theirs.rear <= 18 and any(point in view.mine.made for point in HOLDING)


def _is_running(view: BothSides) -> bool:
    return 10 * view.mine.pips <= 9 * view.theirs.pips


def _starts(view: BothSides) -> bool:
    return 2 * view.mine.back > view.rules.checkers


SAVING = Plan(
    "saving",
    "a loss can be larger, and the opponent bears off; the player has borne off none, and some checkers are not home",
    _is_saving,
)
RACE = Plan("race", "the players have passed each other", lambda view: not view.has_contact)
HOME_CONTACT = Plan(
    "bearing off",
    "all own checkers are home or off, and the players can still meet",
    lambda view: view.mine.out == 0,
)
HITTING = (
    Plan(
        "containing",
        f"the opponent's last one or two checkers are behind {LONG_PRIME} own points or more in a row",
        lambda view: _is_containing(view) and view.mine.out > 0,
    ),
    SAVING,
    RACE,
    HOME_CONTACT,
    Plan(
        "back game",
        f"two or more anchors, and {BEHIND} pips behind or more",
        lambda view: len(view.mine.anchors) > 1 and view.mine.pips - view.theirs.pips >= BEHIND,
    ),
    Plan(
        "attack",
        "an opposing checker is on the bar and has no anchor; the player has two home points and nobody on the bar",
        _is_attacking,
    ),
    Plan(
        "priming",
        f"opposing checkers are behind {LONG_PRIME} own points or more in a row",
        _is_fencing,
    ),
    Plan(
        "holding",
        "an anchor on own 18, 20 or 21, and the opponent has nobody farther back than 18",
        _is_holding,
    ),
    Plan("running", "at least a tenth fewer pips than the opponent", _is_running),
    Plan("contact", "no other condition holds", lambda _: True),
)
BLOCKING = (
    SAVING,
    RACE,
    Plan(
        "locked",
        f"own checkers are behind {FULL_PRIME} opposing points in a row",
        lambda view: view.theirs.holds_behind(FULL_PRIME),
    ),
    Plan(
        "fence",
        f"opposing checkers are behind {LONG_PRIME} own points or more in a row",
        _is_fencing,
    ),
    Plan("head", "more than half of the own checkers are in the start quarter", _starts),
    Plan("building", "no other condition holds", lambda _: True),
)
PINNING = (
    SAVING,
    RACE,
    Plan("mother", "the own checker on 24 is pinned", lambda view: 24 in view.mine.pinned),
    Plan("freeing", "another own checker is pinned", lambda view: bool(view.mine.pinned)),
    Plan("pin", "an opposing checker is pinned", lambda view: bool(view.theirs.pinned)),
    Plan("start", "more than half of the own checkers are in the start quarter", _starts),
    Plan("contact", "no other condition holds", lambda _: True),
)
PLANS = {Contact.HIT: HITTING, Contact.BLOCK: BLOCKING, Contact.PIN: PINNING}
"""By what happens where the players meet."""


def plan_of(rules: Rules, position: Position) -> Plan:
    """The plan of the player on roll.

    >>> from nardy import BACKGAMMON, LONG_NARDY
    >>> from nardy.coach import plan_of
    >>> plan_of(BACKGAMMON, BACKGAMMON.start).id, plan_of(LONG_NARDY, LONG_NARDY.start).id
    ('contact', 'head')
    """
    mine, theirs = features(rules, position)
    view = BothSides(rules, mine, theirs, has_contact=not have_passed(rules, position))
    return next(plan for plan in PLANS[rules.contact] if plan.holds(view))
