"""The characters that a text board is drawn with, each one column wide."""

from dataclasses import dataclass

from nardy.core.player import Player


@dataclass(frozen=True, slots=True)
class Glyphs:
    """One way to draw: with box characters, with colors behind them, or in plain ASCII."""

    white: str = "○"
    black: str = "●"
    ground: str = "·"
    """Where an odd point is empty; with colors the wood shows instead."""
    taper: str = " " * 5
    """How much of its side a point fills, from the rim inwards; needs colors."""
    tips: str = "  "
    """Where an upper and a lower point end; needs colors."""
    caught: str = "[]"
    """On both sides of a pinned checker."""
    moved: str = "‹›"
    """On both sides of what the last turn moved, and of where it came from."""
    box: str = "╭┬╮│─╰┴╯─"
    times: str = "×"
    turn: str = "◂"
    """Beside the name of the player who must act."""

    def checker(self, player: Player) -> str:
        """A checker of this player."""
        return self.white if player is Player.WHITE else self.black


UNICODE = Glyphs()
IN_COLOR = Glyphs(white="●", black="●", ground=" ", taper="█▊▌▎ ", tips="▼▲")
ASCII = Glyphs(white="O", black="X", ground=".", moved="<>", box="+++|-+++-", times="x", turn="<")
ASCII_IN_COLOR = Glyphs(
    white="O", black="X", ground=" ", moved="<>", box="+++|-+++-", times="x", turn="<"
)
