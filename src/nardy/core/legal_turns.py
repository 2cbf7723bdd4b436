"""The legal turns of a situation, listed only when needed."""

from collections.abc import Iterator, Mapping

from nardy.core import engine
from nardy.core.canonical import MOST_TURNS, legal_turns
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Phase, Situation
from nardy.core.turn import Turn
from nardy.errors import AmbiguousTurn, NardyError, TooManyTurns

MOST_SHOWN = 40
"""Most turns that the text of a list shows."""


class LegalTurns(Mapping[Turn, Position]):
    """The legal turns of a situation, like a mapping to final positions.

    `in` takes a Turn or its text in any notation, without listing all turns.
    """

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._turns: Mapping[Turn, Position] | None = None
        self._by_text: Mapping[str, tuple[Turn, Position]] = {}
        self._has_asked_engine = False

    def find(self, text: str) -> tuple[Turn, Position]:
        """The turn that a text in any notation means, and its final position, seen by the mover.

        Raises:
            IllegalTurnError: no legal turn; the error has the law and the judge's sentence.
            NotationError: the text cannot be read as a turn.
            AmbiguousTurn: it can mean two different legal turns.
            TooManyTurns: the search for it takes too long, in some cascades; play move by move.
        """
        if not self._by_text and (turns := self._listed_cheaply()):
            self._by_text = {turn.text: (turn, final) for turn, final in turns.items()}
        # The list has canonical texts alone; the judge reads every other notation.
        return self._by_text.get(text) or find_turn(self._situation, text)

    def _listed_cheaply(self) -> Mapping[Turn, Position] | None:
        """The turns if they are listed already, or if a fast engine lists them."""
        if self._turns is None and not self._has_asked_engine:
            fast, now = engine.current(), self._situation
            if fast is not None and now.phase is Phase.TURN and now.dice is not None:
                self._turns = fast.legal_turns(now.rules, now.position, now.dice, MOST_TURNS)
            # It leaves some lists to the rule book, and would do so again.
            self._has_asked_engine = True
        return self._turns

    def _all(self) -> Mapping[Turn, Position]:
        if self._turns is None:
            dice = self._situation.dice
            over = self._situation.phase is not Phase.TURN
            rules, position = self._situation.rules, self._situation.position
            self._turns = {} if over or dice is None else legal_turns(rules, position, dice)
        return self._turns

    def __getitem__(self, turn: Turn | str) -> Position:
        """The final position of a turn, seen by the mover.

        Raises:
            KeyError: it is not legal, or no turn.
            AmbiguousTurn, TooManyTurns: as in `find`.
        """
        try:
            return self.find(str(turn))[1]
        except (AmbiguousTurn, TooManyTurns):
            raise
        except NardyError:
            raise KeyError(str(turn)) from None

    def __contains__(self, turn: object) -> bool:
        """Whether a turn or text is legal; a text that can mean several legal turns is.

        Raises:
            TooManyTurns: the search for the turn takes too long.
        """
        try:
            self.find(str(turn))
        except AmbiguousTurn:
            return True
        except TooManyTurns:
            raise
        except NardyError:
            return False
        return True

    def __iter__(self) -> Iterator[Turn]:
        """The turns, sorted by their words."""
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __repr__(self) -> str:
        """The first turns and how many there are; a debugger shows it, so it never raises."""
        try:
            turns = list(map(str, self))
        except TooManyTurns as error:
            return f"<LegalTurns: more than {error.limit:,}>"
        more = len(turns) - MOST_SHOWN
        end = f", and {more:,} more" if more > 0 else ""
        return f"<LegalTurns: {', '.join(turns[:MOST_SHOWN])}{end}>"
