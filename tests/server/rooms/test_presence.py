from tests.server.club_room import room_in_memory

from nardy.core.player import Player
from nardy.server.rooms.presence import SILENT_MS, Presence
from nardy.server.rooms.room import Room


class Page:
    silence = 0

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


class Listening:
    """A clock that only notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Player, int]] = []

    def come(self, player: Player) -> None:
        self.heard.append(("come", player, 0))

    def leave(self, player: Player, ago: int = 0) -> None:
        self.heard.append(("leave", player, ago))

    def expect(self, player: Player) -> None:
        self.heard.append(("expect", player, 0))


def listened(room: Room) -> list[tuple[str, Player, int]]:
    room.timing = Listening()  # type: ignore[assignment]
    return room.timing.heard  # type: ignore[union-attr,attr-defined]


def test_the_clock_hears_of_players_who_come_and_whose_lines_are_lost() -> None:
    presence, room = Presence(lambda _: None), timed()
    heard = listened(room)
    presence.come(room, "guest:b", PAGE)
    presence.leave(room, "guest:b", PAGE)
    presence.come(room, "guest:a", PAGE)
    presence.sit(room)
    presence.expect(room)
    assert heard == [
        ("come", Player.BLACK, 0),
        ("leave", Player.BLACK, 0),
        ("come", Player.WHITE, 0),
        ("leave", Player.BLACK, 0),
        ("expect", Player.BLACK, 0),
    ]


def test_who_closes_the_page_is_away_and_their_clock_runs() -> None:
    presence, room = Presence(lambda _: None), timed()
    heard = listened(room)
    presence.come(room, "guest:b", PAGE)
    presence.leave(room, "guest:b", PAGE, is_left=True)
    assert heard == [("come", Player.BLACK, 0)]
    assert room.absence.lasted(Player.BLACK, 0) is not None


def test_who_comes_by_another_line_was_away_since_the_old_one_is_silent() -> None:
    moved: list[str] = []
    presence, room = Presence(moved.append), timed()
    heard = listened(room)
    old, new = Page(), Page()
    presence.come(room, "guest:b", old)
    old.silence = SILENT_MS
    presence.come(room, "guest:b", new)
    assert heard == [("come", Player.BLACK, 0)]
    presence.leave(room, "guest:b", new)
    old.silence = 7 * SILENT_MS
    presence.come(room, "guest:b", new)
    assert heard[1:] == [("leave", Player.BLACK, 7 * SILENT_MS), ("come", Player.BLACK, 0)]
    assert len(moved) == 2


def test_who_still_answers_on_one_line_was_not_away() -> None:
    presence, room = Presence(lambda _: None), timed()
    heard = listened(room)
    silent = Page()
    for page in (silent, Page()):
        presence.come(room, "guest:b", page)
    silent.silence = 5 * SILENT_MS
    presence.come(room, "guest:b", Page())
    assert heard == [("come", Player.BLACK, 0)]


def test_a_bot_that_thinks_has_no_grace() -> None:
    presence, room = Presence(lambda _: None), timed()
    room.seat(Player.BLACK, "bot:random")
    away: list[Player] = []
    room.timing.leave = away.append  # type: ignore[method-assign]
    presence.sit(room)
    assert away == [Player.WHITE]
