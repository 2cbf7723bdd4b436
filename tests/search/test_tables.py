"""Tables hold what the rule book's situations hold, from the first roll to the end of games."""

from collections.abc import Iterator

import numpy as np
import pytest
from tests.effort import each, some, tries
from tests.kernel.test_play import assert_same_rows
from tests.search.lockstep import (
    OWED_AND_LEFT,
    READINGS,
    Ply,
    assert_same_moment,
    played_as,
    plies,
    tiny,
)

from nardy.core.choices import Opening
from nardy.core.dice import ROLLS
from nardy.core.game import opening_situation
from nardy.core.player import Player
from nardy.core.situation import Ending
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import rows_of as rows_of_turns
from nardy.kernel.scoring import FACT_LEFT, GOING_ON
from nardy.search.tables import GameTables, Tables, chosen_rows, opening_rolls, rows_of


def whole_games(text: str, count: int = tries(3, 8, 8), seed: int = 1) -> Iterator[Ply]:
    return plies(text, tiny(text, seed).value, count=count, most=150, seed=seed)


@each("text", READINGS)
def test_games_begin_as_the_rule_book_begins_them(text: str) -> None:
    game = GameTables.of(played_as(text))
    tables = Tables.begun(game, 2)
    for row in range(2):
        assert_same_moment(game, tables, row, opening_situation(game.rules, Player.WHITE))


@pytest.mark.parametrize("text", [*READINGS, *OWED_AND_LEFT])
def test_a_turn_leaves_what_the_rule_book_leaves(text: str) -> None:
    """Positions, who is on roll, leftovers, the last throw and the bomb; or the result."""
    for ply in whole_games(text):
        points = np.array(ply.game.points)
        for row, outcome in enumerate(ply.turn.outcomes.tolist()):
            end = ply.end(row)
            if outcome == GOING_ON:
                # Only games with a draw of their own have an outcome for a void game.
                if end.result is None or end.result.ending is not Ending.VOID:
                    assert end.result is None
                    assert_same_moment(ply.game, ply.after, row, end)
                continue
            assert end.result is not None
            sign = {ply.moment(row).to_act: 1, None: 0}.get(end.result.winner, -1)
            assert points[outcome] == sign * end.result.points


@pytest.mark.parametrize("text", some(READINGS, 8))
def test_turns_begin_with_the_dice_of_the_rule_book(text: str) -> None:
    for ply in whole_games(text, count=tries(2, 4, 4)):
        every = range(len(ply.rolls))
        begun = rows_of_turns([ply.begun(row) for row in every])
        cascades = [ply.moment(row).is_cascade for row in every]
        assert (ply.rows.mids[:, at.MID_IN_ORDER] == at.CASCADE).tolist() == cascades
        # Turns that begin with a dice list do not tell how it came about.
        begun.mids[cascades, at.MID_IN_ORDER] = at.CASCADE
        assert_same_rows(ply.rows, begun)
        doubles = [ply.moment(row).dice.double for row in every]  # type: ignore[union-attr]
        assert ply.rows.mids[:, at.MID_DOUBLE].tolist() == doubles


def test_leftovers_are_played_by_the_opponent_and_then_he_rolls() -> None:
    owed = again = 0
    for ply in whole_games("mad-gulbar"):
        left = ply.before.facts[:, FACT_LEFT] > 0
        going = ply.turn.outcomes == GOING_ON
        owed += int((ply.after.left[:, 0] > 0).sum())
        same = (ply.after.boards == ply.turn.boards).all((1, 2))
        again += int((left & going & same).sum())
        assert not (left & (ply.after.left[:, 0] > 0)).any(), "leftovers never bounce back"
    assert owed >= again > 0


@each("text", GAMES)
def test_the_dice_of_a_roll_off_are_never_doubles(text: str) -> None:
    game = GameTables.of(GAMES[text])
    rolls = opening_rolls(game, np.random.default_rng(1), 3_600)
    assert rolls.min() == 1
    assert rolls.max() == 6
    uses = game.rules.opening is Opening.USE
    doubles = int((rolls[:, 0] == rolls[:, 1]).sum())
    assert doubles == 0 if uses else 480 < doubles < 720
    # Every other pair of dice comes as often as another: 120 or 100 times, give or take 4 errors.
    counts = np.bincount(rolls[:, 0] * 7 + rolls[:, 1], minlength=49)
    other = [counts[one * 7 + two] for one in range(1, 7) for two in range(1, 7) if one != two]
    mean = 120 if uses else 100
    assert all(abs(count - mean) < 4 * mean**0.5 for count in other)


def test_some_tables_and_rows_are_copies() -> None:
    game = GameTables.of(played_as("backgammon"))
    tables = Tables.begun(game, 3)
    part = tables.part(np.array([0, 2]))
    part.boards[:] = 0
    part.facts[:] = 9
    assert tables.boards[0].tolist() == game.board.tolist()
    rolls = np.array([(roll.high, roll.low) for roll in ROLLS[:3]], np.int8)
    rows = rows_of(game, tables, rolls, np.zeros(3, np.int64))
    some = chosen_rows(rows, np.array([1]))
    some.boards[:] = 0
    assert rows.boards[1].tolist() == game.board.tolist()
    rows.boards[:] = 0
    assert tables.boards[0].tolist() == game.board.tolist()


def test_tables_that_are_begun_anew_leave_the_others_alone() -> None:
    *_, ply = plies("nuclear", tiny("nuclear").value, count=4, most=9)
    tables, rest = ply.after, ply.after.part(np.array([0, 2]))
    tables.begin(ply.game, np.array([1, 3]))
    for row in (1, 3):
        assert_same_moment(ply.game, tables, row, opening_situation(ply.game.rules, Player.WHITE))
    for array, others in zip(tables.part(np.array([0, 2])), rest, strict=True):
        assert array.tolist() == others.tolist()


def test_the_longest_cascade_has_room() -> None:
    assert GameTables.of(played_as("mad-gulbar@four")).most_dice == 24
    assert GameTables.of(played_as("backgammon")).most_dice == 4
