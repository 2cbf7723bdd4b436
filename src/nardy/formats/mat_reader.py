"""One game of a .mat file, played again cell by cell."""

from collections.abc import Callable
from nardy.core.acts import end_turn
from nardy.core.choices import Opening
from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.game import Game, opening_situation
from nardy.core.judge import Verdict
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Score, Situation
from nardy.core.words import Word, read_words
from nardy.errors import IllegalActError, IllegalTurnError, NotationError
from nardy.formats.mat_cells import (
    BEAVER,
    BOMB,
    DOUBLE,
    PASS,
    RACCOON,
    RESIGN,
    TAKE,
    TURN,
    WIN,
    Cell,
)
from nardy.formats.mat_turns import Found, best, choose, lawful_finals
from nardy.formats.record import Finding

FORESIGHT = 12
"""How many turns ahead a record is read to understand an unclear one."""
MOST_GUESSES = 3
"""Turns of one game that are guessed where the record has none."""

Seats = tuple[Player, Player]
"""The players of the left and of the right column."""
SEATS = (Player.WHITE, Player.BLACK)


def begin_game(rules: Rules, first: Cell | None, seats: Seats, score: Score | None) -> Game:
    """A game before its first act: the roll-off is read from the first roll."""
    starter = seats[first.column] if first else Player.WHITE
    dice = first.dice if first and first.kind == TURN else ""
    rolled_off = rules.opening is Opening.USE and len(dice) == 2 and dice[0] != dice[1]
    if not rolled_off:
        return Game(rules, situation=opening_situation(rules, starter, score))
    game = Game(rules, situation=opening_situation(rules, None, score))
    low, high = sorted(map(int, dice))
    game.open(*((high, low) if starter is Player.WHITE else (low, high)))
    return game


