"""Explanations: what is compared, T4 (silence) and T5 (stability)."""

import importlib.util
import json
import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from tests.coach.by_rule_book import count
from tests.coach.moments import GAMES, moments
from tests.effort import some, tries
from tests.moments import moment

from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import LEAST, explain
from nardy.coach.plans import plan_of
from nardy.coach.sentences import sentences
from nardy.core.canonical import legal_turns
from nardy.core.dice import ROLLS
from nardy.core.player import Player
from nardy.errors import IllegalActError, IllegalTurnError
from nardy.labels.label_file import LabelFile

START = "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"


def test_a_turn_is_compared_with_the_best() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    assert (str(found.best), str(found.played), found.is_best) == ("8/5 6/5", "13/10 6/5", False)
    assert found.loss is not None
    assert sum(line.part for line in found.rolls) == pytest.approx(found.loss)
    assert found.facts["shots"] == (0, 18)


def test_return_shots_are_those_after_the_best_replies_that_hit() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    assert found.pair is not None
    after, total, rolls = found.pair.afters[1], 0, 0
    for roll in ROLLS:
        final = NeuralBot(0).rank(replace(after, roll=roll), 1)[0].final
        if final.opponent[25] > after.position.opponent[25]:
            weight = 1 if roll.is_double else 2
            # Seen as a position after a turn of the opponent, with the player to roll.
            total += weight * count("shots", replace(after.flipped(), position=final.flipped()))
            rolls += weight
    assert found.return_shots == (None, pytest.approx(total / rolls))


def test_the_best_turn_is_compared_with_the_next() -> None:
    before = moment(START, 3, 1)
    asked, unasked = explain(before, "8/5 6/5"), explain(before)
    assert asked.is_best
    assert unasked.is_best
    assert asked.played == unasked.played != asked.best


def test_what_is_no_turn_is_refused() -> None:
    with pytest.raises(IllegalActError):
        explain(moment(START))
    with pytest.raises(IllegalTurnError):
        explain(moment(START, 3, 1), "8/7 8/6")


@pytest.mark.parametrize("game", some((*GAMES, "mad-gulbar", "nuclear", "sudden-death"), 11))
def test_every_game_speaks(game: str) -> None:
    for before in moments(game, 11, tries(2, 20, 200)):
        dice = before.dice
        assert dice is not None
        turns = [*legal_turns(before.rules, before.position, dice)]
        found = explain(before, turns[-1])
        told = sentences(found)
        assert found.plan == plan_of(before.rules, before.position).id
        assert len(told) <= 5
        json.dumps(found.as_json())
        if found.loss is None or found.loss < LEAST:
            assert not found.reasons


def test_where_no_reason_passes_the_loss_and_the_wins_are_told() -> None:
    # A decision of the labels (number 22): no fact of the coach differs.
    before = moment("backgammon,cube_play=off w 9:1,6:3,5:2,4:2,3:2,1:2 bar:2", 6, 2)
    found = explain(before, "9/1")
    assert not found.reasons
    first, silent, wins = sentences(found)
    assert f"{round(found.loss or 0, 3):g}" in first
    assert silent == "No counted fact explains half of the difference."
    assert re.fullmatch(r"\S+ \S+ wins \d+\.\d of 100 games, 9/1 wins \d+\.\d\.", wins)


def test_both_seats_get_the_same_sentences() -> None:
    for game in ("backgammon", "long-nardy"):
        for before in moments(game, 13, tries(2, 20, 100)):
            turns = [*legal_turns(before.rules, before.position, before.dice)]
            white = replace(before, to_act=Player.WHITE, first=Player.WHITE)
            black = replace(before, to_act=Player.BLACK, first=Player.BLACK)
            told = [sentences(explain(seat, turns[-1])) for seat in (white, black)]
            assert told[0] == told[1]


def test_a_change_elsewhere_leaves_the_reasons() -> None:
    # The opponent's spare checkers on the midpoint and on the 6 point change places.
    other = START.replace("24:2,13:5,8:3,6:5", "24:2,13:4,8:3,6:6", 2).replace(
        "w 24:2,13:4,8:3,6:6", "w 24:2,13:5,8:3,6:5"
    )
    found = [explain(moment(text, 3, 1), "13/10 6/5") for text in (START, other)]
    told = [sentences(one)[1:] for one in found]
    assert [[one.fact for one in each.reasons] for each in found] == [["shots"]] * 2
    # The shots are the same number; only what they cost differs a little.
    assert told[0][0].partition(".")[0] == told[1][0].partition(".")[0]


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["backgammon", "long-nardy"])
def test_rollouts_agree_with_the_turn_that_is_preferred(game: str) -> None:
    """T6 on a few labels; `benchmarks/coach_truth.py` asks hundreds."""
    root = Path(__file__).parents[2]
    spec = importlib.util.spec_from_file_location(
        "coach_truth", root / "benchmarks" / "coach_truth.py"
    )
    assert spec
    assert spec.loader
    benchmark = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(benchmark)
    file = LabelFile.read(root / "labels" / f"{game}.jsonl")
    found = list(islice(benchmark.judged(file, 1), 10))
    assert sum(gap >= 0 for _, gap, _ in found) >= 8
