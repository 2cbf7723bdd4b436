"""Many games of one kind in lockstep, as an environment for reinforcement learning.

The conventions are those of Gymnasium's vector environments, without Gymnasium itself: `reset`,
`step`, spaces, masks, and restart of a finished game in the same step. An action is the index of an
afterstate: a legal turn is chosen by its final position (G. Tesauro 1995). Cascades have too many
turns to list and are played die by die.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Ints
from nardy.rl.cubes import CubeLaws
from nardy.rl.observation import ActionError, Observation
from nardy.rl.playing import EndedTables, PlaySettings, Turns
from nardy.search.tables import GameTables

Info = dict[str, Any]


class StepResult(NamedTuple):
    """Result of `step`, in Gymnasium's order."""

    observation: Observation
    rewards: Floats
    """float32[n]: points of the player who has just acted, times the cube; 0 while the game goes on."""
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    info: Info
    """Ended games with their last positions, seen by the player who would roll next; the value of a
    truncated game is that of its last position.

    - `ended`  int64[m], their tables
    - `final`  `Positions` of m rows, as network input
    - `last`   `Observation` of m rows without a choice: `last.players` would roll, `last.cubes` are
      the cubes
    """


class Environment:
    """n games side by side; an action is chosen for the player who must act at each table."""

    def __init__(
        self, rules: Rules, count: int = 1024, *, die_by_die: bool = False, cube: bool = False
    ) -> None:
        """Create the tables. With `die_by_die` every move of a turn is a separate action.

        Then no table has more than 52 choices; otherwise a double may have hundreds. With `cube` games
        are money games with the cube, if the game has one: before the roll a player who may double
        decides about it, and a doubled player takes or passes.

        Raises:
            RulesError: the count is no whole number of at least 1.
        """
        if not _is_whole(count) or count < 1:
            raise RulesError(
                f"expected a whole number of tables, at least 1, got {count!r:.40} (for example 1024)"
            )
        self._cube = CubeLaws.of(rules) if cube and rules.cube_play else None
        plain = not (rules.cube_play or rules.jacoby)
        # The tables are played without the cube and the Jacoby rule; `CubeLaws` adds both.
        rules = rules if plain else rules.replace(cube_play=False, jacoby=False)
        self.game = GameTables.of(rules)
        self.count = int(count)
        self.die_by_die = die_by_die
        self._random: np.random.Generator | None = None
        self._turns: Turns | None = None
        self._observation: Observation | None = None
        self._none_ended: Info = {}

    @property
    def rules(self) -> Rules:
        """The game, without its cube."""
        return self.game.rules

    def reset(self, *, seed: int | None = None) -> tuple[Observation, Info]:
        """Restart all games; equal seeds and actions give equal games.

        Without a seed the random generator continues, so a program needs to seed only once; initially
        it is seeded at random.

        Raises:
            RulesError: the seed is no whole number of at least 0.
        """
        if seed is not None and (not _is_whole(seed) or seed < 0):
            raise RulesError(
                f"expected a seed of 0 or more, got {seed!r:.40} (None goes on with the dice of before)"
            )
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        settings = PlaySettings(self.die_by_die, self._cube)
        self._turns = Turns(self.game, self.count, self._random, settings)
        self._none_ended = _info(self._turns, self._turns.none_ended)
        self._observation = self._turns.observe()
        return self._observation, {}

    def step(self, actions: ArrayLike) -> StepResult:
        """Apply one action at every table; games that end restart at once.

        Args:
            actions: integers[n], each less than `observation.widths` of its table.

        Raises:
            ActionError: an action that does not exist, or `reset` was not called.
        """
        if self._turns is None or self._observation is None:
            raise ActionError("expected reset() before step()")
        chosen = self._checked(np.asarray(actions), self._observation)
        ended = self._turns.take(self._observation, chosen)
        rewards = np.zeros(self.count, np.float32)
        rewards[ended.rows] = ended.points
        terminated, truncated = np.zeros((2, self.count), np.bool_)
        terminated[ended.rows[~ended.cut]] = True
        truncated[ended.rows[ended.cut]] = True
        # A copy, because the learner may add to it.
        info = _info(self._turns, ended) if len(ended.rows) else dict(self._none_ended)
        self._observation = self._turns.observe()
        return StepResult(self._observation, rewards, terminated, truncated, info)

    def _checked(self, actions: NDArray[Any], observation: Observation) -> Ints:
        if actions.shape != (self.count,) or not np.issubdtype(actions.dtype, np.integer):
            raise ActionError(
                f"expected {self.count:,} integers as actions, got {actions.dtype} of shape "
                f"{actions.shape}"
            )
        actions = actions.astype(np.int64, copy=False)
        bad = np.flatnonzero((actions < 0) | (actions >= observation.widths))
        if len(bad):
            row = int(bad[0])
            raise ActionError(
                f"expected an action from 0 to {observation.widths[row] - 1} in table {row}, got "
                f"{actions[row]}"
            )
        return actions


def _info(turns: Turns, ended: EndedTables) -> Info:
    last = turns.last_observation(ended)
    return {"ended": ended.rows, "final": ended.tables.positions, "last": last}


def _is_whole(value: object) -> bool:
    """Whether a value is an integer, and no bool."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
