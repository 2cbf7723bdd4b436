from tests.server.club_room import room_in_memory

from nardy.core.player import Player
from nardy.server.presence import Presence
from nardy.server.room import Room


class Page:
    def want_link(self, room_id: str, number: int) -> None:
        """Nobody asks in these tests."""


PAGE = Page()


def timed() -> Room:
    room = room_in_memory("long-nardy", terms={"clock": "60+0"})
    assert room.timing is not None
    return room


def test_who_has_a_page_open_is_here_until_the_last_one_is_closed() -> None:
    moved: list[str] = []
    presence, room = Presence(moved.append), timed()
    assert not presence.is_here("r", "guest:a")
    presence.come(room, "guest:a", PAGE)
    presence.come(room, "guest:a", PAGE)
    presence.leave(room, "guest:a", PAGE)
    assert presence.is_here("r", "guest:a")
    presence.leave(room, "guest:a", PAGE)
    assert not presence.is_here("r", "guest:a")
    assert moved == ["r", "r"]


def test_onlookers_come_and_go_unnoticed() -> None:
    moved: list[str] = []
    presence, room = Presence(moved.append), timed()
    presence.come(room, "guest:c", PAGE)
    presence.leave(room, "guest:c", PAGE)
    assert not moved


def test_the_clock_hears_of_players_who_come_and_go() -> None:
    presence, room = Presence(lambda _: None), timed()
    heard: list[tuple[str, Player]] = []
    room.timing.come = lambda player: heard.append(("come", player))  # type: ignore[method-assign]
    room.timing.leave = lambda player: heard.append(("leave", player))  # type: ignore[method-assign]
    presence.come(room, "guest:b", PAGE)
    presence.leave(room, "guest:b", PAGE)
    presence.come(room, "guest:a", PAGE)
    presence.sit(room)
    assert heard == [
        ("come", Player.BLACK),
        ("leave", Player.BLACK),
        ("come", Player.WHITE),
        ("leave", Player.BLACK),
    ]


def test_a_bot_that_thinks_has_no_grace() -> None:
    presence, room = Presence(lambda _: None), timed()
    room.seat(Player.BLACK, "bot:random")
    away: list[Player] = []
    room.timing.leave = away.append  # type: ignore[method-assign]
    presence.sit(room)
    assert away == [Player.WHITE]
