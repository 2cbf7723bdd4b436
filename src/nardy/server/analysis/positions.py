"""A board outside any game: any position, its legal moves, and why others are illegal."""

from typing import Annotated

import msgspec
from litestar import get, post
from litestar.params import JSONBody, QueryParameter

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.formats.detect import read_position
from nardy.server.api.requests import club_of
from nardy.server.protocol.messages import DieMove, Laws, MoveVerdict, Node, ScoreView, View
from nardy.server.turns.actions import verdict
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import laws_of, view_of
from nardy.server.web.cookies import AnyRequest

MOST_CHARACTERS = 2_000
MOST_MOVES = 100
"""More than any cascade has."""


class Board(msgspec.Struct):
    """A position for the page to draw; `view.position` is its text."""

    laws: Laws
    view: View
    nodes: list[Node]
    """The graph of the turn's moves, from node 0; empty if no turn is due."""


class PositionQuery(msgspec.Struct, forbid_unknown_fields=True):
    """A position in any notation."""

    position: Annotated[str, msgspec.Meta(max_length=MOST_CHARACTERS)]


class MovesQuery(PositionQuery, forbid_unknown_fields=True):
    """A position and the moves of a turn begun there."""

    moves: Annotated[list[DieMove], msgspec.Meta(max_length=MOST_MOVES)]


@get("/api/position", sync_to_thread=True)
def tell_position(
    request: AnyRequest,
    text: Annotated[str, QueryParameter(max_length=MOST_CHARACTERS)],
) -> Board:
    """Read a position in any supported notation: position text, XGID, GNU ids."""
    return board_of(known_here(request, text))


@post("/api/position/nodes", sync_to_thread=True, status_code=200)
def tell_nodes(request: AnyRequest, data: JSONBody[MovesQuery]) -> list[Node]:
    """The legal moves after these moves."""
    return nodes_of(known_here(request, data.position), data.moves)


@post("/api/position/verdict", sync_to_thread=True, status_code=200)
def tell_verdict(request: AnyRequest, data: JSONBody[MovesQuery]) -> MoveVerdict:
    """Whether the last of these moves is legal, and if not, which law it breaks."""
    return verdict(known_here(request, data.position), "", data.moves)


def known_here(request: AnyRequest, text: str) -> Situation:
    """The situation of a text, also in the club's own games."""
    return read_position(text, find=club_of(request).rule_versions.recall)[0]


def board_of(situation: Situation) -> Board:
    match = Match(situation.rules)
    match.go_on([Game(situation.rules, situation=situation)])
    view = view_of(match)
    white = situation if situation.to_act is Player.WHITE else situation.flipped()
    if (score := white.score) is not None:
        view.score = ScoreView(score.length, score.player, score.opponent, score.is_crawford)
    return Board(laws_of(situation.rules), view, nodes_of(situation))
