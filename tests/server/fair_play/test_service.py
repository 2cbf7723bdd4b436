import asyncio
import contextlib
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.club_room import enroll, open_club
from tests.server.fair_play.fair_games import a_game, take_turns

from nardy.core.dice import Roll
from nardy.core.legal_turns import LegalTurns
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.games import find_game
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.fair_play import protected_games, service
from nardy.server.fair_play.rules import stood_since
from nardy.server.rooms.room import Room

CLOCK = {"clock": "600+8"}
DAYS = {"clock": "0d86400"}
RACE = Position.of({6: 5, 5: 5, 4: 5})
PUBLIC = find_game("backgammon").start


async def told(club: Club, who: str | None, *asked: Situation) -> list[str]:
    """The code of each refusal; '' is an answer."""
    found: list[str] = []
    for situation in asked:
        try:
            await club.fair_play.require(who, situation)
        except RefusedError as error:
            found.append(error.code)
        else:
            found.append("")
    return found


@contextlib.asynccontextmanager
async def a_club(
    folder: Path, turns: int = 7, **facts: Any
) -> AsyncGenerator[tuple[Club, Room, Situation]]:
    """A club with a protected game in its middle."""
    async with open_club(folder) as club:
        await enroll(club, "a", "b")  # a rated game needs accounts
        room = await a_game(club, **{"game": "backgammon", **facts})
        await take_turns(club, room, turns)
        yield club, room, room.situation


def disguises(now: Situation) -> list[Situation]:
    """One board, asked in other words."""
    other = find_game("backgammon,beavers=off,jacoby=off")
    fewer = now.position.player[0] + 3, now.position.opponent[0] + 3
    position = Position(
        (fewer[0], *now.position.player[1:]), (fewer[1], *now.position.opponent[1:])
    )
    return [
        now,
        now.flipped(),
        replace(now, roll=Roll(6, 1)),
        replace(now.flipped(), roll=Roll(2, 2)),
        replace(now, rules=other),
        replace(now, rules=find_game("portes")),
        replace(now, rules=find_game("long-nardy")),
        replace(now, position=position),
    ]


def test_a_player_on_a_clock_gets_nothing_of_this_kind_of_game(tmp_path: Path) -> None:
    async def go() -> None:
        async with a_club(tmp_path, terms=CLOCK) as (club, room, now):
            start = replace(now, position=PUBLIC)
            asked = [*disguises(now)[:-2], start, replace(start, rules=find_game("tavla"))]
            for who in ("guest:a", "guest:b"):
                assert set(await told(club, who, *asked)) == {"fair-playing"}
            plakoto = Situation(rules=find_game("plakoto"), position=find_game("plakoto").start)
            assert await told(club, "guest:a", plakoto) == [""]
            assert await told(club, "guest:c", start, plakoto) == ["", ""]
            await club.close_room(room)
            assert set(await told(club, "guest:a", *asked)) == {""}

    asyncio.run(go())


def test_third_parties_are_refused_the_board_in_any_disguise(tmp_path: Path) -> None:
    async def go() -> None:
        async with a_club(tmp_path, terms=CLOCK) as (club, _, now):
            for who in (None, "guest:c"):
                assert set(await told(club, who, *disguises(now))) == {"fair-running"}

    asyncio.run(go())


def after_one_turn(now: Situation) -> Situation:
    """A turn later, by any roll."""
    rolled = now if now.roll else replace(now, roll=Roll(6, 3))
    final = next(iter(LegalTurns(rolled).values()))
    return replace(now, roll=None, position=final).flipped()


