"""Two turns of one moment, compared."""

from tests.moments import moment

from nardy.coach.reasons import TurnPair, compare
from nardy.coach.replies import CoachBot
from nardy.coach.undoing import Undoing
from nardy.core.acts import end_turn
from nardy.core.judge import find_turn

START = "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def pair_of(text: str, dice: tuple[int, int], best: str, played: str) -> TurnPair:
    before = moment(text, *dice)
    after = [
        end_turn(before, final, len(turn.moves))
        for turn, final in (find_turn(before, one) for one in (best, played))
    ]
    return compare(CoachBot(2).valuation(before), after)


def undoing_of(pair: TurnPair) -> Undoing:
    return Undoing(pair.valuation.game, pair.afters)
