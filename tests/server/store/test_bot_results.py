import asyncio
from pathlib import Path

from tests.server.club_room import open_club
from tests.server.played import result, write

from nardy.core.events import Started, TakenBack
from nardy.server.club.game_packing import GamePacking
from nardy.server.store import log
from nardy.server.store.bot_results import BotResult, results_against
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.ratings import ladders

BOTS = ["bot:nardy:level-3", "bot:nardy:level-4"]


def test_the_latest_results_against_these_bots_are_found_casual_ones_too(tmp_path: Path) -> None:
    played = [
        result(1, "ann", BOTS[0], 1),
        result(2, BOTS[1], "ann", 1, is_rated=False),
        result(3, "ann", "bot:random", 1),
        result(4, "ann", BOTS[0], None),
        result(5, "bo", BOTS[0], 1),
        result(6, "ann", BOTS[0], 0.5, game="tapa"),
        result(7, "ann", BOTS[0], 0, length=5),
    ]

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await write(club.store, played)
            for limit, expected in ((9, [7, 2, 1]), (2, [7, 2])):
                found = await club.store.read(
                    lambda c, n=limit: results_against(c, "guest:ann", "long-nardy", BOTS, n)
                )
                by_number = dict(enumerate(played, 1))
                assert [one.ended_at for one in found] == [by_number[n].ended_at for n in expected]
            assert found[0] == BotResult(BOTS[0], 5, 0, played[6].ended_at)
            assert found[1].score == 0

    asyncio.run(go())


def test_a_game_in_which_a_turn_was_taken_back_is_left_out(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            one = result(1, "ann", BOTS[0], 1)

            def job(connection) -> None:
                log.make_room(connection, RoomRecord(id=one.room, games=(one.game,)), [])
                events = [Started("long-nardy w opening"), TakenBack("white", 2)]
                log.append(connection, one.room, 0, [LogEntry(e, one.ended_at) for e in events])
                ladders.add_result(connection, one)

            await club.store.run(job)
            found = await club.store.read(
                lambda c: results_against(c, "guest:ann", "long-nardy", BOTS, 9)
            )
            assert found == []
            # Packed, it has no rows any more.
            await club.store.run(lambda c: log.close(c, one.room))
            await club.dice.catch_up()
            assert await GamePacking(club.store).go_on(10**15) == 1
            found = await club.store.read(
                lambda c: results_against(c, "guest:ann", "long-nardy", BOTS, 9)
            )
            assert found == []

    asyncio.run(go())
