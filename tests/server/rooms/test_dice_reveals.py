import asyncio

from tests.server.club_room import room_in_memory

from nardy.core.player import Player
from nardy.core.provable import chain
from nardy.server.rooms.presence import DiceReveals, Presence


class Page:
    def __init__(self) -> None:
        self.wanted: list[tuple[str, int]] = []

    silence = 0

    def want_link(self, room_id: str, number: int) -> None:
        self.wanted.append((room_id, number))


def test_who_is_here_is_asked_and_the_first_answer_counts() -> None:
    async def go() -> None:
        presence, room, page = Presence(lambda _: None), room_in_memory(), Page()
        links = chain(b"white", 9)
        room.commit({"white": links[0].hex(), "black": ""})
        presence.come(room, "guest:a", page)
        desk = DiceReveals(presence, 5)
        asked = asyncio.create_task(desk.ask(room, 1, list(Player)))
        await asyncio.sleep(0)
        assert page.wanted == [("r", 1)]
        desk.hear(room, 2, Player.WHITE, links[2])
        desk.hear(room, 1, Player.BLACK, links[1])
        # Another device of his, which knows nothing of this chain, is no faster for it.
        desk.hear(room, 1, Player.WHITE, b"another chain's")
        desk.hear(room, 1, Player.WHITE, links[1])
        desk.hear(room, 1, Player.WHITE, b"late")
        assert await asked == {Player.WHITE: links[1]}
        desk.hear(room, 1, Player.WHITE, links[1])

    asyncio.run(go())


def test_nobody_is_waited_for_longer_than_patience_lasts() -> None:
    async def go() -> None:
        presence, room = Presence(lambda _: None), room_in_memory()
        presence.come(room, "guest:b", Page())
        desk = DiceReveals(presence, 0.01)
        async with asyncio.timeout(2):
            assert await desk.ask(room, 1, list(Player)) == {}
            assert await DiceReveals(presence, 100).ask(room, 1, [Player.WHITE]) == {}

    asyncio.run(go())
