"""A side's masks are what the laws say of every point; counts are held in test_features.py."""

from tests.effort import each
from tests.kernel.samples import samples

from nardy.core.steps import lands_on_opponent
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.side import sides_of


@each("game", GAMES)
def test_a_side_is_its_checkers_and_what_is_open_to_them(game: str) -> None:
    for rules, position, _ in samples(game, 12, seed=51):
        boards, pins = position_arrays([position])
        side, _ = sides_of(rules_array(rules), boards, pins, 0, at.PLAYER)
        stuck = position.player_pinned
        places = [place for place in range(1, 26) if position.player[place]]
        assert side.held == sum(1 << place for place in places if place not in stuck)
        assert side.bar == position.player[at.BAR]
        assert side.pips == position.pip_count()
        is_home = max(places, default=0) <= 6
        assert side.home == (sum(1 << place for place in places) if is_home else 0)
        lone = {point for point in range(1, 25) if side.lone >> point & 1}
        hit = {point for point in range(1, 25) if lands_on_opponent(rules, position, point)}
        assert lone <= hit
        assert side.lone & ~side.free == 0
