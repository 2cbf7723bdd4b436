"""The law of a single move, held against the rule book."""

from dataclasses import replace
from random import Random

import numpy as np
from tests.effort import each, tries
from tests.kernel.samples import Sample, any_dice, dealt, samples, strange_rules, work_of

from nardy.core.judge import _ORDER
from nardy.core.laws import LAWS
from nardy.core.legal import begin
from nardy.core.position import PLACES
from nardy.core.steps import Step, broken_law
from nardy.games import GAMES
from nardy.kernel.single_laws import LAW_IDS, law_of
from nardy.kernel.states import STATE_SIZE, first_state


def assert_same_laws(sample: Sample) -> None:
    """The same law on each checker and each die."""
    mid = begin(*sample)
    work = work_of(sample.rules, mid)
    states = np.zeros((2, STATE_SIZE), np.int64)
    first_state(work.frame, work.own, states)
    for origin in range(1, PLACES):
        for die in range(1, 7):
            law = law_of(work.frame, states, 0, (origin, die), 1)
            found = LAW_IDS[law] if law >= 0 else None
            # That a checker there is the opponent's is said where a whole turn is judged.
            found = "no-checker" if found == "not-yours" else found
            thrown = replace(mid, dice=(die,))
            assert found == broken_law(sample.rules, thrown, Step(origin, die)), (sample, origin)


@each("game", GAMES)
def test_the_kernel_names_the_law_that_the_rule_book_names(game: str) -> None:
    for sample in samples(game, tries(12, 300, 1_000), seed=13):
        assert_same_laws(sample)


@each("seed", range(tries(3, 60, 1_000)))
def test_laws_have_their_names_in_games_that_nobody_plays(seed: int) -> None:
    rng = Random(-2_000 - seed)
    for _ in range(20):
        rules = strange_rules(rng)
        assert_same_laws(Sample(rules, dealt(rules, rng), any_dice(rules, rng)))


def test_laws_are_in_the_order_of_the_judge() -> None:
    assert (*_ORDER, "longest-play", "larger-die") == LAW_IDS
    assert set(LAW_IDS) < set(LAWS)
