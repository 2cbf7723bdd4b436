"""Small actors, and weights for them to play with."""

from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train.actor import ActorSetup, Weights

RULES = GAMES["hypergammon"]


def weights_of(seed: int = 1) -> Weights:
    return Weights(Network.random(RULES, 8, 8, seed).flat, 1, MoveFilter.random(RULES, seed).flat)


def setup_of(seed: int) -> ActorSetup:
    return ActorSetup(RULES, 8, 8, 16, seed)
