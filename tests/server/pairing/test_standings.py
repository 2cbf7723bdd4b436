from tests.server.pairing.played_out import BLACK, DRAW, WHITE, Played, begun, lower_wins

from nardy.server.pairing.events import Paired
from nardy.server.pairing.standings import TIES, standings
from nardy.server.pairing.values import Pairing, TournamentTerms


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


def test_in_an_arena_who_needed_fewer_games_for_as_much_is_ahead() -> None:
    played = begun(TournamentTerms("arena", minutes=1), 3)
    for number, (pairing, result) in enumerate([(Pairing(1, 2), BLACK), (Pairing(1, 3), WHITE)], 1):
        played.add(Paired(0, number, (pairing,)))
        played.end(lambda _, result=result: result)
    rows = [(row.rank, row.number, row.score, row.won) for row in standings(played.now)]
    assert rows == [(1, 2, 2, 1), (2, 1, 2, 1), (3, 3, 0, 0)]
