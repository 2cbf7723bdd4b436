from tests.server.pairing.played_out import begun, lower_wins

from nardy.server.pairing.tally import byes_of, met_in, scores_of
from nardy.server.pairing.values import TournamentTerms


def test_scores_byes_and_meetings_of_three() -> None:
    played = begun(TournamentTerms("swiss", rounds=3), 3)
    assert played.begin()[-1] == (3, None)
    played.end(lower_wins())
    assert scores_of(played.now) == {1: 1, 2: 0, 3: 1}
    assert byes_of(played.now) == {3: 1}
    met = met_in(played.now)
    assert (met(1, 2), met(2, 1), met(1, 3)) == (1, 1, 0)
