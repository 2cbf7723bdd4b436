import asyncio
from dataclasses import replace
from threading import Event

import pytest
from tests.server.club_room import room_in_memory

from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.server.bots import advisor
from nardy.server.bots.advisor import Advisor, AnalysisCache, PositionValue, require_onlooker
from nardy.server.bots.runner import BotRunner
from nardy.server.bus import Bus
from nardy.server.errors import RefusedError
from nardy.server.jobs.orders import JobOrder
from nardy.server.jobs.queue import JobQueue
from nardy.server.protocol.messages import Advised
from nardy.server.rooms.room import Room


def against_bot(game: str = "backgammon", terms: dict[str, object] | None = None) -> Room:
    room = room_in_memory(game, terms=terms)
    room.record = replace(room.record, black="bot:nardy:0", white="guest:a")
    game_ = room.match.game
    game_.open(6, 1)
    return room


async def asked(room: Room, what: str):
    bot_runner = BotRunner(Bus())
    try:
        advisor = Advisor(bot_runner)
        if what == "hint":
            return await advisor.hint(room, room.match.game.to_act, "1")
        return [await advisor.evaluate(room), await advisor.evaluate(room)]
    finally:
        await bot_runner.close()


def white_to_roll(game: str = "backgammon", terms: dict[str, object] | None = None) -> Room:
    room = against_bot(game, terms)
    playing = room.match.game
    while playing.phase is not Phase.ROLL or playing.to_act.value != "white":
        if playing.phase is Phase.ROLL:
            playing.roll(Roll(3, 1))
        playing.play(next(iter(playing.legal_turns)))
    return room


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto"])
def test_a_hint_names_legal_turns_best_first(game: str) -> None:
    room = white_to_roll(game)
    room.match.game.roll(Roll(6, 5))
    told = asyncio.run(asked(room, "hint"))
    assert told.turns
    assert [turn.equity for turn in told.turns] == sorted(
        (turn.equity for turn in told.turns), reverse=True
    )
    assert all(turn.turn in room.match.game.legal_turns for turn in told.turns)
    draft = room.match.game.draft()
    for step in told.turns[0].moves:
        draft.move(step.origin, step.to)
    assert str(draft.turn()) == told.turns[0].turn


def test_before_the_roll_a_hint_is_an_act_and_how_the_game_stands() -> None:
    told = asyncio.run(asked(white_to_roll(), "hint"))
    assert told.act in {"roll", "double"}
    assert told.win is not None
    assert 0 < told.win < 1
    assert told.turns == []


def test_hints_are_for_unrated_games_against_bots_in_ones_own_turn() -> None:
    rated = white_to_roll(terms={"rated": True})
    cup = white_to_roll(terms={"tournament": "t"})
    people = white_to_roll()
    people.record = replace(people.record, black="guest:b")
    late = white_to_roll()
    late.match.game.roll(Roll(3, 1))
    late.match.game.play(next(iter(late.match.game.legal_turns)))
    for room, code in (
        (rated, "hint-rated"),
        (cup, "hint-tournament"),
        (people, "hint-people"),
        (late, "hint-people"),
    ):
        with pytest.raises(RefusedError) as refused:
            asyncio.run(asked(room, "hint"))
        assert refused.value.code == code


def test_how_a_game_stands_is_told_to_onlookers_alone() -> None:
    room = white_to_roll()
    first, again = asyncio.run(asked(room, "judge"))
    assert first is again
    assert 0 < first.win < 1
    require_onlooker(room, [])
    require_onlooker(room, ["guest:c"])
    with pytest.raises(RefusedError) as refused:
        require_onlooker(room, ["guest:c", "guest:a"])
    assert refused.value.code == "eyes-player"
    for term in ("rated", "tournament"):
        counts = white_to_roll(terms={term: "t"})
        with pytest.raises(RefusedError) as refused:
            require_onlooker(counts, [])
        assert refused.value.code == f"hint-{term}"
        counts.record = replace(counts.record, is_over=True)
        require_onlooker(counts, [])