class GameReader:
    """Plays the cells of one game; what does not fit becomes a finding."""

    def __init__(self, game: Game, cells: list[Cell], seats: Seats = SEATS) -> None:
        """A reader at the beginning of a game."""
        self.game = game
        self.cells = cells
        self.seats = seats
        self.findings: list[Finding] = []
        self.is_cut = False
        """Whether the rest can no longer be followed."""
        self.fits = 0
        """How much of the record is lawful: turns, and the result."""
        self._at = 0
        self._guesses = 0
        self._foresees = True
        self._skips_answer = False

    def read(self) -> None:
        """Read all cells, as far as they can be followed."""
        while self._at < len(self.cells) and not self.is_cut:
            self._read_next()

    def _read_next(self) -> None:
        cell = self.cells[self._at]
        self._at += 1
        _READERS[cell.kind](self, cell)

    @property
    def _rest(self) -> list[Cell]:
        return self.cells[self._at :]

    def find(self, cell: Cell, reason: str, law: str | None = None) -> None:
        """Note what a cell is about."""
        player = self.seats[cell.column]
        finding = Finding(line=cell.line, turn=cell.text, law=law, reason=reason, player=player)
        self.findings.append(finding)

    def cut(self, cell: Cell, reason: str, law: str | None) -> None:
        """Leave this cell and what follows out, and say so."""
        later = sum(cell.kind != WIN for cell in self._rest)
        also = f" and {later} more after it" if later else ""
        self.find(cell, f"{reason} (left out{also})", law)
        self.is_cut = True

    def _seat(self, cell: Cell) -> Player:
        return self.seats[cell.column]

    def turn(self, cell: Cell) -> None:
        """A roll and what was played with it."""
        if self.game.phase is Phase.ANSWER:
            self._take_unsaid(cell)
        if self.game.phase is Phase.OVER:
            self.cut(cell, "the game is over before this", "game-over")
        elif self._seat(cell) is not self.game.to_act:
            self.cut(cell, f"it is {self.game.to_act.value}'s turn", "not-yours")
        elif self._roll(cell):
            self._play(cell)

    def _take_unsaid(self, cell: Cell) -> None:
        """A roll after a double says that it was taken; after a beaver nothing need be said."""
        if self.game.situation.offer is Offer.DOUBLE:
            self.find(cell, "the double before this roll was taken, and the file does not say so")
        self.game.take()

    def _roll(self, cell: Cell) -> bool:
        """Throw the dice of a cell, unless they lie there already: the opening, leftovers."""
        if self.game.situation.left:
            return self._roll_leftovers(cell)
        if len(cell.dice) != 2:
            self.cut(cell, "expected two dice", "not-rolled")
        elif self.game.phase is Phase.ROLL:
            self.game.roll(Roll.parse(cell.dice))
        return not self.is_cut

    def _roll_leftovers(self, cell: Cell) -> bool:
        left = "".join(map(str, self.game.situation.left))
        if cell.dice == left:
            return True
        self.cut(cell, f"the dice left over, {left}, are to be played first", "cascade-order")
        return False

    def _play(self, cell: Cell) -> None:
        words = None if cell.is_unrecorded else self._words(cell)
        if words is None:
            self._guess(cell)
            return
        if not words and self._gave_up(cell):
            return
        found = choose(self.game.situation, words, self._carries)
        if isinstance(found, Verdict):
            self._play_faulty(cell, words, found)
            return
        if found.others:
            self.find(cell, f"the file allows {found.others + 1} readings; {found.turn} is assumed")
        self._confirm(found)

    def _confirm(self, found: Found) -> None:
        self.game.play(found.turn)
        self.fits += 1

    def _words(self, cell: Cell) -> list[Word] | None:
        """The words of a turn; None where they cannot be read."""
        if cell.is_blank:
            return []
        try:
            return read_words(cell.turn)
        except NotationError as error:
            self.find(cell, f"{error}; it is taken as not recorded")
            return None

    def _gave_up(self, cell: Cell) -> bool:
        """Whether a player who could move rolled, and resigned without moving."""
        could_move = self.game.situation.position not in lawful_finals(self.game.situation)
        return could_move and cell.is_blank and self._loses_next(cell)

    def _loses_next(self, cell: Cell) -> bool:
        """Whether the next thing told is that this player loses."""
        ahead = next(iter(self._rest), None)
        if ahead is None:
            return False
        if ahead.kind == RESIGN:
            return ahead.column == cell.column
        return ahead.kind == WIN and ahead.column != cell.column

    def _guess(self, cell: Cell) -> None:
        """A turn that is not recorded: the lawful one that fits what follows."""
        if self._loses_next(cell) or not self._rest:
            self.find(cell, "the turn is not recorded: the game ends after the roll")
            return
        finals = lawful_finals(self.game.situation)
        self._guesses += 1
        if not finals or not self._foresees or self._guesses > MOST_GUESSES:
            self.cut(cell, "the turn is not recorded, and cannot be known", None)
            return
        found = best(self.game.situation, finals, self._carries)
        if self._rest[0].kind == WIN and not self._wins_by(found):
            self.find(cell, "the turn is not recorded: the other player gave up after the roll")
            return
        fits = f"one of {found.others + 1} that fit" if found.others else "the only one that fits"
        fits = fits if len(finals) > 1 else "the only lawful one, not"
        self.find(cell, f"the turn is not recorded; {found.turn} is assumed, {fits} what follows")
        self._confirm(found)

    def _wins_by(self, found: Found) -> bool:
        player = self.game.to_act
        outcome = end_turn(self.game.situation, found.final, len(found.turn.moves)).result
        return outcome is not None and outcome.winner is player

    def _play_faulty(self, cell: Cell, words: list[Word], verdict: Verdict) -> None:
        if verdict.law == "game-over" and self._play_cut(cell, words):
            return
        self.find(cell, verdict.reason, verdict.law)
        try:
            self.game.play(cell.turn or "(no move)", accepted=True)
        except IllegalTurnError as error:
            self.cut(cell, f"the turn cannot be made: {error}", None)

    def _play_cut(self, cell: Cell, words: list[Word]) -> bool:
        """A turn that goes on after the game's end, played up to it."""
        single = [word._replace(times=1) for word in words for _ in range(word.times)]
        for count in range(len(single) - 1, 0, -1):
            found = choose(self.game.situation, single[:count], self._carries)
            if isinstance(found, Found):
                self.find(cell, f"the game is over after {found.turn}; the rest is cut off", "game-over")
                self._confirm(found)
                return True
        return False

    def _carries(self, after: Situation) -> int:
        """How much of the record that follows is lawful from a situation on."""
        if not self._foresees:
            return 0
        ahead = GameReader(Game(after.rules, situation=after), self._rest, self.seats)
        ahead.foresee()
        return 2 * ahead.fits - bool(ahead.findings)

    def foresee(self) -> None:
        """Read on for a while, up to the first thing that does not fit."""
        self._foresees = False
        while self._at < len(self.cells) and not self.findings and self.fits < FORESIGHT:
            self._read_next()

    def double(self, cell: Cell) -> None:
        """A double; the answer to a double with a double is a beaver, then a raccoon."""
        acts = {Offer.DOUBLE: self.game.beaver, Offer.BEAVER: self.game.raccoon}
        offer = self.game.situation.offer
        answers = offer in acts and self._seat(cell) is self.game.to_act
        act = acts[offer] if answers and offer else self.game.offer_double
        before = self.game.situation.cube.value
        if self._act(cell, act) and cell.number not in (None, before * (4 if answers else 2)):
            self.find(cell, f"the cube stood at {before}, so this does not make it {cell.number}")

    def take(self, cell: Cell) -> None:
        """A take."""
        if not self._skipped():
            self._act(cell, self.game.take)

    def pass_double(self, cell: Cell) -> None:
        """A pass."""
        if not self._skipped():
            self._act(cell, self.game.pass_double)

    def bomb(self, cell: Cell) -> None:
        """The bomb of nuclear backgammon."""
        self._act(cell, self.game.explode)

    def ends(self, cell: Cell) -> None:
        """A resignation or a result; both are read again when all cells are."""
        outcome = self.game.outcome
        if cell.kind == WIN and outcome and outcome.winner is self._seat(cell):
            self.fits += 1

    def _skipped(self) -> bool:
        """Whether this answers an offer that was left out."""
        skips, self._skips_answer = self._skips_answer, False
        return skips and self.game.phase is not Phase.ANSWER

    def _act(self, cell: Cell, act: Callable[..., None]) -> bool:
        """Do an act of the cube; one that a law forbids is left out, and said."""
        try:
            act(player=self._seat(cell))
        except IllegalActError as error:
            self.find(cell, f"{error} (left out)", error.law)
            self._skips_answer = True
            return False
        return True


_READERS: dict[str, Callable[[GameReader, Cell], None]] = {
    TURN: GameReader.turn,
    DOUBLE: GameReader.double,
    BEAVER: GameReader.double,
    RACCOON: GameReader.double,
    TAKE: GameReader.take,
    PASS: GameReader.pass_double,
    BOMB: GameReader.bomb,
    RESIGN: GameReader.ends,
    WIN: GameReader.ends,
}
