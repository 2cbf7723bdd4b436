import asyncio
from collections.abc import Callable

import pytest
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.player import Player
from nardy.server.bots.advisor import PositionValue
from nardy.server.errors import RefusedError, StaleError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.claims import (
    CLAIM_ABSENT_MS,
    CLAIM_IDLE_MS,
    claim,
    claim_in,
    settle_left,
)
from nardy.server.rooms.clock import Absence, served_time
from nardy.server.rooms.room import Room
from nardy.server.timestamps import now


class Hour:
    now = 0

    def __call__(self) -> int:
        return self.now


class Guess:
    """An adviser who thinks every position worth so much to White."""

    def __init__(self, equity: float | None) -> None:
        self.equity = equity

    async def judge(self, room: Room) -> PositionValue | None:
        if self.equity is None:
            raise RefusedError("no-bot", "expected a compiled kernel")
        return PositionValue(0.5, self.equity)


def left_room(terms: dict[str, str] | None = None, game: str = "backgammon") -> tuple[Room, Hour]:
    """A room whose player to act has just left; it has long been his turn."""
    room, hour = room_in_memory(game, terms=terms), Hour()
    asyncio.run(room.begin())
    room.acted_at = served_time() - 100 * CLAIM_ABSENT_MS
    room.absence = Absence(hour)
    room.absence.leave(room.match.game.to_act)
    return room, hour


def claimed(room: Room, equity: float | None = 0.0, act: Act | None = None) -> int:
    player = room.match.game.to_act.opponent
    return asyncio.run(claim(room, player, act or order(room, "claim"), Guess(equity).judge))


def test_who_waits_long_enough_wins_once() -> None:
    room, hour = left_room()
    loser = room.match.game.to_act
    hour.now = CLAIM_ABSENT_MS - 1
    assert claim_in(room) == 1
    with pytest.raises(RefusedError):
        claimed(room)
    hour.now = CLAIM_ABSENT_MS
    act = order(room, "claim")
    version = claimed(room, act=act)
    assert room.view.result is not None
    assert room.view.result.winner == loser.opponent.value
    assert room.entries[-1].note == {"left": loser.value, "worth": 0.0}
    assert claimed(room, act=act) == version == room.version
    assert claim_in(room) is None


def test_who_was_away_while_the_other_thought_is_waited_for_from_his_turn_on() -> None:
    room, hour = left_room()
    hour.now = 10 * CLAIM_ABSENT_MS
    room.acted_at = served_time() - 1000
    assert 0 < (claim_in(room) or 0) <= CLAIM_ABSENT_MS - 1000
    with pytest.raises(RefusedError):
        claimed(room)
    room.acted_at = served_time() - CLAIM_ABSENT_MS
    assert claim_in(room) == 0


def test_a_wall_clock_that_jumps_takes_no_game_from_who_thinks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = room_in_memory("backgammon")
    asyncio.run(room.begin())
    before = claim_in(room) or 0
    assert CLAIM_IDLE_MS - 5_000 < before <= CLAIM_IDLE_MS
    for jump in (3_600_000, -3_600_000):
        for name in ("timestamps", "rooms.room", "rooms.claims"):
            jumped = lambda jump=jump: now() + jump  # noqa: E731
            monkeypatch.setattr(f"nardy.server.{name}.now", jumped, raising=False)
        assert before - 5_000 < (claim_in(room) or 0) <= before


@pytest.mark.parametrize(("equity", "points"), [(-5.0, 1), (None, 1), (1.4, 1), (2.2, 2)])
def test_the_game_is_worth_what_the_bot_thinks_it_is_to_who_waits(
    equity: float | None, points: int
) -> None:
    room, hour = left_room(game="plakoto")
    hour.now = CLAIM_ABSENT_MS
    waits_as_white: Callable[[float], float] = lambda value: value  # noqa: E731
    if room.match.game.to_act is Player.WHITE:
        waits_as_white = lambda value: -value  # noqa: E731
    claimed(room, None if equity is None else waits_as_white(equity))
    assert room.view.result is not None
    assert room.view.result.points == points


def test_nothing_is_claimed_from_who_is_here_or_at_days_a_turn_or_twice() -> None:
    room, hour = left_room()
    hour.now = CLAIM_ABSENT_MS
    stale = order(room, "claim")
    stale.version -= 1
    with pytest.raises(StaleError):
        claimed(room, act=stale)
    with pytest.raises(RefusedError):
        asyncio.run(claim(room, room.match.game.to_act, order(room, "claim"), Guess(0).judge))
    timed, hour = left_room({"clock": "600+8"})
    hour.now = CLAIM_ABSENT_MS
    assert claim_in(timed) == 0
    timed.absence.come(timed.match.game.to_act)
    with pytest.raises(RefusedError):
        claimed(timed)
    assert claim_in(timed) is None
    for clock in ("0d86400", "259200+86400"):
        slow, hour = left_room({"clock": clock})
        hour.now = CLAIM_ABSENT_MS
        assert claim_in(slow) is None


def test_who_has_resigned_claims_nothing_and_an_absent_opponent_wins() -> None:
    room, hour = left_room()
    resigns = room.match.game.to_act
    asyncio.run(room.act(resigns, order(room, "resign:single")))
    room.absence.leave(resigns.opponent)
    room.acted_at = served_time() - 100 * CLAIM_ABSENT_MS
    hour.now = 10 * CLAIM_ABSENT_MS
    assert claim_in(room) is None
    with pytest.raises(RefusedError):
        claimed(room)
    assert asyncio.run(settle_left(room, Guess(0).judge))
    assert room.view.result is not None
    assert room.view.result.winner == resigns.opponent.value
    assert "left" not in (room.entries[-1].note or {})


def test_without_a_clock_who_is_there_and_does_not_move_is_waited_for_ten_minutes() -> None:
    room, _ = left_room()
    loser = room.match.game.to_act
    room.absence.come(loser)
    room.acted_at = served_time() - CLAIM_IDLE_MS + 60_000
    assert 59_000 < (claim_in(room) or 0) <= 60_000
    with pytest.raises(RefusedError):
        claimed(room)
    room.acted_at = served_time() - CLAIM_IDLE_MS
    claimed(room)
    assert room.view.result is not None
    assert room.view.result.winner == loser.opponent.value


def test_an_act_starts_the_wait_for_a_claim_again() -> None:
    room = room_in_memory("backgammon")
    asyncio.run(room.begin())
    room.acted_at -= 6 * CLAIM_IDLE_MS
    assert claim_in(room) == 0
    mover = room.match.game.to_act
    asyncio.run(room.act(mover, order(room, "play", moves=first_turn(room))))
    assert (claim_in(room) or 0) > CLAIM_IDLE_MS - 5_000


def test_no_bot_claims_a_game_from_who_thinks_and_nobody_from_a_bot_that_does() -> None:
    for bot in Player:
        room, _ = left_room()
        room.absence.come(room.match.game.to_act)
        room.seat(bot, "bot:random")
        assert claim_in(room) is None
