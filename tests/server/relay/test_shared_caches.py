import asyncio
import base64
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
import sqlalchemy as sql
from tests.server.club_room import enroll, look, open_club
from tests.server.half import two_clubs
from tests.server.players.test_standings import TERMS, played
from tests.server.shards.test_hints import Wire
from tests.server.tournaments.tournament_hall import record as tournament

from nardy.server.club.club import Club, NewRoom
from nardy.server.club.handover import hand_over
from nardy.server.club.logo import KEY
from nardy.server.club.merge_guest import take_along
from nardy.server.connection.websocket import Page
from nardy.server.errors import StoreError
from nardy.server.protocol.hosting import ClubWords
from nardy.server.relay.shared_caches import SharedCaches
from nardy.server.rooms.room import Room
from nardy.server.shards.hints import Hints
from nardy.server.shards.numbers import shard_of
from nardy.server.store import about, guests, log, schema
from nardy.server.store.database.postgresql.notifications import Notifications
from nardy.server.store.database.writer import Connection
from nardy.server.store.guests import Guest
from nardy.server.store.log import Terms
from nardy.server.tournaments.service import TournamentService, leave_group_everywhere


async def settled() -> None:
    """Let hints arrive, and what follows from them end."""
    for _ in range(20):
        await asyncio.sleep(0.01)


def told_of(club: Club, room: Room) -> asyncio.Event:
    """Set when the pages of a room are told that something has changed."""
    told = asyncio.Event()
    club.bus.subscribe(room.record.id, lambda _: told.set())
    return told


def connected(wire: Wire, club: object, tournaments: TournamentService) -> Hints:
    hints = Hints(cast("Notifications", wire))
    SharedCaches(tournaments.club, tournaments, hints)
    return hints


