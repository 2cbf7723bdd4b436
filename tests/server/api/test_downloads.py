"""A finished match as a file: read again it is the match that was played."""

from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from litestar.testing import TestClient
from tests.server.club_room import room_in_memory
from tests.server.doubled import doubled_room
from tests.web import finished

from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.formats import mat, match_json
from nardy.games import GAMES
from nardy.server import create_app
from nardy.server.api.downloads import FORMATS, Kind, written
from nardy.server.errors import SENTENCES, RefusedError
from nardy.server.rooms.room import Room
from nardy.server.store.log import Entry

READ = {"mat": mat.loads, "json": match_json.loads}
NAMES = ("Ann of here", "Гаянэ")


def played_room(game: str) -> Room:
    """A room in which some turns were played at random, and one gave up."""
    match = Match(GAMES[game], 0, seed=3)
    while match.game.outcome is None and len(match.game.events) < 30:
        if match.game.phase is Phase.TURN:
            match.game.play(next(iter(match.game.legal_turns)))
        else:
            match.game.roll()
    if match.game.outcome is None:
        match.game.resign(accepted=True)
    room = room_in_memory(game)
    entries = [Entry(event, 0) for event in match.events]
    return Room(replace(room.record, is_over=True), entries, room.append)


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("game", ["long-nardy", "plakoto", "fevga", "nuclear"])
def test_a_file_of_any_game_tells_its_turns_and_points(game: str, kind: Kind) -> None:
    room = played_room(game)
    told = READ[kind](written(room, NAMES, kind))
    assert not told.unlawful
    turns = [event for event in told.events if event.kind == "played"]
    assert turns == [e.event for e in room.entries if e.event.kind == "played"]
    assert told.match.games[0].points == room.match.games[0].points


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_file_tells_the_match_with_its_doubles_and_names(kind: Kind) -> None:
    room = doubled_room()
    told = READ[kind](written(room, NAMES, kind))
    assert told.players == NAMES
    assert told.match.score == room.match.score
    turns = [event for event in told.events if event.kind in {"played", "acted"}]
    assert turns == [e.event for e in room.entries if e.event.kind in {"played", "acted"}]


def test_a_match_that_goes_on_has_no_file() -> None:
    with pytest.raises(RefusedError, match="finished") as refused:
        written(room_in_memory(), NAMES, "mat")
    assert refused.value.code in SENTENCES


def test_the_club_gives_it_to_who_may_see_the_room(tmp_path: Path) -> None:
    finished.prepare(tmp_path)
    with TestClient(create_app(tmp_path / "club.db")) as client:
        for kind, (_, media) in FORMATS.items():
            answer = client.get(f"/api/rooms/{finished.ROOM}/match/{kind}")
            assert answer.status_code == 200, answer.text
            assert answer.headers["content-type"].startswith(media)
            named = f'attachment; filename="nardy-{finished.ROOM}.{kind}"'
            assert answer.headers["content-disposition"] == named
            told = READ[kind](answer.text)
            assert told.players == ("Anna", "nardy 0")
        assert client.get("/api/rooms/none/match/mat").status_code == 404
        assert client.get(f"/api/rooms/{finished.ROOM}/match/xls").status_code in {400, 404}
