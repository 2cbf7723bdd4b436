"""Steps a second of the environment for reinforcement learning, beside open_spiel's and pgx's.

    python benchmarks/environment.py
    python benchmarks/environment.py --count 4096 --game long-nardy

All play backgammon at random on one core; what is timed is what a learner cannot do without: to
list the legal actions and to take one. A step of nardy's is a whole turn, with every position
that the others lead to; one of open_spiel's is a turn, or half of a double; one of pgx's is the
move of one checker, and its second die may be lost where both could be played. Rates are by
process CPU time; repeats are interleaved and the median is printed.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

# Before the packages are imported, which read it: all are measured on one core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault(
    "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
)

import numpy as np
from peers import load

from nardy.games import find_game
from nardy.rl import Environment

REPEATS = 5
Task = Callable[[], int]
"""Plays for a while; how many steps."""


def nardy_task(game: str, count: int, steps: int, *, die_by_die: bool, features: bool) -> Task:
    environment = Environment(find_game(game), count, die_by_die=die_by_die)
    random = np.random.default_rng(1)
    seen, _ = environment.reset(seed=1)

    def play() -> int:
        nonlocal seen
        for _ in range(steps):
            if features:
                _ = seen.features
            actions = (random.random(count) * seen.widths).astype(np.int64)
            seen = environment.step(actions).observation
        return steps * count

    return play


def spiel_task(pyspiel: Any, steps: int) -> Task:
    import random  # noqa: PLC0415 (only here)

    game, rng = pyspiel.load_game("backgammon"), random.Random(1)

    def play() -> int:
        state, taken = game.new_initial_state(), 0
        while taken < steps:
            if state.is_terminal():
                state = game.new_initial_state()
            taken += not state.is_chance_node()
            state.apply_action(rng.choice(state.legal_actions()))
        return taken

    return play


def pgx_task(pgx: Any, count: int, steps: int) -> Task:
    import jax  # noqa: PLC0415 (only here)
    from pgx.experimental import auto_reset  # noqa: PLC0415

    environment = pgx.make("backgammon")
    step = jax.vmap(auto_reset(environment.step, environment.init))

    def once(carry: Any, _: Any) -> Any:
        state, key = carry
        key, one, other = jax.random.split(key, 3)
        actions = jax.random.categorical(one, jax.numpy.where(state.legal_action_mask, 0.0, -1e9))
        return (step(state, actions, jax.random.split(other, count)), key), None

    advance = jax.jit(lambda carry: jax.lax.scan(once, carry, None, length=steps)[0])
    keys = jax.random.split(jax.random.PRNGKey(1), count)
    carry = (jax.jit(jax.vmap(environment.init))(keys), jax.random.PRNGKey(2))

    def play() -> int:
        nonlocal carry
        carry = jax.block_until_ready(advance(carry))
        return steps * count

    return play


def rates(tasks: dict[str, Task]) -> dict[str, float]:
    """Steps a second of process CPU time: the median of interleaved repeats."""
    found: dict[str, list[float]] = {name: [] for name in tasks}
    # Not timed: the first call compiles.
    for task in tasks.values():
        task()
    for _ in range(REPEATS):
        for name, task in tasks.items():
            begin = time.process_time()
            steps = task()
            found[name].append(steps / (time.process_time() - begin))
    return {name: statistics.median(several) for name, several in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=4096, help="games in lockstep [4096]")
    parser.add_argument("--steps", type=int, default=40, help="steps of each a repeat [40]")
    parser.add_argument("--game", default="backgammon")
    options = parser.parse_args()
    game, count, steps = options.game, options.count, options.steps
    plain = {"die_by_die": False, "features": False}
    tasks: dict[str, Task] = {
        "nardy": nardy_task(game, count, steps, **plain),
        "nardy, die by die": nardy_task(game, count, steps, **{**plain, "die_by_die": True}),
        "nardy, with features": nardy_task(game, count, steps, **{**plain, "features": True}),
    }
    pyspiel, pgx = (
        (load("open-spiel", "pyspiel"), load("pgx", "pgx"))
        if game == "backgammon"
        else (None, None)
    )
    if pyspiel:
        tasks["open_spiel"] = spiel_task(pyspiel, 20_000)
    if pgx:
        tasks["pgx"] = pgx_task(pgx, 32, 200)
    found = rates(tasks)
    ours = found["nardy"]
    for name, rate in found.items():
        ratio = (
            f"   nardy is {ours / rate:.1f} times as fast" if name in ("open_spiel", "pgx") else ""
        )
        print(f"  {name:22}{rate:12,.0f} steps/s{ratio}")


if __name__ == "__main__":
    main()
