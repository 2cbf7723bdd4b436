"""What people see of each other, by what each chooses to show."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.club_room import enroll, open_club

from nardy.server.errors import RefusedError
from nardy.server.matchmaking.online import OnlinePeople
from nardy.server.matchmaking.people import People, is_open
from nardy.server.store import accounts
from nardy.server.store.follows import ContactAudience, ContactChoice


def with_people(folder: Path, play: Callable[[People], Awaitable[None]]) -> None:
    async def go() -> None:
        async with open_club(folder) as club:
            await enroll(club, "anna", "bo", "cy")
            await play(People(club.store, OnlinePeople()))

    asyncio.run(go())


@pytest.mark.parametrize(
    ("audience", "open_to"), [("nobody", []), ("followed", ["bo"]), ("all", ["bo", "cy"])]
)
def test_who_is_online_is_shown_to_an_audience(
    tmp_path: Path, audience: ContactAudience, open_to: list[str]
) -> None:
    async def play(people: People) -> None:
        people.online.see("anna")
        await people.choose("anna", ContactChoice(audience, audience))
        await people.follow("anna", "bo", on=True)
        for reader in ("bo", "cy"):
            line = await people.line(reader, "anna")
            assert line.is_online == (True if reader in open_to else None)
            assert line.may_challenge == (reader in open_to)
            shown = await people.shown_online(reader)
            assert [one.id for one in shown] == (["anna"] if reader in open_to else [])
        assert is_open(audience, "bo", {"bo"}) == ("bo" in open_to)

    with_people(tmp_path, play)


def test_by_default_only_people_whom_one_follows_see_that_one_is_online(tmp_path: Path) -> None:
    async def play(people: People) -> None:
        people.online.see("anna")
        assert (await people.line("bo", "anna")).is_online is None
        assert (await people.line("bo", "anna")).may_challenge
        assert (await people.line("anna", "anna")).is_you

    with_people(tmp_path, play)


def test_people_are_found_and_followed(tmp_path: Path) -> None:
    async def play(people: People) -> None:
        assert [one.id for one in await people.named("bo", " ANN ")] == ["anna"]
        assert await people.named("bo", "a") == []
        for who in ("cy", "anna"):
            await people.follow("bo", who, on=True)
        people.online.see("anna")
        await people.choose("anna", ContactChoice("all", "all"))
        assert [one.id for one in await people.followed("bo")] == ["anna", "cy"]
        line = await people.line("anna", "bo")
        assert (line.follows, line.follows_you) == (False, True)
        await people.follow("bo", "cy", on=False)
        assert [one.id for one in await people.followed("bo")] == ["anna"]

    with_people(tmp_path, play)


def test_one_does_not_follow_a_stranger_and_sees_nobody_who_is_gone(tmp_path: Path) -> None:
    async def play(people: People) -> None:
        with pytest.raises(RefusedError, match="somebody else"):
            await people.follow("bo", "nobody", on=True)
        with pytest.raises(RefusedError, match="id of a player"):
            await people.mute("bo", "nobody", on=True)
        await people._store.run(lambda c: accounts.forget(c, "anna"))  # noqa: SLF001
        with pytest.raises(RefusedError, match="id of a player"):
            await people.line("bo", "anna")

    with_people(tmp_path, play)


def test_who_is_muted_sees_nothing_and_challenges_nobody(tmp_path: Path) -> None:
    async def play(people: People) -> None:
        people.online.see("anna")
        await people.choose("anna", ContactChoice("all", "all"))
        await people.mute("anna", "bo", on=True)
        line = await people.line("bo", "anna")
        # They do not learn why: they are not told that they are muted.
        assert (line.is_online, line.may_challenge, line.is_muted) == (None, False, False)
        assert (await people.line("anna", "bo")).is_muted
        await people.mute("anna", "bo", on=False)
        assert (await people.line("bo", "anna")).may_challenge

    with_people(tmp_path, play)
