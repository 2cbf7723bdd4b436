import pytest
from hypothesis import given
from tests.moments import moment
from tests.strategies import rolled_texts

from nardy.core.draft import Draft
from nardy.errors import IllegalTurnError
from nardy.server.protocol.messages import DieMove, Node
from nardy.server.turns.move_graph import MOST_NODES, nodes_of


def walk(nodes: list[Node], draft: Draft, at: int = 0, depth: int = 4) -> None:
    """Every path of the graph is a draft of the rule book, with the same moves at each step."""
    offered = {(move.origin, move.to, move.hits) for move in nodes[at].moves}
    assert offered == {tuple(move) for move in draft.legal_moves}
    assert tuple(nodes[at].dice) == draft.dice
    assert (not offered) == draft.is_complete
    for move in nodes[at].moves[:3] if depth else ():
        if move.then is not None:
            draft.move(move.origin, move.to)
            walk(nodes, draft, move.then, depth - 1)
            draft.undo()


@given(rolled_texts())
def test_the_graph_says_what_the_draft_says(text: str) -> None:
    situation = moment(text)
    walk(nodes_of(situation), Draft(situation))


def test_a_long_cascade_is_cut_and_the_rest_can_be_asked_for() -> None:
    situation = moment("mad-gulbar w 24:7,20:4,15:4 24:15 dice=11")
    nodes = nodes_of(situation)
    assert len(nodes) == MOST_NODES
    draft, made, at = Draft(situation), [], 0
    while at is not None:
        choice = nodes[at].moves[0]
        made.append(DieMove(choice.origin, choice.to))
        draft.move(choice.origin, choice.to)
        at = choice.then
    walk(nodes_of(situation, made), draft, depth=1)


def test_what_cannot_have_been_made_is_refused() -> None:
    with pytest.raises(IllegalTurnError):
        nodes_of(
            moment("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"), [DieMove(24, 18)]
        )
