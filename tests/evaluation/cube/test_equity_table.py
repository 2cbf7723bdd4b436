"""Match equity by score: who needs what, half points, the end of a match, long matches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.core.situation import Score
from nardy.evaluation.cube.equity_files import published
from nardy.evaluation.cube.equity_table import EquityTable, points_of_draw
from nardy.games import BACKGAMMON, find_game

needs = st.integers(1, 60)


@given(mine=needs, theirs=needs, after=st.booleans())
def test_both_chances_add_up_to_one(mine: int, theirs: int, *, after: bool) -> None:
    table = published()
    both = [table.chance(*need, after_crawford=after) for need in ((mine, theirs), (theirs, mine))]
    assert sum(both) == pytest.approx(1)


@given(mine=needs, theirs=st.integers(1, 25))
def test_needing_more_is_never_better(mine: int, theirs: int) -> None:
    table = published()
    assert table.chance(mine + 1, theirs) <= table.chance(mine, theirs) + 0.011
    if mine < table.length:
        assert table.chance(mine + 1, theirs) < table.chance(mine, theirs)


def test_who_needs_nothing_has_won_and_both_together_have_half_a_match() -> None:
    table = published()
    assert (table.chance(0, 4), table.chance(4, -2), table.chance(0, 0)) == (1, 0, 0.5)
    # Also in matches that are longer than the table.
    assert (table.chance(0, 64), table.chance(26, 0), table.chance(-3, 999)) == (1, 0, 1)


def test_after_the_crawford_game_the_other_array_holds() -> None:
    table = published()
    assert table.chance(1, 2) == pytest.approx(0.67736)
    assert table.chance(2, 1, after_crawford=True) == pytest.approx(0.48803)
    assert table.chance(1, 2, after_crawford=True) == pytest.approx(1 - 0.48803)


@pytest.mark.parametrize(
    ("score", "points", "chance"),
    [
        (Score(7, 3, 4), (1, 0), (3, 3, False)),
        (Score(7, 5, 4), (1, 0), (1, 3, False)),  # the Crawford game is next
        (Score(7, 6, 4, is_crawford=True), (0, 1), (1, 2, True)),
        (Score(7, 6, 5), (0, 1), (1, 1, True)),
        (Score(7, 6, 4), (1, 0), (0, 3, True)),
    ],
)
def test_the_score_after_a_game(
    score: Score, points: tuple[int, int], chance: tuple[int, int, bool]
) -> None:
    table = published()
    mine, theirs, after = chance
    expected = table.chance(mine, theirs, after_crawford=after)
    assert table.chance_after(BACKGAMMON, score, *points) == expected


def test_half_a_point_short_is_a_whole_point_in_a_table_of_whole_points() -> None:
    table = published()
    assert table.chance(1.5, 3) == table.chance(2, 3)


def test_a_match_longer_than_the_table_is_read_by_its_lead() -> None:
    table = published()
    assert table.chance(40, 40) == pytest.approx(0.5)
    # The same lead weighs less the longer the match is.
    leads = [table.chance(length - 4, length) for length in (12, 24, 48, 96)]
    assert leads == sorted(leads, reverse=True)
    assert leads[-1] > 0.5


def test_what_a_draw_gives_is_a_law_of_the_game() -> None:
    games = ["backgammon", "long-nardy,last_throw=half", "long-nardy,last_throw=one"]
    assert [points_of_draw(find_game(game)) for game in games] == [0, 0.5, 1]


def test_a_table_as_books_print_it() -> None:
    table = EquityTable.of("book", np.array([[0.5, 0.7], [0.3, 0.5]]), np.array([0.5, 0.49]))
    assert table.length == 2
    assert table.after[2, 1] == 0.49
    assert table.after[1, 2] == 0.51
    assert table.before[1, 2] == 0.7
