"""Environments for reinforcement learning: thousands of games of one kind in lockstep.

An action is the number of a choice, and a choice is known by the position after it. Observations are
seen by the player who must act; `positions`, `features` and `facts` by the player who rolls next.
Rewards are points of the player who has just acted.

>>> from nardy import HYPERGAMMON
>>> from nardy.rl import Environment
>>> environment = Environment(HYPERGAMMON, 4)
>>> observation, _ = environment.reset(seed=1)
>>> observation, rewards, terminated, truncated, _ = environment.step([0, 0, 0, 0])
>>> rewards.tolist(), observation.players.tolist()
([0.0, 0.0, 0.0, 0.0], [1, 1, 1, 1])
"""

from nardy.rl import vector_env
from nardy.rl.environment import Environment, StepResult
from nardy.rl.observation import ActionError, Afterstates, Observation
from nardy.rl.spaces import Box, padded, spaces_of

__all__ = [
    "ActionError",
    "Afterstates",
    "Box",
    "Environment",
    "Observation",
    "StepResult",
    "padded",
    "spaces_of",
    "vector_env",
]
