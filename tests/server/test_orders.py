import pytest

from nardy.errors import UnknownGameError
from nardy.server.orders import Order, games_of


def test_games_are_found_by_any_name() -> None:
    assert games_of("длинные нарды") == ("long-nardy",)
    assert games_of("tavli") == ("portes", "plakoto", "fevga")
    assert games_of("long-nardy@draw") == ("long-nardy,last_throw=half",)
    with pytest.raises(UnknownGameError):
        games_of("chess")


def test_an_order_is_a_casual_game_against_whoever_sits_down() -> None:
    order = Order(games=games_of("tapa"))
    assert (order.length, order.white, order.black, order.terms) == (0, None, None, {})
