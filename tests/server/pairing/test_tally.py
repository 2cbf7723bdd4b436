from collections import Counter

from hypothesis import given
from hypothesis import strategies as st
from tests.server.pairing.played_out import Played, begun, lower_wins

from nardy.server.pairing.tally import (
    byes_of,
    lot,
    met_in,
    scores_of,
    seed_places,
    seeded,
    sided,
    white_surplus,
)
from nardy.server.pairing.values import Pairing, TournamentTerms


def test_seeds_go_by_rating_and_equal_ones_by_a_lot_that_falls_the_same_way_again() -> None:
    now = Played(TournamentTerms("swiss"), "s").enter([1500, 1800, 1500, 1500]).now
    places = seed_places(now)
    assert places[2] == 0
    assert sorted(places) == [1, 2, 3, 4]
    assert seeded(now, [1, 2, 3, 4]) == sorted(places, key=lambda number: places[number])
    assert (
        seed_places(Played(TournamentTerms("swiss"), "s").enter([1500, 1800, 1500, 1500]).now)
        == places
    )


def test_every_order_is_as_likely() -> None:
    first = Counter(min(range(4), key=lambda n: lot(str(seed), n)) for seed in range(2000))
    assert all(abs(count - 500) < 100 for count in first.values())


def test_scores_byes_and_meetings_of_three() -> None:
    played = begun(TournamentTerms("swiss", rounds=3), 3)
    assert played.begin()[-1] == (3, None)
    played.end(lower_wins())
    assert scores_of(played.now) == {1: 1, 2: 0, 3: 1}
    assert byes_of(played.now) == {3: 1}
    met = met_in(played.now)
    assert (met(1, 2), met(2, 1), met(1, 3)) == (1, 1, 0)


def test_sides_go_by_turns_at_first() -> None:
    now = begun(TournamentTerms("swiss"), 4).now
    assert sided(now, [(1, 3), (2, 4)]) == [Pairing(1, 3), Pairing(4, 2)]


def test_the_upper_seat_is_white_at_every_second_table() -> None:
    now = begun(TournamentTerms("swiss"), 10).now
    pairs = sided(now, [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)])
    assert [pair.white for pair in pairs] == [1, 7, 3, 9, 5]


def test_who_was_black_is_white() -> None:
    played = begun(TournamentTerms("swiss", rounds=3), 4)
    played.begin()
    played.end(lower_wins())
    assert white_surplus(played.now) == {1: 1, 3: -1, 4: 1, 2: -1}
    assert sided(played.now, [(1, 2), (3, 4)]) == [Pairing(2, 1), Pairing(3, 4)]
    # Both were White: the upper one is it at the first table.
    assert sided(played.now, [(1, 4)]) == [Pairing(1, 4)]


@given(st.integers(4, 16), st.integers(1, 6))
def test_nobody_has_a_side_much_more_often(count: int, rounds: int) -> None:
    played = begun(TournamentTerms("swiss", rounds=rounds), count).play(lower_wins())
    assert all(abs(surplus) <= 3 for surplus in white_surplus(played.now).values())
