"""All messages between the club and a page or bot; the single source for them.

The JavaScript types and docs/reference/protocol.md are generated from this file. A message is a JSON
object with its `type`. Points are numbers in their player's own numbering, 1 to 24;
25 is the bar and 0 is off. Players are "white" and "black". Times are milliseconds.
"""

from typing import Annotated, Literal

import msgspec

from nardy.server.protocol.matchmaking import EndSearch, Matched, Search, SearchEnded, Searching
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
    JsonObject,
    Listen,
    Mute,
    Report,
    Said,
    Say,
    ScoreView,
    Seat,
    Talk,
    TurnAdvice,
    Tutor,
    Tutored,
)
from nardy.server.protocol.tournaments import Follow, Followed
from nardy.server.ratings.pace import Pace

__all__ = ["DieMove", "Rating", "Said", "Seat", "TurnAdvice"]  # used in messages defined here

MOST_BYTES = 20_000
"""Most bytes of a client's message; longer ones are refused."""
MOST_ID = 200
"""The most characters of an act's id: PostgreSQL indexes no text of some thousand bytes."""

# Pages and programs outside the club know the tags, so a tag stays when its class gets a better name:
#   leave    Unwatch
#   link     Reveal
#   lobby    WatchLobby, and Lobby as its answer
#   verdict  MoveVerdict
#   want     RevealRequest
# Every other tag is the name of its class.

# From a client


class Watch(msgspec.Struct, tag="watch", forbid_unknown_fields=True):
    """Follow a room; events after number `since` are sent at once."""

    room: str
    since: int = 0


class Unwatch(msgspec.Struct, tag="leave", forbid_unknown_fields=True):
    """Stop following a room."""

    room: str


class Act(msgspec.Struct, tag="act", forbid_unknown_fields=True):
    """Act in a room.

    `id` is chosen by the client, at most 200 characters: an act that a player sends again with the same `id` is
    answered again and done once. Acts of the opponent may have the same ids.
    `version` is the number of the last event that the client has seen; if there are more, the act is refused
    as stale. `act` is one of those offered in the view; `play` carries the moves of the
    turn, or its text in `turn`. In a casual game against a bot, `take-back` takes back your last turn.
    """

    room: str
    id: Annotated[str, msgspec.Meta(max_length=MOST_ID)]
    version: int
    act: str
    moves: list[DieMove] = []
    turn: str = ""
    link: str = ""
    """With `roll`: the next reveal of your hash chain, which saves a request for it."""


class Explore(msgspec.Struct, tag="explore", forbid_unknown_fields=True):
    """Ask for the legal moves after these moves, if the choices sent do not go that far."""

    room: str
    id: str
    moves: list[DieMove]


class Commit(msgspec.Struct, tag="commit", forbid_unknown_fields=True):
    """Commit to your hash chain (by its tip) for this room's dice, or '' without one; once, before the game."""

    room: str
    tip: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]


class Reveal(msgspec.Struct, tag="link", forbid_unknown_fields=True):
    """Reveal the requested link of your hash chain."""

    room: str
    number: int
    link: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class WatchLobby(msgspec.Struct, tag="lobby", forbid_unknown_fields=True):
    """Follow the lobby: players waiting for an opponent, and games in progress."""


FromGame = Watch | Unwatch | Act | Explore | Commit | Reveal | WatchLobby
FromRoom = FromGame | Ask | Hint | Tutor | Evaluate | Listen | Say | Mute | Report | Follow
ToServer = FromRoom | Search | EndSearch


# To a client


class LegalMove(msgspec.Struct, rename={"origin": "from"}, gc=False):
    """A legal move: it keeps the longest play within reach."""

    origin: int
    to: int
    hits: bool
    """It hits or pins an opposing checker."""
    then: int | None
    """The number of the node that it leads to; null: ask with `explore`."""


class Node(msgspec.Struct, gc=False):
    """A state within a turn: the dice still to be played, and the legal moves."""

    dice: list[int]
    moves: list[LegalMove]
    """Empty: the turn is complete and may be confirmed."""


