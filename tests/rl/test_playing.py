"""Turns at many tables: rows are rolled, played and begun anew, each in its own time."""

import numpy as np
from tests.search.lockstep import played_as

from nardy.rl.observation import DIE, WHOLE
from nardy.rl.playing import PlaySettings, Turns
from nardy.search.tables import GameTables


def turns(text: str, count: int, *, die_by_die: bool = False) -> Turns:
    return Turns(
        GameTables.of(played_as(text)), count, np.random.default_rng(1), PlaySettings(die_by_die)
    )


def test_the_first_roll_is_that_of_the_roll_off() -> None:
    dice = turns("backgammon", 200).observe().dice[:, :2]
    assert (dice[:, 0] != dice[:, 1]).all()
    assert set(dice.flat) == set(range(1, 7))


def test_only_cascades_are_played_die_by_die() -> None:
    going, kinds = turns("gul-bara", 200), set[int]()
    for _ in range(12):
        seen = going.observe()
        long = (seen.dice > 0).sum(1) > 4
        assert (seen.kinds[long] == DIE).all()
        kinds |= set(seen.kinds.tolist())
        going.take(seen, np.zeros(200, np.int64))
    assert kinds == {WHOLE, DIE}


def test_a_dance_is_one_choice_that_moves_nothing() -> None:
    danced = 0
    for die_by_die in (True, False):
        going = turns("backgammon", 100, die_by_die=die_by_die)
        random = np.random.default_rng(2)
        for _ in range(60):
            seen = going.observe()
            still = ~seen.after.moves[seen.after.offsets[:-1]].any((1, 2))
            assert (seen.widths[still] == 1).all()
            assert seen.after.moves[np.repeat(~still, seen.widths)].any((1, 2)).all()
            danced += int(still.sum())
            going.take(seen, random.integers(0, seen.widths))
    assert danced > 10
