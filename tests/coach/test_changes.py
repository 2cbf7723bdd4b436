"""Small changes of positions keep all checkers and never put both players on a point."""

from dataclasses import replace

import pytest
from tests.coach.moments import GAMES, afters, moments
from tests.moments import moment

from nardy.coach.changes import FARTHEST, changes, freed, returned, unhit
from nardy.core.position import BAR
from nardy.core.validity import check_position
from nardy.games import find_game


@pytest.mark.parametrize("game", GAMES)
def test_every_change_moves_one_checker_by_a_few_pips(game: str) -> None:
    rules = find_game(game)
    for before in moments(game, 9, 3):
        for after in afters(before):
            position = after.position.flipped()
            made = [*changes(rules, position)]
            assert made
            for pips, changed in made:
                assert 1 <= pips <= FARTHEST
                sides = (
                    (position.player, changed.player),
                    (position.opponent, changed.opponent),
                )
                differing = [(old, new) for old, new in sides if old != new]
                assert len(differing) == 1
                old, new = differing[0]
                assert sum(old) == sum(new)
                assert sum(abs(a - b) for a, b in zip(old, new, strict=True)) == 2
                for point in range(1, 25):
                    if changed.player[point] and changed.opponent[rules.facing(point)]:
                        both = changed.player_pinned, changed.opponent_pinned
                        assert point in both[0] or rules.facing(point) in both[1]


def test_a_hit_checker_goes_back_where_it_was_hit() -> None:
    """White has hit on black's 21 and stands there, so the nearest free points are three away."""
    before = moment("backgammon w 8:1,6:2,5:12 21:1,1:14")
    hit = moment("backgammon w 6:2,5:12,4:1 bar:1,1:14")
    rules, position = hit.rules, hit.position
    made = [*unhit(rules, position, before.position)]
    # Black's 14 others are on their 1.
    places = [next(n for n in (*range(24, 1, -1), 1) if one.position.opponent[n]) for one in made]
    by_pips = sorted(zip([one.pips for one in made], places, strict=True))
    assert by_pips[:3] == [(2, 22), (3, 23), (4, 18)]
    for one in made:
        assert one.position.opponent[BAR] == 0
        check_position(rules, one.position)
    # Whoever was not hit by this turn is not put back.
    assert not [*unhit(rules, position, position)]


def test_a_checker_comes_back() -> None:
    situation = moment("backgammon w 6:2,5:12,off:1 bar:1,1:14")
    position, rules = situation.position, situation.rules
    assert {one.position.player[0] for one in returned(rules, position)} == {0}
    assert not [*returned(rules, position.flipped())]
    for one in returned(rules, position):
        check_position(rules, one.position)


def test_the_pinned_checker_is_freed_that_the_other_turn_does_not_pin() -> None:
    situation = moment("plakoto w 24:13,10:1,2:1 23:p,15:p,10:13")
    rules, position = situation.rules, situation.position
    one_pin = replace(position, opponent_pinned=frozenset({15}))
    made = [*freed(rules, position, one_pin)]
    pips, freest = min(made, key=lambda one: one.pips)
    assert pips == 1
    assert {one.position.opponent_pinned for one in made} == {frozenset({15})}
    assert sum(freest.opponent) == rules.checkers
    assert not [*freed(rules, position, position)]
