import asyncio
from dataclasses import replace

import pytest
from msgspec import structs
from tests.server.club_room import first_turn, order, room_in_memory

from nardy.core.clock import Clock, Control
from nardy.core.events import Started
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import IllegalActError, IllegalTurnError, NardyError
from nardy.formats import proof
from nardy.server.errors import StaleError, StoreError
from nardy.server.rooms.clock import GRACE_MS, LAG_A_GAME, Arrival, Timing
from nardy.server.rooms.dice import proof_of
from nardy.server.rooms.room import Room, RoomNeeds
from nardy.server.store.log import LogEntry, RoomRecord, Terms


class Hour:
    now = 0

    def __call__(self) -> int:
        return self.now


def begun(game: str = "backgammon") -> Room:
    room = room_in_memory(game)
    asyncio.run(room.begin())
    return room


def act(room: Room, *told, **more) -> int:
    return asyncio.run(room.act(room.match.game.to_act, order(room, *told, **more)))


def play_on(room: Room, acts: int) -> None:
    for _ in range(acts):
        if room.match.game.phase is Phase.OVER:
            return
        if room.match.game.phase is Phase.TURN:
            act(room, "play", moves=first_turn(room))
        else:
            act(room, "roll")


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "mad-gulbar", "fevga"])
def test_a_game_is_played_from_what_pages_are_offered(game: str) -> None:
    room = begun(game)
    play_on(room, 60)
    assert len(room.match.game.events) > 20
    again = Room(room.record, room.entries, room.needs)
    assert again.view == room.view


def test_an_act_sent_again_is_answered_again_and_done_once() -> None:
    room = begun("long-nardy")
    roll = order(room, "roll", "mine")
    player = room.match.game.to_act
    first = asyncio.run(room.act(player, roll))
    assert asyncio.run(room.act(player, roll)) == first
    assert [type(e.event).__name__ for e in room.entries].count("Rolled") == 1
    again = Room(room.record, room.entries, room.needs)
    assert asyncio.run(again.act(player, roll)) == first


def test_an_act_for_a_moment_that_has_passed_is_stale() -> None:
    room = begun("long-nardy")
    late = order(room, "roll", "late")
    act(room, "roll")
    with pytest.raises(StaleError):
        asyncio.run(room.act(room.match.game.to_act, late))


def test_the_other_player_cannot_act() -> None:
    room = begun("long-nardy")
    with pytest.raises(IllegalActError) as refused:
        asyncio.run(room.act(room.match.game.to_act.opponent, order(room, "roll")))
    assert refused.value.law == "not-yours"


def test_an_illegal_turn_changes_nothing() -> None:
    room = begun("backgammon")
    version, view = room.version, room.view
    for moves in ([(24, 1)], [], [(3, 2)], [(99, -4)]):
        with pytest.raises((IllegalTurnError, IllegalActError)):
            act(room, "play", moves=moves)
    with pytest.raises(NardyError):
        act(room, "fly")
    assert (room.version, room.view) == (version, view)


def test_what_cannot_be_written_has_not_happened() -> None:
    room = begun("long-nardy")
    view, version = room.view, room.version

    async def fail(*_: object) -> bool:
        raise StoreError("the disk is full")

    room.needs, needs = replace(room.needs, append=fail), room.needs
    with pytest.raises(StoreError):
        act(room, "roll", "once")
    assert (room.view, room.version) == (view, version)
    room.needs = needs
    act(room, "roll", "once")
    assert room.match.game.phase is Phase.TURN


@pytest.mark.parametrize("account", ["guest:anna", "guest:b"])
def test_a_seat_that_changes_hands_while_an_act_is_written_stays_with_the_account(
    account: str,
) -> None:
    """A guest who turns out to be the opponent closes the room."""
    room = timed(begun("long-nardy"))

    async def keep(*_: object) -> bool:
        room.reseat("guest:a", account)
        return True

    room.needs, version = replace(room.needs, append=keep), room.version
    act(room, "roll")
    assert room.version > version
    assert (room.record.white, room.record.black) == (account, "guest:b")
    is_closed = account == "guest:b"
    assert room.record.is_over is is_closed
    assert (room.view.acts == [], room.nodes == [], room.clock is None) == (is_closed,) * 3


