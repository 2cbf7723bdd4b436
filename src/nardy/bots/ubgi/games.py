"""Games that engines support which read positions only as GNU ids."""

from nardy.core.choices import Contact, Direction
from nardy.core.options import BESIDE_THE_BOARD, OPTIONS
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON


def is_backgammon(rules: Rules) -> bool:
    """Whether a game is played like backgammon, from any start and with or without the cube.

    >>> from nardy.games import find_game
    >>> is_backgammon(find_game("nackgammon,cube_play=off")), is_backgammon(find_game("portes"))
    (True, False)
    """
    kind = rules.direction, rules.contact, rules.checkers
    return kind == (Direction.CONTRARY, Contact.HIT, 15) and all(
        getattr(rules, name) == getattr(BACKGAMMON, name)
        for name in OPTIONS.keys() - BESIDE_THE_BOARD
    )
