import asyncio
from pathlib import Path

from tests.server.tournaments.tournament_hall import hall

from nardy.server.rooms.orders import Order
from nardy.server.tournaments.leave_group import part


def test_who_belongs_to_it_no_more_waits_there_no_more(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            ours, theirs = {"open": True, "circle": "c"}, {"open": True, "circle": "d"}
            seats = [{"white": "guest:a"}, {"white": "guest:a", "black": "guest:b"}]
            waiting, played, *others = [
                await club.make(Order(games=("tapa",), terms=terms, **sits))
                for terms, sits in (
                    *((ours, one) for one in seats),
                    *((ours, {"white": "guest:b"}), (theirs, seats[0]), ({"open": True}, seats[0])),
                )
            ]
            await part(club, director, "c", "guest:a")
            assert waiting.record.is_over
            assert not any(room.record.is_over for room in (played, *others))

    asyncio.run(go())