def test_a_turn_without_a_legal_move_plays_itself() -> None:
    closed = "backgammon w bar:1,6:14 6:3,5:2,4:2,3:2,2:2,1:4"
    made = room_in_memory()
    room = Room(made.record, [LogEntry(Started(closed), 0)], made.needs)
    act(room, "roll")
    rolled, danced = room.match.game.events[-2:]
    assert (rolled.kind, danced.kind, danced.turn) == ("rolled", "played", "(no move)")
    assert room.match.game.to_act is Player.BLACK


def test_a_turn_may_be_told_as_text() -> None:
    room = begun("long-nardy")
    act(room, "roll")
    told = order(room, "play")
    told.turn = next(str(turn) for turn in room.match.game.legal_turns)
    asyncio.run(room.act(room.match.game.to_act, told))
    assert room.match.game.events[-1].kind == "played"


def test_a_resignation_ends_the_game() -> None:
    room = begun("backgammon")
    loser = room.match.game.to_act
    act(room, "resign:single")
    act(room, "accept")
    result = room.view.result
    assert result is not None
    assert room.record.is_over
    assert result.winner == ("black" if loser is Player.WHITE else "white")


def test_a_match_goes_on_to_its_length_with_the_score_told() -> None:
    room = room_in_memory("backgammon", length=2)
    asyncio.run(room.begin())
    games = 0
    while not room.record.is_over:
        games += 1
        act(room, "resign:single")
        act(room, "accept")
        score = room.view.score
        assert score is not None
        assert score.white + score.black == games
        if not room.record.is_over:
            assert room.view.acts == ["next"]
            act(room, "next")
            assert room.view.game == games + 1
            assert room.view.phase == "turn"
    assert room.view.acts == []
    with pytest.raises(NardyError):
        act(room, "next")
    assert Room(room.record, room.entries, room.needs).view == room.view
    assert proof.check(proof_of(room.record, room.entries)).throws == room.throws.count


def test_a_tavli_match_plays_its_games_in_turn() -> None:
    made = room_in_memory("portes", length=9)
    record = replace(made.record, games=("portes", "plakoto", "fevga"))
    room = Room(record, made.entries, made.needs)
    asyncio.run(room.begin())
    played = []
    for _ in range(3):
        played.append(room.match.game.rules.id)
        act(room, "resign:single")
        act(room, "accept")
        act(room, "next")
    assert played == ["portes", "plakoto", "fevga"]


def test_of_a_tied_roll_off_each_throw_is_told_before_links_are_asked_for() -> None:
    tips = {player.value: "77" * 32 for player in Player}
    ties = 0
    for number in range(30):
        made = room_in_memory("backgammon")
        room = Room(replace(made.record, id=f"r{number}", tips=tips), made.entries, made.needs)
        seen: list[tuple[str, int]] = []

        async def ask(_: Room, asked: int, __: object, seen: list = seen) -> dict[Player, bytes]:
            seen.append(("asked", asked))
            return {}

        def tell(room: Room = room, seen: list = seen) -> None:
            seen.append(("told", room.throws.count))

        room.needs = replace(room.needs, ask=ask, tell=tell)
        asyncio.run(room.begin())
        throws = room.throws.count
        between = [("told", n) for n in range(1, throws)]
        assert seen == sorted([*(("asked", n + 1) for n in range(throws)), *between], key=_order)
        kinds = [entry.event.kind for entry in room.entries]
        assert kinds == ["started", *["rolled-off"] * throws]
        assert room.match.game.phase is Phase.TURN
        ties += throws > 1
    assert ties


def _order(one: tuple[str, int]) -> float:
    """A throw is asked for, and told before the next."""
    what, number = one
    return number + (what == "told") / 2


def timed(room: Room, **more: object) -> Room:
    """The same with a clock of a minute."""
    return Room(replace(room.record, terms=Terms(clock="60+8"), **more), room.entries, room.needs)


