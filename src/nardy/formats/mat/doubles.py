"""Cells without dice: doubles, beavers, raccoons, takes, passes, and the bomb."""

from collections.abc import Callable

from nardy.core.cube import Offer
from nardy.core.situation import Phase
from nardy.errors import IllegalActError
from nardy.formats.mat.cells import Cell
from nardy.formats.mat.reader import Reader


def read_double(reader: Reader, cell: Cell) -> None:
    """Read a double; a double in answer to a double is a beaver, and the next a raccoon."""
    game = reader.game
    again = {Offer.DOUBLE: game.beaver, Offer.BEAVER: game.raccoon}
    offer, before = game.situation.offer, game.situation.cube.value
    answers = offer in again and reader.seat(cell) is game.to_act
    act = again[offer] if answers and offer else game.offer_double
    value = before * (4 if answers else 2)
    if _act(reader, cell, act) and cell.number not in (None, value):
        reader.find(cell, f"the cube stood at {before}: this makes it {value}, not {cell.number}")


def read_take(reader: Reader, cell: Cell) -> None:
    if not _was_left_out(reader):
        _act(reader, cell, reader.game.take)


def read_pass(reader: Reader, cell: Cell) -> None:
    if not _was_left_out(reader):
        _act(reader, cell, reader.game.pass_double)


def read_bomb(reader: Reader, cell: Cell) -> None:
    _act(reader, cell, reader.game.explode)


def _was_left_out(reader: Reader) -> bool:
    """Whether the offer that this answers was left out."""
    skips, reader.skips_answer = reader.skips_answer, False
    return skips and reader.game.phase is not Phase.ANSWER


def _act(reader: Reader, cell: Cell, act: Callable[..., None]) -> bool:
    """Do an act; an illegal one is left out and reported."""
    try:
        act(player=reader.seat(cell))
    except IllegalActError as error:
        reader.find(cell, f"{error} (left out)", error.law)
        reader.skips_answer = True
        return False
    return True
