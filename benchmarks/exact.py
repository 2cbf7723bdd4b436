"""How fast the exact parts are, and whether GNU Backgammon's own tables say the same.

    python benchmarks/exact.py            # table of races, chances, last six checkers, one sweep
    python benchmarks/exact.py --peers    # against makebearoff and makehyper (Debian: gnubg)

Times are process CPU time on one core, the kernel being compiled. GNU Backgammon numbers sides as
nardy does, so its tables can be laid beside ours as they are.
"""

import argparse
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nardy.core.position import OFF, Position
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact import bearoff, two_sided
from nardy.exact.bearoff import race_chances
from nardy.exact.solver import Solver
from nardy.games import BACKGAMMON, HYPERGAMMON
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACTS_SIZE

RACES = 200_000
TWO = HYPERGAMMON.replace(id="hyper-two", start=Position.of({24: 1, 23: 1}))
# Bytes before the numbers in a file of gnubg.
HEADER = 40
U24 = (1 << 24) - 1


def main() -> None:
    """Speeds, or what the peers say."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peers", action="store_true", help="compare with gnubg's programs")
    if parser.parse_args().peers:
        against_races()
        against_two_sided()
        against_hypergammon()
    else:
        speeds()


def speeds() -> None:
    """One line for each part."""
    made = seconds(lambda: bearoff.bearoff(BACKGAMMON), bearoff.table_of.cache_clear)
    print(f"table of races     {made:10.2f} s  {bearoff.SIDES:,} sides")
    asked = races(), np.zeros((RACES, 2), np.int32), 0, np.zeros((RACES, FACTS_SIZE), np.int8)
    stakes = outcomes_of(BACKGAMMON).stakes
    taken = seconds(lambda: race_chances(BACKGAMMON, stakes, asked))
    print(f"chances of races   {RACES / taken:10,.0f} a second")
    filled = seconds(two_sided.all_equities, two_sided.all_equities.cache_clear)
    print(f"last six checkers  {filled:10.2f} s  {two_sided.SIDES**2:,} positions")
    solver = Solver(HYPERGAMMON)
    swept = seconds(solver.sweep)
    print(f"a sweep            {swept:10.1f} s  {solver.is_position.sum():,} of hypergammon")


def seconds(act: Callable[[], object], forget: Callable[[], object] = lambda: None) -> float:
    """CPU seconds of the second time: the first may have to compile."""
    act()
    forget()
    begun = time.process_time()
    act()
    return time.process_time() - begun


def races() -> Bytes:
    """Both sides at home, anywhere."""
    random = np.random.default_rng(1)
    boards = np.zeros((RACES, 2, 26), np.int8)
    rows, sides = np.arange(RACES)[:, None], np.arange(2)
    left = random.integers(1, BACKGAMMON.checkers + 1, (RACES, 2))
    for n in range(BACKGAMMON.checkers):
        point = np.where(n < left, random.integers(1, 7, (RACES, 2)), OFF)
        boards[rows, sides, point] += 1
    return boards


# ----------------------------------------------------------------------------- peers


def made_by(program: str, *options: str) -> bytes | None:
    """The output file of a program of gnubg; None, with a message, if it is not installed."""
    path = shutil.which(program, path=f"{os.environ.get('PATH', '')}:/usr/games")
    if path is None:
        print(f"{program}: not installed (Debian: apt install gnubg)")
        return None
    # A long name overflows a buffer in makehyper.
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(  # noqa: S603 (found by its name)
            [path, *options, "-f", "t"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        return (Path(folder) / "t").read_bytes()[HEADER:]


def tell(what: str, ours: NDArray[np.floating], theirs: NDArray[np.floating]) -> None:
    """The largest and the mean difference."""
    apart = np.abs(ours.astype(np.float64) - theirs)
    print(f"{what:32} {apart.size:>11,} values, at most {apart.max():.1e}, mean {apart.mean():.1e}")


def against_races() -> None:
    """The one-sided table: chances as 16 bits, 32 for all off and 32 for the first one."""
    data = made_by("makebearoff", "-o", "6", "-c")
    if data is not None:
        table = bearoff.bearoff(BACKGAMMON)
        theirs = np.frombuffer(data, "<u2").reshape(bearoff.SIDES, 2, 32) / 65_535
        tell("rolls until all are off", table.all_off, theirs[:, 0])
        means = theirs[:, 0] @ np.arange(32)
        tell("expected rolls", table.means, means)


def against_two_sided() -> None:
    """The two-sided table: four equities as 16 bits, those of the player who may double, without a double."""
    data = made_by("makebearoff", "-t", "6x6")
    if data is not None:
        count = two_sided.SIDES
        theirs = np.frombuffer(data, "<u2").reshape(count, count, 4) / 32_767.5 - 1
        cash = np.minimum(1, 2 * theirs[:, :, 3:])
        theirs = np.concatenate(
            [theirs[:, :, :1], np.maximum(theirs[:, :, 1:3], cash), theirs[:, :, 3:]], 2
        )
        kinds = ("no cube", "owned", "centred", "the opponent's")
        for kind, name in enumerate(kinds):
            ours = two_sided.all_equities()[kind, 1:, 1:]
            tell(f"six checkers, {name}", ours, theirs[1:, 1:, kind])


def against_hypergammon() -> None:
    """Two checkers: of each position five chances and four equities, 24 bits each."""
    data = made_by("makehyper", "-c", "2", "-n", "-t", "1e-6")
    if data is not None:
        solver = Solver(TWO)
        for sweeps in solver.sweeps(1e-7):
            done = sweeps
        count = len(solver.values)
        raw = np.frombuffer(data, np.uint8)[: count * count * 28].reshape(count, count, 28)
        words = raw[:, :, :27].reshape(count, count, 9, 3).astype(np.int64)
        numbers = (words @ [1, 1 << 8, 1 << 16]) / U24
        win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = np.moveaxis(
            numbers[:, :, :5], 2, 0
        )
        theirs = 2 * win - 1 + win_gammon + win_backgammon - lose_gammon - lose_backgammon
        live = solver.is_position
        tell(f"hypergammon of two, {done.count} sweeps", solver.values[live], theirs[live])


if __name__ == "__main__":
    main()
