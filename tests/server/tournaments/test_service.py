import asyncio
from pathlib import Path

import pytest
from tests.server.club_room import enroll
from tests.server.played import result, write
from tests.server.tournaments.tournament_hall import begun, hall, play_round, record, until

from nardy.server.errors import RefusedError
from nardy.server.pairing.standings import standings
from nardy.server.pairing.swiss import pair
from nardy.server.pairing.tally import seeded
from nardy.server.pairing.tournament import Tournament
from nardy.server.rooms.new_room import NewRoom
from nardy.server.seats import BOT
from nardy.server.store import decisions, tournaments
from nardy.server.store.log import Terms
from nardy.server.tournaments.service import (
    MOST_BOTS,
    MOST_DIRECTED,
    MOST_ENTRANTS,
    MOST_RETURNS,
    MOST_RETURNS_OF_ONE,
    leave_group_everywhere,
)
from nardy.server.tournaments.views import facts_of


def test_what_cannot_be_done_is_refused_by_its_code(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("round-robin"))
            for code, attempt in (
                ("tournament-few", director.begin(running)),
                ("tournament-nobody", director.leave(running, 1)),
                ("tournament-full", director.enter(running, f"{BOT}random", MOST_BOTS + 1)),
            ):
                with pytest.raises(RefusedError) as refused:
                    await attempt
                assert refused.value.code == code
            for number in range(MOST_ENTRANTS["round-robin"]):
                await director.enter(running, f"guest:{number}")
            await director.enter(running, "guest:0")  # who is in is in
            with pytest.raises(RefusedError, match="at most 0 more"):
                await director.enter(running, "guest:one-too-many")
            await director.leave(running, 1)
            await director.enter(running, "guest:0")  # and who left may come back
            assert len(running.now.inside) == MOST_ENTRANTS["round-robin"]
            await director.begin(running)
            with pytest.raises(RefusedError, match="open for entries"):
                await director.enter(running, "guest:late")
            await director.end(running)
            with pytest.raises(RefusedError, match="that is not over"):
                await director.leave(running, 1)
            for _ in range(MOST_DIRECTED):
                await director.make(record())
            with pytest.raises(RefusedError, match="at most 3"):
                await director.make(record())

    asyncio.run(go())


def test_a_club_that_stops_in_the_third_round_goes_on_there(tmp_path: Path) -> None:
    """Stopped between any two results; the rounds are those that were never stopped."""

    async def first() -> tuple[str, Tournament]:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 6, rounds=5)
            for number in (1, 2):
                await until(lambda n=number: running.now.round == n and running.now.open)
                await play_round(club, running)
            await until(lambda: running.now.round == 3 and running.now.open)
            return running.record.id, running.now

    async def second(of: str, before: Tournament) -> None:
        async with hall(tmp_path) as (club, director):
            running = await director.running(of)
            assert running is not None
            assert running.now == before
            for number in (3, 4, 5):
                await until(lambda n=number: running.now.round == n and running.now.open)
                await play_round(club, running)
            await until(lambda: running.now.closed)
            assert_pairings_follow(running.now)
            assert standings(running.now)[0].score == 5

    of, before = asyncio.run(first())
    asyncio.run(second(of, before))


def assert_pairings_follow(played: Tournament) -> None:
    """Each round is what the rules make of the results before it, and of nothing else."""
    for number in range(1, played.round + 1):
        before = [meeting for meeting in played.meetings if meeting.round < number]
        paired = [meeting for meeting in played.meetings if meeting.round == number]
        now = Tournament(played.terms, played.seed, played.entrants, tuple(before), 0, played.first)
        assert [(m.white, m.black) for m in paired] == [(p.white, p.black) for p in pair(now)]


def test_tables_whose_rooms_were_never_made_are_made_after_a_restart(tmp_path: Path) -> None:
    """The club was stopped between the pairing and the rooms."""

    async def first() -> str:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record(rounds=1))
            for number in (1, 2):
                await director.enter(running, f"guest:{number}")
            runner = director._runners[running.record.id]  # noqa: SLF001
            await runner.close()
            await director.begin(running)
            assert isinstance(running.now.open[0].room, str)
            return running.record.id

    async def second(of: str) -> None:
        async with hall(tmp_path) as (club, director):
            running = await director.running(of)
            assert running is not None
            await play_round(club, running)
            await until(lambda: running.now.closed)

    asyncio.run(second(asyncio.run(first())))


def test_who_belongs_to_it_no_more_waits_there_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            ours, theirs = {"open": True, "group": "c"}, {"open": True, "group": "d"}
            seats = [{"white": "guest:a"}, {"white": "guest:a", "black": "guest:b"}]
            waiting, played, *others = [
                await club.make(NewRoom(games=("tapa",), terms=Terms(**terms), **sits))
                for terms, sits in (
                    *((ours, one) for one in seats),
                    *((ours, {"white": "guest:b"}), (theirs, seats[0]), ({"open": True}, seats[0])),
                )
            ]
            members = [1]

            async def count(_: str) -> int:
                return len(members)

            monkeypatch.setattr(club.groups, "count", count)
            await leave_group_everywhere(club, director, "c", "guest:a")
            assert waiting.record.is_over
            assert not any(room.record.is_over for room in (played, *others))
            members.clear()  # the group has ended, and so have all its offers
            await leave_group_everywhere(club, director, "c", "guest:owner")
            assert [room.record.is_over for room in (played, *others)] == [
                False,
                True,
                False,
                False,
            ]

    asyncio.run(go())


