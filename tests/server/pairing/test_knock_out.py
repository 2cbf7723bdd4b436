from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.server.pairing.played_out import (
    DRAW,
    NOBODY,
    Played,
    begun,
    by_lot,
    lower_wins,
    without_sides,
)

from nardy.server.pairing.course import rounds_of
from nardy.server.pairing.knock_out import bracket, places, tree
from nardy.server.pairing.standings import standings
from nardy.server.pairing.values import TournamentTerms

OUT = TournamentTerms("knock-out")


def rounds(played: Played) -> list[list[tuple[int, ...]]]:
    """The pairs of each round."""
    told: list[list[tuple[int, ...]]] = []
    for number in range(1, played.now.round + 1):
        pairs = [(m.white, m.black) for m in played.now.meetings if m.round == number]
        told.append(without_sides(pairs))
    return told


def test_the_two_best_seeds_meet_in_the_final_only() -> None:
    for count in (2, 4, 8, 16, 32):
        line: Sequence[int] = places(count)
        assert sorted(line) == list(range(count))
        while len(line) > 1:
            # If the better seed always wins, the best meets the worst, the second the second worst.
            assert all(a + b == len(line) - 1 for a, b in zip(line[::2], line[1::2], strict=True))
            line = [min(pair) for pair in zip(line[::2], line[1::2], strict=True)]


def test_six_by_hand_the_two_best_have_the_first_round_free() -> None:
    played = begun(OUT, 6).play(lower_wins({2: [4], 3: [4]}))
    assert rounds(played) == [[(4, 5), (3, 6)], [(1, 4), (2, 3)], [(2, 4)]]
    rows = standings(played.now)
    assert [(row.rank, row.number, row.score) for row in rows] == [
        (1, 4, 3),
        (2, 2, 2),
        (3, 1, 1),
        (3, 3, 1),
        (5, 5, 0),
        (5, 6, 0),
    ]


def test_a_draw_is_played_again_with_the_sides_changed() -> None:
    played = begun(OUT, 2)
    first = played.begin()
    played.end(lambda _: DRAW)
    again = played.begin()
    assert [pair[::-1] for pair in first] == again
    assert played.now.round == 1
    played.end(lambda _: DRAW)
    assert played.begin() == first
    played.end(lower_wins())
    assert [one.winner for one in bracket(played.now)[-1]] == [1]


def test_where_neither_comes_nobody_goes_on() -> None:
    played = begun(OUT, 4)
    played.begin()
    absent = next(meeting for meeting in played.now.open if meeting.holds(1))
    played.end(lambda m: NOBODY if m.holds(1) else lower_wins()(m))
    for number in (absent.white, absent.black or 0):
        played.leave(number)
    assert bracket(played.now)[-1][0].winner == 2
    assert standings(played.now)[0].number == 2


def test_a_game_that_the_club_closed_is_played_again() -> None:
    played = begun(OUT, 2)
    first = played.begin()
    played.end(lambda _: NOBODY)
    assert played.begin() == [pair[::-1] for pair in first]
    played.end(lambda _: NOBODY)
    played.leave(2)
    played.begin()
    assert [one.winner for one in bracket(played.now)[-1]] == [1]


def test_who_left_is_beaten_without_a_game() -> None:
    played = begun(OUT, 4)
    played.begin()
    played.end(lower_wins())
    played.leave(2)
    played.begin()
    assert not played.now.open
    assert [one.winner for one in bracket(played.now)[-1]] == [1]


@given(st.integers(2, 33), st.lists(st.floats(0, 1), min_size=80, max_size=80))
def test_one_remains_and_everybody_else_is_beaten_once(count: int, lots: list[float]) -> None:
    played = begun(OUT, count).play(by_lot([*lots, *([0.0] * 80)]))
    assert played.now.round == rounds_of(played.now)
    lost = [row.lost for row in standings(played.now)]
    assert sorted(lost) == [0] + [1] * (count - 1)
    assert standings(played.now)[0].lost == 0
    byes = sum(one.white is None or one.black is None for one in bracket(played.now)[0])
    assert byes == len(places(count)) - count


@pytest.mark.parametrize(("count", "many"), [(2, 1), (3, 2), (4, 2), (5, 3), (16, 4), (17, 5)])
def test_the_number_of_rounds(count: int, many: int) -> None:
    assert rounds_of(begun(OUT, count).now) == many


def test_the_tree_shows_the_rounds_to_come_and_who_is_through_to_them() -> None:
    played = begun(OUT, 6)
    played.begin()
    played.end(lower_wins())
    told = tree(played.now)
    assert sorted(told) == [1, 2, 3, 4, 5, 6, 7]
    assert [(told[n].white, told[n].black) for n in (4, 5, 6, 7)] == [
        (1, None),
        (4, 5),
        (2, None),
        (3, 6),
    ]
    assert [(told[n].white, told[n].black) for n in (2, 3, 1)] == [(1, 4), (2, 3), (None, None)]
    assert [one.is_decided for one in told.values()].count(True) == 4
    assert tree(begun(OUT, 0).now) == {}


@given(st.integers(2, 33), st.lists(st.floats(0, 1), min_size=80, max_size=80), st.integers(0, 6))
def test_in_a_tree_everybody_comes_from_the_duels_that_he_won(
    count: int, lots: list[float], rounds_played: int
) -> None:
    played = begun(OUT, count)
    for number in range(rounds_played + 1):
        if played.now.closed is not None or (len(bracket(played.now)[-1]) == 1 and number):
            break
        played.begin()
        if number < rounds_played:
            played.end(by_lot([*lots, *([0.0] * 80)]))
    told = tree(played.now)
    assert len(told) == 2 ** rounds_of(played.now) - 1
    for knot, one in told.items():
        if 2 * knot in told:
            assert (one.white, one.black) == (told[2 * knot].winner, told[2 * knot + 1].winner)
    first = [told[knot] for knot in told if 2 * knot not in told]
    assert sorted(n for one in first for n in (one.white, one.black) if n) == [*range(1, count + 1)]
