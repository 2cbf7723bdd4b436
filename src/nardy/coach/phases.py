"""Phases of a game, by which a player's losses are divided: each with the condition that defines it.

The first condition that holds for the player who acts gives the phase. Race and bearing off are those of the
plans (plans.py). An opening is a matter of checkers where these leave one start quarter, and of turns
elsewhere.
"""

from nardy.core.choices import Contact
from nardy.core.position import HOME
from nardy.core.race import have_passed
from nardy.core.situation import Situation
from nardy.labels.features import features

OPENING_TURNS = 4
"""Turns of a player that are the opening where checkers hit: opening books end there at the latest."""
PHASES = ("opening", "middle", "race", "bearing off")
"""In the order of a game."""


def phase_of(situation: Situation, turns: int) -> str:
    """The phase of the player who acts, one of PHASES; *turns* is how many turns they have made in this game.

    - bearing off: all own checkers are home or off;
    - race: the players have passed each other;
    - opening: more than half of the own checkers are in the start quarter; in games where checkers hit, the
      player's first OPENING_TURNS turns;
    - middle: all else.

    >>> from nardy import BACKGAMMON, LONG_NARDY, Situation
    >>> start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start)
    >>> phase_of(start, 3), phase_of(start, 4)
    ('opening', 'middle')
    >>> phase_of(Situation(rules=LONG_NARDY, position=LONG_NARDY.start), 9)
    'opening'
    """
    rules, position = situation.rules, situation.position
    if not sum(position.player[HOME.stop :]):
        return "bearing off"
    if have_passed(rules, position):
        return "race"
    if rules.contact is Contact.HIT:
        is_opening = turns < OPENING_TURNS
    else:
        is_opening = 2 * features(rules, position)[0].back > rules.checkers
    return "opening" if is_opening else "middle"
