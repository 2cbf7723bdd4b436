"""The characters of a text board, each one column wide."""

from dataclasses import dataclass

from nardy.core.player import Player


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A character set: Unicode, Unicode with colors, or ASCII."""

    white: str = "○"
    black: str = "●"
    ground: str = "·"
    """An empty odd point; with colors the background shows instead."""
    taper: str = " " * 5
    """The narrowing side of a point, from the rim inwards; needs colors."""
    tips: str = "  "
    """The tips of an upper and a lower point; needs colors."""
    caught: str = "[]"
    """On both sides of a pinned checker."""
    moved: str = "‹›"
    """On both sides of a checker that the last turn moved, and of a place that it left."""
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
