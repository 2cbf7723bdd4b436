"""Rolls whose turn a .mat file does not record: '51: ???'."""

from nardy.core.acts import end_turn
from nardy.formats.mat.cells import RESIGN, WIN, Cell
from nardy.formats.mat.reader import Reader
from nardy.formats.mat.turns import Found, best, lawful_finals

MOST_GUESSES = 3
"""Most guessed turns in a game; a record with more gaps is unusable."""


def confirm(reader: Reader, found: Found) -> None:
    """Play a legal turn move by move, without parsing its text."""
    draft = reader.game.draft()
    for move in found.moves:
        draft.move(move.origin, move.target)
    reader.game.play(draft)
    reader.fits += 1


def loses_next(reader: Reader, cell: Cell) -> bool:
    """Whether the record continues with this player's loss: a resignation after the roll."""
    ahead = next(iter(reader.rest), None)
    if ahead is None:
        return False
    if ahead.kind == RESIGN:
        return ahead.column == cell.column
    return ahead.kind == WIN and ahead.column != cell.column


def guess(reader: Reader, cell: Cell) -> None:
    """Play the legal turn that fits what follows, if any."""
    if loses_next(reader, cell) or not reader.rest:
        reader.find(cell, "the turn is not recorded: the game ends after the roll")
        return
    finals = lawful_finals(reader.game.situation)
    reader.guesses += 1
    if not finals or not reader.looks_ahead or reader.guesses > MOST_GUESSES:
        reader.cut(cell, "the turn is not recorded, and cannot be known")
        return
    found = best(reader.game.situation, finals, reader.legal_ahead)
    if reader.rest[0].kind == WIN and not _wins_by(reader, found):
        reader.find(cell, "the turn is not recorded: the other player resigned after the roll")
        return
    reader.find(cell, f"the turn is not recorded; {found} is assumed, {_why(found, len(finals))}")
    reader.has_assumed |= len(finals) > 1
    confirm(reader, found)


def _why(found: Found, lawful: int) -> str:
    if lawful == 1:
        return "the only lawful one"
    if found.others:
        return f"one of {found.others + 1} that fit what follows"
    return "the only one that fits what follows"


def _wins_by(reader: Reader, found: Found) -> bool:
    situation = reader.game.situation
    result = end_turn(situation, found.final, len(found.moves)).result
    return result is not None and result.winner is situation.to_act