class View(msgspec.Struct):
    """The current state of a game."""

    position: str
    """Position text."""
    white: list[int]
    """26 counts, from off (0) to the bar (25), in White's own numbering."""
    black: list[int]
    white_pinned: list[int]
    """White's own numbers of the points where a white checker is pinned."""
    black_pinned: list[int]
    phase: Literal["opening", "roll", "turn", "answer", "over"]
    to_act: Seat
    on_roll: Seat
    roll: list[int]
    dice: list[int]
    """All dice of this turn, in their order if there is one."""
    left: bool
    """They are left over from the opponent's cascade."""
    acts: list[str]
    """What the player to act may do: roll, double, bomb, play, take, pass, beaver, raccoon, accept,
    refuse, resign:SIZE. Between two games of a match, either player: next. `claim`: see the facts."""
    offer: str | None
    cube: CubeView | None
    bomb: Seat | Literal["nobody"] | None
    score: ScoreView | None
    result: GameResult | None
    game: int
    """The number of this game in the match, from 1."""
    is_race: bool = False
    """The players have passed each other: neither can hit, pin or block any more."""
    losses: dict[str, dict[str, float]] = {}
    """By seat: the sizes with which it may resign, and the points that each costs now."""


class Happened(msgspec.Struct):
    """An event of the log, in the schema of docs/reference/events.md."""

    number: int
    at: int
    event: JsonObject
    note: JsonObject | None = None
    """`time`: whose flag fell; `left`: from whom the game was claimed; `worth`, at the end of the match: how
    many points an engine gave the position."""


class Person(msgspec.Struct):
    """A player in a seat."""

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
    """A member's program (an API client), not one of the club's bots."""


class Laws(msgspec.Struct):
    """All facts that a page needs to draw a game; they do not define legality."""

    id: str
    text: str
    """The game's name in position text, with its options."""
    name: dict[str, str]
    direction: Literal["contrary", "parallel"]
    contact: Literal["hit", "pin", "block"]
    checkers: int
    has_head: bool
    has_cube: bool
    has_bomb: bool
    start: list[int]
    changed: dict[str, list[str]] = {}
    """By language: the options that differ from the published game."""
    rotation: list[dict[str, str]] = []
    """The names of the games in a match's rotation; empty if there is one game."""
    begins: str = ""
    """The value of `text` without options: a single game of backgammon, not for money."""
    stake: Literal["", "single", "money"] = ""
    results: dict[str, dict[str, str]] = {}
    """The name of a loss of each size, by size and language."""
    house: Literal["", "now", "changed", "gone"] = ""
    """For one of the club's own games: played by these rules now, changed since, or not offered any more."""


class Clocks(msgspec.Struct):
    """Milliseconds left when the message was sent."""

    white: int
    black: int
    running: Seat | None
    free: int
    """The rest of the delay before the running clock moves."""
    waits: int = 0
    """How long it stands still: its player is disconnected, or the server was down."""


class DiceFacts(msgspec.Struct):
    """Commitments for the dice, published before they are thrown."""

    commitment: str
    """The server's commitment to its seed."""
    white: str | None
    """White's commitment (the tip of a hash chain); '' without one, null if not sent yet."""
    black: str | None


class SessionScore(msgspec.Struct):
    """The running score of a money session, with the game on the board once it is over."""

    games: int
    white: float
    black: float


