"""Thinking for a time, by a clock that strikes whenever somebody looks at it."""

import itertools

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.evaluation.network.network import Floats, Positions
from nardy.formats import position_text
from nardy.kernel import layout as at
from nardy.kernel.layout import Finals
from nardy.search import lookahead
from nardy.search.choose import Worth, all_finals, worth_of
from nardy.search.conversions import table_of
from nardy.search.lookahead import OutOfTime, TimedValue, look, look_until
from nardy.search.tables import GameTables, rows_of

MOMENT = "hypergammon w 24:1,6:1,3:1 23:1,4:1,2:1"
GAME = GameTables.of(position_text.loads(MOMENT).rules)
VALUE = tiny("hypergammon", 3).value


def decision(dice: tuple[int, int] = (2, 1), text: str = MOMENT) -> tuple[Finals, Worth]:
    table = table_of(GAME, position_text.loads(text))
    rows = rows_of(GAME, table, np.array([dice], np.int8), np.zeros(1, np.int64))
    finals = all_finals(GAME, rows)
    return finals, worth_of(GAME, table, finals, VALUE)


def strike(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = itertools.count()
    monkeypatch.setattr(lookahead.time, "monotonic", lambda: float(next(clock)))


@pytest.mark.parametrize(("looks", "plies"), [(0, 0), (3, 1), (10_000, 2)])
def test_the_more_time_the_further_it_looks(
    looks: int, plies: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was not finished does not count: the answer is that of so many plies."""
    strike(monkeypatch)
    monkeypatch.setattr(lookahead, "MOST_PLIES", 2)
    finals, worth = decision()
    seen = look_until(GAME, finals, worth, VALUE, looks - 0.5)
    alike = look(GAME, finals, worth, VALUE, plies)
    assert seen.plies.tolist() == alike.plies.tolist()
    assert seen.plies.max() == plies
    assert seen.equities == pytest.approx(alike.equities, abs=1e-5)


def test_where_there_is_nothing_to_decide_it_does_not_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lookahead, "look_deeper", None)
    finals, worth = decision((1, 1), "hypergammon w 1:1 3:1")
    assert len(finals.boards) == 1
    assert look_until(GAME, finals, worth, VALUE, 1e18).plies.tolist() == [0]


def test_many_positions_are_valued_in_parts_with_a_look_at_the_clock_before_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strike(monkeypatch)
    monkeypatch.setattr(lookahead, "BATCH", 10)
    boards = np.zeros((35, 2, at.PLACES), np.int8)
    boards[:, :, 1] = np.arange(35)[:, None] % 4
    positions = Positions(
        boards, np.zeros((35, 2), np.int32), at.PLAYER, np.zeros((35, 7), np.int8)
    )
    sizes = list[int]()

    def value(some: Positions) -> tuple[Floats, Floats]:
        sizes.append(len(some.boards))
        return VALUE(some)

    probabilities, equities = TimedValue(value, 3.5)(positions)
    assert sizes == [10, 10, 10, 5]
    assert equities == pytest.approx(VALUE(positions)[1], abs=1e-6)
    assert probabilities == pytest.approx(VALUE(positions)[0], abs=1e-6)
    with pytest.raises(OutOfTime):
        TimedValue(value, 3.5)(positions)
    assert (
        len(
            TimedValue(value, 1e9)(positions._replace(boards=boards[:0], pins=positions.pins[:0]))[
                1
            ]
        )
        == 0
    )
