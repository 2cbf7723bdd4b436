"""One message for all who look on, and never an old one."""

import asyncio

from tests.server.club_room import first_turn, order, room_in_memory

from nardy.server.bus import Bus
from nardy.server.lobby.spectators import FRESH, Message, UpdateCache
from nardy.server.rooms.room import Room


class Maker:
    """Makes messages, and counts them."""

    def __init__(self) -> None:
        self.bus, self.hour, self.made = Bus(), 10.0, 0
        self.bus.subscribe("r", lambda _: None)
        self.update_cache = UpdateCache(self.bus, lambda: self.hour)

    def ask(self, room: Room, since: int) -> Message:
        async def make() -> Message:
            self.made += 1
            return Message(since, room.version, b"%d" % self.made)

        return asyncio.run(self.update_cache.message_for(room, since, make))


def test_the_same_question_is_answered_once() -> None:
    maker, room = Maker(), room_in_memory()
    assert {maker.ask(room, 0).text for _ in range(200)} == {b"1"}
    assert maker.ask(room, 1).text == b"2"


def test_an_act_a_hint_and_time_make_it_anew() -> None:
    maker, room = Maker(), room_in_memory()
    asyncio.run(room.begin())
    maker.ask(room, 0)
    asyncio.run(room.act(room.match.game.to_act, order(room, "play", moves=first_turn(room))))
    assert maker.ask(room, 0) == Message(0, room.version, b"2")
    maker.bus.publish("other")
    assert maker.ask(room, 0).text == b"2"
    maker.bus.publish("r")
    assert maker.ask(room, 0).text == b"3"
    maker.hour += 2 * FRESH
    assert maker.ask(room, 0).text == b"4"


def test_a_room_that_is_forgotten_takes_its_message_along() -> None:
    maker = Maker()
    maker.ask(room_in_memory(), 0)
    assert maker.ask(room_in_memory(), 0).text == b"2"
