import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.club_room import enroll, open_club
from tests.server.games.own_game import LITTLE, club_with
from tests.server.played import result, write
from tests.server.rooms.test_results import begun
from tests.server.rooms.test_results import told as result_in

from nardy.server.bots import ratings
from nardy.server.bots.levels import BOT_LEVELS
from nardy.server.bots.ratings import MOST_AHEAD, MOST_GOING_ON
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.ratings.first_standings import measured_ratings
from nardy.server.ratings.ladder import Ladder
from nardy.server.ratings.standing import ESTABLISHED
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.results import have_both_acted, ladder_of
from nardy.server.rooms.room import Room
from nardy.server.store.log import Terms

TERMS = {"clock": "600+8", "rated": True}
ORDER = NewRoom(games=("long-nardy",), white="guest:ann", terms=Terms(**TERMS))


def against(level: str, order: NewRoom = ORDER) -> NewRoom:
    return replace(order, black=f"bot:{BOT_LEVELS[level]}")


@pytest.fixture(autouse=True)
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings, "is_available", lambda: True)


async def allow(club: Club, order: NewRoom) -> None:
    async with club.bot_ratings.allowed(order):
        pass


async def obstacles(club: Club, order: NewRoom = ORDER) -> dict[str, str]:
    return {one.level: one.obstacle for one in await club.bot_ratings.facts(order, order.white)}


def test_a_newcomer_may_play_every_bot_for_a_rating(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            assert set((await obstacles(club)).values()) == {"rated-account"}
            await enroll(club, "ann")
            assert set((await obstacles(club)).values()) == {""}
            for level in BOT_LEVELS:
                await allow(club, against(level))
            facts = await club.bot_ratings.facts(ORDER, None)
            begun = {one.level: one.rating for one in facts}
            measured = [round(one.value, 1) for one in begun.values() if one is not None]
            assert measured == [*measured_ratings("long-nardy")]
            assert {name for name, one in begun.items() if one} == {str(n) for n in range(1, 9)}

    asyncio.run(go())


def test_a_bot_that_is_far_behind_is_played_casually(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            await write(club.store, [result(n, "ann", "bot:random") for n in range(30)])
            facts = await club.bot_ratings.facts(ORDER, "guest:ann")
            assert [one.obstacle for one in facts] == ["bot-weak", *[""] * (len(BOT_LEVELS) - 1)]
            assert facts[0].rating is not None
            assert facts[0].rating.value < 1400
            with pytest.raises(RefusedError, match="at most 400 points behind you"):
                await allow(club, against("easy"))
            await allow(club, against("easy", replace(ORDER, terms=Terms())))
            await enroll(club, "new")
            await allow(club, replace(against("easy"), white="guest:new"))

    asyncio.run(go())


async def begin(club: Club, order: NewRoom) -> Room | None:
    try:
        async with club.bot_ratings.allowed(order):
            return await club.make(order)
    except RefusedError:
        return None


def test_only_few_rated_games_against_bots_go_on_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            monkeypatch.setattr(club.bot_runner, "start_bots", lambda _: None)
            await enroll(club, "ann", "new")
            orders = [against(level) for level in ("easy", "steady")] * MOST_GOING_ON
            rooms = await asyncio.gather(*(begin(club, order) for order in orders))
            begun = [room for room in rooms if room]
            assert len(begun) == MOST_GOING_ON
            assert set((await obstacles(club)).values()) == {"bot-many"}
            # For other people, at another pace, in another game and without a rating it is all the same.
            slow = {**TERMS, "clock": "0d86400"}
            for other in (
                replace(against("easy"), white="guest:new"),
                against("easy", replace(ORDER, terms=Terms(**slow))),
                against("easy", replace(ORDER, games=("tapa",))),
                against("easy", replace(ORDER, terms=Terms())),
            ):
                assert await begin(club, other)
            await club.close_room(begun[0])
            assert await begin(club, against("easy"))
            with pytest.raises(RefusedError, match="fewer than 5 running rated games"):
                await allow(club, against("easy"))

    asyncio.run(go())


def test_nobody_rises_without_an_end_by_beating_the_weakest() -> None:
    for length in (0, 1, 5, 25):
        ladder, played = Ladder(), 0
        while True:
            me, it = ladder.of("guest:ann").rating, ladder.of("bot:random").rating
            is_known = ladder.of("bot:random").matches >= ESTABLISHED
            if (is_known and me - it > MOST_AHEAD) or played == 2000:
                break
            played += 1
            ladder.add(result(played, "ann", "bot:random", length=length))
        assert played < 100
        assert me < 1500 + MOST_AHEAD, length


def test_who_plays_for_another_is_not_rated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with club_with(tmp_path, LITTLE) as club:
            await enroll(club, "ann")
            little = replace(ORDER, games=club.rule_versions.games_of("little"))
            expected = {
                level: "" if level in ("easy", "steady") else "bot-absent" for level in BOT_LEVELS
            }
            assert await obstacles(club, little) == expected
            monkeypatch.setattr(ratings, "is_available", lambda: False)
            assert await obstacles(club) == expected
            with pytest.raises(RefusedError, match="replaced by another"):
                await allow(club, against("strong"))

    asyncio.run(go())


async def ended(club: Club, late: str, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A rated game in which both seats have played, and the flag of one falls."""
    monkeypatch.setattr(club.bot_runner, "start_bots", lambda _: None)
    await enroll(club, "ann")
    room = await club.make(against("easy"))
    while not (have_both_acted(room.entries) and room.match.game.to_act.value == late):
        await begun(room, 1)
    monkeypatch.setattr(Room, "flag_has_fallen", property(lambda _: True))
    await room.flag()
    return room


def test_a_rated_game_against_a_bot_moves_both_and_both_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await ended(club, "white", monkeypatch)
            assert ladder_of(room.record) == ("long-nardy", "rapid")
            facts = await club.describer.facts(room, "guest:ann")
            assert facts.black is not None
            assert facts.black.rating is not None
            assert facts.black.rating.change == 10
            assert facts.white is not None
            assert facts.white.rating is not None
            assert facts.white.rating.change == -10

    asyncio.run(go())


def test_what_a_bot_loses_by_the_clock_counts_for_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await ended(club, "black", monkeypatch)
            result = result_in(room)
            assert result is not None
            assert (result.score, result.on_time, result.is_rated) == (1, True, False)

    asyncio.run(go())
