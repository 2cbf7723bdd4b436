"""Leftovers in compiled code, against the rule book."""

from random import Random

import numpy as np
import pytest
from tests.moments import play_out

from nardy.core.choices import Leftovers
from nardy.core.events import Played
from nardy.core.game import Game
from nardy.core.situation import Phase, Situation
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, position_arrays
from nardy.kernel.leftovers import left_over_batch, leftover_batch, pass_batch
from nardy.kernel.play import begin_batch, roll_batch
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, next_facts_batch
from nardy.search.conversions import facts_of
from nardy.search.tables import GameTables, Tables, rows_of

TEXTS = (
    "mad-gulbar",
    "gioul",
    "gul-bara",
    "mad-gulbar,last_throw=half",
    # Doubles of the first three turns are plain, and leave nothing.
    "gul-bara,leftover=opponent",
)


def turns_of(text: str) -> list[tuple[Situation, int, Situation]]:
    """Turns of random games: the moment before, the dice played, and the moment after."""
    found, before = list[tuple[Situation, int, Situation]](), list[Situation]()

    def watch(now: Game) -> None:
        if before and before[-1].phase is Phase.TURN and isinstance(now.events[-1], Played):
            found.append((before[-1], len(now.events[-1].moves), now.situation))
        before.append(now.situation)

    for seed in range(4):
        before.clear()
        play_out(Game(find_game(text), seed=seed), Random(f"{text} {seed}"), watch, boldness=0)
    return found


@pytest.mark.parametrize("text", TEXTS)
def test_what_is_left_over_is_what_the_rule_book_leaves(text: str) -> None:
    game, inherited = GameTables.of(find_game(text)), 0
    for before, dice, after in turns_of(text):
        if after.phase is Phase.OVER:
            continue
        assert before.dice is not None
        rows = begin_rows(game.rules, [before.position], [before.dice])
        left, facts = np.ones((1, game.most_dice), np.int8), facts_of(before)[None]
        rows = rows._replace(dice=np.zeros((1, game.most_dice), np.int8))
        if before.left:
            leftover_batch(np.array([before.left], np.int8), rows)
        else:
            assert before.roll is not None
            turns = facts[:, FACT_TURNS_MINE].astype(np.int64)
            roll_batch(game.laws, np.array([before.roll], np.int8), turns, rows)
        left_over_batch(game.laws, rows, np.array([dice]), left)
        mover = after.position if after.to_act is before.to_act else after.position.flipped()
        boards, told = position_arrays([mover])[0], np.empty_like(facts)
        next_facts_batch(game.laws, game.stakes, facts, (boards, np.array([0, 1])), told)
        pass_batch(facts, left, told)
        assert tuple(left[0][left[0] > 0].tolist()) == after.left
        assert told[0, FACT_LEFT] == bool(after.left)
        inherited += bool(after.left)
    assert bool(inherited) == (game.rules.leftover is Leftovers.OPPONENT)


@pytest.mark.parametrize("text", TEXTS[:2])
def test_leftovers_begin_a_turn_as_in_the_rule_book(text: str) -> None:
    game, count = GameTables.of(find_game(text)), 0
    for moment, _, _ in turns_of(text):
        if not moment.left:
            continue
        assert moment.dice is not None
        tables = Tables.begun(game, 1)
        rows = rows_of(game, tables, np.array([[6, 6]], np.int8))
        rows.boards[:], rows.pins[:] = position_arrays([moment.position])
        left = np.zeros((1, game.most_dice), np.int8)
        left[0, : len(moment.left)] = moment.left
        leftover_batch(left, rows)
        begin_batch(game.laws, rows, 1 << 12)
        wanted = begin_rows(game.rules, [moment.position], [moment.dice])
        assert rows.dice[0, : len(moment.left)].tolist() == wanted.dice[0].tolist()
        assert not rows.dice[0, len(moment.left) :].any()
        assert rows.mids.tolist() == wanted.mids.tolist()
        assert rows.mids[0, at.MID_DOUBLE] == 0
        count += 1
    assert count


def test_rows_without_leftovers_stay_as_they_are() -> None:
    game = GameTables.of(find_game("gioul"))
    rows = rows_of(game, Tables.begun(game, 2), np.array([[6, 5], [2, 2]], np.int8))
    before = [array.copy() for array in rows]
    leftover_batch(np.zeros((2, game.most_dice), np.int8), rows)
    assert all(np.array_equal(one, other) for one, other in zip(before, rows, strict=True))
