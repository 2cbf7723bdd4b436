import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club_room import look, open_club, room_in_memory

from nardy.server.lobby.spectators import MOST_LISTED, VISITOR, Spectators, onlookers, shown
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room
from nardy.server.store import follows
from nardy.server.store.follows import ContactChoice


def test_who_looks_on_is_named_and_who_has_no_name_is_counted(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await club.make(NewRoom(games=("plakoto",), white="guest:a", black="guest:b"))
            guest, _ = await club.welcome("Anna")
            everybody = ContactChoice(seen_by="all")
            await club.store.run(lambda c: follows.choose(c, guest.id, everybody))
            pages = await look(club, room, "guest:a", f"guest:{guest.id}", None, None)
            assert onlookers(room, club.presence) == ([f"guest:{guest.id}"], 2)
            facts = await club.describer.facts(room, "guest:a")
            assert (facts.watchers, facts.visitors) == (["Anna"], 2)
            for page in pages:
                page.close()
            assert onlookers(room, club.presence) == ([], 0)

    asyncio.run(go())


def test_many_who_come_at_once_are_told_of_together() -> None:
    async def go() -> None:
        told: list[str] = []
        spectators = Spectators(told.append, moment=0.02)
        for _ in range(100):
            spectators.change("a")
        spectators.change("b")
        assert told == []
        async with asyncio.timeout(5):
            while len(told) < 2:
                await asyncio.sleep(0.01)
        assert told == ["a", "b"]
        spectators.change("a")
        spectators.close()

    asyncio.run(go())


def test_the_first_news_is_told_at_once_and_the_next_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        hour = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: hour)

        async def later(seconds: float) -> None:
            nonlocal hour
            hour += seconds
            # The loop calls a timer that is due after its next step.
            for _ in range(2):
                await asyncio.sleep(0)

        told: list[str] = []
        spectators = Spectators(told.append, moment=1.0)
        for _ in range(20):
            spectators.soon("lobby")
        assert told == ["lobby"]
        await later(1.0)
        assert told == ["lobby"] * 2
        await later(0.5)
        spectators.soon("lobby")  # half a moment after the last one
        assert told == ["lobby"] * 2
        await later(1.0)
        assert told == ["lobby"] * 3
        await later(1.5)
        spectators.soon("lobby")
        assert told == ["lobby"] * 4

    asyncio.run(go())


class Screen:
    """A page that somebody has open."""

    silence = 0

    def want_link(self, room_id: str, number: int) -> None:
        """Nothing is asked of it."""

    def send_away(self) -> None:
        """Nobody sends it away."""


def played(presence: Presence, number: int, *onlookers: str) -> Room:
    """A public game of two people who are here, with these onlookers."""
    made = room_in_memory(terms={"open": True})
    room = Room(replace(made.record, id=f"r{number}"), made.entries, made.needs)
    for who in ("guest:a", "guest:b", *onlookers):
        presence.come(room, who, Screen())
    return room


def test_games_with_the_most_onlookers_are_shown_first() -> None:
    presence = Presence(lambda _: None)
    groups = [(), ("guest:c", VISITOR), ("guest:c", "guest:d", "guest:e"), (VISITOR,)]
    none, two, three, one = (played(presence, n, *group) for n, group in enumerate(groups))
    assert shown([none, two, three, one], presence) == [three, two, one, none]


def test_only_so_many_games_are_shown() -> None:
    presence = Presence(lambda _: None)
    rooms = [played(presence, number) for number in range(MOST_LISTED + 1)]
    assert shown(rooms, presence) == rooms[:MOST_LISTED]
