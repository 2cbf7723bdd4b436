"""The equities of taking, passing and beavering, for the player who must answer a double."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nardy.analysis.decisions import probabilities_of
from nardy.analysis.rolled_cubes import Figure, RolledCube
from nardy.bots.baseline.acts import may_beaver
from nardy.bots.neural import NeuralBot
from nardy.core.cube import Offer, beavered
from nardy.core.cube_acts import exceeds_cap
from nardy.core.estimates import Probabilities
from nardy.core.refusal import refuse_act, require_phase
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubeful import CubeEquities
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.outcomes import points_of


@dataclass(frozen=True, slots=True)
class CubeAnswers:
    """A double as seen by the player who must answer it."""

    probabilities: Probabilities
    equity: float
    """Cubeless equity in points."""
    worth: Mapping[str, float] = field(hash=False)
    """Equities of "take", "pass" and, where allowed, "beaver", in units of the cube before the double.

    In a match 1 and -1 are a single won and lost at the score.
    """
    match_chances: Mapping[str, float] | None = field(hash=False)
    """Match-winning chance after each answer; None in a money game."""

    @property
    def advice(self) -> str:
        """The best answer; a take among equals."""
        # `max` keeps the first of equals, and the take is entered first.
        return max(self.worth, key=self.worth.__getitem__)


def is_double(situation: Situation) -> bool:
    """Whether a double awaits its answer."""
    return situation.phase is Phase.ANSWER and situation.offer is Offer.DOUBLE


def before_double(situation: Situation) -> Situation:
    """The moment before the double, seen by the player who doubles or may double."""
    return situation if situation.offer is None else replace(situation.flipped(), offer=None)


def worth_of_answers(situation: Situation, equities: CubeEquities) -> dict[str, float]:
    """Equities of the answers for the player who answers; `equities` are the doubler's."""
    _, taken, passed = equities
    found = {"take": -taken, "pass": -passed}
    if may_beaver(situation):
        found["beaver"] = -beavered(taken, raccoons=_may_raccoon(situation))
    return found


def _may_raccoon(situation: Situation) -> bool:
    return situation.rules.raccoons and not exceeds_cap(situation, situation.cube.value * 8)


def weigh_answers(situation: Situation, bot: NeuralBot) -> CubeAnswers:
    """Analyze the answers to a double, as the bot weighs them in play.

    Raises:
        IllegalActError: there is no double to answer.
    """
    act = "weigh the answers to a double"
    require_phase(situation, Phase.ANSWER, act)
    if not is_double(situation):
        # A beaver and an offer to resign have other answers.
        refuse_act("offer-open", situation, act)
    doubler = before_double(situation)
    evaluation = bot.weigh(doubler)
    chances, equities = evaluation.chances, evaluation.equities
    in_match = None
    if not situation.is_money:
        # Of the same equities, so that the chances rank the answers as the advice does.
        ladder = match_ladder(doubler)
        taken, passed = (ladder.chance_of(one) for one in equities[1:])
        in_match = {"take": 1 - taken, "pass": 1 - passed}
    return CubeAnswers(
        probabilities_of(situation.rules, chances[::-1]),
        -float(chances @ points_of(situation.rules)),
        worth_of_answers(situation, equities),
        in_match,
    )


def rolled_answers(situation: Situation, double: RolledCube) -> dict[str, Figure]:
    """`worth_of_answers` from a rollout by the doubler."""
    taken, error = double.double_take
    found = {"take": (-taken, error), "pass": (-double.double_pass[0], 0.0)}
    if may_beaver(situation):
        raccoons = _may_raccoon(situation)
        # The worth of a beaver is not linear in `taken`, so one standard error is tried on either
        # side.
        low, middle, high = (
            beavered(worth, raccoons=raccoons) for worth in (taken - error, taken, taken + error)
        )
        found["beaver"] = -middle, (high - low) / 2
    return found


def seen_by_opponent(chances: Mapping[str, Figure]) -> dict[str, Figure]:
    """Named chances as seen by the other player."""
    other = {"win": "lose", "lose": "win"}

    def named(name: str) -> str:
        what, _, size = name.partition("_")
        return "_".join(filter(None, (other.get(what, what), size)))

    found = {named(name): figure for name, figure in chances.items()}
    return {name: found[name] for name in chances}
