"""How true cubes in races at home are: against perfect play, by the number of groups, and what they cost.

    python benchmarks/race_cubes.py

Three tables. Races of up to six checkers, drawn at random, against the exact two-sided table, with the formulas of
before beside it. Races of 7 to 15 checkers, by the number of groups (exact/race_cube.py), against every side a
group of its own. And the CPU time of one decision, the first for these sides and again.
"""

import random
import statistics
import time

import numpy as np

from nardy import BACKGAMMON
from nardy.core.cube import Cube, Owner
from nardy.core.position import OFF, Position
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import LATE, CubeEquities, race_equities
from nardy.evaluation.cube.money_cube import Access, money_equities
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import PositionArrays, race_chances
from nardy.exact.race_cube import GROUPS, CubeEnds, race_with_cube
from nardy.exact.two_sided import MOST, late_waits
from nardy.kernel import layout as at
from nardy.kernel.bearoff_cube import THEIRS
from nardy.kernel.scoring import FACTS_SIZE

OWNERS = (Owner.PLAYER, Owner.NOBODY, Owner.OPPONENT)
LATE_RACES, LONG_RACES = 2_000, 6
EVERY_SIDE = 1_000_000
VALUES = np.exp2(np.arange(7))
NOBODY = np.zeros(len(VALUES), np.bool_)
ENDS = CubeEnds(
    VALUES[:, None] * np.ones(2), -VALUES[:, None] * np.ones(2), VALUES, -VALUES, (NOBODY, NOBODY)
)
"""Single games, as in the two-sided table."""


def race(fewest: int, most: int, chosen: random.Random) -> Position:
    """Sides of so many checkers on random points at home."""
    sides = list[dict[int, int]]()
    for _ in range(2):
        points = [chosen.randint(1, 6) for _ in range(chosen.randint(fewest, most))]
        counts = {point: points.count(point) for point in set(points)}
        sides.append(counts | {OFF: BACKGAMMON.checkers - len(points)})
    return Position.of(*sides)


def arrays_of(position: Position) -> PositionArrays:
    boards = np.array([[position.player, position.opponent]], np.int8)
    return boards, np.zeros((1, 2), np.int32), at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)


def by_formula(asked: PositionArrays, owner: Owner) -> CubeEquities:
    """Janowski's, with the exact chances."""
    _, chances = race_chances(BACKGAMMON, outcomes_of(BACKGAMMON).stakes, asked)
    waits, taken = money_equities(BACKGAMMON, chances, (np.array([1]), Access.of(owner)))
    return CubeEquities(float(waits[0]), float(taken[0]), 1.0)


def is_close(position: Position) -> bool:
    """Whether the doubler wins between 40 and 95 %, where cubes are decided."""
    _, chances = race_chances(BACKGAMMON, outcomes_of(BACKGAMMON).stakes, arrays_of(position))
    return 0.4 < float(chances[0, : chances.shape[1] // 2].sum()) < 0.95


def late(chosen: random.Random) -> None:
    print(f"{LATE_RACES:,} races of up to {MOST} checkers, errors against perfect play")
    errors = {"chains": list[float](), "formulas": list[float]()}
    doubles = {"chains": 0.0, "formulas": 0.0}
    wrong = dict.fromkeys(doubles, 0)
    for _ in range(LATE_RACES):
        position = race(2, MOST, chosen)
        while not is_close(position):
            position = race(2, MOST, chosen)
        asked = arrays_of(position)
        exact = late_waits(BACKGAMMON, asked)[1][0]
        for owner in OWNERS:
            found = race_with_cube(BACKGAMMON, asked, owner, ENDS)
            assert found is not None
            formula = by_formula(asked, owner)
            true = float(exact[LATE[owner]]), 2 * float(exact[THEIRS])
            for name, said in (("chains", found), ("formulas", formula[:2])):
                errors[name] += [said[0] - true[0], said[1] - true[1]]
                if owner is not Owner.OPPONENT:
                    is_double = min(said[1], 1) >= said[0]
                    gain = min(true[1], 1) - true[0]
                    lost = max(0.0, -gain if is_double else gain)
                    doubles[name] += lost
                    wrong[name] += lost > 0.001
    for name, found in errors.items():
        far = np.abs(found)
        print(
            f"  {name:9} rms {np.sqrt(np.mean(far**2)):.4f}, worst {far.max():.3f}; a double or none "
            f"loses {doubles[name] / LATE_RACES / 2:.5f}, {wrong[name]:,} of {2 * LATE_RACES:,} wrong"
        )


def long(chosen: random.Random) -> None:
    print(f"{LONG_RACES} races of 7 to 15 checkers, against every side by itself")
    positions = [race(7, 15, chosen) for _ in range(LONG_RACES)]
    whole = [
        race_with_cube(BACKGAMMON, arrays_of(p), Owner.NOBODY, ENDS, EVERY_SIDE) for p in positions
    ]
    for groups in (12, 24, GROUPS, 2 * GROUPS):
        found = [
            race_with_cube(BACKGAMMON, arrays_of(p), Owner.NOBODY, ENDS, groups) for p in positions
        ]
        far = np.abs(np.array(found) - np.array(whole))
        print(f"  {groups:3} groups: rms {np.sqrt(np.mean(far**2)):.5f}, worst {far.max():.5f}")


def times(chosen: random.Random) -> None:
    first, again = list[float](), list[float]()
    for _ in range(40):
        situation = Situation(rules=BACKGAMMON, position=race(9, 15, chosen), cube=Cube())
        for found in (first, again):
            begun = time.thread_time()
            race_equities(situation)
            found.append((time.thread_time() - begun) * 1_000)
    told = (
        f"{statistics.median(first):.1f} ms for new sides, {statistics.median(again):.1f} ms again"
    )
    print(f"a decision of 9 to 15 checkers, medians of 40: {told}")


def main() -> None:
    chosen = random.Random(7)
    late(chosen)
    times(chosen)
    long(chosen)


if __name__ == "__main__":
    main()
