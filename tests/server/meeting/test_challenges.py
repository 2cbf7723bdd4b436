"""Challenges by name: a kept seat, a word to the challenged, a *no, thanks*."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.club_room import enroll, open_club

from nardy.server.errors import RefusedError
from nardy.server.meeting import challenges
from nardy.server.meeting.events import Challenged
from nardy.server.meeting.meeting import MeetingServices
from nardy.server.rooms.orders import NewRoom
from nardy.server.store.log import Terms

ORDER = NewRoom(games=("tapa",), length=3, black="guest:a", terms=Terms(clock="600+8"))


def with_meeting(folder: Path, play: Callable[[MeetingServices], Awaitable[None]]) -> None:
    async def go() -> None:
        async with open_club(folder) as club:
            await enroll(club, "a", "b", "c")
            meeting = MeetingServices(club)
            try:
                await play(meeting)
            finally:
                await meeting.close()
                club.spectators.close()

    asyncio.run(go())


def test_a_challenge_keeps_a_seat_and_is_told_once(tmp_path: Path) -> None:
    async def play(meeting: MeetingServices) -> None:
        heard: list[Challenged] = []
        meeting.events.listen(heard.append)
        room = await meeting.challenges.make("a", "b", ORDER)
        of = room.record.id
        assert heard == [Challenged("b", "a", of, ("tapa",), 3, "600+8", is_rated=False)]
        for who in ("guest:c", None):
            with pytest.raises(RefusedError, match="kept"):
                await meeting.challenges.require_seat(room, who)
        (mine,), (theirs,) = [await meeting.challenges.of(who) for who in "ab"]
        assert (mine.is_yours, mine.person.id, theirs.is_yours, theirs.person.id) == (
            *(True, "b"),
            *(False, "a"),
        )
        assert (theirs.room, theirs.name["en"], theirs.length, theirs.clock) == (
            of,
            "Tapa",
            3,
            "600+8",
        )
        await meeting.challenges.require_seat(room, "guest:b")
        await meeting.challenges.club.sit(room, "guest:b")
        assert await meeting.challenges.of("b") == []
        assert not room.record.terms.open

    with_meeting(tmp_path, play)


@pytest.mark.parametrize("who", ["a", "b"])
def test_a_challenge_is_declined_or_withdrawn(tmp_path: Path, who: str) -> None:
    async def play(meeting: MeetingServices) -> None:
        room = await meeting.challenges.make("a", "b", ORDER)
        with pytest.raises(RefusedError, match="challenge of yours"):
            await meeting.challenges.end("c", room.record.id)
        await meeting.challenges.end(who, room.record.id)
        assert room.record.is_over
        assert [await meeting.challenges.of(one) for one in "ab"] == [[], []]
        with pytest.raises(RefusedError, match="challenge of yours"):
            await meeting.challenges.end(who, room.record.id)

    with_meeting(tmp_path, play)


def test_who_takes_no_challenges_is_not_challenged(tmp_path: Path) -> None:
    async def play(meeting: MeetingServices) -> None:
        await meeting.people.mute("b", "a", on=True)
        with pytest.raises(RefusedError, match="no challenges"):
            await meeting.challenges.make("a", "b", ORDER)
        with pytest.raises(RefusedError, match="no challenges"):
            await meeting.challenges.make("a", "a", ORDER)
        with pytest.raises(RefusedError, match="id of a player"):
            await meeting.challenges.make("a", "x", ORDER)

    with_meeting(tmp_path, play)


def test_a_challenge_by_somebody_whom_one_mutes_later_is_seen_no_more(tmp_path: Path) -> None:
    async def play(meeting: MeetingServices) -> None:
        await meeting.challenges.make("a", "b", ORDER)
        await meeting.people.mute("b", "a", on=True)
        assert await meeting.challenges.of("b") == []
        assert len(await meeting.challenges.of("a")) == 1

    with_meeting(tmp_path, play)


def test_only_some_challenges_wait_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPEN", 2)

    async def play(meeting: MeetingServices) -> None:
        first = await meeting.challenges.make("a", "b", ORDER)
        await meeting.challenges.make("a", "c", ORDER)
        with pytest.raises(RefusedError, match="withdraw one"):
            await meeting.challenges.make("a", "b", ORDER)
        await meeting.challenges.end("b", first.record.id)
        await meeting.challenges.make("a", "b", ORDER)

    with_meeting(tmp_path, play)
