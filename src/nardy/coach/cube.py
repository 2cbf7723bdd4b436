"""Why a double, a take or a pass is right: `nardy.coach.explain_cube`.

Chances are compared with the take point and the doubling point of this score, reckoned with the sizes of
wins and losses of this position: larger wins keep their share of all wins while the chance to win varies.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from nardy.analysis.answers import before_double, worth_of_answers
from nardy.analysis.cube_review import best_act, worth_of_doubles
from nardy.bots.neural import CubeEvaluation, NeuralBot
from nardy.coach.market import market_lost
from nardy.coach.replies import PLIES
from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law, exceeds_cap
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.evaluation.cube.cubeful import (
    CubeDecision,
    CubeEquities,
    choice_among,
    cube_equities,
    is_useless,
    race_equities,
)
from nardy.evaluation.cube.match_value import is_free, match_ladder
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.kernel.layout import Doubles

STEPS = 24
"""Halvings of the interval in which a point is sought: seven digits."""
WAITS = (CubeDecision.NO_DOUBLE, CubeDecision.TOO_GOOD)


@dataclass(frozen=True, eq=False)
class CubeExplanation:
    """A decision about the cube; figures are for the player who decides.

    An explanation equals only itself; compare its fields.
    """

    situation: Situation
    """Before a roll, or before the answer to a double."""
    bot: NeuralBot
    chances: Floats
    """Of every outcome, the best first."""
    equities: CubeEquities
    """Of the player who doubles or may double, as everywhere."""
    worth: Mapping[str, float]
    """Equities of "roll" and "double", or of "take", "pass" and, where allowed, "beaver"."""
    best: str
    act: str
    """The act that was asked about, or the next best where that is the best or none was."""
    price: float
    """The cost of waiting where a double is free."""

    @property
    def loss(self) -> float:
        """What the act loses against the best one; in a match in units of a single at the score."""
        return max(0.0, self.worth[self.best] - self.worth[self.act])

    @property
    def answers(self) -> bool:
        """Whether the player answers a double."""
        return self.situation.offer is Offer.DOUBLE

    @property
    def doubler(self) -> Situation:
        """The moment before the double, seen by the player who doubles or may double."""
        return before_double(self.situation)

    @property
    def win(self) -> float:
        """The chance to win, 0 to 1."""
        return float(self.chances[self._points > 0].sum())

    @property
    def drawn(self) -> float:
        """The chance of a draw, 0 to 1."""
        return 1 - self._decided

    @property
    def larger(self) -> tuple[float, float]:
        """The chances of larger wins and of larger losses."""
        points = self._points
        unit = points[points > 0].min()
        return float(self.chances[points > unit].sum()), float(self.chances[points < -unit].sum())

    @property
    def advice(self) -> CubeDecision:
        """The right acts of both players."""
        return choice_among(self.doubler, self.equities)

    @cached_property
    def takes_from(self) -> float | None:
        """The opponent of the double takes with this chance to win or more; None where tables tell."""
        most = self.passes_from
        return None if most is None else self._decided - most

    @cached_property
    def passes_from(self) -> float | None:
        """The least chance of the doubler to win with which the opponent passes; None where tables tell.

        Draws keep their share; where the opponent never passes it is the chance that somebody wins.
        """
        if race_equities(self.doubler) is not None:
            return None

        def passes(win: float) -> bool:
            _, taken, passed = self._at(win)
            return taken > passed

        return _least(passes, 0.0, self._decided)

    @cached_property
    def doubles_from(self) -> float | None:
        """The least chance to win with which a double is right; None where tables tell, or at none."""
        most = self.passes_from
        if most is None:
            return None
        # Where the opponent always takes, a double is asked for at every chance.
        high = min(most, self._decided - 1e-4)
        if not self._doubles(high - 1e-4):
            return None
        return _least(self._doubles, 0.0, high - 1e-4)

    @cached_property
    def market(self) -> float | None:
        """The share of exchanges after which the opponent passes (market.py)."""
        return None if self.answers else market_lost(self.situation, self.bot)

    @property
    def is_free(self) -> bool:
        """Whether the doubler risks nothing: losing this game loses the match anyway."""
        return is_free(self.doubler)

    @property
    def is_useless(self) -> bool:
        """Whether the present stake already wins the match for the doubler."""
        return is_useless(self.doubler)

    @property
    def never_again(self) -> str:
        """Why the taker can never double again: "cap", "match", or "" where they can."""
        doubler = self.doubler
        if exceeds_cap(doubler, doubler.cube.value * 4):
            return "cap"
        if doubler.is_money:
            return ""
        # After a take the cube has the next value; the taker is the opponent there.
        return "match" if match_ladder(doubler).useless[1][1] else ""

    def as_json(self) -> dict[str, Any]:
        """Everything as plain values."""
        won, lost = self.larger
        return {
            "best": self.best,
            "act": self.act,
            "loss": self.loss,
            "advice": str(self.advice),
            "worth": dict(self.worth),
            "win": self.win,
            "drawn": self.drawn,
            "larger_won": won,
            "larger_lost": lost,
            "takes_from": self.takes_from,
            "doubles_from": self.doubles_from,
            "passes_from": self.passes_from,
            "market_lost": self.market,
            "free": self.is_free,
            "useless": self.is_useless,
            "never_again": self.never_again,
        }

    @property
    def _points(self) -> Doubles:
        return points_of(self.situation.rules)

    @cached_property
    def _theirs(self) -> Floats:
        """The chances as the doubler sees them."""
        return self.chances[::-1] if self.answers else self.chances

    @property
    def _decided(self) -> float:
        """The chance that somebody wins."""
        return float(self.chances[self._points != 0].sum())

    def _doubles(self, win: float) -> bool:
        return choice_among(self.doubler, self._at(win)) not in WAITS

    def _at(self, win: float) -> CubeEquities:
        """The equities if the doubler won so often, with the same sizes of wins and losses."""
        chances, points = self._theirs.astype(np.float64), self._points
        for side, share in ((points > 0, win), (points < 0, self._decided - win)):
            total = chances[side].sum()
            if total > 0:
                chances[side] *= share / total
            else:
                chances[_single(points, side)] = share
        return cube_equities(self.doubler, chances.astype(np.float32), price=self.price)


def _single(points: Doubles, side: np.ndarray) -> int:
    """The index of the smallest win or loss."""
    return int(np.argmin(np.where(side, np.abs(points), np.inf)))


def _least(holds: Callable[[float], bool], low: float, high: float) -> float:
    """The least value from which a condition holds; *high* where it never does."""
    if holds(low):
        return low
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def explain_cube(
    situation: Situation,
    act: str | None = None,
    bot: NeuralBot | None = None,
    judged: CubeEvaluation | None = None,
) -> CubeExplanation:
    """Say why to double or to wait; of an offered double, why to take or to pass.

    Args:
        situation: Before a roll of a player who may double, or before the answer to a double.
        act: The act to explain: "roll", "double", "take", "pass" or "beaver"; None: the best.
        bot: Values positions; None looks two plies ahead.
        judged: Chances and equities for the player who doubles, where they are known.

    Raises:
        IllegalActError: there is nothing to decide about the cube, or the law forbids the double.
        NardyError: another act is due.
    """
    if situation.offer is not Offer.DOUBLE:
        require_phase(situation, Phase.ROLL, "explain the cube")
    bot, doubler = bot or NeuralBot(PLIES), before_double(situation)
    if law := cube_law(doubler):
        refuse_act(law, doubler, "double")
    price = bot.price(doubler)
    if judged is None:
        # The chances are those that `estimate` tells beside it.
        judged = CubeEvaluation(bot.expect(doubler), bot.weigh(doubler).equities, bot.plies)
    find = worth_of_answers if situation.offer else worth_of_doubles
    worth = find(situation, judged.equities)
    if act is not None and act not in worth:
        raise NardyError(f"expected an act ({', '.join(worth)}), got {act!r}")
    best = best_act(situation, worth, judged.equities)
    rival = max((one for one in worth if one != best), key=worth.__getitem__)
    told = rival if act in (None, best) else act
    chances = judged.chances[::-1] if situation.offer else judged.chances
    return CubeExplanation(situation, bot, chances, judged.equities, worth, best, told, price)
