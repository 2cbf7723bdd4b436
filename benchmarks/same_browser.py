"""Whether the browser's module and the built library give the same values, turns and choices, in every game.

    python benchmarks/same_browser.py
    python benchmarks/same_browser.py --rows 1000 --choices 100 --ahead 5 gul-bara nuclear

Node runs the engine as the page has it. Turns are equal to the byte, values and choices within 1e-5 points.
The rule book and the bots are compared with the engine by tests/web/test_engine.py.
"""

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.web.node import lay_out, node

from nardy.core.rules import Rules
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.compiled import compiled_net
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.arrays import all_turns, make_finals
from nardy.kernel.bombs import value_with_bombs
from nardy.kernel.candidates import Candidates
from nardy.kernel.decisions import Table, Width, rank_turns
from nardy.kernel.layout import Rows
from nardy.kernel.scoring import FACTS_SIZE, GOING_ON
from nardy.search.bomb import after_bombs
from nardy.search.choose import choose, chosen_rows, play_turns
from nardy.search.tables import LISTED, WIDTHS, GameTables, Tables, rows_of
from nardy.server.web.engine_files import playable

NEAR = 1e-5
AT_ONCE = 500
"""Random games played side by side."""
ROOM = 20_000
SCRIPT = Path(__file__).with_suffix(".mjs")


class Asked(NamedTuple):
    """How much is compared in each game."""

    rows: int
    choices: int
    ahead: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="[all]")
    parser.add_argument("--rows", type=int, default=100_000, help="values and turns of each game")
    parser.add_argument("--choices", type=int, default=10_000, help="choices without look-ahead")
    parser.add_argument("--ahead", type=int, default=500, help="choices one ply ahead")
    asked = parser.parse_args()
    known = {rules.published.id: rules for rules in playable()}
    print(
        "game                rows  turns   worst value  choices  differ  worst choice", flush=True
    )
    with tempfile.TemporaryDirectory() as folder:
        laid_out = lay_out(Path(folder, "page"))
        for name in asked.games or known:
            work = Path(folder, name)
            work.mkdir()
            compare(known[name], Asked(asked.rows, asked.choices, asked.ahead), (laid_out, work))


def compare(rules: Rules, asked: Asked, folders: tuple[Path, Path]) -> None:
    """Compare one game, and print a line."""
    laid_out, work = folders
    game, name = GameTables.of(rules), rules.published.id
    tables, rolls = states(game, asked.rows)
    rows = rows_of(game, tables, rolls)
    listed = np.flatnonzero(rows.mids[:, at.MID_DICE] <= LISTED)
    for kind, array in zip(Tables._fields, tables, strict=True):
        array.tofile(work / kind)
    rolls.tofile(work / "rolls")
    listed.tofile(work / "listed")
    some = {"name": name, **asked._asdict()}
    (work / "asked.json").write_text(json.dumps(some), "utf-8")
    subprocess.run([node(), str(SCRIPT), str(laid_out), str(work)], check=True)  # noqa: S603
    chances, equities = values(rules, game, tables)
    gap = max(
        np.abs(np.fromfile(work / "chances", np.float32) - chances.ravel()).max(),
        np.abs(np.fromfile(work / "equities", np.float32) - equities).max(),
    )
    same = (work / "turns").read_text("utf-8") == turns(game, chosen_rows(rows, listed))
    boards = np.fromfile(work / "boards.chosen", np.int8).reshape(-1, 2, at.PLACES)
    worth = np.fromfile(work / "worth", np.float32)
    mine = list(choices(rules, (tables, rows), asked))
    differ = sum(
        not np.array_equal(one, other) for (one, _), other in zip(mine, boards, strict=True)
    )
    far = np.abs(np.array([value for _, value in mine]) - worth).max()
    sign = "" if same and gap < NEAR and far < NEAR and len(mine) == len(boards) else "  WRONG"
    print(
        f"{name:16} {asked.rows:8,}  {'same' if same else 'DIFFER'}  {gap:.1e}      {len(mine):6,}  "
        f"{differ:6,}  {far:.1e}{sign}",
        flush=True,
    )


def states(game: GameTables, count: int) -> tuple[Tables, np.ndarray]:
    """Moments before a roll, of games that the network plays with some noise, and their rolls."""
    random, network = np.random.default_rng(5), bundled(game.rules)[0]
    tables, found, thrown = Tables.begun(game, AT_ONCE), list[Tables](), list[np.ndarray]()
    for _ in range(-(-count // AT_ONCE)):
        rolls = random.integers(1, 7, (AT_ONCE, 2), np.int8)
        found.append(tables.copied())
        thrown.append(rolls)
        # Noise larger than the differences between turns, so that poor positions come up as well.
        noise = random.normal(0, 0.1, 1 << 16).astype(np.float32)

        def value(positions: Positions, noise: Floats = noise) -> tuple[Floats, Floats]:
            chances, equities = network.value(positions)
            return chances, equities + np.resize(noise, len(equities))

        tables = after_bombs(game, tables, value)
        rows = rows_of(game, tables, rolls)
        turn = choose(game, tables, rows, value)
        play_turns(game, tables, rows, turn)
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))
    every = Tables.joined(found).part(np.arange(count))
    return every, np.concatenate(thrown)[:count]


def values(rules: Rules, game: GameTables, tables: Tables) -> tuple[Floats, Floats]:
    """The library's values before the roll."""
    count = len(tables.boards)
    told = np.empty((count, len(game.points)), np.float32), np.empty(count, np.float32)
    board = tables.boards, tables.pins, at.PLAYER
    value_with_bombs(compiled_net(bundled(rules)[0], rules), board, tables.facts, *told)
    return told


def turns(game: GameTables, rows: Rows) -> str:
    """A hash of all final positions, in the kernel's order."""
    hashed = hashlib.sha256()
    for low in range(0, len(rows.boards), AT_ONCE):
        finals = all_turns(
            game.laws, chosen_rows(rows, np.arange(low, min(low + AT_ONCE, len(rows.boards))))
        )
        for array in (finals.boards, finals.pins):
            hashed.update(array[: finals.offsets[-1]].tobytes())
    return hashed.hexdigest()


def choices(
    rules: Rules, moments: tuple[Tables, Rows], asked: Asked
) -> Iterator[tuple[np.ndarray, float]]:
    """The library's best turns and their values, first without look-ahead."""
    tables, rows = moments
    game, net = GameTables.of(rules), compiled_net(bundled(rules)[0], rules)
    finals = make_finals(1, ROOM, game.most_dice)
    told = Candidates(
        np.empty(ROOM, np.float32),
        np.empty(ROOM, np.int8),
        np.empty((ROOM, len(game.points)), np.float32),
        np.empty((ROOM, FACTS_SIZE), np.int8),
        np.empty(ROOM, np.int8),
    )
    most, margins = zip(*WIDTHS[:2], strict=True)
    width = Width(np.array(most, np.int64), np.array(margins, np.float32))
    for plies, count in enumerate((asked.choices, asked.ahead)):
        for row in range(min(count, asked.rows)):
            which = np.array([row])
            before = tables.part(which)
            table = Table(before.boards, before.pins, before.facts)
            decision = table, chosen_rows(rows, which)
            found = rank_turns(net, decision, (plies, width), (finals, told))
            best = int(np.lexsort((-told.equities[:found], -told.plies[:found]))[0])
            yield finals.boards[best].copy(), float(told.equities[best])


if __name__ == "__main__":
    main()
