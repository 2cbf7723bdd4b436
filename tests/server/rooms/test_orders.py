from nardy.server.rooms.orders import NewRoom
from nardy.server.store.log import CASUAL


def test_an_order_is_a_casual_game_against_whoever_sits_down() -> None:
    order = NewRoom(games=("tapa",))
    assert (order.length, order.white, order.black, order.terms) == (0, None, None, CASUAL)
