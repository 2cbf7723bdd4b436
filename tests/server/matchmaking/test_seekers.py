import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.club_room import enroll
from tests.server.connection.screen import until
from tests.server.half import two_clubs
from tests.server.matchmaking.searching import Hall, Tab, open_hall

from nardy.errors import NardyError
from nardy.server.club.club import Club
from nardy.server.connection.websocket import Page
from nardy.server.errors import RefusedError, code_of
from nardy.server.matchmaking import seekers
from nardy.server.matchmaking.seekers import GRACE_SECONDS, Seekers
from nardy.server.pairing.pool import SearchRange
from nardy.server.players.rating_eligibility import RatedLimits
from nardy.server.relay.relayed_page import RelayedPage
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import talk
from nardy.server.store.guests import Guest
from nardy.server.store.log import Terms
from nardy.server.store.shard_tables import ALL, LEAD

NAMES = "abcd"


def with_hall(folder: Path, play: Callable[[Hall], Awaitable[None]], names: str = NAMES) -> None:
    async def go() -> None:
        async with open_hall(folder, *names) as hall:
            await play(hall)

    asyncio.run(go())


def test_two_strangers_meet_in_a_room_on_their_terms(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        a = await hall.search("a", length=3)
        assert (a.last, a.room) == ("searching", "")
        b = await hall.search("b", length=3)
        await until(lambda: bool(a.room and b.room))
        assert a.room == b.room
        record = hall.room(a)
        assert {record.white, record.black} == {"guest:a", "guest:b"}
        assert (record.games, record.length) == (("long-nardy",), 3)
        assert record.terms == Terms(clock="600+8", open=True)
        assert hall.seekers.pools(None) == []

    with_hall(tmp_path, play)


@pytest.mark.parametrize(
    "other", [{"length": 5}, {"clock": "300+5"}, {"clock": None}, {"rated": True}, {"game": "tapa"}]
)
def test_other_terms_are_another_pool(tmp_path: Path, other: dict[str, Any]) -> None:
    async def play(hall: Hall) -> None:
        await hall.search("a")
        await hall.search("b", **other)
        assert [pool.waiting for pool in hall.seekers.pools("guest:a")] == [1, 1]
        assert sum(pool.is_yours for pool in hall.seekers.pools("guest:a")) == 1

    with_hall(tmp_path, play)


def test_who_waits_is_counted_and_named_by_choice(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        await hall.search("a", shown=True)
        (pool,) = hall.seekers.pools("guest:b")
        assert (pool.waiting, [one.name for one in pool.people]) == (1, ["A"])
        assert not pool.is_yours
        await hall.search("a", "2", shown=False)
        (pool,) = hall.seekers.pools(None)
        assert (pool.waiting, pool.people) == (1, [])

    with_hall(tmp_path, play)


def test_a_new_search_ends_the_one_before(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        first = await hall.search("a")
        second = await hall.search("a", "2", game="tapa")
        assert (first.last, second.last) == ("searchended", "searching")
        assert [pool.laws.id for pool in hall.seekers.pools(None)] == ["tapa"]
        b = await hall.search("b", game="tapa")
        await until(lambda: bool(second.room))
        assert b.room == second.room
        assert not first.room

    with_hall(tmp_path, play)


def test_a_lost_connection_leaves_the_pool_and_its_place_is_kept(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        a = await hall.search("a")
        hall.ahead = 5
        hall.seekers.end(a, is_left=False)
        b = await hall.search("b")
        assert b.last == "searching"
        hall.seekers.end(b)
        back = await hall.search("a")
        assert 5000 <= back.waited < 7000
        # Who has left of their own accord begins anew, and so does another search.
        hall.seekers.end(back)
        again = await hall.search("a")
        assert again.waited < 2000
        hall.seekers.end(again, is_left=False)
        hall.ahead += GRACE_SECONDS + 1
        late = await hall.search("a")
        assert late.waited < 2000

    with_hall(tmp_path, play)


def test_a_page_that_asks_again_is_told_of_its_room(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        a, b = await hall.search("a"), await hall.search("b")
        await until(lambda: bool(b.room))
        again = await hall.search("a")
        assert again.room == a.room
        new = await hall.search("a", "2")
        assert new.last == "searching"

    with_hall(tmp_path, play)


def test_a_page_that_asks_again_goes_on_with_its_search(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        old = await hall.search("a")
        new = await hall.search("a")
        hall.seekers.end(old, is_left=False)
        await hall.search("b")
        await until(lambda: bool(new.room))
        assert old.last == "searching"

    with_hall(tmp_path, play)


@pytest.mark.parametrize("muted", [("guest:a", "guest:b"), ("guest:b", "guest:a")])
def test_people_of_whom_one_has_muted_the_other_are_not_paired(
    tmp_path: Path, muted: tuple[str, str]
) -> None:
    async def play(hall: Hall) -> None:
        await hall.club.store.run(lambda c: talk.set_mute(c, *muted, on=True))
        a, b = await hall.search("a"), await hall.search("b")
        c = await hall.search("c")
        await until(lambda: bool(c.room))
        assert (a.room, b.last) == (c.room, "searching")

    with_hall(tmp_path, play)


def test_a_page_that_does_not_answer_is_not_paired(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        a = await hall.search("a", tab=Tab("a", silence=5000))
        b, c = await hall.search("b"), await hall.search("c")
        await until(lambda: bool(b.room))
        assert (b.room, a.room) == (c.room, "")
        assert hall.seekers.pools(None) == []
        # Silent or slow: whoever lives comes again.
        assert (a.is_sent_away, b.is_sent_away) == (True, False)

    with_hall(tmp_path, play)


def test_two_who_may_not_play_for_a_rating_wait_for_others(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        hall.club.rated.limits = RatedLimits(pair_games=1)
        refused: list[frozenset[str | None]] = []
        make = hall.club.make

        async def once(new: NewRoom) -> Room:
            if {new.white, new.black} == {"guest:a", "guest:b"}:
                refused.append(frozenset((new.white, new.black)))
                raise RefusedError("rated-pair", "too many")
            return await make(new)

        hall.club.make = once
        a, b = await hall.search("a", rated=True), await hall.search("b", rated=True)
        await until(lambda: sum(pool.waiting for pool in hall.seekers.pools(None)) == 2)
        c = await hall.search("c", rated=True)
        await until(lambda: bool(c.room))
        assert len(refused) == 1
        assert [a.room, b.room].count(c.room) == 1

    with_hall(tmp_path, play)


def test_who_searches_for_a_rated_game_waits_until_their_place_is_written(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        asked, may = asyncio.Queue[str](), asyncio.Event()

        async def written(guest: str) -> None:
            asked.put_nowait(guest)
            await may.wait()

        hall.club.known_devices.written = written
        searching = asyncio.create_task(hall.search("a", rated=True))
        async with asyncio.timeout(10):
            assert await asked.get() == "a"
            assert (await hall.search("b")).last == "searching"  # for no rated game
            assert not searching.done()
            may.set()
            assert (await searching).last == "searching"
        assert asked.empty()

    with_hall(tmp_path, play)


def test_whoever_is_left_alone_by_a_page_that_closes_in_between_waits_on(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        make, rooms = hall.club.make, []

        async def slowly(new: NewRoom) -> Room:
            rooms.append(await make(new))
            if len(rooms) == 1:
                hall.seekers.end(a)
            return rooms[-1]

        hall.club.make = slowly
        a, b = await hall.search("a"), await hall.search("b")
        await until(lambda: bool(rooms and rooms[0].record.is_over))
        c = await hall.search("c")
        await until(lambda: bool(c.room))
        assert (b.room, a.room) == (c.room, "")

    with_hall(tmp_path, play)


def test_a_failure_ends_the_search_with_a_word(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        async def fail(new: NewRoom) -> Room:
            raise ZeroDivisionError(new.games)

        hall.club.make = fail
        a, b = await hall.search("a"), await hall.search("b")
        await until(lambda: b.last == "searchended")
        assert (a.last, hall.seekers.pools(None)) == ("searchended", [])

    with_hall(tmp_path, play)


def test_ranges_widen_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekers, "CASUAL", SearchRange(100, 10_000, 5))

    async def strength(_: object, who: str, __: object) -> float:
        return {"guest:a": 1500, "guest:b": 2000, "guest:c": 9000}[who]

    monkeypatch.setattr(Seekers, "_strength", strength)

    async def play(hall: Hall) -> None:
        a, b = await hall.search("a"), await hall.search("b")
        c = await hall.search("c")
        assert (a.room, b.room) == ("", "")
        await until(lambda: bool(a.room and b.room))
        assert (a.room == b.room, c.room) == (True, "")

    with_hall(tmp_path, play)


def test_of_a_crowd_everybody_meets_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seekers, "CASUAL", SearchRange(50, 3000, 0.3))
    numbers, names = random.Random(5), [f"p{number}" for number in range(40)]
    strengths = {f"guest:{name}": numbers.gauss(1500, 300) for name in names}

    async def strength(_: object, who: str, __: object) -> float:
        return strengths[who]

    monkeypatch.setattr(Seekers, "_strength", strength)

    async def go() -> None:
        async with open_hall(tmp_path, *names) as hall:
            tabs = await asyncio.gather(*(hall.search(name) for name in names))
            await until(lambda: all(tab.room for tab in tabs))
            assert set(Counter(tab.room for tab in tabs).values()) == {2}

    asyncio.run(go())


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"game": "chess"}, "no-game"),
        ({"game": "tavli"}, "need-match"),
        ({"clock": "x"}, "notation"),
    ],
)
def test_a_search_for_what_cannot_be_played_is_refused(
    tmp_path: Path, how: dict[str, Any], code: str
) -> None:

    async def play(hall: Hall) -> None:
        with pytest.raises(NardyError) as refused:
            await hall.search("a", **how)
        assert code_of(refused.value) == code

    with_hall(tmp_path, play)


async def waiting_room(club: Club, who: str) -> Room:
    """A room in which somebody waits publicly, with their page open."""
    terms = Terms(clock="600+8", open=True)
    room = await club.make(NewRoom(games=("long-nardy",), white=who, terms=terms))
    club.presence.come(room, who, Tab(who))
    return room


def test_who_searches_sits_down_where_somebody_waits_openly(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        room = await waiting_room(hall.club, "guest:a")
        b = await hall.search("b")
        assert b.room == room.record.id
        assert room.record.black == "guest:b"

    with_hall(tmp_path, play)


def test_who_makes_an_open_room_meets_the_one_who_searches(tmp_path: Path) -> None:
    async def play(hall: Hall) -> None:
        a = await hall.search("a")
        new = NewRoom(games=("long-nardy",), black="guest:b", terms=Terms(clock="600+8", open=True))
        assert await hall.seekers.meet_maker("guest:b", NewRoom(games=("tapa",))) is None
        room = await hall.seekers.meet_maker("guest:b", new)
        assert room is not None
        assert (room.record.white, room.record.black) == ("guest:a", "guest:b")
        assert a.room == room.record.id
        assert await hall.seekers.meet_maker("guest:c", new) is None
        assert hall.seekers.pools(None) == []

    with_hall(tmp_path, play)


def test_who_searches_at_a_lead_that_has_gone_comes_to_the_next_one(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            await enroll(club, *"abc")
            hall, pages = Hall(club), [Page(club, f"guest:{one}") for one in "ab"]
            # The connection of one of them is at another process.
            RelayedPage(pages[1], ours)
            for who, page, game in zip("ab", pages, ("tapa", "fevga"), strict=True):
                await hall.search(who, tab=cast("Tab", page), game=game)
            hall.seekers.let_go({*ALL} - {LEAD})
            assert [page.is_sent_away for page in pages] == [False, False]
            ours.shards.discard(LEAD)
            hall.seekers.let_go({LEAD})
            assert [page.is_sent_away for page in pages] == [True, True]
            ours.shards.add(LEAD)
            assert hall.seekers.pools(None) == []
            # What comes back finds nobody of before.
            assert (await hall.search("c", game="tapa")).last == "searching"
            await hall.seekers.close()

    asyncio.run(go())


@pytest.mark.parametrize("is_made", [True, False])
def test_two_who_have_met_when_the_lead_goes_are_told_of_their_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_made: bool
) -> None:
    """If it cannot be made, they come to the next lead."""

    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            await enroll(club, *"ab")
            hall, make = Hall(club), club.make

            async def slowly(order: NewRoom) -> Room:
                ours.shards.discard(LEAD)
                hall.seekers.let_go({LEAD})
                if not is_made:
                    raise RefusedError("rated-pair", "these two may not play for a rating")
                return await make(order)

            monkeypatch.setattr(club, "make", slowly)
            tabs = [await hall.search(who) for who in "ab"]
            await asyncio.gather(*hall.seekers._meetings)  # noqa: SLF001
            assert [bool(tab.room) for tab in tabs] == [is_made] * 2
            assert [tab.is_sent_away for tab in tabs] == [not is_made] * 2
            await hall.seekers.close()

    asyncio.run(go())


def test_a_search_that_begins_while_the_lead_goes_waits_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (club, _, ours, _):
            await enroll(club, "a")
            hall, require = Hall(club), club.groups.require

            async def slowly(guest: Guest) -> None:
                await require(guest)
                ours.shards.discard(LEAD)
                hall.seekers.let_go({LEAD})

            monkeypatch.setattr(club.groups, "require", slowly)
            assert (await hall.search("a")).is_sent_away
            ours.shards.add(LEAD)
            assert hall.seekers.pools(None) == []
            await hall.seekers.close()

    asyncio.run(go())


@pytest.mark.parametrize("muted", [("guest:a", "guest:b"), ("guest:b", "guest:a")])
def test_a_mute_while_both_search_keeps_them_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, muted: tuple[str, str]
) -> None:
    async def play(hall: Hall) -> None:
        async def strength(_: object, who: str, __: object) -> float:
            # By now the search has read who is muted.
            if who == "guest:b":
                await hall.club.store.run(lambda c: talk.set_mute(c, *muted, on=True))
            return 1500

        monkeypatch.setattr(Seekers, "_strength", strength)
        a, b = await hall.search("a"), await hall.search("b")
        await until(lambda: [pool.waiting for pool in hall.seekers.pools(None)] == [2])
        c = await hall.search("c")
        await until(lambda: bool(c.room))
        assert sorted([a.room, b.room]) == ["", c.room]

    with_hall(tmp_path, play)
