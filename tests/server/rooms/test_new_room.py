from dataclasses import replace
from typing import Any

import pytest

from nardy.errors import NardyError
from nardy.server.errors import code_of
from nardy.server.games.rule_versions import FAMILY
from nardy.server.rooms.new_room import NewRoom, RoomRequest, new_room_of
from nardy.server.store.log import CASUAL, Terms


def test_an_order_is_a_casual_game_against_whoever_sits_down() -> None:
    order = NewRoom(games=("tapa",))
    assert (order.length, order.white, order.black, order.terms) == (0, None, None, CASUAL)


def test_a_wish_becomes_an_order_in_the_clubs_own_words() -> None:
    asked = RoomRequest(game="long nardy", length=3, clock=" 600+8 ", rated=True, open=True)
    order = new_room_of(asked, FAMILY)
    assert (order.games, order.length) == (("long-nardy",), 3)
    assert order.terms == Terms(clock="600+8", open=True, rated=True)


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"game": "chess"}, "no-game"),
        ({"game": "tavli", "length": 0}, "need-match"),
        ({"clock": "soon"}, "notation"),
        ({"clock": None}, "rated-clock"),
        ({"session": True}, "session"),
        ({"session": True, "rated": False}, "session"),
    ],
)
def test_a_request_that_cannot_be_played_is_refused(changed: dict[str, Any], code: str) -> None:
    asked = RoomRequest(game="tapa", length=1, clock="600+8", rated=True)
    with pytest.raises(NardyError) as refused:
        new_room_of(replace(asked, **changed), FAMILY)
    assert code_of(refused.value) == code


def test_a_session_begins_without_a_score() -> None:
    asked = RoomRequest(game="tapa", length=0, clock=None, rated=False, session=True)
    assert new_room_of(asked, FAMILY).terms == Terms(session=(0, 0.0, 0.0))
