"""The law that a move breaks, held against what a draft says."""

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.samples import LONG, Sample, any_dice, dealt, readings, samples, strange_rules

from nardy.core import playing
from nardy.core.dice import DiceList, Roll
from nardy.core.draft import Draft
from nardy.core.legal import Reaches, longest_step, reach
from nardy.core.position import BAR, OFF
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.core.steps import MidTurn, Step
from nardy.errors import AmbiguousTurn, IllegalTurnError, TooManyTurns
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel.arrays import begin_rows, kernel_broken_law, rules_array
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.judging import first_broken_law
from nardy.kernel.single_laws import LAW_IDS, LEGAL

BACK = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
HIT = "sudden-death w 24:2,13:5,8:3,6:5 22:1,20:1,13:5,8:3,6:5"
HITTER = "caucasian w 8:1,7:1,4:2,off:11 20:1,1:14"
CROWD = "gul-bara w 24:3,20:3,17:3,14:3,11:3 24:15"
Pair = tuple[int, int]
CASES = Path(__file__).parents[1] / "data" / "rule-cases.jsonl"
PRESETS = [f"{game}@{name}" for game, rules in GAMES.items() for name in dict(rules.presets)]


def situation_of(sample: Sample) -> Situation | None:
    """The situation in which these are the dice; None if the game is over there."""
    rules, position, dice = sample
    if dice.in_order and not dice.double:
        found = Situation(rules=rules, position=position, left=dice.numbers)
    else:
        roll = Roll.of(dice.double, dice.double) if dice.double else Roll.of(*dice.numbers)
        found = Situation(rules=rules, position=position, roll=roll)
        if found.dice != dice:
            found = Situation(rules=rules, position=position, roll=roll, turns=(0, 0))
    return found if found.phase is Phase.TURN and found.dice == dice else None


def law_of(draft: Draft, move: Pair) -> str | None:
    """The law that refuses a move; the draft is left as it was."""
    try:
        draft.move(*move)
    except IllegalTurnError as error:
        return error.law
    except AmbiguousTurn:
        # Two whole turns, neither of which is a single move.
        return "wrong-die"
    draft.undo()
    return None


def tried_moves(draft: Draft, rng: Random, count: int) -> Iterator[Pair]:
    """Moves to try: by a die, by several, and at random."""
    own = [place for place in range(1, BAR + 1) if draft.position.player[place]]
    dice = draft.situation.dice
    for _ in range(count):
        origin = rng.choice(own) if own and rng.random() < 0.9 else rng.randint(0, 25)
        kind = rng.random()
        left = draft.dice if rng.random() < 0.8 else dice.numbers if dice else ()
        if kind < 0.5 and left:
            yield origin, max(OFF, origin - rng.choice(left))
        elif kind < 0.85 and left:
            few = left[: rng.randint(1, 5)] if rng.random() < 0.7 else rng.choices(left, k=2)
            yield origin, max(OFF, origin - sum(few))
        else:
            yield origin, rng.randint(0, 25)


def assert_same_laws(sample: Sample, rng: Random, count: int) -> list[str]:
    """Try moves after each move of a turn; return the laws that refused some."""
    situation = situation_of(sample)
    if situation is None:
        return []
    reaches: Reaches = {}
    with remembered(reaches):
        return same_laws(sample, Draft(situation, reaches), rng, count)


def remembered(reaches: Reaches) -> AbstractContextManager[object]:
    """A judge who knows for the next refusal what they found out about this turn for the ones before.

    In a cascade they would else search the same states anew for each of hundreds of words.
    """
    known: dict[tuple[MidTurn, Pair], Step | None] = {}

    def step(rules: Rules, mid: MidTurn, move: Pair, _: Reaches) -> Step | None:
        if (mid, move) not in known:
            known[mid, move] = longest_step(rules, mid, move, reaches)
        return known[mid, move]

    def further(rules: Rules, mid: MidTurn, _: Reaches) -> int:
        return reach(rules, mid, reaches)

    return patch.multiple(playing, reach=further, longest_step=step)