def test_what_follows_within_a_turn_and_what_leads_there_are_refused_and_no_more(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with a_club(tmp_path) as (club, room, now):
            before = stood_since([e.event for e in room.entries], now.to_act, find_game)[0]
            one = after_one_turn(now)
            two = after_one_turn(replace(one, roll=None))
            (rolled,) = [e.event for e in room.entries if e.event.kind == "rolled"][-1:]
            dice = Roll(*rolled.dice)  # type: ignore[union-attr]
            assert await told(club, None, one, one.flipped()) == ["fair-running"] * 2
            assert await told(club, None, two) == [""]
            # The best turns of the moment before would tell what the position now is worth.
            assert await told(club, None, before) == [""]
            assert await told(club, None, replace(before, roll=dice)) == ["fair-running"]
            assert await told(club, None, replace(before, roll=Roll(1, 1))) == [""]

    asyncio.run(go())


def test_the_first_three_turns_of_each_side_are_public_for_all_who_do_not_play(
    tmp_path: Path,
) -> None:
    async def go() -> None:
        async with a_club(tmp_path, turns=5) as (club, room, now):
            assert await told(club, None, now) == [""]
            assert await told(club, "guest:a", now) == ["fair-yours"]
            await take_turns(club, room, 1)
            assert await told(club, None, now, room.situation) == ["", "fair-running"]

    asyncio.run(go())


@pytest.mark.parametrize("terms", [{}, DAYS, {**DAYS, "rated": True}])
def test_by_correspondence_a_player_may_ask_about_all_but_their_own_game(
    tmp_path: Path, terms: dict[str, Any]
) -> None:
    async def go() -> None:
        async with a_club(tmp_path, terms=terms) as (club, room, now):
            events = [entry.event for entry in room.entries]
            mover, waits = f"guest:{'ab'[now.to_act.value == 'black']}", now.to_act.opponent
            other = "guest:b" if mover == "guest:a" else "guest:a"
            since = stood_since(events, now.to_act, find_game)
            assert len(since) == 2
            one = after_one_turn(now)
            two = after_one_turn(replace(one, roll=None))
            assert await told(club, mover, *since, one) == ["fair-yours"] * 3
            assert await told(club, other, since[0], *stood_since(events, waits, find_game)) == [
                "",
                "fair-yours",
            ]
            start = replace(now, position=PUBLIC)
            assert await told(club, mover, two, start) == ["", ""]

    asyncio.run(go())


def test_a_program_and_its_owner_are_one_person(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            owner, _ = await club.welcome("Anna")
            token, _ = await club.accounts.open(owner, "Anna", "")
            member = await club.guest(token)
            assert member is not None
            first, _ = await club.api_clients.make(member, "One")
            second, _ = await club.api_clients.make(member, "Two")
            stranger, _ = await club.welcome("Bo")
            room = await a_game(club, f"guest:{first}", "guest:x", terms=CLOCK, game="tavla")
            start = Situation(rules=find_game("portes"), position=PUBLIC)
            for one in (owner.id, first, second):
                assert await told(club, f"guest:{one}", start) == ["fair-playing"]
            assert await told(club, f"guest:{stranger.id}", start) == [""]
            assert await club.fair_play.people(None) == frozenset()
            assert room.is_full

    asyncio.run(go())


def test_of_many_positions_those_are_named_that_are_refused(tmp_path: Path) -> None:
    async def go() -> None:
        async with a_club(tmp_path) as (club, _, now):
            start = replace(now, position=PUBLIC)
            played, race = [now.rules], replace(now, position=RACE)
            assert await club.fair_play.withheld(None, [start, now, now.flipped()], played) == {
                1,
                2,
            }
            assert await club.fair_play.withheld("guest:a", [now, start], played) == {0}
            await a_game(club, "guest:a", "guest:c", terms=CLOCK, game="tavla")
            with pytest.raises(RefusedError, match="finish that game first"):
                await club.fair_play.withheld("guest:a", [], played)
            # Of a match of another kind the races are told too: nobody could choose them.
            assert await told(club, "guest:a", race) == ["fair-playing"]
            other = [find_game("plakoto")]
            assert await club.fair_play.withheld("guest:a", [race], other) == set()

    asyncio.run(go())


def test_without_protected_games_no_position_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(_: object) -> bytes:
        raise AssertionError("points were counted")

    async def go() -> None:
        async with open_club(tmp_path) as club:
            asked = Situation(rules=find_game("backgammon"), position=PUBLIC)
            assert await club.fair_play.refused("guest:a", [asked] * 3) == set()

    monkeypatch.setattr(service, "points_made", counted)
    monkeypatch.setattr(protected_games, "points_made", counted)
    asyncio.run(go())


def test_what_rests_is_protected_and_what_the_kernel_cannot_tell_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with a_club(tmp_path) as (club, room, now):
            club.evict(room)
            assert await told(club, "guest:c", now) == ["fair-running"]
            assert await told(club, "guest:a", now) == ["fair-yours"]
            # A blot on the bar and two steps of one pip: cheap to see, and no roll leads there.
            monkeypatch.setattr(service, "is_available", lambda: False)
            assert await told(club, None, after_one_turn(now)) == ["fair-running"]

    asyncio.run(go())


def test_a_club_that_still_reads_its_games_asks_for_patience(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:

            async def never() -> None:
                await asyncio.Event().wait()

            monkeypatch.setattr(club.fair_play.games, "learned", never)
            monkeypatch.setattr(service, "LEARNING", 0.001)
            start = Situation(rules=find_game("backgammon"), position=PUBLIC)
            assert await told(club, None, start) == ["warming"]

    asyncio.run(go())


def test_totals_are_withheld_by_kind_and_time(tmp_path: Path) -> None:
    """A rotation has the kinds of its games; of an unknown game nobody knows the kind."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            await enroll(club, "a", "b")
            room = await a_game(club, game="long-nardy", terms=DAYS)
            since = room.record.since
            asked = ["long-nardy", "gul-bara", "backgammon", "tavli", "gone-house-game"]
            games = [(name, at) for at in (since - 1, since) for name in asked]
            hidden = await club.fair_play.withheld_totals("guest:a", games)
            assert {games[place] for place in hidden} == {
                (name, since) for name in asked if name != "backgammon"
            }
            for who in ("guest:c", None):
                assert await club.fair_play.withheld_totals(who, games) == set()
            await club.close_room(room)
            assert await club.fair_play.withheld_totals("guest:a", games) == set()

    asyncio.run(go())
