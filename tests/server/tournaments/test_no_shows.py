import asyncio

import pytest
from tests.server.club_room import first_turn, order, room_in_memory
from tests.server.tournaments.tournament_hall import Seat

from nardy.core.player import Player
from nardy.server.pairing.values import MeetingResult
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room
from nardy.server.tournaments.no_shows import (
    absent_losers,
    by_the_score,
    here,
    missing,
    result_in,
    stands_still,
    without,
)


def test_who_came_or_did_something_is_not_missing() -> None:
    async def go() -> None:
        room, presence = room_in_memory("tapa"), Presence(lambda _: None)
        await room.begin()
        assert missing(room, here(room, presence)) == [Player.WHITE, Player.BLACK]
        presence.come(room, "guest:a", Seat())
        assert here(room, presence) == {Player.WHITE}
        assert missing(room, here(room, presence)) == [Player.BLACK]
        mover = room.match.game.to_act
        if room.view.phase == "roll":
            await room.act(mover, order(room, "roll"))
            assert mover not in missing(room, here(room, presence))

    asyncio.run(go())


def test_who_has_given_the_tip_of_his_chain_has_come() -> None:
    room = room_in_memory("tapa")
    room.commit({"black": "5e" * 32})
    assert missing(room, ()) == [Player.WHITE]


@pytest.mark.parametrize(
    ("absent", "points"),
    [([Player.WHITE], (0, 1)), ([Player.BLACK], (1, 0)), (list(Player), (0, 0))],
)
def test_who_stays_away_loses(absent: list[Player], points: tuple[float, float]) -> None:
    assert without(absent) == MeetingResult(*points, is_played=False)


def test_a_resignation_is_a_result_and_a_room_that_was_closed_is_none_for_either() -> None:
    async def go() -> None:
        room = room_in_memory("tapa")
        await room.begin()
        assert result_in(room) is None
        loser = room.match.game.to_act
        await room.act(loser, order(room, "resign:single"))
        await room.act(loser.opponent, order(room, "accept"))
        found = result_in(room)
        assert found is not None
        assert (found.white, found.black) == ((0, 1) if loser is Player.WHITE else (1, 0))
        closed = room_in_memory("tapa")
        closed.close()
        assert result_in(closed) == MeetingResult(0, 0, is_played=False)

    asyncio.run(go())


def test_a_match_between_two_games_stands_still() -> None:
    async def go() -> None:
        room = room_in_memory("tapa", 3, {"clock": "0d86400"})
        await room.begin()
        assert room.record.terms.is_correspondence
        assert not stands_still(room, 0, room.acted_at + 50, 10)
        loser = room.match.game.to_act
        await room.act(loser, order(room, "resign:single"))
        await room.act(loser.opponent, order(room, "accept"))
        at = room.acted_at
        assert stands_still(room, 0, at + 50, 10)
        assert not stands_still(room, 0, at + 5, 10)
        # The club was away, and nobody could go on before it was back.
        assert not stands_still(room, at + 1000, at + 1005, 10)
        assert stands_still(room, at + 1000, at + 1010, 10)
        won = by_the_score(room)
        assert (won.white if loser is Player.BLACK else won.black) == 1

    asyncio.run(go())


async def lose(room: Room, loser: Player) -> None:
    """As soon as it is a player's turn they resign."""
    while (mover := room.match.game.to_act) is not loser:
        is_to_roll = room.view.phase == "roll"
        moves = () if is_to_roll else first_turn(room)
        await room.act(mover, order(room, "roll" if is_to_roll else "play", moves=moves))
    await room.act(loser, order(room, "resign:single"))
    await room.act(loser.opponent, order(room, "accept"))


def test_a_match_that_stands_still_goes_to_who_leads_or_to_nobody() -> None:
    async def go() -> None:
        room = room_in_memory("tapa", 3)
        await room.begin()
        await lose(room, Player.BLACK)
        assert by_the_score(room) == MeetingResult(1, 0)
        await room.act(room.match.game.to_act, order(room, "next"))
        await lose(room, Player.WHITE)
        assert by_the_score(room) == MeetingResult(0, 0, is_played=False)

    asyncio.run(go())


@pytest.mark.parametrize(
    ("came", "result", "absent"),
    [
        ("", MeetingResult(1, 0, is_played=False), list(Player)),
        ("white", MeetingResult(1, 0, is_played=False), [Player.BLACK]),
        ("white", MeetingResult(0, 1, is_played=False), []),
        ("white", MeetingResult(0, 0, is_played=False), []),
        ("white", MeetingResult(0.5, 0.5), []),
    ],
)
def test_whose_flag_fell_before_they_came_is_a_no_show(
    came: str, result: MeetingResult, absent: list[Player]
) -> None:
    room = room_in_memory("tapa")
    assert absent_losers(room, [Player(came)] if came else [], result) == absent
