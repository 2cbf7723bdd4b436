"""Compiled values of the cube, against the formulas in evaluation/cube on random moments."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.kernel.compiled_cubes import stand_of
from tests.kernel.test_acts import varied

from nardy.bots.neural import NeuralBot
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.cube_acts import cube_law
from nardy.core.player import Player
from nardy.core.situation import Phase, Score, Situation
from nardy.evaluation.cube.cubeful import CHOICES, CubeEquities, choice_among
from nardy.evaluation.cube.match_value import MatchValue, match_chances, match_ladder
from nardy.evaluation.cube.money_cube import Access, JacobyValue, money_equities
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.games import GAMES, find_game
from nardy.kernel import act_layout as of
from nardy.kernel import cube_values as cubes
from nardy.kernel.act_arrays import cube_laws_row, situation_row
from nardy.kernel.cube_ladder import ROWS

NEAR = 1e-6
LEAST = 0.001
"""Match-winning chance between winning and losing a single, below which a game counts as decided."""
MOMENTS = tries(30, 1_000, 20_000)
"""Moments of each game."""
TRIES = 40
VARIANTS = tries(1, 4, 20)
"""Variants of each game; every one has match equities of its own, which take a second to make."""
NAMES = some(GAMES, 5)
LENGTHS = (0, 0, 1, 2, 3, 5, 7, 11, 25, 40)


def moments(name: str) -> Iterator[tuple[Situation, Floats]]:
    """Random cubes and scores before a roll, with random chances; some outcomes never come."""
    rng = Random(f"{name} cubes")
    variants = [find_game(name), *(varied(find_game(name), rng) for _ in range(VARIANTS))]
    for _ in range(MOMENTS):
        rules = rng.choice(variants)
        situation = Situation(
            rules=rules,
            position=rules.start,
            to_act=rng.choice(list(Player)),
            cube=any_cube(rng) if rules.cube_play else Cube(),
            score=any_score(rng, rng.choice(LENGTHS)),
        )
        if is_decided(situation):
            continue
        yield situation, any_chances(rng, len(points_of(rules)))


def is_decided(situation: Situation) -> bool:
    """Whether a single game hardly changes the chance to win the match.

    Equities are quotients by that change: here they would be quotients of rounding errors.
    """
    if situation.is_money:
        return False
    ladder = match_ladder(situation)
    return abs(ladder.cash[0] - ladder.loss[0]) < LEAST


def any_cube(rng: Random) -> Cube:
    level = rng.randrange(6) if rng.random() < 0.5 else 0
    return Cube(2**level, rng.choice(list(Owner)) if level else Owner.NOBODY)


def any_score(rng: Random, length: int) -> Score | None:
    if not length:
        return None
    white, black = (float(rng.randrange(length)) for _ in range(2))
    return Score(length, white, black, is_crawford=rng.random() < 0.2)


def any_chances(rng: Random, count: int) -> Floats:
    shares = np.array([rng.random() ** 3 * (rng.random() < 0.8) for _ in range(count)])
    if not shares.sum():
        shares[0] = 1
    return (shares / shares.sum()).astype(np.float32)


def known_equities(situation: Situation, chances: Floats) -> CubeEquities:
    """By the formulas, without the exact tables of the last checkers."""
    if not situation.is_money:
        found = match_ladder(situation).normalized(np.array(match_chances(situation, chances)))
        return CubeEquities(*found.tolist())
    cube = np.array([situation.cube.value]), Access.of(situation.cube.owner)
    waiting, taken = money_equities(situation.rules, chances[None], cube)
    return CubeEquities(float(waiting[0]), float(taken[0]), 1.0)


@each("name", NAMES)
def test_equities_and_choices_are_those_of_the_formulas(name: str) -> None:
    for situation, chances in moments(name):
        known, found = known_equities(situation, chances), np.zeros(3)
        cubes.cube_equities(stand_of(situation), chances, found)
        assert found.tolist() == pytest.approx([*known], abs=NEAR), situation
        laws, state = cube_laws_row(situation.rules), situation_row(situation)
        choice = cubes.cube_choice(laws, state, int(state[of.STATE_TO_ACT]), np.array(known))
        assert CHOICES[choice] is choice_among(situation, known)


@each("name", NAMES)
def test_turns_are_compared_by_the_same_values(name: str) -> None:
    for situation, chances in moments(name):
        stand, side = stand_of(situation), 1
        if situation.is_money and not situation.is_jacoby:
            assert stand.kind == cubes.POINTS
            continue
        work = np.zeros((ROWS, max(2, stand.ladder.cash.shape[1])))
        for moment in (situation, situation.flipped()):
            known = (JacobyValue if moment.is_money else MatchValue).of(moment, None)  # type: ignore[arg-type]
            told = replace(known, plain=plain(chances))
            first = int(moment.first is moment.to_act)
            facts = np.full((1, 7), first, np.int8)
            found = cubes.worth_of_position(stand, side, chances, work)
            # The second way has numbers of single precision.
            near = pytest.approx(found, abs=NEAR, rel=NEAR)
            assert any(one.value(_Positions(facts))[1][0] == near for one in alike(told))  # type: ignore[arg-type]
            worth = np.zeros((2, len(chances)), np.float32)
            cubes.fill_worth(stand, worth)
            assert worth[side] == pytest.approx(known.worth[first].astype(np.float32), abs=NEAR)
            side = 1 - side


def alike(value: JacobyValue | MatchValue) -> Iterator[JacobyValue | MatchValue]:
    """The same values, and some after match chances have moved by a billionth.

    Where doubling and playing on are equal, rounding decides between two values: either is right.
    """
    yield value
    rng = np.random.default_rng(1)
    for _ in range(TRIES if isinstance(value, MatchValue) else 0):
        assert isinstance(value, MatchValue)
        first, second = (
            replace(
                ladder,
                worth=ladder.worth * (1 + 1e-9 * rng.standard_normal(ladder.worth.shape)),
                cash=ladder.cash * (1 + 1e-9 * rng.standard_normal(ladder.cash.shape)),
                loss=ladder.loss * (1 + 1e-9 * rng.standard_normal(ladder.loss.shape)),
            )
            for ladder in value.ladders
        )
        yield replace(value, ladders=(first, second))


def plain(chances: Floats) -> Callable[[object], tuple[Floats, Floats]]:
    """A network that always says the same."""
    return lambda _: (chances[None], np.zeros(1, np.float32))


class _Positions:
    """Positions of which only the facts are asked."""

    def __init__(self, facts: np.ndarray) -> None:
        self.facts = facts


class _Told(NeuralBot):
    """A bot that is told the chances of the player on roll."""

    def __init__(self, on_roll: Player, chances: Floats) -> None:
        super().__init__(0)
        self.on_roll, self.chances = on_roll, chances

    def probabilities(self, situation: Situation) -> Floats:
        is_mine = situation.to_act is self.on_roll
        return self.chances if is_mine else np.ascontiguousarray(self.chances[::-1])

    def price(self, situation: Situation) -> float:
        """No price: it is looked up in play, and the kernel is told none here."""
        return 0.0


@each("name", NAMES)
def test_a_bot_doubles_and_answers_as_at_the_club(name: str) -> None:
    for situation, chances in moments(name):
        if not situation.rules.cube_play or situation.is_crawford:
            continue
        offers = [None, Offer.DOUBLE] if cube_law(situation) is None else [None]
        if situation.is_money:
            offers += [Offer.BEAVER, Offer.RACCOON]
        for offer in offers:
            asked = asked_of(situation, offer)
            if asked.phase is Phase.ROLL and asked.rules.bomb:
                continue
            laws, state = cube_laws_row(asked.rules), situation_row(asked)
            stand = stand_of(asked, of.WHITE if asked.on_roll is Player.WHITE else of.BLACK)
            act = cubes.act_of_bot(laws, state, stand, chances, np.zeros(3))
            expected = _Told(asked.on_roll, chances).choose_act(asked)
            assert of.ACT_NAMES[act] == expected, asked


def asked_of(situation: Situation, offer: Offer | None) -> Situation:
    """The moment with an offer, seen by the player who answers."""
    if offer is None:
        return situation
    cube = situation.cube
    if offer is Offer.BEAVER:
        return replace(situation, offer=offer, cube=Cube(2 * cube.value, Owner.OPPONENT))
    if offer is Offer.RACCOON:
        cube = Cube(4 * cube.value, Owner.OPPONENT)
    return replace(replace(situation, cube=cube).flipped(), offer=offer)
