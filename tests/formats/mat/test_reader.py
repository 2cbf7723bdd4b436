"""The reader of a game's cells."""

from tests.moments import STD, moment

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.formats.mat.cells import read_cell
from nardy.formats.mat.game import READS
from nardy.formats.mat.reader import SEATS, Reader
from nardy.games import BACKGAMMON


def reader(*texts: str) -> Reader:
    cells = [read_cell(text, line, line % 2) for line, text in enumerate(texts)]
    situation = moment(f"backgammon w {STD} {STD}")
    return Reader(Game(BACKGAMMON, situation=situation), cells, SEATS, READS)


def test_cells_are_read_to_their_end() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/14", "11: 8/7(2) 6/5(2)")
    reading.read()
    assert (reading.fits, reading.rest, reading.findings) == (3, [], [])
    assert len(reading.game.events) == 7


def test_what_cannot_be_followed_is_left_out() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/20 24/18", "11: 8/7(2) 6/5(2)", "Wins 1 point")
    reading.read()
    assert reading.is_cut
    assert reading.findings[-1].player is Player.BLACK
    assert reading.findings[-1].reason.endswith("(left out, and 1 more after it)")


def test_what_follows_is_weighed() -> None:
    reading = reader("31: 8/5 6/5", "64: 24/14", "Wins 1 point")
    start = reading.game.situation
    # The first cell is White's, and lawful for him alone.
    assert reading.legal_ahead(start) == 4
    assert reading.legal_ahead(start.flipped()) == -1
    assert reading.rest == reading.cells
    reading.looks_ahead = False
    assert reading.legal_ahead(start) == 0