def test_entrants_are_seeded_by_their_ratings_in_the_game(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await write(club.store, [result(1, "a", "b", game="hypergammon")])
            running = await director.make(record())
            for who in ("guest:b", "guest:a", f"{BOT}random"):
                await director.enter(running, who)
            assert [one.rating for one in running.now.entrants] == [1490, 1510, 0]
            assert seeded(running.now, (1, 2, 3)) == [2, 1, 3]

    asyncio.run(go())


def test_who_is_banned_is_paired_no_more(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            await enroll(club, "1", "2", "3")
            running = await begun(director, 3, rounds=2)
            for guest, kind, until_ in (("1", "ban", None), ("2", "mute", None), ("3", "ban", 1)):
                await club.store.run(
                    lambda c, told=(guest, kind, until_): decisions.impose(c, *told)
                )
            await director.leave_banned()
            assert [one.who for one in running.now.inside] == ["guest:2", "guest:3"]
            assert running.now.open  # the game goes on

    asyncio.run(go())


def test_bots_of_one_level_are_bounded_however_often_they_are_sent(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("arena"))
            await director.enter(running, f"{BOT}random", MOST_BOTS - 1)
            with pytest.raises(RefusedError, match="at most 1 more entrants, got 2"):
                await director.enter(running, f"{BOT}random", 2)
            await director.enter(running, f"{BOT}random")
            assert len(running.now.entrants) == MOST_BOTS
            for number in range(1, MOST_BOTS + 1):
                await director.leave(running, number, is_removed=True)
            await director.enter(
                running, f"{BOT}baseline", MOST_BOTS
            )  # their places are free again
            assert len(running.now.inside) == MOST_BOTS

    asyncio.run(go())


def test_whose_place_was_taken_before_the_start_does_not_come_back(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("round-robin"))
            for number in range(MOST_ENTRANTS["round-robin"]):
                await director.enter(running, f"guest:{number}")
            await director.leave(running, 1)
            await director.enter(running, "guest:quick")
            with pytest.raises(RefusedError, match="at most 0 more"):
                await director.enter(running, "guest:0")
            await director.begin(running)
            await director.leave(running, 2)
            await director.enter(running, "guest:1")  # after the start the place is kept
            assert len(running.now.inside) == MOST_ENTRANTS["round-robin"]

    asyncio.run(go())


def test_places_are_not_taken_and_left_without_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("round-robin"))
            most = MOST_RETURNS * MOST_ENTRANTS["round-robin"]
            for number in range(most):
                await director.enter(running, f"guest:{number}")
                await director.leave(running, number + 1)
            with pytest.raises(RefusedError, match="at most 0 more"):
                await director.enter(running, "guest:one-too-many")

    asyncio.run(go())


def test_nobody_leaves_and_comes_back_without_end(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (_, director):
            running = await director.make(record("round-robin"))
            for number in ("1", "2"):
                await director.enter(running, f"guest:{number}")
            for _ in range(MOST_RETURNS_OF_ONE):
                await director.leave(running, 1)
                await director.enter(running, "guest:1")
            await director.leave(running, 1)
            with pytest.raises(RefusedError) as refused:
                await director.enter(running, "guest:1")
            assert refused.value.code == "tournament-returns"
            await director.enter(running, "guest:3")
            assert [one.who for one in running.now.inside] == ["guest:2", "guest:3"]

    asyncio.run(go())


def test_whom_the_director_removed_does_not_enter_again(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 3, "arena")
            await director.leave(running, 3)
            await director.enter(running, "guest:3")
            await director.leave(running, 3, is_removed=True)
            with pytest.raises(RefusedError) as refused:
                await director.enter(running, "guest:3")
            assert refused.value.code == "tournament-removed"
            told = await facts_of(club, running, "guest:3")
            assert not told.may_enter
            assert (await facts_of(club, running, "guest:new")).may_enter

    asyncio.run(go())


def test_a_no_show_comes_back_to_a_round_robin(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            running = await begun(director, 4, "round-robin")
            await director.leave(running, 2)
            assert (await facts_of(club, running, "guest:2")).may_enter
            assert not (await facts_of(club, running, "guest:new")).may_enter
            await director.enter(running, "guest:2")
            assert len(running.now.inside) == 4
            with pytest.raises(RefusedError, match="open for entries"):
                await director.enter(running, "guest:new")

    asyncio.run(go())


def test_the_limit_of_a_director_holds_for_tournaments_announced_at_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with hall(tmp_path) as (club, director):
            made = [director.make(record()) for _ in range(MOST_DIRECTED + 2)]
            told = await asyncio.gather(*made, return_exceptions=True)
            assert sum(isinstance(one, RefusedError) for one in told) == 2
            assert len(await club.store.read(tournaments.unfinished)) == MOST_DIRECTED

    asyncio.run(go())
