"""Where players begin: people at one rating, levels of bots by what they scored."""

from itertools import pairwise

from tests.effort import each

from nardy.search.level_losses import newcomer_level
from nardy.search.level_results import STEPS
from nardy.server.ratings import fibs
from nardy.server.ratings.first_standings import first_standing, measured_ratings
from nardy.server.ratings.standing import Standing


def test_people_and_bots_beside_the_ladder_begin_alike() -> None:
    for who in ("guest:ann", "bot:random", "bot:nardy:club", "bot:nardy:1"):
        assert first_standing(who, "backgammon") == Standing()
    assert first_standing("bot:nardy:level-8", "tavli") == Standing()


@each("game", STEPS)
def test_levels_begin_so_far_apart_that_the_formula_expects_their_results(game: str) -> None:
    found = [first_standing(f"bot:nardy:level-{n}", game) for n in range(1, 9)]
    assert [one.rating for one in found] == [*measured_ratings(game)]
    for (low, high), step in zip(pairwise(found), STEPS[game], strict=True):
        assert abs(fibs.expected_score(high.rating, low.rating, 1) - step.wins) < 0.01
        assert high.strength.rating > low.strength.rating
    assert found[int(newcomer_level(game)) - 1].rating == fibs.START
    assert all(one.matches == 0 and one.is_provisional for one in found)