def test_what_follows_from_a_hint_ends_with_the_club(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            before = asyncio.all_tasks()
            wire = cast("Notifications", Wire())
            hints, others = Hints(wire), Hints(wire)
            caches = SharedCaches(club, TournamentService(club), hints)
            monkeypatch.setattr(club.words, "read_again", asyncio.Event().wait)
            with hints.hearing(), others.hearing():
                others.tell("words")
                await settled()
                assert len(asyncio.all_tasks() - before) == 1
                await caches.close()
                assert asyncio.all_tasks() == before

    asyncio.run(go())


def test_a_hint_that_the_database_does_not_let_be_followed_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            wire = cast("Notifications", Wire())
            hints, others = Hints(wire), Hints(wire)
            caches = SharedCaches(club, TournamentService(club), hints)

            async def away() -> None:
                raise StoreError("the database is away")

            with hints.hearing(), others.hearing():
                with monkeypatch.context() as patch:
                    patch.setattr(club.words, "read_again", away)
                    others.tell("words")
                    await settled()
                await theirs_change(club)
                others.tell("words")
                await settled()
            assert club.words.now.name == "Courtyard"
            await caches.close()

    async def theirs_change(club: Club) -> None:
        before = club.words.now
        await club.words.write(ClubWords(name="Courtyard"))
        club.words.now = before

    asyncio.run(go())
    assert [record.getMessage() for record in caplog.records] == [
        "a hint was not followed: the database is away"
    ]


def test_no_cache_stays_behind_what_another_process_changes(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                await enroll(ours, "a", "b")
                room = await ours.make(NewRoom(games=("plakoto",), white="guest:a"))
                anna = Guest("a", "A", role="member")
                # A name
                assert (await theirs.describer.person(room.record, "guest:a")).name == "A"
                await ours.rename(anna, "Anna")
                await settled()
                assert (await theirs.describer.person(room.record, "guest:a")).name == "Anna"
                # The words of the club
                await ours.words.write(ClubWords(name="Courtyard"))
                await settled()
                assert theirs.words.now.name == "Courtyard"
                # Its logo
                kept = base64.b64encode(b"a picture").decode()
                await ours.store.run(lambda c: about.put(c, KEY, kept))
                ours.logo.on_change()
                await settled()
                assert theirs.logo.now is not None
                # A session, whose page is at the other process
                await ours.store.run(lambda c: guests.begin_session(c, "a", "key", 1, ""))
                found = await theirs.guest("key")
                assert found is not None
                page = Page(theirs, "guest:a", found.session)
                await ours.accounts.end(found)
                await settled()
                assert page.who is None
                # A rating
                standing = await theirs.standings.of("guest:a", "plakoto", "rapid")
                ours.standings.evict("guest:a plakoto rapid")
                await settled()
                assert await theirs.standings.of("guest:a", "plakoto", "rapid") is not standing

    asyncio.run(go())


def test_members_of_a_group_are_never_those_of_a_moment_ago(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            # No hint at all arrives.
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            connected(wire, ours, mine)
            connected(wire, theirs, other)
            await enroll(ours, "a", "b")
            group = await ours.groups.make(Guest("a", "A", role="member"), "Friends", "")
            assert await theirs.groups.role(group, "guest:a") == "owner"
            await leave_group_everywhere(ours, mine, group, "guest:b")
            await ours.groups.end(group)
            assert await theirs.groups.role(group, "guest:a") is None

    asyncio.run(go())


def test_a_guest_who_logs_in_takes_along_seats_at_other_processes(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                await enroll(ours, "b")
                await ours.store.run(lambda c: guests.add_guest(c, Guest("g", "G"), "key", 1))
                room = await ours.make(NewRoom(games=("plakoto",), white="guest:g", terms=Terms()))
                await take_along(theirs, Guest("g", "G"), Guest("b", "B", role="member"))
                await settled()
                assert room.record.white == "guest:b"
                stored = await ours.store.read(lambda c: log.load_room(c, room.record.id))
                assert stored is not None
                assert stored[0].white == "guest:b"

    asyncio.run(go())


def test_a_guest_who_logs_in_during_an_act_keeps_the_seat_at_another_process(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                await enroll(ours, "b")
                await ours.store.run(lambda c: guests.add_guest(c, Guest("g", "G"), "key", 1))
                room = await ours.make(NewRoom(games=("plakoto",), white="guest:g", terms=Terms()))
                told = told_of(ours, room)
                async with room.lock:
                    await take_along(theirs, Guest("g", "G"), Guest("b", "B", role="member"))
                    await settled()
                    assert room.record.white == "guest:g"
                    assert not told.is_set()
                async with asyncio.timeout(20):
                    await told.wait()
                assert room.record.white == "guest:b"

    asyncio.run(go())


def moved(room: Room, **seats: str | None) -> Callable[[Connection], object]:
    """A merge by another process, as the database has it."""
    return lambda c: c.execute(
        sql.update(schema.room).where(schema.room.c.id == room.record.id).values(seats)
    )


def test_lost_hints_of_merges_are_found_in_the_database(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, _, _, _):
            wire = Wire()
            white, black, alone, free, kept = [
                await ours.make(NewRoom(games=("plakoto",), white="guest:g", black="guest:h"))
                for _ in range(5)
            ]
            # Whoever takes a free seat has it in the database first, and then here.
            free.record = replace(free.record, black=None)
            kept.record = replace(kept.record, is_over=True)
            changes = (
                (white, {"white": "guest:a"}),
                (black, {"black": "guest:b"}),
                (alone, {"white": "guest:h"}),
                (free, {"white": None, "black": "guest:b"}),
                (kept, {"white": "guest:a"}),
            )
            for room, seats in changes:
                await ours.store.run(moved(room, **seats))
            told = [told_of(ours, room) for room, _ in changes]
            with connected(wire, ours, TournamentService(ours)).hearing():
                wire.anew[-1]()
                async with asyncio.timeout(20):
                    for number in (0, 1, 2, 4):
                        await told[number].wait()
                assert not told[3].is_set()
            found = [(r.record.white, r.record.black) for r in (white, black, alone, free, kept)]
            assert found == [
                ("guest:a", "guest:h"),
                ("guest:g", "guest:b"),
                ("guest:h", "guest:h"),
                ("guest:g", None),
                ("guest:a", "guest:h"),
            ]
            assert [room.record.is_over for room in (white, black, alone)] == [False, False, True]

    asyncio.run(go())


def test_lost_hints_of_merges_are_found_in_the_logs_of_tournaments(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            await enroll(ours, "b")
            await ours.store.run(lambda c: guests.add_guest(c, Guest("g", "G"), "key", 1))
            mine = TournamentService(ours)
            running = await mine.make(tournament(maker="guest:g"))
            kept = await mine.make(tournament())
            for who in ("guest:g", "guest:h"):
                await mine.enter(running, who)
            await take_along(theirs, Guest("g", "G"), Guest("b", "B", role="member"))
            before = kept.now
            with connected(wire, ours, mine).hearing():
                wire.anew[-1]()
                async with asyncio.timeout(20):
                    while running.record.maker != "guest:b":
                        await settled()
            assert [one.who for one in running.now.entrants] == ["guest:b", "guest:h"]
            assert kept.now is before
            await mine.enter(running, "guest:i")
            assert len(running.now.entrants) == 3
            await mine.close()

    asyncio.run(go())


def test_a_merge_during_the_search_for_lost_ones_is_not_undone(tmp_path: Path) -> None:
    """Seats that were read before an act ended may be older than those that the act waited for."""

    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, _, _, _):
            wire = Wire()
            await enroll(ours, "g", "h")
            terms, seats = Terms(rated=True), {"white": "guest:g", "black": "guest:h"}
            room = await ours.make(NewRoom(games=("plakoto",), terms=terms, **seats))
            await ours.store.run(moved(room, white="guest:a"))
            with connected(wire, ours, TournamentService(ours)).hearing():
                told = told_of(ours, room)
                async with room.lock:
                    wire.anew[-1]()
                    await settled()
                    assert room.record.white == "guest:g"
                    await ours.store.run(moved(room, white="guest:b"))
                async with asyncio.timeout(20):
                    await told.wait()
                assert room.record.white == "guest:b"
            assert [game.record.white for game in ours.fair_play.games.of({"guest:b"})] == [
                "guest:b"
            ]

    asyncio.run(go())


def test_lost_hints_drop_everything(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            await enroll(ours, "a")
            room = await ours.make(NewRoom(games=("plakoto",), white="guest:a"))
            connected(wire, ours, mine)
            hints = connected(wire, theirs, other)
            await theirs.describer.person(room.record, "guest:a")
            await ours.rename(Guest("a", "A", role="member"), "Anna")
            page = Page(theirs, "guest:a", "of a session that has ended")
            with hints.hearing():
                wire.anew[-1]()
                await settled()
            assert (await theirs.describer.person(room.record, "guest:a")).name == "Anna"
            assert page.who is None

    asyncio.run(go())


def test_a_page_that_asks_for_a_room_of_another_process_is_sent_away(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            room = await ours.make(NewRoom(games=("plakoto",), white="guest:a"))
            (page,) = await look(theirs, room, "guest:a")
            assert page.is_sent_away
            assert theirs.presence.people(room.record.id) == ()

    asyncio.run(go())


def test_the_end_of_a_game_at_one_process_is_in_the_ratings_of_the_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                await enroll(ours, "a", "b")
                ladder = "long-nardy", "rapid"
                before = await theirs.standings.of("guest:a", *ladder)
                await played(ours, TERMS)
                await settled()
                after = await theirs.standings.of("guest:a", *ladder)
                assert (before.matches, after.matches) == (0, 1)
                assert after == await ours.standings.of("guest:a", *ladder)

    asyncio.run(go())


def test_chat_goes_on_with_its_room_and_has_no_line_of_the_past(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, my_half, their_half):
            room = await ours.make(NewRoom(games=("plakoto",), white="guest:a", black="guest:b"))
            await enroll(ours, "a", "b")
            shards = {shard_of(room.record.id)}
            await ours.chat.say(room, "guest:a", "1", "one")
            for club, half, last, text in (
                (theirs, their_half, (ours, my_half), "two"),
                (ours, my_half, (theirs, their_half), "three"),
            ):
                last[1].shards -= shards
                await hand_over(last[0], shards)
                half.shards |= shards
                there = await club.room(room.record.id)
                assert there is not None
                await club.chat.say(there, "guest:b", text, text)
            assert there is not None
            assert [one.text for one in await ours.chat.lines(there)] == ["one", "two", "three"]

    asyncio.run(go())


def test_what_a_deleted_person_wrote_is_gone_at_every_process(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            room = await ours.make(NewRoom(games=("plakoto",), white="guest:a", black="guest:b"))
            await enroll(ours, "a", "b")
            await ours.chat.say(room, "guest:a", "1", "my secret")
            await ours.chat.say(room, "guest:b", "2", "well")
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                # The request came to the other process.
                theirs.chat.forget("guest:a")
                await settled()
                assert [line.text for line in await ours.chat.lines(room)] == ["", "well"]

    asyncio.run(go())


def test_a_tournament_is_run_by_its_owner_wherever_it_was_announced(tmp_path: Path) -> None:
    async def go() -> None:
        async with two_clubs(tmp_path) as (ours, theirs, _, _):
            wire = Wire()
            mine, other = TournamentService(ours), TournamentService(theirs)
            with connected(wire, ours, mine).hearing(), connected(wire, theirs, other).hearing():
                await enroll(ours, "a", "b")
                made = await other.make(tournament())
                await settled()
                (running,) = mine.unfinished
                assert (running.record, other.unfinished) == (made.record, [])
                await mine.enter(running, "guest:a")
                # What the other process reads is never that of a moment ago.
                copy = await other.running(made.record.id)
                assert copy is not None
                assert [one.who for one in copy.now.entrants] == ["guest:a"]
                # Whoever deletes their account at the other process leaves it.
                other.on_leave("", "guest:a")
                await settled()
                assert not running.now.inside
            await mine.close()

    asyncio.run(go())
