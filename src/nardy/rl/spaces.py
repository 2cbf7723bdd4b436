"""Observations and actions as arrays of fixed shapes, described as Gymnasium spaces.

The spaces are plain values with Gymnasium's names; `nardy.rl.vector_env` converts them.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Contact
from nardy.evaluation.cube.cubes import NOBODYS, Cubes
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.scoring import FACT_FIRST, FACTS_SIZE
from nardy.rl.observation import ANSWER, FEATURES, Observation
from nardy.search.tables import GameTables

Array = NDArray[Any]
Arrays = dict[str, Array]

MINE, THEIRS = 1, 2
MOST_TURNS = 62
"""Most doublings of a cube before its value overflows int64."""


@dataclass(frozen=True)
class Box:
    """Arrays of a shape, with each number from low to high."""

    low: float
    high: float
    shape: tuple[int, ...]
    dtype: type[np.int8 | np.float32]

    def contains(self, array: Array) -> bool:
        """Whether this is such an array."""
        return (
            array.shape == self.shape
            and array.dtype == self.dtype
            and bool((array >= self.low).all() and (array <= self.high).all())
        )


def spaces_of(game: GameTables, most: int, *, cube: bool = False) -> dict[str, Box]:
    """A player's view of one table with at most *most* choices.

    - `kind`      int8[1], the kind of choice: WHOLE, DIE, BOMB, DOUBLE or ANSWER (observation.py)
    - `board`     int8[2, 26], checkers of the player who must act and of the opponent
    - `dice`      int8[d], those left to play, padded with zeros
    - `facts`     int8[7], facts not visible on the board (kernel/scoring.py)
    - `after`     int8[most, 2, 26], the afterstate of each action, seen by the player who rolls next;
      in mid-turn as if the turn ended there
    - `features`  float32[most, 50], its network inputs besides the checkers
    - `mask`      int8[most], 1 for an action that exists; all 0 if the game has ended
    - `cube`      int8[2], its value as a power of two, and its owner: 0 nobody, 1 the player who must
      act, 2 the opponent; with `cube`
    - `pinned`, `after_pinned`  int8, like `board` and `after`: 1 for a pinned checker; in games
      with pins
    """
    checkers = game.rules.checkers
    spaces = {
        "kind": Box(0, ANSWER, (1,), np.int8),
        "board": Box(0, checkers, (2, at.PLACES), np.int8),
        "dice": Box(0, 6, (game.most_dice,), np.int8),
        # 99 is where the kernel stops counting turns (kernel/scoring.py).
        "facts": Box(0, 99, (FACTS_SIZE,), np.int8),
        "after": Box(0, checkers, (most, 2, at.PLACES), np.int8),
        "features": Box(-np.inf, np.inf, (most, FEATURES), np.float32),
        "mask": Box(0, 1, (most,), np.int8),
    }
    if cube:
        spaces["cube"] = Box(0, MOST_TURNS, (2,), np.int8)
    if game.rules.contact is Contact.PIN:
        spaces["pinned"] = Box(0, 1, (2, at.PLACES), np.int8)
        spaces["after_pinned"] = Box(0, 1, (most, 2, at.PLACES), np.int8)
    return spaces


def padded(observation: Observation, most: int) -> Arrays:
    """The observation as arrays of `spaces_of`, one row a table; surplus choices are left out.

    The arrays are the caller's own and may be changed.
    """
    widths = observation.widths
    shown = observation.numbers < most
    place = observation.owners[shown], observation.numbers[shown]
    tables = observation.tables

    def spread(values: Array) -> Array:
        arrays = np.zeros((len(widths), most, *values.shape[1:]), values.dtype)
        arrays[place] = values[shown]
        return arrays

    arrays: Arrays = {
        # Copies, because the environment goes on with the observation's arrays.
        "kind": observation.kinds[:, None].copy(),
        "board": tables.boards.copy(),
        "dice": observation.dice.copy(),
        "facts": tables.facts.copy(),
        "after": spread(observation.boards),
        "features": spread(observation.features),
        "mask": observation.mask(most).astype(np.int8),
    }
    if observation.cubes is not None:
        arrays["cube"] = _cubes(observation.cubes, tables.facts)
    if observation.game.rules.contact is Contact.PIN:
        arrays["pinned"] = unpacked(tables.pins)
        arrays["after_pinned"] = spread(unpacked(observation.positions.pins))
    return arrays


def _cubes(cubes: Cubes, facts: Bytes) -> NDArray[np.int8]:
    values, owners = cubes
    whose = np.where(owners == facts[:, FACT_FIRST], MINE, THEIRS)
    whose = np.where(owners == NOBODYS, 0, whose)
    # Powers, because the values themselves do not fit into int8.
    powers = np.minimum(np.log2(values), MOST_TURNS)
    return np.stack([powers, whose], axis=1).astype(np.int8)


def unpacked(pins: Pins) -> NDArray[np.int8]:
    """Masks int32[n, 2] as int8[n, 2, 26]."""
    bits: NDArray[np.int8] = (pins[:, :, None] >> np.arange(at.PLACES) & 1).astype(np.int8)
    return bits
