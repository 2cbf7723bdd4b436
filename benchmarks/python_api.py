"""The speed of the library from Python: turns of one roll, many evaluations, single decisions.

    .venv/bin/python benchmarks/python_api.py

CPU time of one thread; the rule book and the engine are asked in turn, in one run.
"""

import random
import statistics
import time
from collections.abc import Callable

import nardy
from nardy.bots.neural import NeuralBot
from nardy.bots.turns import as_played
from nardy.core import engine
from nardy.core.dice import ROLLS
from nardy.formats import position_text
from nardy.search.fast_turns import KernelEngine

ROUNDS = 7
POSITIONS = 10_000
DECISIONS = 300


def milliseconds(job: Callable[[], object], times: int) -> float:
    """The CPU time of one call."""
    begun = time.process_time()
    for _ in range(times):
        job()
    return (time.process_time() - begun) / times * 1_000


def compare(name: str, job: Callable[[], object], times: int) -> None:
    """Print the medians of the rule book and the engine, and of their ratios."""
    kernel = KernelEngine()
    engine.offer(lambda: kernel)
    job()
    slow, fast = [], []
    for _ in range(ROUNDS):
        engine.clear()
        slow.append(milliseconds(job, times))
        engine.offer(lambda: kernel)
        fast.append(milliseconds(job, times))
    engine.clear()
    ratio = statistics.median(a / b for a, b in zip(slow, fast, strict=True))
    print(f"{name:34} {statistics.median(slow):8.3f} {statistics.median(fast):8.3f} {ratio:6.1f}")


def game(rules: nardy.Rules) -> None:
    """A game at random, its turns listed and played by their texts."""
    played, chosen = nardy.Game(rules, seed=3), random.Random(1)
    while played.outcome is None:
        played.roll()
        played.play(str(chosen.choice(list(played.legal_turns))))


def positions(rules: nardy.Rules) -> list[nardy.Position]:
    """Positions before a roll, from games at random."""
    found: list[nardy.Position] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        played, chosen = nardy.Game(rules, seed=seed), random.Random(seed)
        while played.outcome is None:
            played.roll()
            turns = played.legal_turns
            found.extend(final.flipped() for final in list(turns.values())[:40])
            played.play(chosen.choice(list(turns)))
    return found[:POSITIONS]


def decisions(rules: nardy.Rules) -> None:
    """Print what one turn of nardy:0 costs, from a moment and from its text, over games of its own."""
    bot, seed = NeuralBot(0), 0
    moments: list[nardy.Situation] = []
    while len(moments) < DECISIONS:
        seed += 1
        played = nardy.Game(rules, seed=seed)
        while played.outcome is None:
            played.roll()
            moments.append(played.situation)
            final, moves = bot.choose(played.situation)
            played.play(as_played(played.situation, moves, final))
    texts = [position_text.dumps(moment) for moment in moments]
    plain = [times(lambda m=moment: bot.choose(m)) for moment in moments]
    read = [times(lambda t=text: bot.choose(position_text.loads(t))) for text in texts]
    print(
        f"{rules.id}, a turn without look-ahead: {statistics.median(plain):.3f} ms, "
        f"from its text {statistics.median(read):.3f} ms"
    )


def times(job: Callable[[], object]) -> float:
    """The least CPU time of some calls, in milliseconds."""
    return min(milliseconds(job, 1) for _ in range(3))


def main() -> None:
    print(f"{'milliseconds':34} {'book':>8} {'engine':>8} {'ratio':>6}")
    for rules in (nardy.BACKGAMMON, nardy.LONG_NARDY, nardy.PLAKOTO):
        for roll in ((3, 1), (6, 5)):
            dice = nardy.Roll.of(*roll)
            name = f"{rules.id}, start, {dice}"
            compare(name, lambda r=rules, d=dice: nardy.legal_turns(r, r.start, d), 20)
    start = nardy.BACKGAMMON.start
    every = [nardy.Roll(*roll) for roll in ROLLS]
    compare(
        "backgammon, start, all 21 rolls",
        lambda: [nardy.legal_turns(nardy.BACKGAMMON, start, roll) for roll in every],
        1,
    )
    compare("backgammon, a game at random", lambda: game(nardy.BACKGAMMON), 1)
    kernel = KernelEngine()
    engine.offer(lambda: kernel)
    for rules in (nardy.BACKGAMMON, nardy.LONG_NARDY, nardy.PLAKOTO):
        many = positions(rules)
        nardy.evaluate_many(rules, many[:10])
        cost = [
            milliseconds(lambda m=many, r=rules: nardy.evaluate_many(r, m), 1) for _ in range(7)
        ]
        print(f"{rules.id}, {POSITIONS:,} positions evaluated: {statistics.median(cost):.0f} ms")
        decisions(rules)


if __name__ == "__main__":
    main()
