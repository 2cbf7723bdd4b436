"""Positions of named classes are kept, and later games begin with them."""

import os
import subprocess
import sys

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.games import find_game
from nardy.kernel.arrays import position_at
from nardy.labels.classes import classes_of
from nardy.search.tables import GameTables, Tables
from nardy.train import rare_starts, refine
from nardy.train.rare_starts import RareStarts
from nardy.train.refine import RARE_SHARE, Refiner

TEXT = "hypergammon"
KINDS = ("race", "on the bar")


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "SAMPLED", 2)


def played(kinds: tuple[str, ...], steps: int = 60) -> Refiner:
    refiner = Refiner(GameTables.of(find_game(TEXT)), 32, 1, kinds)
    for _ in range(steps):
        refiner.step(tiny(TEXT))
    return refiner


def starts_of(refiner: Refiner) -> RareStarts:
    assert refiner.rare_starts is not None
    return refiner.rare_starts


def classes_in(tables: Tables) -> list[tuple[str, ...]]:
    rules = find_game(TEXT)
    positions = [position_at(tables.boards, tables.pins, row) for row in range(len(tables.boards))]
    return [classes_of(rules, position) for position in positions]


def test_what_is_drawn_is_of_a_named_class_and_each_class_comes() -> None:
    drawn = starts_of(played(KINDS)).draw(400, np.random.default_rng(1))
    assert drawn is not None
    found = classes_in(drawn)
    assert all(set(kinds) & set(KINDS) for kinds in found)
    assert sum("race" in kinds for kinds in found) > 100
    assert sum("on the bar" in kinds for kinds in found) > 100


def test_nothing_is_drawn_before_anything_was_met() -> None:
    starts = RareStarts(GameTables.of(find_game(TEXT)), KINDS)
    assert starts.draw(3, np.random.default_rng(1)) is None


def test_new_positions_replace_any_of_the_old(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare_starts, "MOST_KEPT", 4)
    starts = starts_of(played(KINDS))
    assert starts.counts["race"] > 4
    assert starts.draw(50, np.random.default_rng(1)) is not None


def test_about_half_of_the_games_begin_with_a_rare_position() -> None:
    refiner = played(KINDS)
    shares = list[float]()
    for _ in range(200):
        refiner.restart(np.arange(32))
        refiner.draw_starts(np.arange(32))
        shares.append(refiner.is_rare.mean())
        assert not refiner.random_turns[refiner.is_rare].any()
        assert (refiner.plies[refiner.is_rare] == 1).all()
        rare = refiner.tables.part(np.flatnonzero(refiner.is_rare))
        assert all(set(kinds) & set(KINDS) for kinds in classes_in(rare))
    assert np.mean(shares) == pytest.approx(RARE_SHARE, abs=0.03)


def test_what_comes_of_a_rare_position_is_not_kept() -> None:
    refiner = played(KINDS)
    refiner.is_rare[:] = True
    before = dict(starts_of(refiner).counts)
    refiner.step(tiny(TEXT))
    assert starts_of(refiner).counts == before


def test_without_classes_the_targets_are_as_ever() -> None:
    """Nothing is drawn for a choice that there is not."""
    game = GameTables.of(find_game(TEXT))
    one, two = Refiner(game, 8, 3), Refiner(game, 8, 3, ())
    assert one.random.random() == two.random.random()
    assert one.rare_starts is None


SCRIPT = """
import numpy as np
from nardy.games import GAMES
from nardy.search.tables import GameTables, Tables
from nardy.train import rare_starts

names = ("crashed", "holding", "race", "straggler")
rare_starts.MOST_KEPT = 2
rare_starts.classes_of = lambda rules, position: names
game = GameTables.of(GAMES["hypergammon"])
tables = Tables.begun(game, 20)
tables.facts[:, 0] = np.arange(20)
starts = rare_starts.RareStarts(game, names)
starts.keep(tables, np.random.default_rng(1))
print(starts.draw(40, np.random.default_rng(2)).facts[:, 0].tolist())
"""


def test_equal_seeds_keep_equal_positions_in_every_process() -> None:
    """A set of names has another order in each process."""
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
