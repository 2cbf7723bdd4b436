"""Arrays of fixed shapes: they are in their spaces, and hold what the observation holds."""

import numpy as np
import pytest
from tests.rl.test_environment import walk

from nardy.evaluation.cube.cubes import NOBODYS
from nardy.games import find_game
from nardy.rl.environment import Environment
from nardy.rl.spaces import Box, padded, spaces_of


@pytest.mark.parametrize("text", ["hypergammon", "plakoto", "mad-gulbar"])
@pytest.mark.parametrize("most", [52, 2])
def test_padded_observations_are_in_their_spaces(text: str, most: int) -> None:
    for seen, _, _ in walk(text, 3, 20, die_by_die=True):
        spaces, arrays = spaces_of(seen.game, most), padded(seen, most)
        assert set(spaces) == set(arrays)
        for name, space in spaces.items():
            assert all(space.contains(array) for array in arrays[name]), name
        for k, (row, number) in enumerate(zip(seen.owners, seen.numbers, strict=True)):
            if number < most:
                assert (arrays["after"][row, number] == seen.boards[k]).all()
                assert (arrays["features"][row, number] == seen.features[k]).all()
        assert (arrays["mask"].sum(1) == np.minimum(seen.widths, most)).all()


def test_pins_are_shown_as_counts_are() -> None:
    pinned = 0
    for seen, _, _ in walk("plakoto", 4, 60):
        arrays = padded(seen, 10)
        own = arrays["board"][:, 0] > 0
        assert not (arrays["pinned"][:, 0] & ~own).any()
        pinned += int(arrays["pinned"].sum())
    assert pinned


def test_a_cube_is_shown_to_both_with_its_owner() -> None:
    whose = set()
    for seen, _, _ in walk("backgammon", 3, 60, cube=True):
        spaces, arrays = spaces_of(seen.game, 52, cube=True), padded(seen, 52)
        assert set(spaces) == set(arrays)
        assert all(spaces["cube"].contains(array) for array in arrays["cube"])
        assert arrays["kind"][:, 0].tolist() == seen.kinds.tolist()
        assert seen.cubes is not None
        assert (1 << arrays["cube"][:, 0].astype(np.int64)).tolist() == seen.cubes.values.tolist()
        # The players are 0 and 1 by who made the first turn; owners are told by FACT_FIRST.
        for owner, player, told in zip(
            seen.cubes.owners, seen.players, arrays["cube"][:, 1], strict=True
        ):
            assert told == (0 if owner == NOBODYS else 1 if owner == 1 - player else 2)
            whose.add(int(told))
    assert whose == {0, 1, 2}


def test_the_arrays_are_the_learners_own() -> None:
    """A learner may overwrite these arrays; the game stays as it is."""
    played = []
    for spoil in (False, True):
        environment = Environment(find_game("backgammon"), 4, die_by_die=True)
        seen, _ = environment.reset(seed=3)
        for _ in range(6):
            if spoil:
                for array in padded(seen, 52).values():
                    array[:] = 0
            seen = environment.step(seen.widths - 1).observation
        played.append(seen)
    assert played[0].tables.boards.tolist() == played[1].tables.boards.tolist()
    assert played[0].tables.facts.tolist() == played[1].tables.facts.tolist()
    assert played[0].dice.tolist() == played[1].dice.tolist()


def test_a_box_knows_its_own() -> None:
    box = Box(0, 1, (2,), np.int8)
    assert box.contains(np.array([0, 1], np.int8))
    assert not box.contains(np.array([0, 2], np.int8))
    assert not box.contains(np.array([0, 1]))
    assert not box.contains(np.zeros(3, np.int8))
