"""Review of decisions on the cube and the bomb in a played game: the equity that each lost.

Equities are cubeful, in points for each point of the cube before the decision; in a match 1 and -1 are a
single won and lost there. Those of the bomb are cubeless. Losses of turns have the same unit. In money
games turns are evaluated without the cube, except while the Jacoby rule applies
(evaluation/cube/money_cube.py).
"""

from dataclasses import dataclass

from nardy.analysis.answers import before_double, worth_of_answers
from nardy.analysis.grades import grade_of
from nardy.analysis.judge import ROLL_PLIES, Rolls, win_and_lose
from nardy.bots.neural import CubeEvaluation, NeuralBot
from nardy.core.acts import explode
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

CLOSE = 0.16
"""Not doubling counts as a decision if doubling would have lost at most this much.

Source: GNU Backgammon counts the cube decisions that are this close.
"""
ALIKE = 0.001
"""Smaller differences are no decision: the game is practically over."""
HOPELESS = -0.9
"""A position below this equity, both with and without a double, is no decision either.

Source: eXtreme Gammon counts decisions by both these limits.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedAct:
    """An act with the cube or the bomb, or a roll where it was missed or kept."""

    event: int
    """Index of the event, from 0; of the roll if the act was left out."""
    player: Player
    """The player who decided."""
    before: Situation
    """Seen by the player who decided: before a roll, or before an answer."""
    act: str
    """"double", "roll", "take", "pass" or "beaver"; "bomb" or "keep"."""
    best: str
    """The best act, in the same words."""
    loss: float
    """Equity lost against the best act, in points, never negative."""
    win: float
    """The deciding player's winning chance, 0 to 1; with a bomb after the act."""
    lose: float
    """The other player's winning chance."""
    plies: int
    """Plies of look-ahead."""

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedCube(ReviewedAct):
    """A double, an answer to one, or a roll where doubling was worth considering."""

    choice: CubeChoice
    """Seen by the player who may double, at a cube of 1."""

    @property
    def is_decision(self) -> bool:
        """Whether a summary counts this among the player's decisions.

        Doubles, answers and mistakes always count. Rolling without a double counts only if the double was worth
        a thought: within `CLOSE`, but not `ALIKE`. It does not count where the game is hopeless, or too good to double.
        """
        if self.act != "roll" or self.grade:
            return True
        choice = self.choice
        waiting, taken, passed = choice.no_double, choice.double_take, choice.double_pass
        is_close = ALIKE <= abs(waiting - min(taken, passed)) < CLOSE
        is_hopeless = max(waiting, taken) < HOPELESS and self.loss < ALIKE
        return is_close and not is_hopeless and choice.advice != str(CubeDecision.TOO_GOOD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedBomb(ReviewedAct):
    """A bomb that was exploded, or kept in a close decision."""

    exploded: float
    """Mean equity over the rolls after exploding, in the same points as turns."""
    kept: float

    @property
    def is_decision(self) -> bool:
        """Whether this was a decision: keeping a bomb that nobody would explode is none."""
        return bool(self.act == "bomb" or self.grade or self.kept - self.exploded < CLOSE)


def decides(before: Situation, event: Event) -> bool:
    """Whether the event is a cube decision; the answer to a beaver is not counted.

    Rolling is no decision where a double is useless.
    """
    if before.phase is Phase.ROLL:
        rolls = isinstance(event, Rolled) and not is_useless(before)
        return cube_law(before) is None and (rolls or _acts(event, "double"))
    return before.offer is Offer.DOUBLE and _acts(event, "take", "pass", "beaver")


def review_cube(
    number: int, before: Situation, event: Event, evaluation: CubeEvaluation
) -> ReviewedCube:
    """Review one decision; `evaluation` is the evaluation at `before_double(before)`."""
    doubler = before_double(before)
    act = event.act if isinstance(event, Acted) else "roll"
    equities = evaluation.equities
    worth = (
        worth_of_answers(before, equities) if before.offer else worth_of_doubles(before, equities)
    )
    best = best_act(before, worth, equities)
    win, lose = win_and_lose(doubler.rules, evaluation.chances)
    return ReviewedCube(
        event=number,
        player=before.to_act,
        before=before,
        act=act,
        best=best,
        # Seen by the doubler in both cases, so that reports have one form.
        choice=_choice(doubler, equities),
        # `best` is chosen within a tolerance, so it may be worth slightly less than the act.
        loss=max(0.0, worth[best] - worth[act]),
        win=lose if before.offer else win,
        lose=win if before.offer else lose,
        plies=evaluation.plies,
    )


def worth_of_doubles(before: Situation, equities: CubeEquities) -> dict[str, float]:
    """Equities of rolling and doubling for the player on roll; the opponent answers best."""
    waiting, taken, passed = equities
    again = beavered(taken) if may_be_beavered(before) else taken
    return {"roll": waiting, "double": min(taken, passed, again)}


def best_act(before: Situation, worth: dict[str, float], equities: CubeEquities) -> str:
    """The best of the acts in *worth*; a double that costs nothing is given."""
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
    advice = str(choice_among(doubler, equities))
    return CubeChoice(*equities, advice=advice, match_chances=in_match)


def _acts(event: Event, *names: str) -> bool:
    return isinstance(event, Acted) and event.act in names


def decides_bomb(before: Situation, event: Event) -> bool:
    """Whether the event explodes the bomb before the roll, or forgoes it."""
    if not before.rules.bomb or before.phase is not Phase.ROLL or not before.bomb.player_has_access:
        return False
    if isinstance(event, Acted):
        return event.act == "bomb" and event.player == before.to_act.value
    # Without a blot to hit there was nothing to decide.
    return isinstance(event, Rolled) and explode(before).position != before.position


def review_bomb(number: int, before: Situation, event: Event, bot: NeuralBot) -> ReviewedBomb:
    exploded, kept = Rolls.of(explode(before), bot), Rolls.of(before, bot)
    act = "bomb" if isinstance(event, Acted) else "keep"
    best = "bomb" if exploded.mean > kept.mean else "keep"
    chances = exploded.chances if act == "bomb" else kept.chances
    win, lose = win_and_lose(before.rules, chances)
    return ReviewedBomb(
        event=number,
        player=before.to_act,
        before=before,
        act=act,
        best=best,
        loss=0.0 if act == best else abs(exploded.mean - kept.mean),
        win=win,
        lose=lose,
        plies=ROLL_PLIES,
        exploded=exploded.mean,
        kept=kept.mean,
    )
