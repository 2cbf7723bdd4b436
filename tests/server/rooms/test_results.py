import asyncio
from dataclasses import replace
from typing import Any

import pytest
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.events import Acted, Resigned, Rolled, RolledOff
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.games import ROTATIONS
from nardy.server.ratings.ladder import RatedResult
from nardy.server.rooms.results import (
    game_names,
    game_of,
    have_both_acted,
    ladder_of,
    require_ratable,
    result_of,
)
from nardy.server.rooms.room import Room
from nardy.server.store.log import LogEntry

RATED = {"rated": True, "clock": "600+8"}


async def act(room: Room, what: str, player: Player | None = None) -> None:
    moves = first_turn(room) if what == "play" else ()
    await room.act(player or room.match.game.to_act, order(room, what, moves=moves))


async def begun(room: Room, turns: int = 2) -> Room:
    """A room in which both have played."""
    await room.begin()
    for _ in range(turns):
        if room.match.game.phase is Phase.ROLL:
            await act(room, "roll")
        if room.match.game.phase is Phase.TURN:
            await act(room, "play")
    return room


async def resigned(room: Room, size: str = "single") -> Player:
    """Whoever must act gives up; the winner."""
    loser = room.match.game.to_act
    await act(room, f"resign:{size}")
    await act(room, "accept")
    return loser.opponent


def told(room: Room) -> RatedResult | None:
    return result_of(room.record, room.match, room.entries)


def test_a_game_that_goes_on_has_no_result() -> None:
    async def go() -> None:
        room = await begun(room_in_memory(terms=RATED))
        assert told(room) is None

    asyncio.run(go())


def test_a_resigned_game_counts_for_who_did_not_resign() -> None:
    async def go() -> None:
        room = await begun(room_in_memory("long-nardy", terms=RATED))
        winner = await resigned(room, "gammon")
        result = told(room)
        assert result is not None
        assert result.score == (winner is Player.WHITE)
        assert {result.white_points, result.black_points} == {0, 2}
        assert (result.game, result.pace, result.size) == ("long-nardy", "rapid", "mars")
        assert (result.is_rated, result.counts, result.on_time) == (True, True, False)
        assert result.ended_at == room.entries[-1].at

    asyncio.run(go())


def test_a_match_is_one_result_with_its_length_and_its_cube() -> None:
    async def go() -> None:
        room = await begun(room_in_memory("backgammon", 3, RATED))
        if room.match.game.phase is not Phase.ROLL:
            await act(room, "play")
        await act(room, "double")
        await act(room, "take")
        await act(room, "roll")
        winner = await resigned(room)
        assert told(room) is None
        await act(room, "next")
        await begun(room, 0)
        loser = winner.opponent
        while room.match.game.to_act is not loser:
            await act(room, "play" if room.match.game.phase is Phase.TURN else "roll")
        await resigned(room)
        result = told(room)
        assert result is not None
        assert result.score == (winner is Player.WHITE)
        assert {result.white_points, result.black_points} == {3, 0}
        assert result.length == 3

    asyncio.run(go())


def test_a_fallen_flag_loses_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        room = await begun(room_in_memory(terms={**RATED, "clock": "60+0"}))
        if room.match.game.phase is Phase.ROLL:
            await act(room, "roll")
        loser = room.match.game.to_act
        monkeypatch.setattr(Room, "flag_has_fallen", property(lambda _: True))
        assert await room.flag()
        result = told(room)
        assert result is not None
        assert result.on_time
        assert result.score == (loser is Player.BLACK)
        assert result.counts

    asyncio.run(go())


def test_a_match_in_which_a_bot_lost_a_game_on_time_is_not_rated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also where the match went on."""

    async def go() -> RatedResult | None:
        room = room_in_memory(length=2, terms={**RATED, "clock": "120d12"})
        room.record = replace(room.record, black="bot:random")
        await begun(room)
        while room.match.game.to_act is Player.WHITE:
            await begun(room, 1)
        with monkeypatch.context() as patch:
            patch.setattr(Room, "flag_has_fallen", property(lambda _: True))
            assert await room.flag()
        await act(room, "next")
        await begun(room)
        while room.match.game.to_act is Player.WHITE:
            await begun(room, 1)
        await resigned(room)
        return told(room)

    result = asyncio.run(go())
    assert result is not None
    assert not result.on_time
    assert not result.is_rated


def test_who_never_came_to_the_board_wins_and_loses_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def go() -> None:
        room = room_in_memory(terms=RATED)
        await room.begin()
        await act(room, "play")
        monkeypatch.setattr(Room, "flag_has_fallen", property(lambda _: True))
        await room.flag()
        result = told(room)
        assert result is not None
        assert result.score in (0, 1)
        assert not result.is_rated

    asyncio.run(go())


@pytest.mark.parametrize(
    ("events", "both"),
    [
        ([RolledOff(3, 1)], False),
        ([Rolled("white", (3, 1))], False),
        ([Rolled("white", (3, 1)), Resigned("black", "single")], False),
        ([Rolled("white", (3, 1)), Acted("black", "accept")], False),
        ([Rolled("white", (3, 1)), Acted("black", "double")], True),
        ([Rolled("white", (3, 1)), Rolled("black", (3, 1))], True),
    ],
)
def test_what_is_an_act_of_ones_own(events: list[Any], both: bool) -> None:
    assert have_both_acted([LogEntry(event, 0) for event in events]) is both


def test_a_casual_game_has_a_result_and_no_ladder() -> None:
    async def go() -> None:
        room = await begun(room_in_memory())
        await resigned(room)
        result = told(room)
        assert result is not None
        assert (result.is_rated, result.pace, ladder_of(room.record)) == (False, None, None)

    asyncio.run(go())
    assert ladder_of(room_in_memory(terms=RATED).record) == ("backgammon", "rapid")


@pytest.mark.parametrize("text", ["long-nardy", "long-nardy,last_throw=half"])
def test_a_game_is_kept_under_its_id(text: str) -> None:
    assert game_of((text,)) == "long-nardy"


def test_tavli_is_a_game_of_its_own() -> None:
    texts = tuple(rules.id for rules in ROTATIONS["tavli"])
    assert game_of(texts) == "tavli"
    assert game_names("tavli") == {"en": "Tavli", "ru": "Тавли"}
    assert game_names("gul-bara")["en"] == "Gul bara"
    assert game_names("no longer played") == {"en": "No longer played", "ru": "No longer played"}
    require_ratable(texts, "600+8")


@pytest.mark.parametrize(
    ("game", "clock", "way_out"),
    [
        ("backgammon", None, "such as 600\\+8"),
        ("backgammon,beavers=on", "600+8", "published rules"),
        ("backgammon,jacoby=off", "600+8", "published rules"),
    ],
)
def test_what_cannot_be_rated_is_refused_in_plain_words(game, clock, way_out) -> None:
    with pytest.raises(NardyError, match=way_out):
        require_ratable((game,), clock)
    require_ratable(("backgammon",), "600+8")
    require_ratable(("backgammon,beavers=off,jacoby=off",), "600+8")
