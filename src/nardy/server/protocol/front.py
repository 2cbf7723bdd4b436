"""What the first page shows: positions of the games, and a game that is played now or was recorded."""

import msgspec

from nardy.server.protocol.messages import RunningGame, Seat, View


class GameScene(msgspec.Struct, gc=False):
    """A position that shows what happens in a game: counts by place, as in `View`."""

    white: list[int]
    black: list[int]
    white_pinned: list[int]
    black_pinned: list[int]


class ShownTurn(msgspec.Struct, gc=False):
    """A turn of a recorded game: its dice, and moves of one die each, in the player's own numbering."""

    seat: Seat
    dice: list[int]
    moves: list[tuple[int, int]]


class ShownGame(msgspec.Struct):
    """A whole game that two networks played, from the start to the end."""

    turns: list[ShownTurn]


class WatchedGame(msgspec.Struct):
    """A public game as it stands now."""

    game: RunningGame
    view: View


class FrontPage(msgspec.Struct):
    """`/api/front`: what the first page shows of the club."""

    played: list[str]
    """The games and rotations that were played most in the last thirty days, at most three, by id."""
    watched: WatchedGame | None
    """The public game with the most spectators, people before bots; null while none is played."""
