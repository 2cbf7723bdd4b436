"""Why one turn is worth more than another, in words that are true of the position.

Figures are points for the player who makes the turn, two plies ahead. At most two reasons are named, each
counted by the rules in force, and only if the difference shrinks to half without it; otherwise none is.
All needs a compiled kernel.

>>> from nardy import BACKGAMMON, Roll, Situation
>>> from nardy.coach import explain, sentences
>>> opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
>>> loses, why = sentences(explain(opening, "13/9"))
>>> why
'8/5 6/5 makes your 5 point, 13/9 does not. Most of the difference is due to that.'
"""

from nardy.coach.cube import CubeExplanation, explain_cube
from nardy.coach.cube_sentences import cube_sentences
from nardy.coach.explanation import Explanation, explain
from nardy.coach.facts import FACTS, Fact
from nardy.coach.kinds import KINDS
from nardy.coach.plans import PLANS, Plan, plan_of
from nardy.coach.reasons import Reason
from nardy.coach.roll_map import RollLine, grouped
from nardy.coach.sentences import plan_sentence, sentences

__all__ = [
    "FACTS",
    "KINDS",
    "PLANS",
    "CubeExplanation",
    "Explanation",
    "Fact",
    "Plan",
    "Reason",
    "RollLine",
    "cube_sentences",
    "explain",
    "explain_cube",
    "grouped",
    "plan_of",
    "plan_sentence",
    "sentences",
]
