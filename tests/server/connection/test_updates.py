import asyncio
from dataclasses import replace
from pathlib import Path

from tests.server.club_room import first_turn, open_club, order, room_in_memory

from nardy.server.connection.updates import update
from nardy.server.protocol.messages import DiceFacts, RoomFacts
from nardy.server.rooms.orders import Order
from nardy.server.turns.view import laws_of

NO_DICE = DiceFacts("", None, None)


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


def test_what_an_engine_thought_of_a_claimed_game_is_told_when_the_match_is_over() -> None:
    room = room_in_memory(length=3)
    last = replace(room.entries[-1], note={"left": "white", "worth": 1.25})
    room.entries = [*room.entries[:-1], last]

    def told(*, is_over: bool) -> object:
        room.record = replace(room.record, is_over=is_over)
        facts = RoomFacts(
            "r", laws_of(room.match.game.rules), 3, None, None, None, None, NO_DICE, None
        )
        return update(room, 0, facts).events[-1].note

    assert told(is_over=False) == {"left": "white"}
    assert told(is_over=True) == {"left": "white", "worth": 1.25}
