"""Whether the built library and Numba's code give the same turns, values and choices, in every game.

    python benchmarks/same_kernels.py
    python benchmarks/same_kernels.py --rows 100000 --choices 10000 --ahead 500

The browser's module is held against the kernel by tests/web/test_engine.py, and more of it by
NARDY_CHECK=flood python -m pytest tests/web/test_engine.py.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nardy.core.rules import Rules
    from nardy.evaluation.network.network import Floats, Positions

KERNELS = ("native", "numba")
NEAR = 1e-5
AT_ONCE = 500
"""Random games played side by side."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=100_000, help="turns of each game")
    parser.add_argument("--choices", type=int, default=10_000, help="choices without look-ahead")
    parser.add_argument("--ahead", type=int, default=500, help="choices one ply ahead")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        _compute(asked.child, asked.rows, (asked.choices, asked.ahead))
        return
    with tempfile.TemporaryDirectory() as folder:
        for kernel in KERNELS:
            there = Path(folder, kernel)
            there.mkdir()
            numbers = [f"--{name}={getattr(asked, name)}" for name in ("rows", "choices", "ahead")]
            command = [sys.executable, __file__, f"--child={there}", *numbers]
            subprocess.run(command, env={**os.environ, "NARDY_KERNEL": kernel}, check=True)  # noqa: S603
        _compare(*(Path(folder, kernel) for kernel in KERNELS))


def _compare(one: Path, other: Path) -> None:
    print("game                rows   turns  worst value  choices  differ  worst choice")
    for path in sorted(one.glob("*.npz")):
        here, there = np.load(path), np.load(other / path.name)
        is_same = str(here["turns"]) == str(there["turns"])
        values = np.abs(here["values"] - there["values"]).max()
        differ = (here["chosen"] != there["chosen"]).any(axis=(1, 2))
        gap = np.abs(here["worth"] - there["worth"]).max()
        sign = "" if is_same and values < NEAR and gap < NEAR else "  WRONG"
        print(
            f"{path.stem:16} {int(here['rows']):7,}  {'same' if is_same else 'DIFFER'}  "
            f"{values:.1e}      {len(differ):6,}  {differ.sum():6,}  {gap:.1e}{sign}"
        )


def _compute(folder: Path, rows: int, most: tuple[int, int]) -> None:
    from nardy.games import GAMES  # noqa: PLC0415 (which kernel runs is known only now)

    for name, rules in GAMES.items():
        states = folder.parent / f"{name}.states.npz"
        if not states.exists():
            np.savez(states, **_states(rules, rows))
        with np.load(states) as held:
            np.savez(folder / name, **_told(rules, dict(held), most))


def _states(rules: "Rules", rows: int) -> "dict[str, np.ndarray]":
    """Moments of games that the network plays, with some turns at random: positions, facts and rolls."""
    from nardy.evaluation.network.bundled_weights import bundled  # noqa: PLC0415
    from nardy.kernel.scoring import GOING_ON  # noqa: PLC0415
    from nardy.search.choose import choose  # noqa: PLC0415
    from nardy.search.tables import GameTables, Tables, rows_of  # noqa: PLC0415

    random, network = np.random.default_rng(5), bundled(rules)[0]
    game = GameTables.of(rules).with_filter(network.move_filter)
    tables, found = Tables.begun(game, AT_ONCE), []
    for _ in range(-(-rows // AT_ONCE)):
        rolls = random.integers(1, 7, (AT_ONCE, 2), np.int8)
        found.append([array.copy() for array in (*tables, rolls)])
        # Noise larger than the differences between turns, so that poor positions come up as well.
        noise = random.normal(0, 0.1, 1 << 16).astype(np.float32)

        def value(positions: "Positions", noise: np.ndarray = noise) -> "tuple[Floats, Floats]":
            chances, equities = network.value(positions)
            return chances, equities + np.resize(noise, len(equities))

        turn = choose(game.with_filter(None), tables, rows_of(game, tables, rolls), value)
        tables.advance(slice(None), turn, np.zeros((AT_ONCE, game.most_dice), np.int8))
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))
    names = ("boards", "pins", "facts", "left", "rolls")
    return dict(zip(names, map(np.concatenate, zip(*found, strict=True)), strict=True))


def _told(
    rules: "Rules", states: "dict[str, np.ndarray]", most: tuple[int, int]
) -> "dict[str, object]":
    """The turns, values and choices of this kernel in the given moments."""
    from nardy.evaluation.network.bundled_weights import bundled  # noqa: PLC0415
    from nardy.evaluation.network.network import Positions  # noqa: PLC0415
    from nardy.kernel import layout as at  # noqa: PLC0415
    from nardy.kernel.arrays import all_turns  # noqa: PLC0415
    from nardy.search.lookahead import choose_ahead  # noqa: PLC0415
    from nardy.search.tables import GameTables, Tables, rows_of  # noqa: PLC0415

    network, hashed, values = bundled(rules)[0], hashlib.sha256(), []
    game = GameTables.of(rules).with_filter(network.move_filter)
    rolls = states.pop("rolls")
    count, chosen, worth = len(rolls), [], []
    for low in range(0, count, AT_ONCE):
        part = slice(low, low + AT_ONCE)
        tables = Tables(*(np.ascontiguousarray(array[part]) for array in states.values()))
        positions = Positions(tables.boards, tables.pins, at.PLAYER, tables.facts)
        values.append(network.value(positions)[1])
        # A cascade has too many turns to list.
        if not rules.cascade_count:
            finals = all_turns(game.laws, rows_of(game, tables, rolls[part]))
            for array in finals[:3]:
                hashed.update(array[: finals.offsets[-1]].tobytes())
    for plies, few in enumerate(most):
        for low in range(0, min(few, count), AT_ONCE):
            part = slice(low, min(low + AT_ONCE, few))
            tables = Tables(*(np.ascontiguousarray(array[part]) for array in states.values()))
            taken = choose_ahead(
                game, tables, rows_of(game, tables, rolls[part]), network.value, plies
            )
            chosen.append(taken.boards)
            worth.append(taken.equities)
    return {
        "rows": count,
        "turns": hashed.hexdigest(),
        "values": np.concatenate(values),
        "chosen": np.concatenate(chosen),
        "worth": np.concatenate(worth),
    }


if __name__ == "__main__":
    main()
