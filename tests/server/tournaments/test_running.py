import asyncio
import functools
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.club_room import open_club
from tests.server.pairing import played_out
from tests.server.tournaments.tournament_hall import (
    LosingStore,
    begun,
    hall,
    lose,
    record,
    room_of,
)

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.errors import StaleError, StoreError
from nardy.server.lru_cache import Recent
from nardy.server.pairing.events import Closed, Entered, Paired
from nardy.server.pairing.values import Format, Pairing, TournamentTerms
from nardy.server.store import tournaments
from nardy.server.tournaments.running import (
    KEPT,
    NUMBERS,
    TOPIC,
    RunningTournament,
    TournamentLists,
    changed,
    changes,
    final_ranks,
)
from nardy.server.tournaments.views import facts_of


def test_what_happens_is_written_and_told(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            announced = record()
            await club.store.run(functools.partial(tournaments.make, record=announced))
            running = RunningTournament(announced, [], club.store, club.bus)
            told: list[str] = []
            of = announced.id
            for topic in (TOPIC, TOPIC + of):
                club.bus.subscribe(topic, told.append)
            await running.add(Entered(1, "guest:a"), Entered(1, "guest:b"))
            await running.add(Paired(2, 1, (Pairing(1, 2, "r"),)))
            assert told == [TOPIC + of, TOPIC] * 2
            found = await club.store.run(functools.partial(tournaments.load, of=of))
            assert found is not None
            again = RunningTournament(*found, club.store, club.bus)
            assert again.record == announced
            assert again.now == running.now
            await again.add(Closed(3))
            with pytest.raises(StaleError):
                await running.add(Closed(3))
            # It has read what the other wrote.
            assert running.now == again.now

    asyncio.run(go())


async def announced(club: Club) -> tuple[RunningTournament, list[str]]:
    """A new tournament, and the topics on which it is told."""
    made, told = record(), list[str]()
    await club.store.run(functools.partial(tournaments.make, record=made))
    club.bus.subscribe(TOPIC + made.id, told.append)
    return RunningTournament(made, [], club.store, club.bus), told


async def entrants_on_disk(club: Club, running: RunningTournament) -> list[str]:
    found = await club.store.read(functools.partial(tournaments.load, of=running.record.id))
    assert found is not None
    assert RunningTournament(*found, club.store, club.bus).now == running.now
    return [event.who for event in found[1] if isinstance(event, Entered)]


@pytest.mark.parametrize("is_stored", [True, False])
def test_a_write_whose_answer_was_lost_keeps_no_later_one_from_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_stored: bool
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            running, told = await announced(club)
            with monkeypatch.context() as patch:
                losing = LosingStore(club.store, is_stored=is_stored)
                patch.setattr(running, "_store", losing)
                with pytest.raises(StoreError):
                    await running.add(Entered(1, "guest:a"))
            # Pages are told of what was stored, and a tournament that did not change is not told.
            assert (running.now.version, len(told)) == (is_stored, is_stored)
            assert running.changed.is_set() == is_stored
            await running.add(Entered(2, "guest:b"))
            first = ["guest:a"] if is_stored else []
            assert await entrants_on_disk(club, running) == [*first, "guest:b"]

    asyncio.run(go())


def test_a_log_that_could_not_be_read_either_is_read_after_the_next_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            running, _ = await announced(club)

            async def unread(_: object) -> None:
                raise StoreError("the database does not answer")

            with monkeypatch.context() as patch:
                losing = LosingStore(club.store)
                patch.setattr(running, "_store", losing)
                patch.setattr(losing, "read", unread)
                with pytest.raises(StoreError, match="not known"):
                    await running.add(Entered(1, "guest:a"))
            with pytest.raises(StaleError):
                await running.add(Entered(2, "guest:b"))
            await running.add(Entered(3, "guest:b"))
            assert await entrants_on_disk(club, running) == ["guest:a", "guest:b"]

    asyncio.run(go())


def merged(seen: list[Any], news: list[Any], kind: str) -> dict[int, Any]:
    """As a page puts them together."""
    return {getattr(one, NUMBERS[kind]): one for one in [*seen, *news]}


@given(
    st.dictionaries(st.integers(1, 9), st.integers()),
    st.dictionaries(st.integers(1, 9), st.integers()),
)
def test_what_was_seen_with_what_has_changed_is_what_is(
    seen: dict[int, int], now: dict[int, int]
) -> None:
    told = changed([*seen.items()], [*now.items()], lambda one: one[0])
    assert {**seen, **dict(told)} == {**seen, **now}
    assert all(seen.get(number) != value for number, value in told)


def test_a_memory_forgets_the_oldest_versions() -> None:
    nothing = TournamentLists([], [], [], [])
    memory: Recent[int, TournamentLists] = Recent(KEPT)
    for version in range(KEPT + 3):
        memory[version] = nothing
    assert memory.get(2) is None
    assert memory.get(3) == changes(nothing, nothing) == nothing


def test_a_follower_is_told_what_has_changed_and_has_all_of_it(tmp_path: Path) -> None:
    async def go(kind: Format) -> None:
        async with hall(tmp_path / kind) as (club, director):
            running = await begun(director, 8, kind)
            seen = await facts_of(club, running, "guest:1")
            assert seen.since is None
            meeting = running.now.open[0]
            await lose(club, await room_of(club, meeting), Player.BLACK)
            while running.now.version == seen.version:
                await asyncio.sleep(0.01)
            news = await facts_of(club, running, "guest:1", seen.version)
            whole = await facts_of(club, running, "guest:1")
            assert news.since == seen.version
            assert len(news.tables) <= 2
            assert not news.entrants
            for part in NUMBERS:
                told = merged(getattr(seen, part), getattr(news, part), part)
                assert told == merged(getattr(whole, part), [], part), part
            assert len(msgspec.json.encode(news)) < len(msgspec.json.encode(whole)) / 1.5
            # Nobody knows that version: everything is told.
            assert (await facts_of(club, running, None, 999)).since is None

    for kind in ("knock-out", "swiss"):
        (tmp_path / kind).mkdir()
        asyncio.run(go(kind))


def test_where_nobody_was_paired_nobody_has_won() -> None:
    played = played_out.begun(TournamentTerms("swiss", rounds=2), 4)
    played.leave(4)
    assert final_ranks(played.now) == []
    played.begin()
    played.end(played_out.lower_wins())
    assert len(final_ranks(played.now)) == 3


def test_who_wins_a_knock_out_without_a_game_has_the_first_rank() -> None:
    played = played_out.begun(TournamentTerms("knock-out"), 3)
    assert 1 not in {number for pair in played.begin() for number in pair}
    for number in (2, 3):
        played.leave(number)
    played.end(lambda _: played_out.NOBODY)
    assert (1, 1) in final_ranks(played.now)
    assert len(final_ranks(played.now)) == 3
