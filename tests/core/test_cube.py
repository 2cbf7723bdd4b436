"""The cube, its owners and what is offered."""

import pytest

from nardy.core.cube import Cube, Offer, Owner


@pytest.mark.parametrize("owner", Owner)
def test_flipping_twice_changes_nothing(owner: Owner) -> None:
    assert owner.flipped().flipped() is owner
    assert Cube(4, owner).flipped() == Cube(4, owner.flipped())


def test_who_has_access() -> None:
    assert [owner for owner in Owner if owner.player_has_access] == [Owner.NOBODY, Owner.PLAYER]
    assert Cube() == Cube(1, Owner.NOBODY)


def test_resignations_are_no_doubles() -> None:
    resignations = ["single", "gammon", "backgammon", "home_mars"]
    assert [o.value for o in Offer if o.is_resignation] == resignations
    assert [o.value for o in Offer if not o.is_resignation] == ["double", "beaver", "raccoon"]
