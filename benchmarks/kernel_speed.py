"""The built libraries against Numba's code: turns and evaluations a second, on each level of x86-64.

    python benchmarks/kernel_speed.py [GAME ...]

Numba compiles for the level of the library that it is compared with. Each pair runs in turn, in processes of
their own and tells its best rate of five; printed are medians of the library's rates over Numba's, and the least and
the largest of them.
It needs the extra `compile`.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from nardy.cli.bench_measures import EVALUATED, evaluation_rate, self_played
from nardy.evaluation.network.bundled_weights import bundled
from nardy.games import find_game
from nardy.kernel import native
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.bench import random_rows, turns_rate
from nardy.kernel.build.__main__ import LIBRARIES
from nardy.search.tables import GameTables

GAMES = ("backgammon", "long-nardy", "plakoto", "fevga")
TURNS = 20_000
REPEATS = 7
BEST_OF = 5
"""Other work on the machine only makes a rate smaller, so the largest says most."""


def main(games: list[str]) -> None:
    for level in native.levels(native._processor_flags()):  # noqa: SLF001 (as the kernel chooses)
        with tempfile.TemporaryDirectory() as cache:
            ways = {"numba": numba_at(level, cache), "native": library_at(level)}
            for way in ways.values():
                rates_of(games, way)  # Numba compiles, and both are in memory once.
            found = [
                {name: rates_of(games, way) for name, way in ways.items()} for _ in range(REPEATS)
            ]
        for game in games:
            for kind in ("turns", "evaluations"):
                tell(
                    level,
                    game,
                    kind,
                    [pair["native"][game][kind] / pair["numba"][game][kind] for pair in found],
                )


def tell(level: str, game: str, kind: str, ratios: list[float]) -> None:
    middle = statistics.median(ratios)
    print(
        f"{level}  {game:12} {kind:12} {middle:.2f}  ({min(ratios):.2f} to {max(ratios):.2f})",
        flush=True,
    )


def numba_at(level: str, cache: str) -> dict[str, str]:
    library = LIBRARIES[f"linux-x86_64-{level}.so"]
    target = {"NUMBA_CPU_NAME": library.processor, "NUMBA_CPU_FEATURES": library.features}
    return {native.CHOICE: "numba", "NUMBA_CACHE_DIR": cache, **target}


def library_at(level: str) -> dict[str, str]:
    return {native.CHOICE: "native", "NARDY_LEVEL": level}


def rates_of(games: list[str], way: dict[str, str]) -> dict[str, dict[str, float]]:
    """Rates by game, measured in a process of its own."""
    command = [sys.executable, str(Path(__file__)), "--measure", *games]
    env = os.environ | way
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)  # noqa: S603 (our own command)
    return json.loads(done.stdout)


def measured(game: str) -> dict[str, float]:
    rules = find_game(game)
    network = bundled(rules)[0]
    moments = (self_played(GameTables.of(rules), network, 1) * 20)[:EVALUATED]
    laws, start = rules_array(rules), position_arrays([rules.start])[0][0]
    rows = random_rows(laws, start, TURNS, 1)
    return {
        "turns": max(turns_rate(laws, rows).generations for _ in range(BEST_OF)),
        "evaluations": max(evaluation_rate(network, moments) for _ in range(BEST_OF)),
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        if level := os.environ.get("NARDY_LEVEL"):
            native.levels = lambda _: [level]
        print(json.dumps({game: measured(game) for game in sys.argv[2:]}))
    else:
        main(sys.argv[1:] or list(GAMES))
