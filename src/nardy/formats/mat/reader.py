"""A game of a .mat file on its way from cells to acts, and what is found while reading."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats.mat.cells import WIN, Cell
from nardy.formats.record import Finding

FORESIGHT = 40
"""How many turns ahead a record is read to understand an unclear one."""
SEATS = (Player.WHITE, Player.BLACK)
"""Who plays the left column and who the right one, unless the names change places."""

Seats = tuple[Player, Player]
Reads = Mapping[str, Callable[["Reader", Cell], None]]
"""What to do with each kind of cell."""


class Reader:
    """Plays the cells of one game; what does not fit becomes a finding."""

    def __init__(self, game: Game, cells: list[Cell], seats: Seats, reads: Reads) -> None:
        """A reader at the beginning of the cells."""
        self.game = game
        self.cells = cells
        self.seats = seats
        self.reads = reads
        self.findings: list[Finding] = []
        self.is_cut = False
        """Whether the rest can no longer be followed."""
        self.fits = 0
        """How much of the record is lawful: turns, and the result."""
        self.guesses = 0
        """Turns that were not recorded and are guessed."""
        self.has_assumed = False
        """Whether a turn was assumed where others are possible, so that faults may be its own."""
        self.looks_ahead = True
        """Whether unclear turns are decided by what follows."""
        self.skips_answer = False
        """Whether an offer was left out, and with it its answer."""
        self._at = 0

    def read(self) -> None:
        """Read all cells, as far as they can be followed."""
        while self._at < len(self.cells) and not self.is_cut:
            self._read_next()

    def _read_next(self) -> None:
        cell = self.cells[self._at]
        self._at += 1
        self.reads[cell.kind](self, cell)

    @property
    def rest(self) -> list[Cell]:
        """The cells that are still to be read."""
        return self.cells[self._at :]

    def seat(self, cell: Cell) -> Player:
        """Whose cell it is."""
        return self.seats[cell.column]

    def find(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Note what a reader of the file should know about a cell."""
        self.findings.append(
            Finding(line=cell.line, turn=cell.text, law=law, reason=reason, player=self.seat(cell))
        )

    def mark_accepted(self) -> None:
        """Note that the turn of the latest finding stands, where it breaks a law."""
        latest = self.findings[-1]
        self.findings[-1] = replace(latest, accepted=latest.law is not None)

    def cut(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Leave this cell and what follows out, and say so."""
        later = sum(cell.kind != WIN for cell in self.rest)
        also = f", and {later} more after it" if later else ""
        self.find(cell, f"{reason} (left out{also})", law)
        self.is_cut = True

    def give_up(self, cell: Cell, written: str) -> None:
        """Leave out this cell, in which there is no roll, and what follows."""
        reason = f"expected two dice from 1 to 6 before the turn, got {written}"
        self.cut(cell, reason, "not-rolled")
        self.findings[-1] = replace(self.findings[-1], unreadable=True)

    def legal_ahead(self, after: Situation) -> int:
        """How much of what follows is lawful from a situation on."""
        if not self.looks_ahead:
            return 0
        game = Game(after.rules, situation=after)
        ahead = Reader(game, self.rest[: 3 * FORESIGHT], self.seats, self.reads)
        ahead.looks_ahead = False
        while ahead.rest and not ahead.findings and ahead.fits < FORESIGHT:
            ahead._read_next()
        return 2 * ahead.fits - bool(ahead.findings)
