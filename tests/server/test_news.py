import asyncio
from pathlib import Path

from tests.server.club_room import first_turn, open_club, order

from nardy.server.news import update
from nardy.server.orders import Order


def test_only_who_must_act_is_told_the_moves_and_everybody_what_was_missed(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            seats = {"white": "guest:a", "black": "guest:b"}
            room = await club.make(Order(games=("backgammon",), terms={"clock": "60+5"}, **seats))
            mine = f"guest:{'a' if room.view.to_act == 'white' else 'b'}"
            told = {
                who: update(room, 1, await club.faces.facts(room, who))
                for who in ("guest:a", "guest:b", None)
            }
            assert [who for who, one in told.items() if one.nodes] == [mine]
            assert {one.version for one in told.values()} == {room.version}
            assert [event.number for event in told[None].events] == list(range(2, room.version + 1))
            assert told[None].clocks is not None
            assert told[None].clocks.running == room.view.to_act
            await room.act(
                room.match.game.to_act, order(room, "play", "secret", moves=first_turn(room))
            )
            (happened, *_) = update(room, room.version - 1, told[None].facts).events
            assert happened.event["kind"] == "played"
            # The numbers of the clock are in the clocks, and nowhere else.
            assert happened.note is None

    asyncio.run(go())
