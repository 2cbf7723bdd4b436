"""Decisions with the cube in a game that was played: what each gave away.

What is compared are equities with the cube in play, in points for each point that the cube stood
at before the decision; in a match 1 and -1 are what a single won or lost was worth there, so that
the score decides. Errors of the turns are told in the same unit; in money games they know the cube
only while it lies in the middle and Jacoby's rule stands (evaluation/cube/jacoby_value.py).
"""

from dataclasses import dataclass

from nardy.analysis.answers import answers_worth, before_double
from nardy.analysis.judge import CubeEvaluation
from nardy.core.cube import Offer, beavered
from nardy.core.cube_acts import cube_law
from nardy.core.estimates import CubeChoice
from nardy.core.events import Acted, Event, Rolled
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubeful import (
    CubeDecision,
    CubeEquities,
    choice_among,
    is_useless,
    may_be_beavered,
)
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.outcomes import points_of

CLOSE = 0.16
"""Who neither doubled nor should have, by so much or less, has decided something all the same.

Source: GNU Backgammon counts the cube decisions that are this close.
"""
ALIKE = 0.001
"""Where doubling changes less than this nobody decides anything: the game is as good as over."""
HOPELESS = -0.9
"""Nor where all is lost, with a double and without.

Source: both as eXtreme Gammon counts decisions.
"""
GRADES = ((0.08, "blunder"), (0.03, "error"), (0.015, "inaccuracy"))
"""What a loss of so many points, or more, is called."""


@dataclass(frozen=True, slots=True)
class ReviewedCube:
    """A double, an answer to one, or a roll where doubling was to be thought of."""

    event: int
    """Which of the events it is, from 0; of a double that was missed the roll."""
    player: Player
    """Who decided."""
    before: Situation
    """Seen by who decided: a roll is due, or an answer."""
    act: str
    """"double", "roll", "take", "pass" or "beaver"."""
    best: str
    """What would have been best, in the same words."""
    choice: CubeChoice
    """Seen by the player who may double, at a cube of 1."""
    loss: float
    """Points given away against the best act, never negative."""
    win: float
    """The chance of who decided to win the game, from 0 to 1."""
    lose: float
    """The other's chance."""
    plies: int
    """How many plies were looked ahead."""

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)


def grade_of(loss: float) -> str:
    """What a loss is called; '' is none to speak of."""
    return next((name for least, name in GRADES if loss >= least), "")


def decides(before: Situation, event: Event) -> bool:
    """Whether an event tells a decision with the cube: not the answer to a beaver.

    Rolling on is none where a double could win nothing, so that nobody thinks of it.
    """
    if before.phase is Phase.ROLL:
        rolls = isinstance(event, Rolled) and not is_useless(before)
        return cube_law(before) is None and (rolls or _acts(event, "double"))
    return before.offer is Offer.DOUBLE and _acts(event, "take", "pass", "beaver")


def review_cube(
    number: int, before: Situation, event: Event, evaluation: CubeEvaluation
) -> ReviewedCube:
    """One decision; `evaluation` is what a judge sees at `before_double(before)`."""
    doubler = before_double(before)
    act = event.act if isinstance(event, Acted) else "roll"
    equities, chances = evaluation.equities, evaluation.chances
    worth = answers_worth(before, equities) if before.offer else _doubles(before, equities)
    best = _best(before, worth, equities)
    points = points_of(doubler.rules) * (-1 if before.offer else 1)
    return ReviewedCube(
        event=number,
        player=before.to_act,
        before=before,
        act=act,
        best=best,
        choice=_choice(doubler, equities),
        loss=max(0.0, worth[best] - worth[act]),
        win=float(chances[points > 0].sum()),
        lose=float(chances[points < 0].sum()),
        plies=evaluation.plies,
    )


def is_decision(of: ReviewedCube) -> bool:
    """Whether anything was decided: rolling on where nobody would double is nothing."""
    if of.act != "roll" or of.grade:
        return True
    waiting, taken, passed = of.choice.no_double, of.choice.double_take, of.choice.double_pass
    is_close = ALIKE <= abs(waiting - min(taken, passed)) < CLOSE
    is_hopeless = max(waiting, taken) < HOPELESS and of.loss < ALIKE
    return is_close and not is_hopeless and of.choice.advice != str(CubeDecision.TOO_GOOD)


def _doubles(before: Situation, equities: CubeEquities) -> dict[str, float]:
    """What the two acts are worth to who may double; the other answers as is best for him."""
    waiting, taken, passed = equities
    again = beavered(taken) if may_be_beavered(before) else taken
    return {"roll": waiting, "double": min(taken, passed, again)}


def _best(before: Situation, worth: dict[str, float], equities: CubeEquities) -> str:
    if before.offer is not None:
        return max(worth, key=worth.__getitem__)
    kept = choice_among(before, equities) in (CubeDecision.NO_DOUBLE, CubeDecision.TOO_GOOD)
    return "roll" if kept else "double"


def _choice(doubler: Situation, equities: CubeEquities) -> CubeChoice:
    in_match = None
    if not doubler.is_money:
        ladder = match_ladder(doubler)
        waiting, taken, passed = (ladder.chance_of(equity) for equity in equities)
        in_match = waiting, taken, passed
    return CubeChoice(
        *equities, advice=str(choice_among(doubler, equities)), match_chances=in_match
    )


def _acts(event: Event, *names: str) -> bool:
    return isinstance(event, Acted) and event.act in names
