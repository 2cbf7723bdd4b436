"""The bomb in many games at once does what it does in the rule book, where it is worth it."""

import numpy as np
import pytest
from tests.effort import some
from tests.moments import random_cases
from tests.search.lockstep import assert_same_moment, played_as, tiny

from nardy.core import acts
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Floats, Positions
from nardy.formats import position_text
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.scoring import FACT_BOMB_MINE, FACT_BOMB_THEIRS, FACT_LAST, FACT_LEFT
from nardy.search.bomb import after_bombs, explode, explode_where_better, may_explode, with_bomb
from nardy.search.conversions import facts_of, situation_at, tables_of
from nardy.search.every_roll import answers, roll_weights
from nardy.search.lookahead import expected
from nardy.search.tables import GameTables, Tables

TEXTS = ("nuclear", "nuclear,bomb_hits=opponent")


def moments(text: str, count: int = 60) -> list[Situation]:
    """Before the roll, reached by play or built to be nasty; whoever has the bomb."""
    return [position_text.loads(case) for case, _ in random_cases(text, 3, count)]


@pytest.mark.parametrize("text", TEXTS)
def test_it_explodes_as_in_the_rule_book(text: str) -> None:
    game = GameTables.of(played_as(text))
    armed = [moment for moment in moments(text) if moment.bomb.player_has_access]
    tables, rows = tables_of(game, armed), np.arange(0, len(armed), 2)
    explode(game, tables, rows)
    for row, moment in enumerate(armed):
        expected = moment if row % 2 else acts.explode(moment)
        assert_same_moment(game, tables, row, expected)
    assert len(rows) > 10


def test_before_the_first_turn_there_is_no_time_for_it_where_the_roll_off_is_played() -> None:
    """As in the rule book: the dice lie on the table already. Otherwise there is."""
    for text, asked in (
        ("hypergammon,bomb=on", [1]),
        ("hypergammon,bomb=on,opening=reroll", [0, 1]),
    ):
        game = GameTables.of(played_as(text))
        tables = Tables.begun(game, 2)
        tables.boards[1, 0, [24, 20]] = 0, 1
        assert may_explode(game, tables).tolist() == asked


@pytest.mark.parametrize("text", TEXTS)
def test_it_explodes_where_that_is_worth_more(text: str) -> None:
    """One moment after another by the rule book; where nothing is hit the bomb is kept."""
    game, network = GameTables.of(played_as(text)), tiny(text)
    situations = moments(text)
    tables = tables_of(game, situations)
    explode_where_better(game, tables, network.value)

    def equity(moment: Situation) -> float:
        boards, pins = position_arrays([moment.position])
        return float(network.value(Positions(boards, pins, 0, facts_of(moment)[None]))[1][0])

    exploded = kept = 0
    for row, moment in enumerate(situations):
        now = situation_at(game, tables, row)
        if now.bomb is moment.bomb:
            assert_same_moment(game, tables, row, moment)
        else:
            assert_same_moment(game, tables, row, acts.explode(moment))
        if not moment.bomb.player_has_access:
            assert now.bomb is moment.bomb
            continue
        after = acts.explode(moment)
        gains = equity(after) > equity(moment) and after.position != moment.position
        assert gains == (now.bomb is not moment.bomb)
        exploded += gains
        kept += not gains
    assert exploded
    assert kept


def loves_bars(positions: Positions) -> tuple[Floats, Floats]:
    """A value that wants the bomb at any price."""
    on_bar = positions.boards[:, :, 25].sum(1) - 100 * positions.facts[:, FACT_BOMB_MINE]
    return np.zeros((len(on_bar), 1), np.float32), on_bar.astype(np.float32)


def test_it_waits_while_it_may_not_be_used() -> None:
    game = GameTables.of(played_as("nuclear"))
    blots = Position.of({24: 1, 13: 14}, {20: 1, 6: 14})
    tables = tables_of(game, [Situation(rules=game.rules, position=blots)] * 5)
    tables.facts[1, FACT_LAST] = 1
    tables.facts[2, FACT_LEFT] = 1
    tables.facts[3, FACT_BOMB_MINE] = 0
    tables.boards[4] = [[0] * 13 + [15] + [0] * 12, [0] * 6 + [15] + [0] * 19]
    explode_where_better(game, tables, loves_bars)
    assert tables.facts[:, FACT_BOMB_MINE].tolist() == [0, 1, 1, 0, 1]
    assert tables.boards[:, :, 25].sum(1).tolist() == [2, 0, 0, 0, 0]
    assert tables.facts[0, FACT_BOMB_THEIRS] == 1


def test_only_the_opponents_blots_count_where_only_those_are_hit() -> None:
    game = GameTables.of(played_as("nuclear,bomb_hits=opponent"))
    mine = Position.of({24: 1, 13: 14}, {6: 15})
    theirs = Position.of({13: 15}, {20: 1, 6: 14})
    both = [Situation(rules=game.rules, position=position) for position in (mine, theirs)]
    tables = tables_of(game, both)
    explode_where_better(game, tables, loves_bars)
    assert tables.facts[:, FACT_BOMB_MINE].tolist() == [1, 0]


@pytest.mark.parametrize("text", TEXTS)
def test_before_the_decision_a_position_is_worth_the_better_of_both(text: str) -> None:
    game, network = GameTables.of(played_as(text)), tiny(text)
    situations = moments(text)
    tables = tables_of(game, situations)
    decided = after_bombs(game, tables, network.value)
    before = Positions(tables.boards, tables.pins, at.PLAYER, tables.facts)
    chances, equities = with_bomb(game, network.value)(before)
    after = Positions(decided.boards, decided.pins, at.PLAYER, decided.facts)
    for told, known in zip((chances, equities), network.value(after), strict=True):
        assert told == pytest.approx(known, abs=1e-5)
    plain = network.value(before)[1]
    assert (equities >= plain - 1e-6).all()
    assert (equities > plain + 1e-6).any()
    turned = Positions(
        tables.boards[:, ::-1].copy(), tables.pins[:, ::-1].copy(), at.OPPONENT, tables.facts
    )
    assert with_bomb(game, network.value)(turned)[1] == pytest.approx(equities, abs=1e-5)


@pytest.mark.parametrize("text", some(TEXTS, 1))
def test_who_looks_ahead_reckons_with_the_opponents_bomb(text: str) -> None:
    game, network = GameTables.of(played_as(text)), tiny(text)
    tables = tables_of(game, moments(text, 30))
    decided = after_bombs(game, tables, network.value)
    assert (decided.facts[:, FACT_BOMB_MINE] != tables.facts[:, FACT_BOMB_MINE]).any()
    worth = expected(game, tables, network.value).equities
    assert worth == pytest.approx(
        answers(game, decided, network.value).equities @ roll_weights(game), abs=1e-5
    )
    for one, other in zip(
        expected(game, tables, network.value, 2),
        expected(game, decided, network.value, 2),
        strict=True,
    ):
        assert one == pytest.approx(other, abs=1e-5)


def test_games_without_a_bomb_are_left_as_they_are() -> None:
    game = GameTables.of(played_as("backgammon"))
    tables = Tables.begun(game, 2)
    assert after_bombs(game, tables, tiny("backgammon").value) is tables
