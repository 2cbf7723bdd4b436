from hypothesis import given
from hypothesis import strategies as st
from tests.server.pairing.played_out import begun, lower_wins

from nardy.server.pairing.sides import sided, white_surplus
from nardy.server.pairing.values import Pairing, TournamentTerms


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
