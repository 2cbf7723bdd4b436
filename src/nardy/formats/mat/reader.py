"""Replay the cells of a .mat game as acts, and collect findings."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats.mat.cells import WIN, Cell
from nardy.formats.record import Finding

FORESIGHT = 40
"""Turns to read ahead to resolve an unclear one."""
SEATS = (Player.WHITE, Player.BLACK)
"""The players of the left and right columns, unless the names are swapped."""

Seats = tuple[Player, Player]
Reads = Mapping[str, Callable[["Reader", Cell], None]]
"""The function for each kind of cell."""


class Reader:
    """Replays the cells of one game; whatever does not fit becomes a finding."""

    def __init__(self, game: Game, cells: list[Cell], seats: Seats, reads: Reads) -> None:
        """Start at the first cell."""
        self.game = game
        self.cells = cells
        self.seats = seats
        self.reads = reads
        self.findings: list[Finding] = []
        self.is_cut = False
        """Whether the rest can no longer be replayed."""
        self.fits = 0
        """How much of the record is legal: turns, and the result."""
        self.guesses = 0
        """Number of unrecorded turns that were guessed."""
        self.has_assumed = False
        """Whether a turn was assumed among several, so that later faults may be its consequence."""
        self.looks_ahead = True
        """Whether unclear turns are resolved by what follows."""
        self.skips_answer = False
        """Whether an offer was left out, and its answer must be skipped."""
        self._at = 0

    def read(self) -> None:
        """Replay all cells, as far as possible."""
        while self._at < len(self.cells) and not self.is_cut:
            self._read_next()

    def _read_next(self) -> None:
        cell = self.cells[self._at]
        self._at += 1
        self.reads[cell.kind](self, cell)

    @property
    def rest(self) -> list[Cell]:
        """The cells not yet read."""
        return self.cells[self._at :]

    def seat(self, cell: Cell) -> Player:
        """The player of a cell."""
        return self.seats[cell.column]

    def find(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Add a finding about a cell."""
        self.findings.append(
            Finding(line=cell.line, turn=cell.text, law=law, reason=reason, player=self.seat(cell))
        )

    def mark_accepted(self) -> None:
        """Mark the latest finding's turn as accepted, if it breaks a law."""
        latest = self.findings[-1]
        self.findings[-1] = replace(latest, accepted=latest.law is not None)

    def cut(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Leave out this cell and all that follow, with a finding."""
        later = sum(cell.kind != WIN for cell in self.rest)
        also = f", and {later} more after it" if later else ""
        self.find(cell, f"{reason} (left out{also})", law)
        self.is_cut = True

    def give_up(self, cell: Cell, written: str) -> None:
        """Leave out this cell, which lacks a valid roll, and all that follow."""
        reason = f"expected two dice from 1 to 6 before the turn, got {written}"
        self.cut(cell, reason, "not-rolled")
        self.findings[-1] = replace(self.findings[-1], unreadable=True)

    def legal_ahead(self, after: Situation) -> int:
        """How much of the following record is legal from this situation on."""
        if not self.looks_ahead:
            return 0
        game = Game(after.rules, situation=after)
        ahead = Reader(game, self.rest[: 3 * FORESIGHT], self.seats, self.reads)
        ahead.looks_ahead = False
        while ahead.rest and not ahead.findings and ahead.fits < FORESIGHT:
            ahead._read_next()
        return 2 * ahead.fits - bool(ahead.findings)
