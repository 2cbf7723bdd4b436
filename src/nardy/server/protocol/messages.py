"""Every message between the club and a page or a bot: the one source of them.

The JavaScript types and docs/reference/protocol.md are written from this file. Messages travel as
JSON, each an object with its `type`. Points are numbers in their player's own numbering, 1 to 24;
25 is the bar and 0 is off. Players are "white" and "black". Times are milliseconds.
"""

from typing import Annotated, Any, Literal

import msgspec

from nardy.server.protocol.players import Rating
from nardy.server.protocol.shared import (
    Advised,
    Ask,
    CubeView,
    DieMove,
    Evaluate,
    Evaluated,
    GameResult,
    Hint,
    Listen,
    Mute,
    Report,
    Said,
    Say,
    ScoreView,
    Seat,
    Talk,
    TurnAdvice,
)
from nardy.server.protocol.tournaments import Follow, Followed
from nardy.server.ratings.pace import Pace

__all__ = ["DieMove", "Rating", "Said", "Seat", "TurnAdvice"]  # part of messages told of here

MOST_BYTES = 20_000
"""A message from a client that is longer is refused."""


# From a client


class Watch(msgspec.Struct, tag="watch", forbid_unknown_fields=True):
    """Begin to follow a room; what happened behind number `since` comes at once."""

    room: str
    since: int = 0


class Unwatch(msgspec.Struct, tag="leave", forbid_unknown_fields=True):
    """Follow a room no longer."""

    room: str


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Do something in a room.

    `id` is the client's own name for this act: sent again it is answered again and done once.
    `version` is the number of the last event that the client has seen; the act is refused as stale
    if there are more. `act` is one of those offered in the view; `play` carries the moves of the
    turn, or its text in `turn`.
    """

    room: str
    id: str
    version: int
    act: str
    moves: list[DieMove] = []
    turn: str = ""
    link: str = ""
    """With `roll`: the next link of your chain, so that nobody has to ask for it."""


class Explore(msgspec.Struct, tag="explore", forbid_unknown_fields=True):
    """What is lawful after these moves, where the choices sent do not go so far."""

    room: str
    id: str
    moves: list[DieMove]


class Commit(msgspec.Struct, tag="commit", forbid_unknown_fields=True):
    """The tip of your chain for this room's dice, or '' if you have none; once, before the game."""

    room: str
    tip: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]


class Reveal(msgspec.Struct, tag="link", forbid_unknown_fields=True):
    """The link of your chain that a throw was asked for."""

    room: str
    number: int
    link: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class WatchLobby(msgspec.Struct, tag="lobby", forbid_unknown_fields=True):
    """Hear who is waiting for an opponent, now and whenever that changes."""


AskBeside = Ask | Hint | Evaluate | Listen | Say | Mute | Report | Follow
ToServer = Watch | Unwatch | Act | Explore | Commit | Reveal | WatchLobby | AskBeside


# To a client


class LegalMove(msgspec.Struct, rename={"origin": "from"}, gc=False):
    """A move that is lawful now: it keeps the longest play within reach."""

    origin: int
    to: int
    hits: bool
    """It lands on an opposing checker: hits it, or pins it."""
    then: int | None
    """The number of the node it leads to; null: ask with `explore`."""


class Node(msgspec.Struct, gc=False):
    """A moment within a turn: the dice still to be played, and what is lawful."""

    dice: list[int]
    moves: list[LegalMove]
    """None: the turn is complete and may be confirmed."""


class View(msgspec.Struct):
    """The moment now."""

    position: str
    """Position text."""
    white: list[int]
    """26 counts, from off (0) to the bar (25), in White's own numbering."""
    black: list[int]
    white_pinned: list[int]
    """White's own numbers of the points where a checker of his is pinned."""
    black_pinned: list[int]
    phase: Literal["opening", "roll", "turn", "answer", "over"]
    to_act: Seat
    on_roll: Seat
    roll: list[int]
    dice: list[int]
    """The dice of this turn, all of them, in their order where there is one."""
    left: bool
    """They are what the opponent's cascade left over."""
    acts: list[str]
    """What the player to act may do: roll, double, bomb, play, take, pass, beaver, raccoon, accept,
    refuse, resign:SIZE; between two games of a match, either player: next; `claim` as the facts tell."""
    offer: str | None
    cube: CubeView | None
    bomb: Seat | Literal["nobody"] | None
    score: ScoreView | None
    result: GameResult | None
    game: int
    """Which game of the match this is, from 1."""
    is_race: bool = False
    """The two have passed each other: neither can hit, pin or block any more."""
    losses: dict[str, dict[str, float]] = {}
    """By seat: the sizes that it may resign with, and the points that each costs now."""


class Happened(msgspec.Struct):
    """An event of the log, in the rule book's schema."""

    number: int
    at: int
    event: dict[str, Any]
    note: dict[str, Any] | None = None
    """`time`: whose flag fell; `left`: from whom it was claimed; when the match is over, `worth`: how
    many points an engine gave the position."""


class Person(msgspec.Struct):
    """Who sits somewhere."""

    name: str
    is_bot: bool
    is_here: bool = True
    id: str | None = None
    """The id in `/player/ID`; null for a bot."""
    rating: Rating | None = None
    """Null in a casual game."""
    avatar: str = ""
    """The drawn picture that was chosen, `sun-night`; empty: the one that goes with the name."""
    is_program: bool = False
    """A member's program plays, with a token; not one of the club's bots."""


