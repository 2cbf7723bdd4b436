"""HTTP: games on a real board, kept by the browser: own dice, and illegal turns that the opponent lets stand.

The club keeps nothing of them. A request brings a situation and what happened at the board; the answer has the
new events, which the browser adds to its record, and the board after them. `nardy replay` reads that record.
Source: the opponent may accept an illegal turn as it was made (S0 3.4); see docs/decisions/real-boards.md.
"""

from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import post
from litestar.params import JSONBody

from nardy.core.dice import Roll
from nardy.core.events import event_to_json, events_from_json
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.laws import LAWS
from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.analysis.positions import MOST_CHARACTERS, Board, known_here
from nardy.server.api.requests import club_of
from nardy.server.errors import RefusedError
from nardy.server.protocol.shared import JsonObject
from nardy.server.turns.actions import dance
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import laws_of, view_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
MOST_BYTES = 1_000_000
"""Of a request with the games of a match."""
MOST_POINTS = 25
ShortTurn = Annotated[str, msgspec.Meta(max_length=200)]


class RealBoardStart(msgspec.Struct, forbid_unknown_fields=True):
    """A game to begin on a real board: the first of a match, or the next."""

    game: Annotated[str, msgspec.Meta(max_length=200)]
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of the match; 0 is a single game."""
    events: list[JsonObject] = []
    """The games of the match so far, as in match JSON."""


class RealBoardAct(msgspec.Struct, forbid_unknown_fields=True):
    """What happened at the board in a situation."""

    position: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
    act: Annotated[str, msgspec.Meta(max_length=40)]
    """throw, play, or an act without dice such as double, take, pass, resign:single, accept."""
    dice: Annotated[list[Die], msgspec.Meta(max_length=2)] = []
    """Of a throw; at the start White's die, then Black's."""
    turn: ShortTurn = ""
    """The turn as it was made, in any notation."""
    is_accepted: bool = False
    """Whether the opponent lets an illegal turn stand."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0


class RealBoard(msgspec.Struct):
    """The board after an act, and what the act adds to the record."""

    board: Board
    events: list[JsonObject]
    """As in match JSON; none at the start of a game but its first."""


class TurnQuestion(msgspec.Struct, forbid_unknown_fields=True):
    """A turn that somebody made at a real board."""

    position: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]
    """Before the turn, with the dice."""
    turn: ShortTurn


class TurnVerdict(msgspec.Struct):
    """Whether a turn was lawful."""

    law: str | None
    """The id of the law that it breaks; null: it was lawful."""
    says: dict[str, str]
    """The law in words, by language."""
    source: str
    """The source of the law."""
    reason: str
    """The reason why the turn is illegal, in English."""


@post("/api/real-board", status_code=200, sync_to_thread=True, request_max_body_size=MOST_BYTES)
def begin_real_board(request: AnyRequest, data: JSONBody[RealBoardStart]) -> RealBoard:
    """The start of a game on a real board, the first or the next of a match."""
    _take(request)
    rules = club_of(request).rule_versions.find(data.game)
    match = Match(rules, data.length)
    if data.events:
        match.replay(events_from_json(data.events), club_of(request).rule_versions.recall)
        match.next_game()
    return _told(match, 0)


@post("/api/real-board/act", status_code=200, sync_to_thread=True)
def act_at_real_board(request: AnyRequest, data: JSONBody[RealBoardAct]) -> RealBoard:
    """What happened at the board: a throw, a turn as it was made, or an act of the cube.

    An illegal turn is refused with its law, until the opponent lets it stand.
    """
    _take(request)
    situation = known_here(request, data.position)
    match = Match(situation.rules, data.length)
    match.go_on([Game(situation.rules, situation=situation)])
    _acts(data)(match.game)
    return _told(match, 1)


def _acts(data: RealBoardAct) -> Callable[[Game], object]:
    if data.act == "throw":
        if len(data.dice) != 2:
            raise NardyError(f"expected two dice, got {len(data.dice)}; enter both")
        return lambda game: _throw(game, *data.dice)
    if data.act == "play":
        return lambda game: game.play(data.turn, accepted=data.is_accepted)
    if data.act == "roll":
        raise NardyError("expected dice that were thrown by hand, got 'roll'; enter a throw")
    return lambda game: game.do(data.act)


def _throw(game: Game, first: int, second: int) -> None:
    if game.phase is Phase.OPENING:
        game.open(first, second)
    else:
        game.roll(Roll.of(first, second))
    dance(game)


@post("/api/real-board/verdict", status_code=200, sync_to_thread=True)
def judge_turn(request: AnyRequest, data: JSONBody[TurnQuestion]) -> TurnVerdict:
    """Whether a turn was lawful, and if not, which law it breaks and where that stands."""
    _take(request)
    situation = known_here(request, data.position)
    if situation.phase is not Phase.TURN:
        reason = "expected a position with its dice, got one without; enter the dice"
        raise RefusedError("position-phase", reason)
    verdict = judge(situation, data.turn)
    law = LAWS.get(verdict.law or "")
    return TurnVerdict(verdict.law, verdict.words, law.source if law else "", verdict.reason)


def _take(request: AnyRequest) -> None:
    club_of(request).limits.take("real-board", address=address_of(request))


def _told(match: Match, first: int) -> RealBoard:
    situation = match.game.situation
    board = Board(laws_of(situation.rules), view_of(match), nodes_of(situation))
    return RealBoard(board, [event_to_json(event) for event in match.game.events[first:]])
