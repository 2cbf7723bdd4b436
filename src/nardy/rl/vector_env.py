"""The environment as a Gymnasium vector environment; Gymnasium must be installed."""

import importlib
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nardy.core.rules import Rules
from nardy.errors import MissingExtraError
from nardy.kernel.layout import Ints
from nardy.rl.environment import Environment
from nardy.rl.observation import Observation
from nardy.rl.spaces import Arrays, padded, spaces_of

MOST_MOVES = 52
"""Most single moves of a table."""


def vector_env(rules: Rules, num_envs: int = 64, *, cube: bool = False) -> Any:
    """Games as a `gymnasium.vector.VectorEnv`; every move is a separate action.

    With `cube` doubles and answers are actions as well, in games that have a cube.

    Observations are the arrays of nardy/rl/spaces.py. The players take turns at one table. The
    reward is that of the player who has just acted. `players` in the info is the next to act: 0 for
    the player who made the first turn of the game. Games that end restart in the same step;
    `final_obs` and `final_info` in the info then have their last positions, seen by the next player
    to act.

    Raises:
        MissingExtraError: Gymnasium is not installed.
        RulesError: `num_envs` is no whole number of at least 1.
    """
    gymnasium, vector = _gymnasium("gymnasium"), _gymnasium("gymnasium.vector")
    # The class is made here because its base exists only if Gymnasium is installed.
    made = type("NardyVectorEnv", (_RunningGames, vector.VectorEnv), {})(rules, num_envs, cube)
    batched = _gymnasium("gymnasium.vector.utils").batch_space
    has_cube = cube and rules.cube_play
    seen = spaces_of(made.environment.game, MOST_MOVES, cube=has_cube)
    spaces = gymnasium.spaces
    boxes = {
        name: spaces.Box(box.low, box.high, box.shape, box.dtype) for name, box in seen.items()
    }
    made.single_observation_space = spaces.Dict(boxes)
    made.single_action_space = spaces.Discrete(MOST_MOVES)
    made.observation_space = batched(made.single_observation_space, num_envs)
    made.action_space = batched(made.single_action_space, num_envs)
    made.metadata = {"autoreset_mode": vector.AutoresetMode.SAME_STEP}
    return made


class _RunningGames:
    """The part of the class that does not depend on Gymnasium."""

    def __init__(self, rules: Rules, num_envs: int, cube: bool) -> None:
        # A Discrete space has a fixed size, and a double may have hundreds of whole turns.
        self.environment = Environment(rules, num_envs, die_by_die=True, cube=cube)
        self.num_envs = num_envs

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Restart all games; without a seed the random generator continues."""
        del options
        observation, _ = self.environment.reset(seed=seed)
        return padded(observation, MOST_MOVES), self._players(observation)

    def step(self, actions: ArrayLike) -> tuple[Arrays, Any, Any, Any, dict[str, Any]]:
        """One action in every game; games that end restart at once."""
        found = self.environment.step(np.asarray(actions))
        seen = padded(found.observation, MOST_MOVES)
        info = self._players(found.observation)
        if len(found.info["ended"]):
            info |= self._final(found.info["ended"], found.info["last"])
        return seen, found.rewards, found.terminated, found.truncated, info

    def _players(self, observation: Observation) -> dict[str, Any]:
        """The players to act next; Gymnasium's wrappers need a mask with every entry of the info."""
        return {"players": observation.players, "_players": np.ones(self.num_envs, np.bool_)}

    def _final(self, ended: Ints, last: Observation) -> dict[str, Any]:
        """The last positions of ended games, under Gymnasium's names."""
        arrays = padded(last, MOST_MOVES)
        seen = np.full(self.num_envs, None, object)
        for number, row in enumerate(ended.tolist()):
            seen[row] = {name: array[number] for name, array in arrays.items()}
        has, players = np.zeros(self.num_envs, np.bool_), np.zeros(self.num_envs, np.int8)
        has[ended], players[ended] = True, last.players
        final_info = {"players": players, "_players": has.copy()}
        return {
            "final_obs": seen,
            "_final_obs": has,
            "final_info": final_info,
            "_final_info": has.copy(),
        }


def _gymnasium(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        raise MissingExtraError(
            "expected Gymnasium for nardy.rl.vector_env, and it is not installed; install "
            "gymnasium, or use nardy.rl.Environment, which does not need it"
        ) from None
