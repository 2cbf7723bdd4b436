"""Whether the club's dice are fair: chi-square of many throws, derived as a room derives them.

    python benchmarks/dice.py                       # 10 million rolls
    python benchmarks/dice.py --rolls 100000 --seed 2

Rooms of a hundred throws each, with a seed, two tips and two links a throw that are random bytes (of a
seeded generator, so that a run can be repeated), go through the very function that the club throws
with. Counted are the 36 rolls, the numbers of each die, and which roll follows which (1,296 pairs): with
fair dice the chi-square of each is about its degrees of freedom, and its p-value is any number between
0 and 1. Below 0.0001 the exit status is 1.
"""

import argparse
import math
import random
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from nardy.core.player import Player
from nardy.core.provable import SIZE, Secret

A_ROOM = 100
LEAST = 0.0001

Counts = tuple[Counter[int], Counter[tuple[int, int]]]


def throw(rooms: range, seed: int) -> Counts:
    """The rolls of these rooms (36 kinds), and which followed which."""
    rolls, pairs = Counter[int](), Counter[tuple[int, int]]()
    white, black = Player
    for room in rooms:
        chance = random.Random(f"{seed} {room}")
        tips = (chance.randbytes(SIZE), chance.randbytes(SIZE))
        secret = Secret(f"room-{room}", chance.randbytes(SIZE), tips)
        before = -1
        for number in range(1, A_ROOM + 1):
            links = {white: chance.randbytes(SIZE), black: chance.randbytes(SIZE)}
            one, other = secret.throw(number, links)
            roll = 6 * one + other - 7
            rolls[roll] += 1
            if before >= 0:
                pairs[before, roll] += 1
            before = roll
    return rolls, pairs


def chi_square(counts: list[int]) -> tuple[float, int, float]:
    """Statistic, degrees of freedom and p-value (Wilson and Hilferty) of what should be even."""
    expected, free = sum(counts) / len(counts), len(counts) - 1
    statistic = sum((count - expected) ** 2 for count in counts) / expected
    spread = 2 / (9 * free)
    deviation = ((statistic / free) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)
    return statistic, free, math.erfc(deviation / math.sqrt(2)) / 2


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rolls", type=int, default=10_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    rooms, size = options.rolls // A_ROOM, 1_000
    shards = [range(first, min(first + size, rooms)) for first in range(0, rooms, size)]
    rolls, pairs = Counter[int](), Counter[tuple[int, int]]()
    begin = time.monotonic()
    with ProcessPoolExecutor(options.processes) as pool:
        for some, follow in pool.map(throw, shards, [options.seed] * len(shards)):
            rolls += some
            pairs += follow
    every = range(36)
    first = [sum(rolls[6 * one + other] for other in range(6)) for one in range(6)]
    second = [sum(rolls[6 * one + other] for one in range(6)) for other in range(6)]
    tables = {
        "rolls": [rolls[roll] for roll in every],
        "White's die": first,
        "Black's die": second,
        "pairs": [pairs[one, other] for one in every for other in every],
    }
    print(f"{rolls.total():,} rolls in {time.monotonic() - begin:,.0f} s")
    fair = True
    for name, counts in tables.items():
        statistic, free, chance = chi_square(counts)
        fair = fair and chance > LEAST
        print(f"  {name:12} chi-square {statistic:8.1f} of {free:5} degrees, p = {chance:.3f}")
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
