"""An actor plays in both stages, and counts."""

from tests.train.setups import setup_of, weights_of

from nardy.train.actor import Actor, Order, Stage

PLAY, EXACT = Order(Stage.PLAY, 100), Order(Stage.EXACT, 20)


def test_an_actor_counts_what_each_order_took() -> None:
    actor = Actor(setup_of(1))
    first, second = (actor.make(order, weights_of()) for order in (EXACT, PLAY))
    assert first.ordered
    assert not second.ordered
    assert not sum(first.results)
    assert sum(second.results) == second.games > 0
