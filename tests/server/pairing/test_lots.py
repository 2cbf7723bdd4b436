from collections import Counter

from tests.server.pairing.played_out import Played

from nardy.server.pairing.lots import lot, seed_places, seeded
from nardy.server.pairing.values import TournamentTerms


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