def same_laws(sample: Sample, draft: Draft, rng: Random, count: int) -> list[str]:
    """The same of a turn that begins."""
    refused = list[str]()
    # The rule book is slow where a cascade is judged: ten seconds for one refusal among 24 dice.
    stop = 1 if len(draft.dice) <= LONG else tries(4, 4, 1)
    while True:
        made = [(move.origin, move.target) for move in draft.moves]
        tried = tried_moves(draft, rng, 0 if len(made) % stop else count // stop)
        for move in dict.fromkeys(tried):
            try:
                law = law_of(draft, move)
            except TooManyTurns:
                continue
            refused += [law] if law else []
            # What comes after a refused move does not matter.
            further = [(3, 4)] if law and rng.random() < 0.2 else []
            assert kernel_broken_law(*sample, [*made, move, *further]) == law, (sample, made, move)
        legal = list(draft.legal_moves)
        if not legal:
            return refused
        draft.move(*rng.choice(legal)[:2])


@each("game", GAMES)
def test_refusals_are_those_of_a_draft(game: str) -> None:
    # Where doubles cascade, the rule book takes some ten times as long.
    many = tries(200, 500 if GAMES[game].cascade_count else 2_500, 50_000)
    rng, refused, wanted, seed = Random(f"{game} judging"), 0, many, 10
    while refused < wanted:
        for sample in samples(game, tries(18, 60, 300), seed):
            refused += len(assert_same_laws(sample, rng, 10))
        seed += 1


@each("text", [*PRESETS, *readings()])
def test_refusals_are_those_of_a_draft_under_every_option(text: str) -> None:
    rng = Random(f"{text} judging")
    for sample in samples(text, tries(3, 24, 300), seed=11):
        assert_same_laws(sample, rng, 6)


@pytest.mark.parametrize("seed", range(tries(3, 60, 1_000)))
def test_refusals_are_those_of_a_draft_in_games_that_nobody_plays(seed: int) -> None:
    rng = Random(-1_000 - seed)
    for _ in range(20):
        rules = strange_rules(rng)
        assert_same_laws(Sample(rules, dealt(rules, rng), any_dice(rules, rng)), rng, 6)


def test_refusals_in_the_cases_of_the_rules() -> None:
    rng, refused = Random("cases"), set[str]()
    for line in CASES.read_text("utf-8").splitlines():
        case = json.loads(line)
        situation = position_text.loads(case["position"])
        dice = situation.dice or situation.rules.dice_list(Roll.of(*case["dice"]))
        refused.update(assert_same_laws(Sample(situation.rules, situation.position, dice), rng, 10))
    # These two have examples below.
    assert refused == set(LAW_IDS) - {"game-over", "hide"}


@each(
    ("text", "dice", "moves", "law"),
    [
        (BACK, (3, 1), [], None),
        (BACK, (3, 1), [(8, 5), (6, 5)], None),
        (BACK, (3, 1), [(8, 5), (6, 5), (6, 5)], "wrong-die"),
        (BACK, (3, 1), [(8, 5), (6, 2), (-1, 9)], "wrong-die"),
        (BACK, (3, 1), [(5, 8)], "wrong-die"),
        (BACK, (3, 1), [(6, 6)], "wrong-die"),
        (BACK, (3, 1), [(6, -3)], "wrong-die"),
        (BACK, (3, 1), [(0, 26)], "no-checker"),
        (BACK, (3, 1), [(27, 24)], "no-checker"),
        # One checker by both dice is a whole turn, but no single move.
        (BACK, (6, 5), [(24, 13)], "wrong-die"),
        ("backgammon w 18:1 18:2", (6, 5), [(18, 13)], "larger-die"),
        (HIT, (3, 2), [(8, 5), (5, 3)], "game-over"),
        # The other way round they are a whole turn.
        (HIT, (3, 2), [(8, 5), (8, 6)], "wrong-die"),
        (HITTER, (3, 1), [(8, 5), (5, 4)], "hide"),
        (HITTER, (3, 1), [(5, 4)], "not-yours"),
    ],
)
def test_examples(text: str, dice: Pair, moves: list[Pair], law: str | None) -> None:
    situation = position_text.loads(text)
    rules, position = situation.rules, situation.position
    assert kernel_broken_law(rules, position, Roll.of(*dice), moves) == law
    draft = Draft(replace(situation, roll=Roll.of(*dice)))
    found = None
    for move in moves:
        found = found or law_of(draft, move)
        if not found:
            draft.move(*move)
    assert found == law


def test_the_arrays_stay_as_they_were() -> None:
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start], [DiceList.of(Roll(3, 1))])
    before = [array.copy() for array in rows]
    # Moves may have the columns that the other entries give them.
    moves = np.array([[8, 5, 3, 0], [6, 5, 1, 0], [6, 5, 1, 0]], np.int8)
    assert LAW_IDS[first_broken_law(rules_array(BACKGAMMON), rows, moves, 1_000)] == "wrong-die"
    assert first_broken_law(rules_array(BACKGAMMON), rows, moves[:2], 1_000) == LEGAL
    for array, earlier in zip(rows, before, strict=True):
        assert np.array_equal(array, earlier)


def test_a_long_search_asks_for_room() -> None:
    rules = find_game("gul-bara")
    position = position_text.loads(CROWD).position
    rows = begin_rows(rules, [position], [rules.dice_list(Roll(1, 1), 99)])
    moves = np.array([[24, 23]], np.int8)
    assert first_broken_law(rules_array(rules), rows, moves, 1) == CROWDED
