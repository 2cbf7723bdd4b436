from tests.server.pairing.played_out import DRAW, Played, begun, lower_wins

from nardy.server.pairing.standings import TIES, standings
from nardy.server.pairing.values import TournamentTerms


def test_before_it_begins_all_share_the_first_place_by_their_seeds() -> None:
    for kind in TIES:
        rows = standings(Played(TournamentTerms(kind)).enter([1500, 1700, 1600]).now)
        assert [(row.rank, row.number, row.score) for row in rows] == [
            (1, 2, 0),
            (1, 3, 0),
            (1, 1, 0),
        ]
        assert all(len(row.ties) == len(TIES[kind]) for row in rows)


def test_equal_ones_share_a_place_and_the_next_is_further_down() -> None:
    rows = standings(begun(TournamentTerms("round-robin"), 3).play(lambda _: DRAW).now)
    assert [(row.rank, row.score, row.drawn) for row in rows] == [(1, 1, 2)] * 3
    rows = standings(begun(TournamentTerms("knock-out"), 4).play(lower_wins()).now)
    assert [row.rank for row in rows] == [1, 2, 3, 3]
