"""Cascades die by die in compiled code: as the tables play them, and as the rule book allows them."""

import numpy as np
import pytest
from tests.kernel.compiled_nets import net_of
from tests.moments import random_cases

from nardy.core.draft import Draft
from nardy.core.situation import Situation
from nardy.evaluation.network.bundled_weights import bundled
from nardy.formats import position_text
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import make_finals, moves_at, position_at
from nardy.kernel.cascades import cascade_batch
from nardy.kernel.layout import Finals
from nardy.search.choose import choose
from nardy.search.conversions import tables_of
from nardy.search.tables import LISTED, GameTables, Tables, rows_of

GAMES_WITH_CASCADES = ("gul-bara", "mad-gulbar", "gioul")


def cascades(game: str, count: int = 60) -> list[Situation]:
    """Moments with a cascade to be played."""
    found = list[Situation]()
    for text, roll in random_cases(game, 5, count):
        moment = position_text.loads(text)
        if roll.is_double and not moment.left:
            moment = Situation(rules=GAMES[game], position=moment.position, roll=roll)
            assert moment.dice is not None
            if len(moment.dice.numbers) > LISTED:
                found.append(moment)
    return found


def played(moments: list[Situation], width: int) -> Finals:
    """The finals of these moments, at most this many of each."""
    rules = moments[0].rules
    game = GameTables.of(rules)
    tables = tables_of(game, moments)
    rolls = np.array([moment.roll for moment in moments], np.int8)
    rows = rows_of(game, tables, rolls)
    finals = make_finals(len(moments), width * len(moments) * 30, game.most_dice)
    count = cascade_batch(net_of(rules), (rows, tables.facts), width, finals)
    assert count == finals.offsets[-1]
    return finals


@pytest.mark.parametrize("game", GAMES_WITH_CASCADES)
def test_with_one_position_kept_it_is_the_turn_that_tables_play(game: str) -> None:
    moments = cascades(game)
    tables = GameTables.of(moments[0].rules)
    games = tables_of(tables, moments)
    rolls = np.array([moment.roll for moment in moments], np.int8)
    turn = choose(tables, games, rows_of(tables, games, rolls), bundled(tables.rules)[0].value)
    finals = played(moments, 1)
    assert len(moments) > 10
    assert np.diff(finals.offsets).tolist() == [1] * len(moments)
    assert np.array_equal(finals.boards[: len(moments)], turn.boards)
    dice = (finals.moves[: len(moments), :, at.MOVE_ORIGIN] > 0).sum(1)
    assert dice.tolist() == turn.played.tolist()


@pytest.mark.parametrize("game", GAMES_WITH_CASCADES)
def test_every_way_is_a_legal_turn(game: str) -> None:
    for moment in cascades(game, 20)[:5]:
        finals = played([moment], 6)
        seen = set[object]()
        assert 1 <= finals.offsets[1] <= 6
        for k in range(finals.offsets[1]):
            draft = Draft(moment)
            for move in moves_at(finals.moves, k):
                draft.move(move.origin, move.target)
            assert draft.is_complete
            assert draft.position == position_at(finals.boards, finals.pins, k)
            seen.add(draft.position)
        assert len(seen) == finals.offsets[1]


def test_too_little_room_is_told() -> None:
    (moment, *_) = cascades("gul-bara")
    game = GameTables.of(moment.rules)
    tables = tables_of(game, [moment])
    assert moment.roll is not None
    rows = rows_of(game, tables, np.array([moment.roll], np.int8))
    finals = make_finals(1, 0, game.most_dice)
    assert cascade_batch(net_of(moment.rules), (rows, tables.facts), 1, finals) == -1


def test_no_row_has_no_finals() -> None:
    game = GameTables.of(GAMES["gioul"])
    tables = Tables.begun(game, 0)
    rows = rows_of(game, tables, np.zeros((0, 2), np.int8))
    finals = make_finals(0, 1, game.most_dice)
    assert cascade_batch(net_of(game.rules), (rows, tables.facts), 3, finals) == 0
