"""The exact values of the last checkers in the browser's engine, run by node, against the rule book's table."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.effort import each, tries
from tests.web.node import told_by

from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import SIDES, doubles_of, early_turns, race_chances
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_FIRST, FACT_TURNS_MINE, FACT_TURNS_THEIRS, FACTS_SIZE
from nardy.server.web.engine_files import playable

NEAR = 1e-6
COUNT = tries(30, 2_000, 20_000)
RULES = {rules.published.id: rules for rules in playable() if doubles_of(rules) is not None}
LATE = 9
"""Turns of each player, after which doubles cascade in every game."""


def races(game: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Boards, pins and facts of random races before a roll; in none are all checkers off."""
    rules, random = RULES[game], np.random.default_rng(list(game.encode()))
    sides = random.multinomial(rules.checkers, random.dirichlet([1] * 7), (COUNT, 2))
    boards = np.zeros((COUNT, 2, at.PLACES), np.int8)
    boards[:, :, :7] = np.where(sides[:, :, :1] == rules.checkers, np.roll(sides, 1, 2), sides)
    facts = np.zeros((COUNT, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = random.integers(0, 2, COUNT)
    facts[:, [FACT_TURNS_MINE, FACT_TURNS_THEIRS]] = LATE
    return boards, np.zeros((COUNT, 2), np.int32), facts


@pytest.fixture(scope="module")
def told(laid_out: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Values of every game with a table, by one process of node."""
    asked = {
        game: [
            {"board": board.ravel().tolist(), "pins": pin.tolist(), "facts": fact.tolist()}
            for board, pin, fact in zip(*races(game), strict=True)
        ]
        for game in RULES
    }
    found: dict[str, dict[str, Any]] = told_by(
        "races.mjs", laid_out, tmp_path_factory.mktemp("races"), asked
    )
    return found


@each("game", RULES)
def test_a_race_has_the_chances_of_the_table(told: dict[str, dict[str, Any]], game: str) -> None:
    rules = RULES[game]
    boards, pins, facts = races(game)
    points, stakes = outcomes_of(rules)
    is_race, chances = race_chances(rules, stakes, (boards, pins, at.PLAYER, facts))
    assert is_race.all()
    values = told[game]["values"]
    assert np.abs(np.array([one["chances"] for one in values]) - chances).max() < NEAR
    worth = chances @ np.array(points)
    assert np.abs(np.array([one["equity"] for one in values]) - worth).max() < 10 * NEAR
    assert np.ptp(worth) > 0.2, "of different races"


def test_the_table_is_made_where_a_race_may_come(told: dict[str, dict[str, Any]]) -> None:
    """Not at the start, from which no roll leads to a race, and of the game's size."""
    for game, rules in RULES.items():
        if not rules.cascade_count and rules.checkers > 3:
            assert told[game]["start"] == [0, 0, 0], game
        wanted = SIDES if rules.checkers == 15 else 84
        assert told[game]["rows"] == wanted or rules.checkers not in (3, 15)


def test_before_doubles_cascade_nothing_is_a_race() -> None:
    assert early_turns(RULES["gul-bara"]) > 0
    assert all(early_turns(rules) < LATE for rules in RULES.values())
