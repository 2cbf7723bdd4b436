"""Small changes of positions keep all checkers and never put both players on a point."""

import pytest
from tests.coach.moments import GAMES, afters, moments
from tests.moments import moment

from nardy.coach.changes import FARTHEST, changes, entered, freed, returned
from nardy.core.validity import check_position
from nardy.errors import PositionError
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


def test_a_checker_enters_or_comes_back() -> None:
    situation = moment("backgammon w 6:2,5:11 bar:1,1:14")
    position, rules = situation.position, situation.rules
    assert {one.position.opponent.index(1) for one in entered(rules, position)} >= {24, 23, 22, 21}
    assert all(one.position.player[0] == 1 for one in returned(rules, position))
    assert not [*entered(rules, position.flipped())]
    for one in entered(rules, position):
        try:
            check_position(rules, one.position)
        except PositionError as error:  # pragma: no cover (the message is the failure)
            pytest.fail(str(error))


def test_a_pinned_checker_is_freed() -> None:
    situation = moment("plakoto w 24:13,10:1,2:1 23:p,15:p,10:13")
    rules, position = situation.rules, situation.position
    pips, freest = min(freed(rules, position), key=lambda one: one.pips)
    assert pips == 1
    assert len(freest.opponent_pinned) == 1
    assert sum(freest.opponent) == rules.checkers
    assert not [*freed(rules, position.flipped())]
