"""Challenges by name: a kept seat, a word to the challenged, a *no, thanks*."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sql
from tests.server.club_room import enroll, open_club

from nardy.server.errors import RefusedError
from nardy.server.matchmaking import challenges
from nardy.server.matchmaking.services import MatchmakingServices
from nardy.server.rooms.new_room import NewRoom
from nardy.server.store import challenges as stored
from nardy.server.store import notice_channels, outbox
from nardy.server.store.log import Terms
from nardy.server.store.notice_channels import MailAddress
from nardy.server.store.outbox import Notice
from nardy.server.store.schema import entry
from nardy.server.timestamps import DAY_MS

ORDER = NewRoom(games=("tapa",), length=3, black="guest:a", terms=Terms(clock="600+8"))


def with_meeting(folder: Path, play: Callable[[MatchmakingServices], Awaitable[None]]) -> None:
    async def go() -> None:
        async with open_club(folder) as club:
            await enroll(club, "a", "b", "c")
            meeting = MatchmakingServices(club)
            try:
                await play(meeting)
            finally:
                await meeting.close()
                club.spectators.close()

    asyncio.run(go())


def test_a_challenge_keeps_a_seat(tmp_path: Path) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        room = await meeting.challenges.make("a", "b", ORDER)
        of = room.record.id
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
    async def play(meeting: MatchmakingServices) -> None:
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
    async def play(meeting: MatchmakingServices) -> None:
        await meeting.people.mute("b", "a", on=True)
        with pytest.raises(RefusedError, match="no challenges"):
            await meeting.challenges.make("a", "b", ORDER)
        with pytest.raises(RefusedError, match="no challenges"):
            await meeting.challenges.make("a", "a", ORDER)
        with pytest.raises(RefusedError, match="id of a player"):
            await meeting.challenges.make("a", "x", ORDER)

    with_meeting(tmp_path, play)


def test_a_challenge_by_somebody_whom_one_mutes_later_is_seen_no_more(tmp_path: Path) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        await meeting.challenges.make("a", "b", ORDER)
        await meeting.people.mute("b", "a", on=True)
        assert await meeting.challenges.of("b") == []
        assert len(await meeting.challenges.of("a")) == 1

    with_meeting(tmp_path, play)


def test_only_some_challenges_wait_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(challenges, "MOST_OPEN", 2)

    async def play(meeting: MatchmakingServices) -> None:
        first = await meeting.challenges.make("a", "b", ORDER)
        await meeting.challenges.make("a", "c", ORDER)
        with pytest.raises(RefusedError, match="withdraw one"):
            await meeting.challenges.make("a", "b", ORDER)
        await meeting.challenges.end("b", first.record.id)
        await meeting.challenges.make("a", "b", ORDER)

    with_meeting(tmp_path, play)


async def notices_to(meeting: MatchmakingServices, who: str) -> list[Notice]:
    return await meeting.challenges.club.store.read(lambda c: outbox.latest_of(c, who, 9))


async def with_mail(meeting: MatchmakingServices, who: str) -> None:
    address = MailAddress(who, "b@mail.example", "confirm", "leave", 1, confirmed=1)
    await meeting.challenges.club.store.run(lambda c: notice_channels.set_address(c, address))


def test_a_challenge_is_one_notice_that_names_nobody(tmp_path: Path) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        await with_mail(meeting, "b")
        room = await meeting.challenges.make("a", "b", ORDER)
        (notice,) = await notices_to(meeting, "b")
        of = room.record.id
        told = (notice.kind, notice.key, notice.game, notice.path)
        assert told == ("challenge", f"challenge {of}", "tapa", f"/play/{of}")
        (line,) = await meeting.challenges.of("b")
        assert abs(notice.until - line.until) < 5_000
        assert notice.due - line.since >= challenges.WAIT
        assert await notices_to(meeting, "a") == []
        assert await meeting.challenges.club.notices.is_needed(notice)

    with_meeting(tmp_path, play)


@pytest.mark.parametrize("answer", ["taken", "declined", "withdrawn", "muted", "expired"])
def test_an_answered_challenge_is_not_told_any_more(
    tmp_path: Path, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        await with_mail(meeting, "b")
        room = await meeting.challenges.make("a", "b", ORDER)
        (notice,) = await notices_to(meeting, "b")
        match answer:
            case "taken":
                await meeting.challenges.club.sit(room, "guest:b")
            case "muted":
                await meeting.people.mute("b", "a", on=True)
            case "expired":
                monkeypatch.setattr(challenges, "now", lambda: notice.until + 5_000)
            case _:
                await meeting.challenges.end("b" if answer == "declined" else "a", room.record.id)
        assert not await meeting.challenges.club.notices.is_needed(notice)

    with_meeting(tmp_path, play)


def test_a_challenge_that_cannot_be_stored_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        await with_mail(meeting, "b")

        def fail(*_: object) -> None:
            raise RuntimeError

        monkeypatch.setattr(meeting.challenges.club.notices, "put", fail)
        with pytest.raises(RuntimeError):
            await meeting.challenges.make("a", "b", ORDER)
        assert await notices_to(meeting, "b") == []
        assert await meeting.challenges.of("b") == []

    with_meeting(tmp_path, play)


@pytest.mark.parametrize(("clock", "days"), [("600+8", 1), (None, 1), ("0d86400", 7)])
def test_a_challenge_without_an_answer_ends_with_its_board(
    tmp_path: Path, clock: str | None, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        room = await meeting.challenges.make("a", "b", replace(ORDER, terms=Terms(clock=clock)))
        (line,) = await meeting.challenges.of("b")
        assert line.until - line.since == days * DAY_MS
        await meeting.challenges.end_expired()
        assert not room.record.is_over
        monkeypatch.setattr(challenges, "now", lambda: line.until)
        assert [await meeting.challenges.of(one) for one in "ab"] == [[], []]
        with pytest.raises(RefusedError, match="time to accept"):
            await meeting.challenges.require_seat(room, "guest:b")
        await meeting.challenges.end_expired()
        assert room.record.is_over

    with_meeting(tmp_path, play)


def test_the_board_of_an_accepted_challenge_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        room = await meeting.challenges.make("a", "b", ORDER)
        (line,) = await meeting.challenges.of("b")
        await meeting.challenges.club.sit(room, "guest:b")
        monkeypatch.setattr(challenges, "now", lambda: line.until)
        await meeting.challenges.end_expired()
        await meeting.challenges.require_seat(room, "guest:b")
        assert not room.record.is_over
        # The challenge itself is removed a month later.
        for later, is_kept in ((0, True), (1, False)):
            monkeypatch.setattr(challenges, "now", lambda n=later: line.until + challenges.KEPT + n)
            await meeting.challenges.end_expired()
            found = await meeting.challenges.club.store.read(lambda c: stored.get(c, line.room))
            assert (found is not None) == is_kept

    with_meeting(tmp_path, play)


def test_a_challenge_whose_room_cannot_be_read_keeps_no_other_from_ending(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(meeting: MatchmakingServices) -> None:
        torn, sound = [await meeting.challenges.make("a", "b", ORDER) for _ in range(2)]
        club = meeting.challenges.club
        club.evict(torn)
        is_torn = sql.update(entry).where(entry.c.room == torn.record.id)
        await club.store.run(lambda c: c.execute(is_torn.values(event='{"kind":')))
        monkeypatch.setattr(challenges, "now", lambda: sound.record.since + 2 * DAY_MS)
        await meeting.challenges.end_expired()
        assert sound.record.is_over
        assert await club.store.read(lambda c: stored.expired(c, challenges.now())) == []

    with_meeting(tmp_path, play)
