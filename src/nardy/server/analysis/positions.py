"""A board at which nobody plays: any position, what is lawful there, and why the rest is not."""

from typing import Annotated, Any

import msgspec
from litestar import Request, get, post
from litestar.params import JSONBody, QueryParameter

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats.detect import read_position
from nardy.server.api.games import rule_versions_of
from nardy.server.protocol.messages import DieMove, Laws, MoveVerdict, Node, ScoreView, View
from nardy.server.turns.actions import verdict
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import laws_of, view_of

MOST_CHARACTERS = 2_000
MOST_MOVES = 100
"""More than any cascade has."""


class Board(msgspec.Struct):
    """A position as a page draws it. The view has its text in `position`."""

    laws: Laws
    view: View
    nodes: list[Node]
    """The turn as a graph, node 0 first; empty where no turn is due."""


class PositionQuery(msgspec.Struct, forbid_unknown_fields=True):
    """A position about which something is asked, in any notation."""

    position: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]


class MovesQuery(PositionQuery, forbid_unknown_fields=True):
    """Moves of a turn at a board."""

    moves: Annotated[list[DieMove], msgspec.Meta(max_length=MOST_MOVES)]


@get("/api/position", sync_to_thread=True)
def tell_position(
    request: Request[Any, Any, Any],
    text: Annotated[str, QueryParameter(max_length=MOST_CHARACTERS)],
) -> Board:
    """A position in any notation that is known: position text, XGID, GNU ids."""
    return board_of(known_here(request, text))


@post("/api/position/nodes", sync_to_thread=True, status_code=200)
def tell_nodes(request: Request[Any, Any, Any], data: JSONBody[MovesQuery]) -> list[Node]:
    """What is lawful after these moves."""
    return nodes_of(known_here(request, data.position), data.moves)


@post("/api/position/verdict", sync_to_thread=True, status_code=200)
def tell_verdict(request: Request[Any, Any, Any], data: JSONBody[MovesQuery]) -> MoveVerdict:
    """The judge's word on the last of these moves."""
    return verdict(known_here(request, data.position), "", data.moves)


HANDLERS: tuple[Any, ...] = (tell_position, tell_nodes, tell_verdict)


def known_here(request: Request[Any, Any, Any], text: str) -> Situation:
    """The situation that a text tells; the club's own games are known, too."""
    return read_position(text, find=rule_versions_of(request).recall)[0]


def board_of(situation: Situation) -> Board:
    """A situation as a page draws it."""
    match = Match(situation.rules)
    match.go_on([Game(situation.rules, situation=situation)])
    view = view_of(match)
    white = situation if situation.to_act is Player.WHITE else situation.flipped()
    if (score := white.score) is not None:
        view.score = ScoreView(score.length, score.player, score.opponent, score.is_crawford)
    return Board(laws_of(situation.rules), view, nodes_of(situation))
