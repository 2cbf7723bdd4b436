"""Replay the cells of a .mat game as acts, and collect findings."""

import re
from collections.abc import Sequence
from dataclasses import replace

from nardy.core.acts import end_turn
from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.judge import Verdict
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.core.words import Word, read_words
from nardy.errors import (
    AmbiguousTurn,
    IllegalActError,
    IllegalTurnError,
    NotationError,
    TooManyTurns,
)
from nardy.formats.mat import cells as mat_cells
from nardy.formats.mat.cells import RESIGN, WIN, Cell
from nardy.formats.mat.foresight import FORESIGHT, weigh
from nardy.formats.mat.turns import (
    FinalWays,
    Found,
    best,
    can_move,
    choose,
    legal_finals,
    pairs,
)
from nardy.formats.notes import Note
from nardy.formats.record import Finding

MOST_GUESSES = 3
"""Most guessed turns in a game; a record with more gaps is unusable."""
SEATS = (Player.WHITE, Player.BLACK)
"""The players of the left and right columns, unless the names are swapped."""

Seats = tuple[Player, Player]


class Reader:
    """Replays the cells of one game; whatever does not fit becomes a finding."""

    def __init__(self, game: Game, cells: list[Cell], seats: Seats) -> None:
        self.game = game
        self.cells = cells
        self.seats = seats
        self.findings: list[Finding] = []
        self.notes: dict[int, Note] = {}
        """Notes of the cells by the indices of their events."""
        self.guessed: list[int] = []
        """Indices of the events of unrecorded turns that could have been others."""
        self.is_cut = False
        """Whether the rest can no longer be replayed."""
        self.fits = 0
        """How much of the record is legal: turns, and the result."""
        self.looks_ahead = True
        """Whether unclear turns are resolved by what follows."""
        self._at = 0
        self._guesses = 0
        """Number of unrecorded turns that were guessed."""
        self._has_assumed = False
        """Whether a turn was assumed among several, so that later faults may be its consequence."""
        self._skips_answer = False
        """Whether an offer was left out, and its answer must be skipped."""

    def read(self) -> None:
        """Replay all cells, as far as possible."""
        while not self.is_read and not self.is_cut:
            cell, before = self.cells[self._at], len(self.game.events)
            self.read_next()
            if cell.note and len(self.game.events) > before:
                self.notes[len(self.game.events) - 1] = cell.note

    def read_next(self) -> None:
        """Replay one cell."""
        cell = self.cells[self._at]
        self._at += 1
        match cell.kind:
            case mat_cells.TURN | mat_cells.ROLLED:
                self._read_roll(cell)
            case mat_cells.NO_ROLL:
                self._give_up(cell, cell.text.partition(":")[0].strip() or "nothing")
            case mat_cells.DOUBLE | mat_cells.BEAVER | mat_cells.RACCOON:
                self._read_double(cell)
            case mat_cells.TAKE | mat_cells.PASS:
                skips, self._skips_answer = self._skips_answer, False
                if not skips or self.game.phase is Phase.ANSWER:
                    self._act(cell, cell.kind)
            case mat_cells.BOMB:
                self._act(cell, cell.kind)
            case _:  # a resignation or a result, which end the game after all cells
                outcome = self.game.outcome
                self.fits += bool(
                    cell.kind == WIN and outcome and outcome.winner is self.seat(cell)
                )

    @property
    def rest(self) -> list[Cell]:
        """The cells not yet read."""
        return self.cells[self._at :]

    def seat(self, cell: Cell) -> Player:
        return self.seats[cell.column]

    def find(
        self,
        cell: Cell,
        reason: str,
        law: str | None = None,
        *,
        unreadable: bool = False,
        left_out: int = 0,
    ) -> None:
        found = Finding(
            line=cell.line,
            turn=cell.text,
            law=law,
            reason=reason,
            unreadable=unreadable,
            left_out=left_out,
            player=self.seat(cell),
        )
        self.findings.append(found)

    def _cut(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Leave out this cell and all that follow, with a finding."""
        later = sum(cell.kind != WIN for cell in self.rest)
        also = f", and {later} more after it" if later else ""
        reason = f"{reason} (left out{also})"
        self.find(cell, reason, law, unreadable=True, left_out=1 + later)
        self.is_cut = True

    def _give_up(self, cell: Cell, written: str) -> None:
        """Leave out this cell, which lacks a valid roll, and all that follow."""
        reason = f"expected two dice from 1 to 6 before the turn, got {written}"
        self._cut(cell, reason, "not-rolled")

    @property
    def has_fault(self) -> bool:
        return bool(self.findings)

    @property
    def is_read(self) -> bool:
        return self._at >= len(self.cells)

    def legal_ahead(self, afters: Sequence[Situation]) -> list[int]:
        """How much of the following record is legal from each of these situations on."""
        if not self.looks_ahead:
            return [0] * len(afters)
        # More cells than turns, since doubles and their answers have cells of their own.
        cells = self.cells[self._at : self._at + 3 * FORESIGHT]
        return weigh([self._continuation(after, cells) for after in afters])

    def _continuation(self, after: Situation, cells: list[Cell]) -> "Reader":
        continuation = Reader(Game(after.rules, situation=after), cells, self.seats)
        # Looking ahead inside a look ahead would multiply the work with every unclear turn.
        continuation.looks_ahead = False
        return continuation

    # ------------------------------------------------------------------------- cube and bomb

    def _read_double(self, cell: Cell) -> None:
        """Read a double; a double in answer to a double is a beaver, and the next a raccoon."""
        again = {Offer.DOUBLE: "beaver", Offer.BEAVER: "raccoon"}
        offer, before = self.game.situation.offer, self.game.situation.cube.value
        answers = offer in again and self.seat(cell) is self.game.to_act
        act = again[offer] if answers and offer else "double"
        value = before * (4 if answers else 2)
        if self._act(cell, act) and cell.number not in (None, value):
            self.find(cell, f"the cube stood at {before}: this makes it {value}, not {cell.number}")

    def _act(self, cell: Cell, act: str) -> bool:
        """Do an act; an illegal one is left out and reported."""
        try:
            self.game.do(act, player=self.seat(cell))
        except IllegalActError as error:
            self.find(cell, f"{error} (left out)", error.law, left_out=1)
            self._skips_answer = True
            return False
        return True

    # ------------------------------------------------------------------------- rolls and turns

    def _read_roll(self, cell: Cell) -> None:
        game = self.game
        if game.phase is Phase.ANSWER:
            # Take a double whose take is not recorded; after a beaver the record needs none.
            if game.situation.offer is Offer.DOUBLE:
                self.find(
                    cell, "the double before this roll was taken, and the file does not say so"
                )
            game.take()
        left = "".join(map(str, game.situation.left))
        if game.phase is Phase.OVER:
            self._cut(cell, "the game is over before this", "game-over")
        elif self.seat(cell) is not game.to_act:
            self._cut(cell, f"it is {game.to_act.value.title()}'s turn", "not-yours")
        elif left and cell.dice != left:
            self._cut(cell, f"the dice left over, {left}, come first", "cascade-order")
        elif not left and len(cell.dice) != 2:
            self._give_up(cell, cell.dice)
        else:
            if game.phase is Phase.ROLL:
                game.roll(Roll.parse(cell.dice))
            self._read_turn(cell)

    def _read_turn(self, cell: Cell) -> None:
        if cell.kind == mat_cells.ROLLED:
            return
        words = None if cell.is_unrecorded else self._words(cell)
        if words is None:
            self._guess(cell)
        elif words or not self._gave_up(cell):
            self._play(cell, words)

    def _words(self, cell: Cell) -> list[Word] | None:
        """The words of a turn; None if they cannot be read."""
        if cell.is_blank:
            return []
        try:
            return read_words(cell.turn)
        except NotationError as error:
            self.find(cell, f"{error}; it is taken as not recorded")
            return None

    def _gave_up(self, cell: Cell) -> bool:
        """Whether a player who could move resigned after the roll without moving."""
        return cell.is_blank and self._loses_next(cell) and can_move(self.game.situation)

    def _loses_next(self, cell: Cell) -> bool:
        """Whether the record continues with this player's loss: a resignation after the roll."""
        if not self.rest:
            return False
        ahead = self.rest[0]
        if ahead.kind == RESIGN:
            return ahead.column == cell.column
        return ahead.kind == WIN and ahead.column != cell.column

    def _confirm(self, found: Found) -> None:
        """Play a legal turn move by move, without parsing its text."""
        draft = self.game.draft()
        for move in found.moves:
            draft.move(move.origin, move.target)
        self.game.play(draft)
        self.fits += 1

    def _play(self, cell: Cell, words: list[Word]) -> None:
        found = choose(self.game.situation, words, self.legal_ahead)
        if isinstance(found, Verdict):
            self._play_illegal(cell, words, found)
            return
        if found.others:
            self.find(cell, f"the file allows {found.others + 1} readings; {found} is assumed")
            self._has_assumed = True
        self._confirm(found)

    def _play_illegal(self, cell: Cell, words: list[Word], verdict: Verdict) -> None:
        """Play a turn that breaks a law as written, as far as the checkers can move so."""
        if verdict.law == "game-over" and self._play_to_the_end(cell, words):
            return
        if self._runs_into_a_turn_without_dice(cell):
            return
        if self._has_assumed:
            self.find(cell, f"{verdict.reason} Or the turn assumed before was another one.")
        else:
            self.find(cell, verdict.reason, verdict.law)
        if not self.looks_ahead:
            # A look ahead ends at the first fault.
            return
        try:
            self.game.play(cell.turn or "(no move)", accepted=True)
        except (IllegalTurnError, AmbiguousTurn, TooManyTurns) as error:
            self._cut(cell, f"from here the game cannot be followed: {error}")
        else:
            found = self.findings[-1]
            self.findings[-1] = replace(found, accepted=found.law is not None)

    def _runs_into_a_turn_without_dice(self, cell: Cell) -> bool:
        """Read a legal turn followed, after a gap, by the other player's without its roll."""
        turn, *rest = re.split(r"\s{4,}", cell.turn, maxsplit=1)
        if not rest:
            return False
        found = choose(self.game.situation, read_words(turn), self.legal_ahead)
        if not isinstance(found, Found):
            return False
        self._confirm(found)
        self._give_up(replace(cell, text=rest[0], column=1 - cell.column), "nothing")
        return True

    def _play_to_the_end(self, cell: Cell, words: list[Word]) -> bool:
        """Play a turn that continues past the end of the game, up to the end."""
        single = [Word(step) for step in pairs(words)]
        for count in range(len(single) - 1, 0, -1):
            found = choose(self.game.situation, single[:count], self.legal_ahead)
            if isinstance(found, Found):
                reason = f"the game is over after {found}; the rest of the turn is cut off"
                self.find(cell, reason, "game-over")
                self._confirm(found)
                return True
        return False

    def _guess(self, cell: Cell) -> None:
        """Play the legal turn that fits what follows, for a roll without its turn ('51: ???')."""
        situation, missing = self.game.situation, "the turn is not recorded"
        if self._loses_next(cell) or not self.rest:
            self.find(cell, f"{missing}: the game ends after the roll")
            return
        self._guesses += 1
        may_guess = self.looks_ahead and self._guesses <= MOST_GUESSES
        finals: FinalWays = legal_finals(situation) if may_guess else {}
        if not finals:
            self._cut(cell, f"{missing}, and cannot be known")
            return
        found = best(situation, finals, self.legal_ahead)
        result = end_turn(situation, found.final, len(found.moves)).result
        wins = result is not None and result.winner is situation.to_act
        if self.rest[0].kind == WIN and not wins:
            self.find(cell, f"{missing}: the other player resigned after the roll")
            return
        fitting = (
            f"one of {found.others + 1} that fit" if found.others else "the only one that fits"
        )
        why = f"{fitting} what follows" if len(finals) > 1 else "the only legal one"
        self.find(cell, f"{missing}; {found} is assumed, {why}")
        self._confirm(found)
        if len(finals) > 1:
            self._has_assumed = True
            self.guessed.append(len(self.game.events) - 1)