def full(room: Room, hour: Hour) -> Timing:
    """The same clocks by an hour of ours, from which nothing has gone."""
    return Timing(replace(Clock.of(Control.parse("60+8")), runs_for=room.match.game.to_act), hour)


def test_no_act_is_taken_after_the_flag_has_fallen() -> None:
    room = timed(room_in_memory("long-nardy"))
    asyncio.run(room.begin())
    hour, version = Hour(), room.version
    room.timing, late = full(room, hour), full(room, hour)
    hour.now = 60_001
    with pytest.raises(StaleError, match="before the flag fell"):
        act(room, "roll")
    assert room.version == version
    # What came in time is done, however long the server took to come to it.
    room.timing, player = late, room.match.game.to_act
    asyncio.run(room.act(player, order(room, "roll"), Arrival(59_999)))
    assert room.version > version
    assert room.clock.left(player) == 1


def test_no_clock_runs_while_a_seat_is_free() -> None:
    made = room_in_memory("long-nardy")
    asyncio.run(made.begin())
    assert timed(made).clock.runs_for is made.match.game.to_act
    for player in Player:
        alone = timed(made, **{player.value: None})
        assert alone.clock.runs_for is None
        assert not alone.flag_has_fallen


def test_whoever_is_next_does_not_pay_for_a_slow_disk() -> None:
    room = timed(room_in_memory("long-nardy"))
    hour = Hour()

    async def keep(*_: object) -> bool:
        hour.now += 30_000
        return True

    async def go() -> None:
        await room.begin()
        room.timing, room.needs = full(room, hour), replace(room.needs, append=keep)
        await room.act(room.match.game.to_act, order(room, "roll"))
        assert room.clock.left(room.match.game.to_act) == 60_000

    asyncio.run(go())


def test_what_is_refused_by_the_disk_goes_on_from_what_is_on_it() -> None:
    made = begun("long-nardy")
    ahead = Room(made.record, made.entries, made.needs)
    act(ahead, "roll", "once")
    room, told = Room(made.record, made.entries, made.needs), []

    async def gone_on(*_: object) -> bool:
        return False

    async def read() -> tuple[RoomRecord, list[LogEntry]]:
        return ahead.record, ahead.entries

    room.needs = RoomNeeds(append=gone_on, read=read, tell=lambda: told.append(room.version))
    with pytest.raises(StaleError):
        act(room, "roll", "twice")
    assert (room.entries, room.view) == (ahead.entries, ahead.view)
    assert told == [ahead.version]
    # An act of which nobody knew whether it was done is answered as done.
    assert act(room, "roll", "once") == ahead.version


def test_who_is_cancelled_while_the_log_is_read_again_goes_on_no_more() -> None:
    room = begun("long-nardy")
    log = room.record, list(room.entries)

    async def go() -> None:
        asked, answer = asyncio.Event(), asyncio.get_running_loop().create_future()

        async def gone_on(*_: object) -> bool:
            return False

        async def read() -> tuple[RoomRecord, list[LogEntry]] | None:
            asked.set()
            return await answer

        room.needs = RoomNeeds(append=gone_on, read=read)
        acting = asyncio.create_task(room.act(room.match.game.to_act, order(room, "roll")))
        await asked.wait()
        # Both in one turn of the loop, as where the club ends in the moment of the answer.
        answer.set_result(log)
        acting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await acting

    asyncio.run(go())


def test_where_the_disk_cannot_be_read_either_nothing_is_lost() -> None:
    room = begun("long-nardy")
    entries = list(room.entries)

    async def fail(*_: object) -> bool:
        raise StoreError("the disk is gone")

    room.needs = RoomNeeds(append=fail, read=fail)  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        act(room, "roll")
    assert room.entries == entries


def test_who_rolls_does_not_pay_for_the_silence_of_the_other() -> None:
    tips = {player.value: "77" * 32 for player in Player}
    room, hour = timed(room_in_memory("long-nardy"), tips=tips), Hour()

    async def go() -> None:
        await room.begin()
        room.timing, room.needs = full(room, hour), replace(room.needs, ask=patient)
        before = room.timing.stand
        await room.act(room.match.game.to_act, order(room, "roll"))
        assert room.timing.stand == before

    async def patient(*_: object) -> dict[Player, bytes]:
        hour.now += 90_000
        assert not room.flag_has_fallen
        return {}

    asyncio.run(go())


