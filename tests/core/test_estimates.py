"""Estimates as plain records."""

from nardy.core.estimates import Probabilities


def test_chances_have_their_names() -> None:
    chances = Probabilities(0.6, 0.3, (("win_gammon", 0.2), ("lose_gammon", 0.1)), 0.1)
    assert chances.as_dict() == {
        "win": 0.6,
        "win_gammon": 0.2,
        "lose_gammon": 0.1,
        "lose": 0.3,
        "draw": 0.1,
    }


def test_a_game_without_draws_has_no_chance_of_one() -> None:
    assert "draw" not in Probabilities(0.6, 0.4).as_dict()
