"""A move is one checker and one die; a turn is all the moves of one roll."""

from dataclasses import dataclass, field
from typing import NamedTuple

from nardy.core.words import DANCE_TEXT, join_moves, words_text
from nardy.errors import NotationError


class Move(NamedTuple):
    """One checker moved by one die, in its owner's numbering."""

    origin: int
    target: int
    hits: bool = False
    """Whether it lands on an opposing checker: hits it, or pins it."""


@dataclass(frozen=True)
class Turn:
    """Moves in a playable order; two turns with the same text are equal.

    >>> str(Turn((Move(13, 7, hits=True), Move(7, 5), Move(8, 7))))
    '13/7*/5 8/7'
    >>> str(Turn())
    '(no move)'
    """

    moves: tuple[Move, ...] = field(default=(), compare=False)
    text: str = ""

    def __post_init__(self) -> None:
        """Write the text if only the moves are given."""
        if not self.text:
            if isinstance(self.moves, str):
                raise NotationError(
                    f"expected the moves of a turn, got {self.moves!r:.60}; "
                    f"write Turn(text={self.moves!r:.60}), or play the text itself"
                )
            object.__setattr__(self, "text", words_text(join_moves(self.moves)))

    def __str__(self) -> str:
        """The canonical text."""
        return self.text

    @property
    def is_dance(self) -> bool:
        """Whether no checker moved."""
        return self.text == DANCE_TEXT
