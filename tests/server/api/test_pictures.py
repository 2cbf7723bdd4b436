"""Pictures of boards: of a named position, and of the end of a finished game."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.crowd import Crowd, crowd
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.core.text import situation_text
from nardy.server.api.pictures import LAST_TURNS, last_positions
from nardy.server.rate_limits import LIMITS, Limit, Rate
from nardy.server.web import board_pictures

pytestmark = pytest.mark.usefixtures("quick_hashes")
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"


@pytest.fixture
def people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    monkeypatch.setattr(board_pictures, "_painted", lambda *asked: repr(asked).encode())
    monkeypatch.setattr(board_pictures, "is_paintable", lambda: True)
    with crowd(tmp_path) as found:
        yield found


def test_a_position_is_a_picture_that_others_may_keep_and_painting_has_a_limit(
    people: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "board-picture", Limit("pictures", None, Rate(1, 600)))
    for _ in range(2):  # what is painted already is not counted
        answer = people.client.get("/api/pictures/board", params={"text": START})
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
        assert answer.headers["cache-control"].startswith("public")
    other = people.client.get("/api/pictures/board", params={"text": "4HPwATDgc/ABMA"})
    assert other.status_code == 429
    assert people.client.get("/api/pictures/board", params={"text": "x"}).status_code == 400


def test_the_end_of_a_game_is_shown_when_it_is_over(people: Crowd) -> None:
    club, call = people.client.app.state.club, people.client.blocking_portal.call
    room = call(lambda: a_game(club))
    call(take_turns, club, room, LAST_TURNS + 3)
    path = f"/api/rooms/{room.record.id}/end"
    assert people.client.get(path).json()["law"] == "match-goes-on"
    call(club.close_room, room)
    assert people.client.get(path).status_code == 200
    found = last_positions(room)
    assert len(found) == LAST_TURNS + 1
    # After the last turn only a roll may have come.
    assert situation_text(room.situation).startswith(found[-1])
