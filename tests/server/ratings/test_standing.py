from nardy.server.ratings.standing import ESTABLISHED, OPPONENTS, Standing


def test_a_standing_is_provisional_until_there_are_matches_against_several() -> None:
    assert Standing().is_provisional
    assert Standing(won=ESTABLISHED, opponents=OPPONENTS - 1).is_provisional
    assert Standing(won=ESTABLISHED - 1, opponents=OPPONENTS).is_provisional
    found = Standing(won=ESTABLISHED - 2, drawn=1, lost=1, opponents=OPPONENTS)
    assert (found.matches, found.is_provisional) == (ESTABLISHED, False)
