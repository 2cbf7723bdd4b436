"""The first turns of finished games, as they lie in the log."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sql
from tests.server.played import club_file, result

from nardy.core.events import Acted, Event, Played, Rolled, RolledOff, Started, event_to_json
from nardy.server.store.database.opening import open_store
from nardy.server.store.openings import PlayedOpening, games_played, latest
from nardy.server.store.schema import entry

BEGUN = Started("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 opening")
FIVE_POINT = Played("white", "8/5 6/5", ((8, 5), (6, 5)))
FOUR_POINT = Played("black", "8/4 6/4", ((8, 4), (6, 4)))
LOGS: dict[str, Sequence[Event]] = {
    "r1": (BEGUN, RolledOff(3, 1), FIVE_POINT, Rolled("black", (4, 2)), FOUR_POINT),
    # The cube was turned before the second turn.
    "r2": (
        *(BEGUN, RolledOff(2, 4), FOUR_POINT, Acted("white", "double"), Acted("black", "take")),
        *(Rolled("white", (3, 1)), FIVE_POINT),
    ),
    # The first game of a match ended before its second turn.
    "r3": (BEGUN, RolledOff(3, 1), FIVE_POINT, BEGUN, RolledOff(2, 4), FOUR_POINT),
    "r4": (BEGUN, RolledOff(1, 5)),
}


def played(tmp_path: Path, limit: int = 10) -> tuple[list[str], list[PlayedOpening]]:
    results = [result(n, "a", "b", 1, game="backgammon", room=f"r{n}") for n in range(1, 5)]
    other = result(5, "a", "b", 0, game="long-nardy")
    store = open_store(asyncio.run(club_file(tmp_path, [*results, other])))

    def write(connection: sql.Connection) -> None:
        for room, events in LOGS.items():
            connection.execute(sql.delete(entry).where(entry.c.room == room))
            rows = [
                {"room": room, "number": n, "event": json.dumps(event_to_json(event)), "at": 0}
                for n, event in enumerate(events, 1)
            ]
            connection.execute(sql.insert(entry), rows)

    asyncio.run(store.run(write))
    games = asyncio.run(store.run(games_played))
    found = asyncio.run(store.run(lambda c: latest(c, ["backgammon"], limit)))
    store.close()
    return games, found


def test_the_first_two_turns_come_with_their_rolls_and_the_score_of_who_moved_first(
    tmp_path: Path,
) -> None:
    games, found = played(tmp_path)
    assert sorted(games) == ["backgammon", "long-nardy"]
    assert found == [
        PlayedOpening((("31", "8/5 6/5"), ("42", "8/4 6/4")), 1),
        PlayedOpening((("42", "8/4 6/4"), ("31", "8/5 6/5")), 0),
        PlayedOpening((("31", "8/5 6/5"),), 1),
    ]


def test_only_the_latest_games_are_counted(tmp_path: Path) -> None:
    assert [one.turns[0][0] for one in played(tmp_path, 3)[1]] == ["42", "31"]
