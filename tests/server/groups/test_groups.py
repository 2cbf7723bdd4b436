import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import open_club

from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.groups import groups as at
from nardy.server.groups.groups import MOST_OF_ONE
from nardy.server.rooms.new_room import NewRoom
from nardy.server.store.guests import Guest
from nardy.server.store.log import RoomRecord, Terms


def test_a_group_needs_an_account_and_nobody_has_many(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            guest, _ = await club.welcome("Ann")
            with pytest.raises(RefusedError, match="sign up first"):
                await club.groups.make(guest, "Court", "")
            owner = Guest(guest.id, guest.name, role="member")
            for _ in range(MOST_OF_ONE):
                await club.groups.make(owner, "Court", "")
            with pytest.raises(RefusedError, match="at most 10 groups"):
                await club.groups.make(owner, "Court", "")

    asyncio.run(go())


def test_a_room_of_a_group_is_there_for_members_and_who_sits_there(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            people = [(await club.welcome(name))[0] for name in ("Ann", "Bo", "Cy")]
            ann, bo, cy = (f"guest:{one.id}" for one in people)
            owner = Guest(people[0].id, "Ann", role="member")
            of = await club.groups.make(owner, "Court", "")
            record = RoomRecord(id="r", games=("tapa",), white=bo, terms=Terms(group=of))
            seen = [
                await club.groups.may_see(record, who) for who in (ann, bo, cy, None, "bot:random")
            ]
            assert seen == [True, True, False, False, False]
            await club.groups.end(of)
            assert not await club.groups.may_see(record, ann)
            assert await club.groups.may_see(RoomRecord(id="r", games=("tapa",)), None)

    asyncio.run(go())


def test_a_role_that_was_read_before_its_end_is_not_kept(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, code, owner = await founded(club)
            bo, _ = await club.welcome("Bo")
            await club.groups.join(code, bo)
            read, has_read, may_answer = club.store.read, asyncio.Event(), asyncio.Event()

            async def slow(job: Any) -> Any:
                found = await read(job)
                has_read.set()
                await may_answer.wait()
                return found

            club.store.read = slow  # type: ignore[method-assign]
            asked = asyncio.create_task(club.groups.role(of, bo.seat))
            await has_read.wait()
            club.store.read = read  # type: ignore[method-assign]
            await club.groups.appoint(of, owner.seat, bo.id, "")
            may_answer.set()
            await asked
            assert await club.groups.role(of, bo.seat) is None

    asyncio.run(go())


async def founded(club: Club) -> tuple[str, str, Guest]:
    """A group, the code of its invitation, and its owner Ann."""
    guest, _ = await club.welcome("Ann")
    owner = Guest(guest.id, guest.name, role="member")
    of = await club.groups.make(owner, "Court", "")
    return of, (await club.groups.for_member(of, f"guest:{guest.id}"))[0].code, owner


async def codes(*doing: Awaitable[object]) -> list[str]:
    """What all of this at the same moment is refused with; '' if it is done."""
    answers = await asyncio.gather(*doing, return_exceptions=True)
    return sorted(getattr(one, "code", "") for one in answers)


def test_many_at_once_open_no_more_clubs_than_one_after_another(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            _, _, owner = await founded(club)
            told = await codes(*(club.groups.make(owner, "Court", "") for _ in range(20)))
            assert told == [""] * 9 + ["circle-many"] * 11

    asyncio.run(go())


def test_the_last_place_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at, "MOST_MEMBERS", 2)

    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, code, owner = await founded(club)
            crowd = [(await club.welcome("Bo"))[0] for _ in range(5)]
            told = await codes(*(club.groups.join(code, one) for one in crowd))
            assert told == [""] + ["circle-full"] * 4
            assert await club.groups.count(of) == 2
            assert await club.groups.join(code, owner) == of

    asyncio.run(go())


def test_an_invitation_for_one_lets_one_in(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, _, owner = await founded(club)
            await club.groups.renew(of, None, 1)
            code = (await club.groups.for_member(of, f"guest:{owner.id}"))[0].code
            one, other = (await club.welcome("Bo"))[0], (await club.welcome("Cy"))[0]
            asked = (club.groups.join(code, who) for who in (one, other, one, other))
            assert await codes(*asked) == ["", "", "no-invitation", "no-invitation"]
            assert await club.groups.count(of) == 2

    asyncio.run(go())


def test_two_owners_who_part_with_each_other_leave_one(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, code, owner = await founded(club)
            other, _ = await club.welcome("Bo")
            await club.groups.join(code, other)
            ann, bo = f"guest:{owner.id}", f"guest:{other.id}"
            await club.groups.appoint(of, ann, other.id, "owner")
            acts = [(ann, other.id), (bo, owner.id)]
            told = await codes(*(club.groups.appoint(of, *act, "member") for act in acts))
            assert told == ["", "circle-role"]
            assert sorted(filter(None, [await club.groups.role(of, who) for who in (ann, bo)])) == [
                "member",
                "owner",
            ]

    asyncio.run(go())


def test_who_joins_and_leaves_at_once_is_in_or_out(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, code, _ = await founded(club)
            guest, _ = await club.welcome("Bo")
            who = f"guest:{guest.id}"
            for _ in range(5):
                await codes(
                    club.groups.join(code, guest),
                    club.groups.appoint(of, who, guest.id, ""),
                    club.groups.join(code, guest),
                )
                is_in = await club.groups.role(of, who) is not None
                club.groups.evict()
                assert is_in == (await club.groups.role(of, who) is not None)

    asyncio.run(go())


def test_nobody_is_drawn_into_another_game_of_a_group_that_is_not_his(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            of, code, owner = await founded(club)
            guest, _ = await club.welcome("Bo")
            await club.groups.join(code, guest)
            ann, bo = f"guest:{owner.id}", f"guest:{guest.id}"
            order = NewRoom(games=("tapa",), white=ann, black=bo, terms=Terms(group=of))
            room = await club.make(order)
            await club.close_room(room)
            await club.groups.appoint(of, ann, guest.id, "")
            assert await codes(club.again(room, bo), club.again(room, ann)) == [
                "circle-nobody",
                "no-circle",
            ]

    asyncio.run(go())
