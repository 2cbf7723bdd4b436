"""Questions, advice and chat, and the types shared by all messages."""

from typing import Annotated, Any, Literal, TypeVar

import msgspec

JsonObject = dict[str, Any]
Message = TypeVar("Message", bound=msgspec.Struct)
Seat = Literal["white", "black"]


def filled_from(kind: type[Message], *sources: object, **more: object) -> Message:
    """A message whose fields are *more*, and the attributes of these names of *sources*, the last first.

    >>> filled_from(CubeView, CubeView(2, "white"), owner=None)
    CubeView(value=2, owner=None)
    """
    fields = {
        name: getattr(source, name)
        for source in sources
        for name in kind.__struct_fields__
        if hasattr(source, name)
    }
    return kind(**fields | more)


class DieMove(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """A move of one checker by one die."""

    origin: int
    to: int


class CubeView(msgspec.Struct):
    """The doubling cube."""

    value: int
    owner: Seat | None


class ScoreView(msgspec.Struct):
    """The score of a match, including a game that has just ended."""

    length: int
    white: float
    black: float
    is_crawford: bool


class GameResult(msgspec.Struct):
    """How a game ended. `points` includes the cube; in a draw, it is what each player scores."""

    winner: Seat | None
    points: float
    size: str
    """Its name in this game: single, gammon, mars, draw, void."""
    words: dict[str, str] = {}
    """The name by language, ready to show; without a winner, a sentence."""


class Ask(msgspec.Struct, tag="ask", forbid_unknown_fields=True):
    """Ask why a move is not legal: the moves of the turn so far, then that move."""

    room: str
    id: str
    moves: list[DieMove]


class Hint(msgspec.Struct, tag="hint", forbid_unknown_fields=True):
    """Ask a strong bot for the best play; in casual games against bots, within the rules of fair play."""

    room: str
    id: str


class Tutor(msgspec.Struct, tag="tutor", forbid_unknown_fields=True):
    """Ask whether a turn would be a blunder before it is made; where `hint` may be asked."""

    room: str
    id: str
    moves: list[DieMove]


class Evaluate(msgspec.Struct, tag="evaluate", forbid_unknown_fields=True):
    """Ask for an evaluation of one turn ago; for spectators of casual games, within the rules of fair play."""

    room: str
    id: str


class Listen(msgspec.Struct, tag="listen", forbid_unknown_fields=True):
    """Follow the chat of a room, as long as the room is followed."""

    room: str


class Say(msgspec.Struct, tag="say", forbid_unknown_fields=True):
    """Write in the chat of a room: to the table as a player, else among spectators."""

    room: str
    id: Annotated[str, msgspec.Meta(max_length=60)]
    text: str


class Mute(msgspec.Struct, tag="mute", forbid_unknown_fields=True):
    """Mute or unmute the author of this line, in all rooms."""

    room: str
    id: str
    number: int
    is_muted: bool


class Report(msgspec.Struct, tag="report", forbid_unknown_fields=True):
    """Report this line to the club's admins."""

    room: str
    id: str
    number: int


class TurnAdvice(msgspec.Struct):
    """A turn, with its moves in a playable order, and its value to you."""

    turn: str
    moves: list[DieMove]
    equity: float
    win: float


class Advised(msgspec.Struct, tag="advised"):
    """The answer to `hint`: turns, best first, if you are to move; else an act."""

    id: str
    room: str
    version: int
    turns: list[TurnAdvice]
    act: str | None
    """One of the acts in the view."""
    win: float | None
    """Your chance of winning the game, before the roll."""
    equity: float | None
    """Your equity in points, without a cube; in a match, a single counts 1."""


class Tutored(msgspec.Struct, tag="tutored"):
    """The answer to `tutor`: a clue and the answer, if the turn loses much; else neither."""

    id: str
    room: str
    version: int
    loss: float | None
    """Points that the turn loses, two plies ahead; null where it is no blunder."""
    clue: dict[str, str]
    """What to look at, by language."""
    best: TurnAdvice | None
    reasons: dict[str, list[str]]
    """Why the best turn is better, by language: the coach's sentences."""


class Evaluated(msgspec.Struct, tag="evaluated"):
    """The answer to `evaluate`: the state before the last turn's roll, from White's point of view.

    Null before the first turn, and when the game is over.
    """

    id: str
    room: str
    version: int
    win: float | None
    equity: float | None


class Said(msgspec.Struct):
    """A line of chat, as you may see it."""

    number: int
    at: int
    name: str
    seat: Seat | None
    """The author's seat; null for a spectator."""
    is_yours: bool
    text: str
    """Plain text, never markup; empty if you have muted the author."""
    masked: str | None
    """The text with rude words masked; null if there are none."""
    is_aside: bool
    """Said among spectators: hidden from the players until the match is over."""
    is_muted: bool
    avatar: str = ""


class Talk(msgspec.Struct, tag="talk"):
    """The chat of a room or its end, whenever it changes."""

    room: str
    lines: list[Said]
    may_speak: bool
    """Whether you may write: you need a name."""
