"""What a browser is told to review a game; the numbers are compared in tests/web/test_club_review.py."""

from dataclasses import replace
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.analysis.test_reviews import finished_room
from tests.server.club_room import room_in_memory
from tests.server.doubled import doubled_room

from nardy.core.events import Played, Rolled
from nardy.core.game import Game
from nardy.core.situation import Phase
from nardy.games import GAMES, find_game
from nardy.server import create_app
from nardy.server.analysis import browser_reviews
from nardy.server.analysis.browser_reviews import known_game, turns_of
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry
from nardy.server.web.engine_files import plays_in_browser


@pytest.mark.parametrize("game", GAMES)
def test_games_of_checkers_alone_are_reviewed_by_the_browser_if_its_engine_knows_them(
    game: str,
) -> None:
    rules = GAMES[game]
    is_plain = not (rules.cube_play or rules.bomb or rules.cascade_count)
    known = plays_in_browser(rules) and is_plain
    assert known_game(room_in_memory(game)) == (game if known else None)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("backgammon,cube_play=off", "backgammon"),
        ("backgammon@single", None),
        ("long-nardy@draw", None),
    ],
)
def test_options_are_left_to_the_club_unless_they_turn_the_cube_off(
    text: str, known: str | None
) -> None:
    assert known_game(room_in_memory(text)) == known


def test_matches_doubles_and_illegal_turns_that_stand_are_left_to_the_club() -> None:
    assert known_game(room_in_memory("portes", 3)) is None
    assert known_game(doubled_room()) is None
    room = room_in_memory("portes")
    game = Game(find_game("portes"), seed=1)
    game.open(white=3, black=1)
    game.roll()
    game.play(next(iter(game.legal_turns)))
    *events, played = game.events
    assert isinstance(played, Played)
    for accepted, known in ((False, "portes"), (True, None)):
        entries = [LogEntry(one, 0) for one in (*events, replace(played, accepted=accepted))]
        assert known_game(Room(room.record, entries, room.needs)) == known


def test_without_an_engine_for_browsers_the_club_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser_reviews, "engine_files", dict)
    assert known_game(room_in_memory("portes")) is None


def test_each_turn_has_the_moment_before_its_roll() -> None:
    room = finished_room()
    events = [entry.event for entry in room.entries]
    turns = turns_of(events, room.match.rotation)
    assert [one.event for one in turns] == [one for one in events if isinstance(one, Played)]
    assert turns[0].unrolled is None, "the opening throw is played"
    for one in turns:
        assert events[one.number] is one.event
        assert one.before.phase is Phase.TURN
        assert (one.unrolled is not None) == isinstance(events[one.number - 1], Rolled)
        if one.unrolled:
            assert one.unrolled == replace(one.before, roll=None)


def test_a_running_game_is_refused_and_an_unknown_room_not_found(tmp_path: Path) -> None:
    with TestClient(create_app(tmp_path / "club.db")) as client:
        made = client.post("/api/rooms", json={"game": "portes", "against": "friend"}).json()
        answer = client.get(f"/api/rooms/{made['room']}/review/game")
        assert "finished" in answer.json()["reason"]
        assert client.get("/api/rooms/none/review/game").status_code == 404
