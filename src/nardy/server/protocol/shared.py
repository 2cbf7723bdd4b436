"""Messages beside the game, questions, advice and talk; and the words that all messages share."""

from typing import Annotated, Literal

import msgspec

Seat = Literal["white", "black"]


class DieMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """One checker by one die."""

    origin: int
    to: int


class CubeView(msgspec.Struct):
    """The doubling cube."""

    value: int
    owner: Seat | None


class ScoreView(msgspec.Struct):
    """The score of a match, a game that has just ended counted in."""

    length: int
    white: float
    black: float
    is_crawford: bool


class GameResult(msgspec.Struct):
    """How a game ended. `points` has the cube counted in; for a draw it is what each scores."""

    winner: Seat | None
    points: float
    size: str
    """What the game calls it: single, gammon, mars, draw, void."""
    words: dict[str, str] = {}
    """The same by language, ready to be shown; without a winner a sentence."""


class Ask(msgspec.Struct, tag="ask", forbid_unknown_fields=True):
    """Why is this not lawful? The moves of the turn so far, then the one in question."""

    room: str
    id: str
    moves: list[DieMove]


class Hint(msgspec.Struct, tag="hint", forbid_unknown_fields=True):
    """What would a strong bot do in your place? In casual games against bots, by the rule of fair play."""

    room: str
    id: str


class Evaluate(msgspec.Struct, tag="evaluate", forbid_unknown_fields=True):
    """How did this game stand one turn ago? For spectators of casual games, by the rule of fair play."""

    room: str
    id: str


class Listen(msgspec.Struct, tag="listen", forbid_unknown_fields=True):
    """Hear what is said in a room, from now on and as long as the room is followed."""

    room: str


class Say(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    """Say something in a room: at the table if you sit there, else among those who look on."""

    room: str
    id: Annotated[str, msgspec.Meta(max_length=60)]
    text: str


class Mute(msgspec.Struct, tag="mute", forbid_unknown_fields=True):
    """Hear whoever said this line no more, in any room; or hear him again."""

    room: str
    id: str
    number: int
    is_muted: bool


class Report(msgspec.Struct, tag="report", forbid_unknown_fields=True):
    """Tell those who keep order in the club that this line should not have been said."""

    room: str
    id: str
    number: int


class TurnAdvice(msgspec.Struct):
    """A turn, its moves in an order in which they can be made, and what it is worth to you."""

    turn: str
    moves: list[DieMove]
    equity: float
    win: float


class Advised(msgspec.Struct, tag="advised"):
    """The answer to `hint`: turns, best first, where a turn is due; else what to do."""

    id: str
    room: str
    version: int
    turns: list[TurnAdvice]
    act: str | None
    """An act that the view offers."""
    win: float | None
    """Your chance to win the game, before the roll."""
    equity: float | None
    """Its worth to you in points, without a cube; in a match a single is 1."""


class Evaluated(msgspec.Struct, tag="evaluated"):
    """The answer to `evaluate`: the moment before the last turn's roll, seen by White.

    Null where no turn was taken yet, and where the game is over.
    """

    id: str
    room: str
    version: int
    win: float | None
    equity: float | None


class Said(msgspec.Struct):
    """Something that somebody said, as you may hear it."""

    number: int
    at: int
    name: str
    seat: Seat | None
    """Where who said it sits; null for who looks on."""
    is_yours: bool
    text: str
    """Plain text, never markup; empty if you have muted who said it."""
    masked: str | None
    """The same with rude words masked; null where there are none."""
    is_aside: bool
    """Said among those who look on: the players are not told as long as they play."""
    is_muted: bool
    avatar: str = ""


class Talk(msgspec.Struct, tag="talk"):
    """All that was said in a room, or the last of it, whenever that changes."""

    room: str
    lines: list[Said]
    may_speak: bool
    """Whether you have a name, and so may say something."""
