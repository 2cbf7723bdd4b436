"""Analysis of decisions: evaluation, ranked turns, cube advice, rollouts and reviews.

Equities are points of the player who must act, at a cube of 1; in a match 1 and -1 are a single won
and lost at the score. Chances run from 0 to 1, and larger wins count among the smaller ones. Errors of
rollouts are standard errors. All needs a compiled kernel.

>>> from nardy import BACKGAMMON, Roll, Situation
>>> from nardy.analysis import rank_turns
>>> from nardy.bots import NeuralBot
>>> opening = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
>>> best, *others = rank_turns(opening, NeuralBot(plies=0), most=3)
>>> str(best.turn), best.equity > others[0].equity
('8/5 6/5', True)
"""

from nardy.analysis.answers import CubeAnswers, weigh_answers
from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.decisions import Estimate, cube_advice, estimate, rank_turns
from nardy.analysis.evaluations import Evaluation, Evaluations, evaluate_many
from nardy.analysis.game_review import ERROR_BANDS, Decision, ReviewedTurn, Summary, review, summary
from nardy.analysis.rolled_cubes import RolledCube
from nardy.analysis.rollouts import RolledOut, rollout_position, rollout_turns
from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.search.rollout import RolloutPlan

LEVELS = ERROR_BANDS
"""Another name of ERROR_BANDS, which came first."""

__all__ = [
    "ERROR_BANDS",
    "LEVELS",
    "CubeAnswers",
    "CubeChoice",
    "Decision",
    "Estimate",
    "Evaluation",
    "Evaluations",
    "Probabilities",
    "ReviewedBomb",
    "ReviewedCube",
    "ReviewedTurn",
    "RolledCube",
    "RolledOut",
    "RolloutPlan",
    "Summary",
    "TurnChoice",
    "cube_advice",
    "estimate",
    "evaluate_many",
    "rank_turns",
    "review",
    "rollout_position",
    "rollout_turns",
    "summary",
    "weigh_answers",
]