class Laws(msgspec.Struct):
    """What a page needs to draw a game; nothing here says what is lawful."""

    id: str
    text: str
    """As position text names the game, with its options."""
    name: dict[str, str]
    direction: Literal["contrary", "parallel"]
    contact: Literal["hit", "pin", "block"]
    checkers: int
    has_head: bool
    has_cube: bool
    has_bomb: bool
    start: list[int]
    changed: dict[str, list[str]] = {}
    """By language: the options in which it differs from the published game."""
    rotation: list[dict[str, str]] = []
    """The names of the games that a match plays in turn; empty where it is one game."""
    begins: str = ""
    """Its text where nobody chooses options: a single game of backgammon, and not for money."""
    stake: Literal["", "single", "money"] = ""
    results: dict[str, dict[str, str]] = {}
    """What a loss of each size is called, by size and language."""
    house: Literal["", "now", "changed", "gone"] = ""
    """Of a game of the club's own: whether it is still played by these rules, by others, or no more."""


class Clocks(msgspec.Struct):
    """Milliseconds left at the moment of the message."""

    white: int
    black: int
    running: Seat | None
    free: int
    """What is left of the delay before the running clock moves."""
    waits: int = 0
    """So long it stands still: the line of its player is lost, or the club was away."""


class DiceFacts(msgspec.Struct):
    """What is known of the dice before they fall."""

    commitment: str
    """Of the server, to its seed."""
    white: str | None
    """The tip of White's chain; '' if he has none, null if he has not said yet."""
    black: str | None


class RoomFacts(msgspec.Struct):
    """What does not change from act to act."""

    id: str
    laws: Laws
    length: int
    white: Person | None
    black: Person | None
    you: Seat | None
    """Where the one who reads this sits; null for who looks on."""
    clock: str | None
    """What was agreed: 600+8 adds 8 seconds a turn, 240d12 has 12 free; null: no clock."""
    dice: DiceFacts
    next: str | None
    """The room where these two play again."""
    rematch: Seat | None = None
    """Who offers to play again, and waits for the other."""
    declined: Seat | None = None
    claim: int | None = None
    """So long until the game may be claimed from who must act: gone for 2 minutes, or still for 10."""
    is_over: bool = False
    """Nothing more is played here: the match has ended, or was closed."""
    watchers: list[str] = []
    """The names of those who look on, the first of them."""
    visitors: int = 0
    """How many look on without a name here."""
    pace: Pace | None = None
    """The class of clocks in which the match is rated, so that nobody is told what a bot thinks of
    it; null: it is casual."""
    tournament: str | None = None


class Update(msgspec.Struct, tag="update"):
    """What happened behind number `since`, and the moment now."""

    room: str
    since: int
    version: int
    events: list[Happened]
    view: View
    clocks: Clocks | None
    nodes: list[Node]
    """The turn as a graph, node 0 first; empty for whoever need not move."""
    facts: RoomFacts


class Seek(msgspec.Struct):
    """Somebody waits for an opponent; whoever sits down in the room plays."""

    room: str
    name: str
    laws: Laws
    clock: str | None
    length: int
    is_yours: bool
    is_rated: bool = False
    rating: Rating | None = None
    """Of who waits, if the game is rated."""
    avatar: str = ""
    is_program: bool = False


class RunningGame(msgspec.Struct):
    """A game that goes on; whoever opens the room looks on."""

    room: str
    laws: Laws
    white: Person
    black: Person
    length: int
    clock: str | None
    eyes: int
    """How many look on."""


class YourGame(msgspec.Struct):
    """A game of yours against somebody, which goes on."""

    room: str
    laws: Laws
    name: str
    """Of the opponent; empty where the other seat is free."""
    clock: str | None
    is_your_turn: bool
    avatar: str = ""
    is_rematch: bool = False
    """It is over, and the opponent offers another one."""


class Lobby(msgspec.Struct, tag="lobby"):
    """Everybody who is waiting, games that can be watched, and your own against people."""

    seeks: list[Seek]
    games: list[RunningGame]
    mine: list[YourGame]


class RevealRequest(msgspec.Struct, tag="want"):
    """A throw was asked for: send the link of your chain with this number."""

    room: str
    number: int


class Done(msgspec.Struct, tag="done"):
    """An act was done, or had been done before; `version` is the number of its last event."""

    id: str
    version: int


class Refused(msgspec.Struct, tag="refused"):
    """An act or a message was not carried out, and nothing was changed.

    `law` is the id of the law that forbids it, or another code such as stale, not-here, no-room,
    store, too-often or message.
    """

    id: str | None
    law: str
    reason: str
    says: dict[str, str]
    """What to tell whoever asked, by language."""


class MoveVerdict(msgspec.Struct, tag="verdict"):
    """What the judge says of a move."""

    id: str
    law: str | None
    """None: it is lawful."""
    says: dict[str, str]
    """The law's sentence by language."""
    source: str
    reason: str
    """The judge's own sentence, in English."""
    move: DieMove | None
    """The move that fails."""


class Explored(msgspec.Struct, tag="explored"):
    """The answer to `explore`: nodes numbered from 0 anew."""

    id: str
    nodes: list[Node]


TellBeside = Advised | Evaluated | Talk | Followed
ToClient = Update | Lobby | RevealRequest | Done | Refused | MoveVerdict | Explored | TellBeside
