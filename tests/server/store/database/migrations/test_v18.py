import asyncio
from pathlib import Path

import sqlalchemy as sql
from tests.server.store.database.test_migrating import old_database

from nardy.server.store import dice_counts, finished_rooms, log, offline_games, reviewed_games
from nardy.server.store.database.opening import open_store
from nardy.server.store.offline_games import StoredOfflineGame
from nardy.server.store.reviewed_games import ReviewChoice
from nardy.server.store.schema import result


def test_what_a_club_of_0_3_0_kept_is_still_there(tmp_path: Path) -> None:
    store = open_store(old_database(tmp_path, "0.3.0"))
    kept = asyncio.run(store.read(lambda c: offline_games.games_of(c, "a")))
    choice = asyncio.run(store.read(lambda c: reviewed_games.choice_of(c, "a")))
    store.close()
    assert kept == [StoredOfflineGame("own-1", "tapa", "white", "club", 1, 2, "{}")]
    assert choice == ReviewChoice("friends", is_automatic=True)


def test_rooms_that_are_over_keep_their_order_and_new_ones_come_after(tmp_path: Path) -> None:
    async def go() -> None:
        store = open_store(old_database(tmp_path, "0.3.0"))
        results = sql.select(result.c.room, result.c.number)
        of_results = dict(await store.read(lambda c: c.execute(results).all()))
        of_rooms = {
            room_id: await store.read(lambda c, of=room_id: finished_rooms.number_of(c, of))
            for room_id in of_results
        }
        assert of_rooms == of_results
        assert all(of_results.values())
        going = [*await store.read(log.states_of_unfinished)]
        assert going
        await store.run(lambda c: log.close(c, going[0]))
        new = await store.read(lambda c: finished_rooms.number_of(c, going[0]))
        assert new > max(of_results.values())
        # All are counted anew.
        await store.run(lambda c: dice_counts.extend(c, 10_000))
        _, counted = await store.read(dice_counts.counted_rooms)
        assert {*of_results, going[0]} <= {*counted}
        store.close()

    asyncio.run(go())