class RoomFacts(msgspec.Struct):
    """Facts of a room that do not change with every act."""

    id: str
    laws: Laws
    length: int
    white: Person | None
    black: Person | None
    you: Seat | None
    """Your seat; null for a spectator."""
    clock: str | None
    """The time control: 600+8 adds 8 seconds a turn, 240d12 has a delay of 12; null: no clock."""
    dice: DiceFacts
    next: str | None
    """The room of the rematch."""
    rematch: Seat | None = None
    """The seat that offers a rematch."""
    declined: Seat | None = None
    claim: int | None = None
    """Milliseconds until the game may be claimed because the player to act is gone (2 minutes) or idle (10)."""
    is_over: bool = False
    """The match has ended, or was closed."""
    watchers: list[str] = []
    """Names of spectators, the first of them: those who let a player see that they are online.

    Other spectators read the names of those who let everybody see it.
    """
    visitors: int = 0
    """Number of the other spectators."""
    pace: Pace | None = None
    """The pace in which the match is rated; bots then give no evaluations. Null: it is casual."""
    tournament: str | None = None
    session: SessionScore | None = None


class Update(msgspec.Struct, tag="update"):
    """The events after number `since`, and the current state."""

    room: str
    since: int
    version: int
    events: list[Happened]
    view: View
    clocks: Clocks | None
    nodes: list[Node]
    """The turn as a graph, node 0 first; empty for everybody but the player to move."""
    facts: RoomFacts


class Seek(msgspec.Struct):
    """A player waiting for an opponent; take the free seat in the room to play."""

    room: str
    name: str
    laws: Laws
    clock: str | None
    length: int
    is_yours: bool
    is_rated: bool = False
    rating: Rating | None = None
    """Rating of the waiting player, if the game is rated."""
    avatar: str = ""
    is_program: bool = False


class RunningGame(msgspec.Struct):
    """A game in progress; open the room to watch."""

    room: str
    laws: Laws
    white: Person
    black: Person
    length: int
    clock: str | None
    eyes: int
    """Number of spectators."""


class YourGame(msgspec.Struct):
    """Your unfinished game against a person."""

    room: str
    laws: Laws
    name: str
    """Name of the opponent; empty if the other seat is free."""
    clock: str | None
    is_your_turn: bool
    avatar: str = ""
    is_rematch: bool = False
    """The game is over, and the opponent offers a rematch."""


class PoolPerson(msgspec.Struct):
    """Somebody who searches and wants to be seen."""

    name: str
    avatar: str
    id: str


class PoolFacts(msgspec.Struct):
    """People who search for an opponent on the same terms."""

    laws: Laws
    clock: str | None
    length: int
    is_rated: bool
    waiting: int
    """How many they are."""
    people: list[PoolPerson]
    """Those who want to be seen, the first of them."""
    is_yours: bool
    """You are among them."""


class Lobby(msgspec.Struct, tag="lobby"):
    """Players waiting for an opponent, games to watch, and your own games against people."""

    seeks: list[Seek]
    games: list[RunningGame]
    mine: list[YourGame]
    pools: list[PoolFacts] = []
    """Searches that the club pairs by itself."""


class RevealRequest(msgspec.Struct, tag="want"):
    """A roll needs your reveal: send the link with this number."""

    room: str
    number: int


class Done(msgspec.Struct, tag="done"):
    """An act was done, now or before; `version` is the number of its last event."""

    id: str
    version: int


class Refused(msgspec.Struct, tag="refused"):
    """An act or a message was refused, and nothing has changed.

    `law` is the id of the law that forbids it, or another code such as stale, not-here, no-room,
    store, too-often or message.
    """

    id: str | None
    law: str
    reason: str
    says: dict[str, str]
    """The message to show, by language."""


class MoveVerdict(msgspec.Struct, tag="verdict"):
    """The judge's verdict on a move."""

    id: str
    law: str | None
    """Null: it is legal."""
    says: dict[str, str]
    """The sentence of the law, by language."""
    source: str
    reason: str
    """The judge's explanation, in English."""
    move: DieMove | None
    """The move that fails."""


class Explored(msgspec.Struct, tag="explored"):
    """The answer to `explore`; nodes are numbered from 0 again."""

    id: str
    nodes: list[Node]


ToGame = Update | Lobby | RevealRequest | Done | Refused | MoveVerdict | Explored
FromSearch = Searching | Matched | SearchEnded
ToClient = ToGame | Advised | Tutored | Evaluated | Talk | Followed | FromSearch
