"""The stored counts of turns from the start of every game."""

import pytest
from tests.perft import FOLDER, Count, count, depth_2, has_short_turns, parse, stored, text_of

from nardy.core.dice import ROLLS
from nardy.games import GAMES

every = pytest.mark.parametrize("name", GAMES)


def test_every_game_has_its_counts() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)


@every
def test_the_first_turn(name: str) -> None:
    assert {roll: count(GAMES[name], roll) for roll in ROLLS} == stored(name).rolls


@every
def test_the_second_turn_is_counted_where_turns_are_short(name: str) -> None:
    assert (stored(name).depth_2 is not None) == has_short_turns(GAMES[name])


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["backgammon", "long-nardy", "plakoto"])
def test_the_second_turn(name: str) -> None:
    """One game of each family; the kernel counts them all (tests/kernel/test_second_turns.py)."""
    assert depth_2(GAMES[name]) == stored(name).depth_2


@every
def test_counts_are_read_as_they_are_written(name: str) -> None:
    perft = stored(name)
    assert parse(text_of(name, perft)) == perft
    assert text_of(name, perft) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_known_counts() -> None:
    counts = stored("backgammon").rolls
    # Of 3-1 there are sixteen; a cascade is counted by its longest play and first moves.
    assert {str(roll): found for roll, found in counts.items()}["31"] == Count(finals=16)
    assert all(
        found.finals is None
        for r, found in stored("mad-gulbar").rolls.items()
        if r.high == r.low < 5
    )
