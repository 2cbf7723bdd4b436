"""Cells."""

import pytest
from tests.effort import each

from nardy.formats.mat.cells import (
    BEAVER,
    BOMB,
    DOUBLE,
    PASS,
    RACCOON,
    RESIGN,
    TAKE,
    TURN,
    WIN,
    begins,
    parts,
    read_cell,
)


@pytest.mark.parametrize(
    ("text", "dice", "turn"),
    [
        ("31: 8/5 6/5", "31", "8/5 6/5"),
        ("3-1: 8/5 6/5", "31", "8/5 6/5"),
        ("31:8/5", "31", "8/5"),
        ("64:", "64", ""),
        ("65: Cannot Move", "65", "Cannot Move"),
        ("5566: 6/1", "5566", "6/1"),
        ("6: 6/off", "6", "6/off"),
    ],
)
def test_a_roll_with_its_turn(text: str, dice: str, turn: str) -> None:
    cell = read_cell(text, 1, 0)
    assert (cell.kind, cell.dice, cell.turn) == (TURN, dice, turn)


@each(
    ("text", "kind", "number"),
    [
        ("Doubles => 2", DOUBLE, 2),
        ("doubles", DOUBLE, None),
        ("Redoubles to 4", DOUBLE, 4),
        ("Beavers => 4", BEAVER, 4),
        ("Raccoon", RACCOON, None),
        ("Takes", TAKE, None),
        ("DROPS", PASS, None),
        ("Passes", PASS, None),
        ("Concedes", RESIGN, None),
        ("Resigns", RESIGN, None),
        ("Wins 2 points", WIN, 2),
        ("Wins 1 point and the match", WIN, 1),
        ("Explodes", BOMB, None),
    ],
)
def test_words(text: str, kind: str, number: int | None) -> None:
    cell = read_cell(text, 7, 1)
    assert (cell.kind, cell.number, cell.line, cell.column) == (kind, number, 7, 1)


@pytest.mark.parametrize(
    ("text", "unrecorded", "blank"),
    [
        ("51: ???", True, False),
        ("51: ????", True, False),
        ("51: Illegal play (a board)", True, False),
        ("51:", False, True),
        ("51: Cannot Move", False, False),
        ("Takes", False, False),
    ],
)
def test_what_is_not_recorded(text: str, unrecorded: bool, blank: bool) -> None:
    cell = read_cell(text, 1, 0)
    assert (cell.is_unrecorded, cell.is_blank) == (unrecorded, blank)


@pytest.mark.parametrize(
    ("row", "texts"),
    [
        ("  1) 31: 8/5 6/5      42: 8/4 6/4", ["31: 8/5 6/5", "42: 8/4 6/4"]),
        ("  1)\t31: 8/5 6/5\t42: 8/4", ["31: 8/5 6/5", "42: 8/4"]),
        ("  9) 22: 6/4(4)       Doubles => 2", ["22: 6/4(4)", "Doubles => 2"]),
        (" 10)  Takes          64: 24/14", ["Takes", "64: 24/14"]),
        (" 11)  Drops         Wins 1 point", ["Drops", "Wins 1 point"]),
        ("      Wins 2 points and the match", ["Wins 2 points and the match"]),
        ("      ann undoubles it", []),
    ],
)
def test_rows_are_split_where_cells_begin(row: str, texts: list[str]) -> None:
    assert list(parts(row, begins(row))) == texts


def test_what_begins_as_no_cell_is_a_fault_of_the_caller() -> None:
    with pytest.raises(AssertionError, match="begins as no cell"):
        read_cell("8/5 6/5", 1, 0)
