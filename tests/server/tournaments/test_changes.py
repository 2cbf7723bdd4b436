import asyncio
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from tests.server.tournaments.tournament_hall import begun, hall, lose, room_of

from nardy.core.player import Player
from nardy.server.pairing.values import Format
from nardy.server.tournaments.changes import KEPT, NUMBERS, Lists, Memory, changed
from nardy.server.tournaments.views import facts_of


def merged(seen: list[Any], news: list[Any], kind: str) -> dict[int, Any]:
    """As a page puts them together."""
    return {NUMBERS[kind](one): one for one in [*seen, *news]}


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
    memory, nothing = Memory(), Lists([], [], [], [])
    for version in range(KEPT + 3):
        memory.keep(version, nothing)
    assert memory.since(2, nothing) is None
    assert memory.since(3, nothing) == nothing


def test_a_follower_is_told_what_has_changed_and_has_all_of_it(tmp_path: Path) -> None:
    async def go(kind: Format) -> None:
        async with hall(tmp_path / kind) as (club, director):
            contest = await begun(director, 8, kind)
            seen = await facts_of(club, contest, "guest:1")
            assert seen.since is None
            meeting = contest.now.open[0]
            await lose(club, await room_of(club, meeting), Player.BLACK)
            while contest.now.version == seen.version:
                await asyncio.sleep(0.01)
            news = await facts_of(club, contest, "guest:1", seen.version)
            whole = await facts_of(club, contest, "guest:1")
            assert news.since == seen.version
            assert len(news.tables) <= 2
            assert not news.entrants
            for part in NUMBERS:
                told = merged(getattr(seen, part), getattr(news, part), part)
                assert told == merged(getattr(whole, part), [], part), part
            assert len(msgspec.json.encode(news)) < len(msgspec.json.encode(whole)) / 1.5
            # Nobody knows that version: everything is told.
            assert (await facts_of(club, contest, None, 999)).since is None

    for kind in ("knock-out", "swiss"):
        (tmp_path / kind).mkdir()
        asyncio.run(go(kind))
