"""Estimates as plain records."""

from nardy.core.estimates import CubeChoice, Probabilities


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


def test_both_do_what_is_right_with_the_cube() -> None:
    assert CubeChoice(0.5, 0.7, 1, "double, take").worth == 0.7
    assert CubeChoice(0.5, 1.3, 1, "double, pass").worth == 1
    assert CubeChoice(0.8, 0.7, 1, "no double").worth == 0.8
    assert CubeChoice(-0.5, -0.2, 1, "double, beaver").worth == -0.4
    # A beaver can be passed for the doubled stake.
    assert CubeChoice(-2.5, -1.3, 1, "double, beaver").worth == -2