def test_the_increment_is_for_who_played_and_not_for_who_could_not() -> None:
    # Of a cascade the other plays what is left over: here neither finds a place for a four.
    stuck = "mad-gulbar w 24:5,16:5,8:5 24:5,16:5,8:5 dice=44"
    made = timed(room_in_memory("mad-gulbar"))
    room = Room(made.record, [LogEntry(Started(stuck), 0)], made.needs)
    act(room, "play")
    assert [str(event.player) for event in room.match.game.events[1:]] == ["white", "black"]
    assert room.timing.stand[:2] == pytest.approx([68_000, 60_000], abs=100)


def test_a_flag_and_a_grace_are_the_same_after_a_restart() -> None:
    room = timed(room_in_memory("plakoto"))
    asyncio.run(room.begin())
    room.timing.leave(room.match.game.to_act)
    room.timing._away[room.match.game.to_act] -= 10_000  # noqa: SLF001 (nobody waits that long)
    room.timing._since -= 10_000  # noqa: SLF001
    act(room, "roll")
    again = Room(room.record, room.entries, room.needs)
    # One clock is read after the other, milliseconds later or more.
    pairs = zip(again.timing.stand, room.timing.stand, strict=True)
    assert all(abs(one - other) <= 1_000 for one, other in pairs)
    assert 4_000 <= min(again.timing.stand[3:]) <= 6_000


def test_each_game_of_a_match_begins_with_all_its_grace_and_lag() -> None:
    room = timed(room_in_memory("backgammon", length=2))
    asyncio.run(room.begin())
    hour = Hour()
    room.timing, player = full(room, hour), room.match.game.to_act
    room.timing.measure(player, 300)
    hour.now += 1_000
    room.timing.leave(player)
    hour.now += 5_000
    act(room, "resign:single")
    act(room, "accept")
    used = [GRACE_MS - 5_000, GRACE_MS, LAG_A_GAME - 300, LAG_A_GAME]
    assert sorted(room.timing.stand[3:7]) == used
    act(room, "next")
    assert room.timing.stand[3:7] == [GRACE_MS, GRACE_MS, LAG_A_GAME, LAG_A_GAME]


def test_by_correspondence_a_flag_falls_also_while_the_club_is_closed() -> None:
    made = room_in_memory("plakoto", terms={"clock": "0d86400"})
    asyncio.run(made.begin())
    assert not Room(made.record, made.entries, made.needs).flag_has_fallen
    loser = made.match.game.to_act
    ago = [structs.replace(entry, at=entry.at - 2 * 86_400_000) for entry in made.entries]
    room = Room(made.record, ago, made.needs)
    assert room.flag_has_fallen
    assert asyncio.run(room.flag())
    assert room.view.result is not None
    assert room.view.result.winner == loser.opponent.value
    quick = room_in_memory("plakoto", terms={"clock": "600+8"})
    asyncio.run(quick.begin())
    ago = [structs.replace(entry, at=entry.at - 2 * 86_400_000) for entry in quick.entries]
    assert not Room(quick.record, ago, quick.needs).flag_has_fallen


def test_offers_to_resign_give_no_time() -> None:
    made = room_in_memory("backgammon", terms={"clock": "0d86400"})
    hour = Hour()
    asyncio.run(made.begin())
    player = made.match.game.to_act
    made.timing = Timing(
        replace(Clock.of(Control.parse("0d86400")), runs_for=player, free=86_400_000), hour
    )
    hour.now += 80_000_000
    act(made, "resign:single")
    # The rest of the delay outlives a restart.
    again = Room(made.record, made.entries, made.needs)
    act(again, "refuse")
    assert again.until_flag is not None
    assert again.until_flag <= 6_400_000
    assert "resign:single" not in again.view.acts
    assert "single" not in again.view.losses[player.value]
    with pytest.raises(IllegalActError, match="larger loss"):
        act(again, "resign:single")
