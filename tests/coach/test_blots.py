"""Which blots an opposing checker has still to pass, where it is easily seen."""

from nardy.bots.baseline.view import mask
from nardy.coach.blots import exposed
from nardy.games import BACKGAMMON


def test_a_blot_is_exposed_to_checkers_behind_it_alone() -> None:
    # Own 6 and 20 are 19 and 5 of the opponent, who has a checker on 12.
    blots, other = mask([6, 20]), mask([12])
    assert exposed(BACKGAMMON, blots, other) == mask([5])
    assert exposed(BACKGAMMON, blots, mask([25])) == mask([5, 19])
    assert exposed(BACKGAMMON, blots, 0) == 0
