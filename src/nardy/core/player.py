"""The two seats of a board."""

from enum import StrEnum

from nardy.errors import EventsError, NotationError


class Player(StrEnum):
    """A seat, which a player keeps through a match; the starter may change from game to game."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> "Player":
        """The other seat."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    @property
    def letter(self) -> str:
        """'w' or 'b', as position text has it."""
        return self.value[0]

    @classmethod
    def of_letter(cls, letter: str) -> "Player":
        """The seat of 'w' or 'b'; anything else is a KeyError."""
        return {"w": cls.WHITE, "b": cls.BLACK}[letter]


def checked_player(player: object) -> Player:
    """The player that is meant; the name of a seat stands for it.

    Raises:
        NotationError: there is no such player.
    """
    try:
        return Player(player)
    except ValueError:
        raise NotationError(
            f"expected a player, got {player!r:.60}; write Player.WHITE or Player.BLACK"
        ) from None


def seat_named(text: str) -> Player:
    """The player of a seat's name in events.

    Raises:
        EventsError: no seat is called so.
    """
    try:
        return Player(text)
    except ValueError:
        raise EventsError(f"expected 'white' or 'black', got {text!r}") from None
