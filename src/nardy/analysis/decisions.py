"""A bot's analysis of one moment: chances, equity, ranked turns, the cube."""

from dataclasses import dataclass

from nardy.bots.neural import NeuralBot, ValuedTurn
from nardy.bots.turns import dice_of
from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn
from nardy.core.cube_acts import cube_law
from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.core.legal import begin
from nardy.core.outcome import SIZES, size_points, sizes
from nardy.core.refusal import require_phase
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import NardyError
from nardy.evaluation.cube.cubeful import CubeEquities, choice_among, cube_equities
from nardy.evaluation.cube.match_value import MatchChances, match_ladder
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of a position before a roll for the player who rolls."""

    probabilities: Probabilities
    equity: float
    """Cubeless equity in points."""
    cubeful: float | None
    """Equity with correct cube play, in units of the present cube; None without a cube."""
    cube: CubeChoice | None
    """None where the player may not double now."""
    match_chance: float | None = None
    """Match-winning chance with correct cube play; None in a money game."""
    explodes: bool = False
    """Whether to explode the bomb first; the other fields then hold for the position after it."""


def estimate(situation: Situation, bot: NeuralBot) -> Estimate:
    """Evaluate a position before a roll.

    Raises:
        IllegalActError: the moment is not before a roll.
    """
    require_phase(situation, Phase.ROLL, "evaluate a position before the roll")
    chances = bot.expect(situation)
    points = points_of(situation.rules)
    with_cube, cube, match_chance = None, None, None
    if situation.rules.cube_play or not situation.is_money:
        equities = bot.weigh(situation).equities
        cube = _advice(situation, equities)
        worth = equities.no_double if cube is None else cube.worth
        with_cube = worth if situation.rules.cube_play else None
        if not situation.is_money:
            match_chance = match_ladder(situation).chance_of(worth)
    return Estimate(
        probabilities_of(situation.rules, chances),
        float(chances @ points),
        with_cube,
        cube,
        match_chance,
        bot.explodes(situation),
    )


def cube_advice(situation: Situation, chances: Floats, price: float = 0.0) -> CubeChoice | None:
    """Whether to double, where the player may; `chances` of every outcome are that player's.

    `price` is the cost of waiting where a double is free (`NeuralBot.price`).
    """
    return _advice(situation, cube_equities(situation, chances, price=price))


def _advice(situation: Situation, equities: CubeEquities) -> CubeChoice | None:
    if situation.phase is not Phase.ROLL or cube_law(situation) is not None:
        return None
    in_match = None
    if not situation.is_money:
        ladder = match_ladder(situation)
        in_match = MatchChances(*map(ladder.chance_of, equities))
    advice = str(choice_among(situation, equities))
    return CubeChoice(*equities, advice=advice, match_chances=in_match)


def rank_turns(situation: Situation, bot: NeuralBot, most: int | None = None) -> list[TurnChoice]:
    """The legal turns, or the best few of them, best first.

    A cascade has too many turns; only some good ones are listed. Turns examined more deeply come before
    all others.

    Raises:
        IllegalActError: no turn is due.
        NardyError: `most` is less than 1.
    """
    require_some(most)
    require_phase(situation, Phase.TURN, "rank turns")
    return [choice_of(situation, candidate) for candidate in bot.rank(situation, most)]


def require_some(most: int | None) -> None:
    """Refuse a number of turns below 1; None is no limit."""
    if most is not None and most < 1:
        raise NardyError(f"expected at least 1 turn, got {most!r:.40}; ask for 1 or more")


def choice_of(situation: Situation, candidate: ValuedTurn) -> TurnChoice:
    """A bot's final position as the turn that leads to it."""
    chances, equity = probabilities_of(situation.rules, candidate.chances), candidate.equity
    in_match = None if situation.is_money else match_ladder(situation).chance_of(equity)
    turn, after = turn_of(situation, candidate)
    return TurnChoice(turn, after, equity, chances, candidate.plies, in_match)


def turn_of(situation: Situation, candidate: ValuedTurn) -> tuple[Turn, Situation]:
    """The turn that leads to a bot's final position, and the situation after it."""
    mid = begin(situation.rules, situation.position, dice_of(situation))
    turn = canonical_turn(situation.rules, mid, candidate.moves, candidate.final)
    return turn, end_turn(situation, candidate.final, len(candidate.moves))


def probabilities_of(rules: Rules, chances: Floats) -> Probabilities:
    """Named chances from the chances of every outcome, the best first."""
    by_points = dict(zip(points_of(rules).tolist(), chances.tolist(), strict=True))
    names = {size_points(rules, size): size for size in sizes(rules) if size in SIZES}
    larger: list[tuple[str, float]] = []
    for sign, verb in ((1, "win"), (-1, "lose")):
        # The smallest size is left out: it is the plain chance to win or to lose.
        for worth in sorted(worth for worth in by_points if worth * sign > 0)[::sign][1:]:
            name = names.get(int(abs(worth)), "home_gammon")
            size = name if name in SIZES else "home_gammon"
            chance = sum(p for w, p in by_points.items() if w * sign >= abs(worth))
            larger.append((f"{verb}_{size}", chance))
    win = sum(p for worth, p in by_points.items() if worth > 0)
    lose = sum(p for worth, p in by_points.items() if worth < 0)
    return Probabilities(win, lose, tuple(larger), by_points.get(0.0))
