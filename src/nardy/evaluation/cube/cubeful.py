"""The doubling cube at one moment: cubeful equity, and whether to double, take or pass.

Money games are valued in money_cube.py, matches in match_cube.py; cubes.py does many games at once.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from nardy.core.cube import Cube, Owner, beavered
from nardy.core.cube_acts import exceeds_cap
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import EFFICIENCY, CubeLevels
from nardy.evaluation.cube.match_value import match_chances, match_ladder
from nardy.evaluation.cube.money_cube import Access, doublings_left, money_equities
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.exact.bearoff import PositionArrays
from nardy.exact.race_cube import CubeEnds, market_lost_in_race, race_with_cube
from nardy.exact.two_sided import UNLIMITED, late_waits
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.bearoff_cube import CENTERED, OWNED, THEIRS
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACTS_SIZE

EPSILON = 1e-9
"""Equities closer than this are equal; a cube that costs nothing is turned."""


class CubeDecision(StrEnum):
    """The right cube action of both players, seen by the player who may double."""

    NO_DOUBLE = "no double"
    TOO_GOOD = "too good to double"
    DOUBLE_TAKE = "double, take"
    DOUBLE_PASS = "double, pass"  # noqa: S105 (no password)
    BEAVER = "double, beaver"


CHOICES = tuple(CubeDecision)
LATE = {Owner.PLAYER: OWNED, Owner.NOBODY: CENTERED, Owner.OPPONENT: THEIRS}
"""By cube owner: the column of the exact equities of the last checkers (exact/two_sided.py)."""
NO_DOUBLE, TOO_GOOD, DOUBLE_TAKE, DOUBLE_PASS, BEAVER = range(len(CHOICES))
"""Indices into CHOICES."""


class CubeEquities(NamedTuple):
    """Equities of the player who may double, in units of the cube as it stands.

    In a match 1 and -1 are a single won and a single lost at the present cube.
    """

    no_double: float
    double_take: float
    double_pass: float


def cube_equities(
    situation: Situation, chances: Floats, efficiency: float = EFFICIENCY, price: float = 0.0
) -> CubeEquities:
    """Equities of doubling and of not doubling for the player who may double and rolls next.

    `chances` are of every outcome for that player, the best first. They are ignored for races at home
    (`race_equities`). `price` is as in `match_chances`.
    """
    if race := race_equities(situation):
        return race
    if situation.score is not None:
        ladder = match_ladder(situation)
        equities = ladder.normalized(np.array(match_chances(situation, chances, price)))
        return CubeEquities(*equities.tolist())
    cube = np.array([situation.cube.value]), Access.of(situation.cube.owner)
    waiting, taken = money_equities(situation.rules, chances[None], cube, efficiency)
    return CubeEquities(float(waiting[0]), float(taken[0]), 1.0)


def race_equities(situation: Situation) -> CubeEquities | None:
    """Equities of a race at home, from tables; None elsewhere.

    They are exact for the last checkers of a money game (exact/two_sided.py). In longer races and in matches each
    side plays for the fewest rolls (exact/race_cube.py).
    """
    if not situation.rules.cube_play:
        return None
    if situation.is_money and (late := _late_equities(situation)):
        return late
    rules, owner = situation.rules, situation.cube.owner
    ends = _race_ends(situation)
    found = race_with_cube(rules, _on_roll(situation), owner, ends)
    if found is None:
        return None
    equities = np.array([*found, ends.cash[0]])
    if situation.score is not None:
        equities = match_ladder(situation).normalized(equities)
    return CubeEquities(*equities.tolist())


def race_market(situation: Situation) -> float | None:
    """The share of exchanges after which the opponent of a race at home would pass, or has lost; None elsewhere."""
    if not situation.rules.cube_play:
        return None
    rules, owner = situation.rules, situation.cube.owner
    return market_lost_in_race(rules, _on_roll(situation), owner, _race_ends(situation))


def _on_roll(situation: Situation) -> PositionArrays:
    boards, pins = position_arrays([situation.position])
    # No fact matters: games with a last throw, cascades or a bomb have no tables with a cube.
    return boards, pins, at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)


def _late_equities(situation: Situation) -> CubeEquities | None:
    rules, value = situation.rules, situation.cube.value
    positions, left = _on_roll(situation), doublings_left(rules.cube_cap, value)
    is_late, late = late_waits(rules, positions, left)
    if not is_late[0]:
        return None
    # After the take one doubling less is left under the cap.
    taken = late_waits(rules, positions, left - 1)[1] if left else late
    waiting = float(late[0, LATE[situation.cube.owner]])
    return CubeEquities(waiting, 2 * float(taken[0, THEIRS]), 1.0)


def _race_ends(situation: Situation) -> CubeEnds:
    """The values of the ends: match chances, or points in units of the cube in a money game."""
    if situation.score is None:
        return _money_ends(situation.rules, situation.cube)
    return _match_ends(situation.rules, match_ladder(situation))


def _money_ends(rules: Rules, cube: Cube) -> CubeEnds:
    """The ends of a money game, in units of the cube."""
    left = doublings_left(rules.cube_cap, cube.value)
    # Two levels at least, because the equity after a take is always asked.
    count = max(2, 1 + (UNLIMITED if left is None else min(left, UNLIMITED)))
    values = np.exp2(np.arange(count))
    worth = values[:, None] * _single_and_gammon(rules)
    if rules.jacoby and cube.owner is Owner.NOBODY:
        worth[0] = 1
    nobody = np.full(count, left == 0)
    return CubeEnds(worth, -worth, values, -values, (nobody, nobody))


def _match_ends(rules: Rules, ladder: CubeLevels) -> CubeEnds:
    """The ends of a game of a match, as match chances."""
    points = points_of(rules)
    sizes = _single_and_gammon(rules)
    won, lost = (
        ladder.worth[:, [int(np.argmax(points == sign * size)) for size in sizes]]
        for sign in (1, -1)
    )
    dead = tuple(np.array(useless) for useless in ladder.useless)
    return CubeEnds(won, lost, ladder.cash, ladder.loss, (dead[0], dead[1]))


def _single_and_gammon(rules: Rules) -> Chances:
    """Points of a loss with a checker off and without, all home, float64[2]; equal without gammons."""
    won = points_of(rules)[points_of(rules) > 0]
    return np.array([won[-1], rules.home_mars or won[max(len(won) - 2, 0)]])


def cube_choice(
    situation: Situation, chances: Floats, efficiency: float = EFFICIENCY, price: float = 0.0
) -> CubeDecision:
    """The right cube action; `chances` and `price` as for `cube_equities`.

    A double is useless where the present stake already wins the match.
    """
    return choice_among(situation, cube_equities(situation, chances, efficiency, price))


def choice_among(situation: Situation, equities: CubeEquities) -> CubeDecision:
    if is_useless(situation):
        return CubeDecision.NO_DOUBLE
    found = choices_of(map(np.array, equities), beavers=may_be_beavered(situation))
    return CHOICES[int(found)]


def choices_of(equities: Iterable[Chances], *, beavers: bool, tolerance: float = EPSILON) -> Bytes:
    """The right cube action in each position, as indices into CHOICES: int8[...].

    Args:
        equities: Those of `CubeEquities`, each float64[...].
        beavers: Whether beavers are allowed.
        tolerance: Equities closer than this are equal.
    """
    waiting, taken, passed = equities
    again = many_beavered(taken)
    # Right where the doubler is behind, but not so far that they would pass (docs/guide/cube.md).
    is_beavered = (again < taken) & beavers
    taken = np.where(is_beavered, again, taken)
    # The opponent picks the smaller of both; a tie means that the double costs nothing.
    waits = np.minimum(taken, passed) < waiting - tolerance
    kept = np.where(waiting > passed, TOO_GOOD, NO_DOUBLE)
    doubled = np.where(is_beavered, BEAVER, np.where(taken < passed, DOUBLE_TAKE, DOUBLE_PASS))
    return np.where(waits, kept, doubled).astype(np.int8)


def many_beavered(taken: Chances) -> Chances:
    """The doublers' equities after a beaver, without raccoons: `beavered` of core/cube.py."""
    return np.maximum(2 * taken, beavered(-np.inf))


def may_be_beavered(situation: Situation) -> bool:
    """Whether a double now could be beavered."""
    capped = exceeds_cap(situation, situation.cube.value * 4)
    return situation.is_money and situation.rules.beavers and not capped


def is_useless(situation: Situation) -> bool:
    """Whether the present stake already wins the match for the player who may double."""
    score = situation.score
    single = situation.rules.stakes[0]
    return score is not None and score.length - score.player <= single * situation.cube.value