class Slow:
    """Thinks for as long as it must, and remembers of what."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of: list[Situation] = []
        self.goes_on = Event()
        monkeypatch.setattr(advisor, "is_available", lambda: True)
        monkeypatch.setattr(advisor, "_hint", lambda of: (self._think(of), ([], "roll", None))[1])
        monkeypatch.setattr(
            advisor, "_evaluate", lambda of: (self._think(of), PositionValue(0.5, 0))[1]
        )

    def _think(self, situation: Situation) -> None:
        self.of.append(situation)
        self.goes_on.wait(10)


@pytest.mark.parametrize("what", ["hint", "judge"])
def test_a_moment_is_thought_of_once_however_many_ask_at_once(
    monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    slow, room, bot_runner = Slow(monkeypatch), white_to_roll(), BotRunner(Bus())

    async def go() -> None:
        advisor = Advisor(bot_runner)

        async def ask() -> object:
            white = room.match.game.to_act
            asked = advisor.hint(room, white, "1") if what == "hint" else advisor.evaluate(room)
            return await asked

        both = [asyncio.create_task(ask()) for _ in range(2)]
        await asyncio.sleep(0.05)
        slow.goes_on.set()
        first, second = await asyncio.gather(*both)
        assert first == second == await ask()
        assert len(slow.of) == 1
        room.entries.append(room.entries[-1])
        await ask()
        assert len(slow.of) == 2
        await bot_runner.close()

    asyncio.run(go())


def test_who_asks_for_many_hints_lets_others_have_theirs_and_bots_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow, bot_runner = Slow(monkeypatch), BotRunner(Bus())
    games = ("backgammon", "plakoto", "long-nardy", "tapa")
    rooms = [white_to_roll(game) for game in games]
    for number, room in enumerate(rooms):
        room.record = replace(room.record, id=f"r{number}")
    rooms[3].record = replace(rooms[3].record, white="guest:b")

    async def go() -> None:
        advisor = Advisor(bot_runner)
        hints = [
            asyncio.create_task(advisor.hint(room, room.match.game.to_act, "1")) for room in rooms
        ]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(2):
            assert await bot_runner.think(lambda: "a turn") == "a turn"
        slow.goes_on.set()
        await asyncio.gather(*hints)
        asked = [room.match.game.rules for room in rooms]
        assert [of.rules for of in slow.of] == [asked[at] for at in (0, 3, 1, 2)]
        await bot_runner.close()

    asyncio.run(go())


def test_without_a_kernel_nobody_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisor, "is_available", lambda: False)
    with pytest.raises(RefusedError, match="expected a compiled kernel") as refused:
        asyncio.run(asked(white_to_roll(), "judge"))
    assert refused.value.code == "no-bot"


def test_what_failed_is_told_to_all_who_waited_and_thought_of_anew() -> None:
    room, analysis, begun = room_in_memory("tapa"), AnalysisCache[int](), []

    async def think() -> int:
        begun.append(room.version)
        await asyncio.sleep(0)
        if len(begun) == 1:
            raise ValueError
        return 7

    async def go() -> None:
        both = await asyncio.gather(
            *(analysis.of(room, think) for _ in range(2)), return_exceptions=True
        )
        assert [type(one) for one in both] == [ValueError, ValueError]
        assert [await analysis.of(room, think) for _ in range(2)] == [7, 7]
        assert len(begun) == 2
        analysis.evict(room)
        assert await analysis.of(room, think) == 7
        assert len(begun) == 3

    asyncio.run(go())


def test_who_goes_away_takes_no_thought_from_others_and_of_what_is_over_nothing_is_kept() -> None:
    room, analysis, begun = room_in_memory("tapa"), AnalysisCache[int](), []

    async def think() -> int:
        begun.append(room.version)
        await asyncio.sleep(0.01)
        return 7

    async def go() -> None:
        first, second = (asyncio.create_task(analysis.of(room, think)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        assert await second == 7
        with pytest.raises(asyncio.CancelledError):
            await first
        room.record = replace(room.record, is_over=True)
        room.entries.append(room.entries[-1])
        for _ in range(2):
            assert await analysis.of(room, think) == 7
        assert len(begun) == 3

    asyncio.run(go())


class StubQueue(JobQueue):
    """A queue with a worker that answers every hint with the same turn."""

    workers = 1

    def __init__(self) -> None:
        super().__init__()
        self.kinds: list[str] = []

    async def ask(self, order: JobOrder) -> bytes | None:
        self.kinds.append(order.kind)
        return b'[[{"turn":"8/7","moves":[],"equity":0,"win":0.5}],null,null]'


def asked_of_workers(job_queue: StubQueue, room: Room, player: Player) -> Advised:
    async def go() -> Advised:
        bot_runner = BotRunner(Bus(), job_queue=job_queue)
        try:
            return await Advisor(bot_runner).hint(room, player, "1")
        finally:
            await bot_runner.close()

    return asyncio.run(go())


def test_a_worker_finds_a_hint() -> None:
    room, job_queue = white_to_roll(), StubQueue()
    room.match.game.roll(Roll(6, 5))
    told = asked_of_workers(job_queue, room, Player.WHITE)
    assert [one.turn for one in told.turns] == ["8/7"]
    assert job_queue.kinds == ["hint"]


@pytest.mark.parametrize(
    ("terms", "opponent"),
    [({"rated": True}, "bot:nardy:0"), ({"tournament": "t"}, "bot:nardy:0"), ({}, "guest:b")],
)
def test_no_job_is_made_of_a_question_that_is_refused(
    terms: dict[str, object], opponent: str
) -> None:
    room, job_queue = white_to_roll(terms=terms), StubQueue()
    room.record = replace(room.record, black=opponent)
    with pytest.raises(RefusedError):
        asked_of_workers(job_queue, room, Player.WHITE)
    assert job_queue.kinds == []
