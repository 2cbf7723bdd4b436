import asyncio

from tests.server.club_room import room_in_memory

from nardy.core.player import Player
from nardy.server.links import LinkDesk
from nardy.server.presence import Presence


class Page:
    def __init__(self) -> None:
        self.wanted: list[tuple[str, int]] = []

    def want_link(self, room_id: str, number: int) -> None:
        self.wanted.append((room_id, number))


def test_who_is_here_is_asked_and_the_first_answer_counts() -> None:
    async def go() -> None:
        presence, room, page = Presence(lambda _: None), room_in_memory(), Page()
        presence.come(room, "guest:a", page)
        desk = LinkDesk(presence, 5)
        asked = asyncio.create_task(desk.ask(room, 7, list(Player)))
        await asyncio.sleep(0)
        assert page.wanted == [("r", 7)]
        desk.hear(room, 6, Player.WHITE, b"early")
        desk.hear(room, 7, Player.BLACK, b"foreign")
        desk.hear(room, 7, Player.WHITE, b"first")
        desk.hear(room, 7, Player.WHITE, b"second")
        assert await asked == {Player.WHITE: b"first"}
        desk.hear(room, 7, Player.WHITE, b"late")

    asyncio.run(go())


def test_nobody_is_waited_for_longer_than_patience_lasts() -> None:
    async def go() -> None:
        presence, room = Presence(lambda _: None), room_in_memory()
        presence.come(room, "guest:b", Page())
        desk = LinkDesk(presence, 0.01)
        async with asyncio.timeout(2):
            assert await desk.ask(room, 1, list(Player)) == {}
            assert await LinkDesk(presence, 100).ask(room, 1, [Player.WHITE]) == {}

    asyncio.run(go())
