"""Weights in memory that processes share."""

from contextlib import closing

from tests.train.setups import weights_of

from nardy.train.actor import Weights
from nardy.train.shared_weights import SharedWeights


def test_weights_are_copied_from_shared_memory() -> None:
    network, phases, move_filter = weights = weights_of()
    assert move_filter is not None
    with closing(SharedWeights.of_size(len(network) + len(move_filter))) as memory:
        other = SharedWeights.attached(memory.name)
        for written in (weights, Weights(network + 1, phases, None), weights):
            memory.write(written)
            read = other.read()
            assert read.network.tolist() == written.network.tolist()
            assert read.phases == phases
            assert (read.move_filter is None) == (written.move_filter is None)
        memory.write(weights_of(2))
        assert read.network.tolist() == network.tolist()
