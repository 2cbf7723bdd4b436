"""Environments for reinforcement learning: thousands of games of one kind in lockstep.

>>> from nardy.games import HYPERGAMMON
>>> environment = Environment(HYPERGAMMON, 4)
>>> observation, _ = environment.reset(seed=1)
>>> observation, rewards, terminated, truncated, _ = environment.step([0, 0, 0, 0])
>>> rewards.tolist(), observation.players.tolist()
([0.0, 0.0, 0.0, 0.0], [1, 1, 1, 1])
"""

from nardy.rl.environment import Environment
from nardy.rl.observation import Afterstates, Observation

__all__ = ["Afterstates", "Environment", "Observation"]
