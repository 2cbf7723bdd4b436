import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.analysis.test_reviews import finished_room
from tests.server.club_room import enroll, open_club

from nardy.core.events import event_to_json
from nardy.errors import NardyError
from nardy.formats import mat, match_json
from nardy.games import find_game
from nardy.server.analysis.review_parts import ReviewSource
from nardy.server.store import log, uploaded_matches
from nardy.server.store.uploaded_matches import StoredMatch
from nardy.server.worker.review_sources import MOST_KEPT, ReviewSources

MATCH = " 1 point match\n\n Game 1\n Ann : 0  Bo : 0\n  1) 31: 8/5 6/5  64: 24/14\n"


async def keep(folder: Path) -> None:
    """A finished room and an uploaded match."""
    async with open_club(folder) as club:
        await enroll(club, "a", "b")
        room, record = finished_room("r"), mat.loads(MATCH)
        going = replace(room.record, is_over=False)
        await club.store.run(lambda c: log.make_room(c, going, room.entries))
        match = StoredMatch(
            id="m",
            guest="a",
            name="a.mat",
            game="backgammon",
            length=1,
            white_name="Ann",
            black_name="Bo",
            turns=2,
            illegal=0,
            since=1,
        )
        text = match_json.dumps(record)
        await club.store.run(lambda c: uploaded_matches.add(c, match, text))


def test_a_worker_reads_rooms_and_uploaded_matches(tmp_path: Path) -> None:
    asyncio.run(keep(tmp_path))
    games = ReviewSources(tmp_path / "club.db")
    room = games.read(ReviewSource("room", "r"))
    assert list(room.events) == [entry.event for entry in finished_room("r").entries]
    assert room.find("hypergammon") == find_game("hypergammon")
    assert games.read(ReviewSource("room", "r")) is room
    match = games.read(ReviewSource("match", "m"))
    told, expected = (list(map(event_to_json, of.events)) for of in (match, mat.loads(MATCH)))
    assert told == expected
    games.close()


@pytest.mark.parametrize("of", ["room", "match"])
def test_what_is_not_there_any_more_is_said_in_a_sentence(of: str, tmp_path: Path) -> None:
    asyncio.run(keep(tmp_path))
    games = ReviewSources(tmp_path / "club.db")
    with pytest.raises(NardyError, match=f"expected the id of a {of}, got 'gone'"):
        games.read(ReviewSource(of, "gone"))
    games.close()


def test_few_games_stay_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nardy.server.worker.review_sources._room", lambda _, of: of)
    asyncio.run(keep(tmp_path))
    games = ReviewSources(tmp_path / "club.db")
    for number in range(2 * MOST_KEPT):
        games.read(ReviewSource("room", str(number)))
    assert len(games._kept) == MOST_KEPT  # noqa: SLF001
    games.close()
