"""Turns to hold the kernel against the rule book on: played at random, played to block,
constructed to be nasty, and of games that nobody plays.

Everything follows from the seed.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

import numpy as np
from tests.effort import THOROUGH
from tests.oracle.catalog import game_of
from tests.oracle.random_positions import nasty
from tests.strategies import THREE

from nardy.core.choices import (
    Check,
    Contact,
    Direction,
    HeadException,
    HeadScope,
    HomeHit,
    PinnedBearoff,
    Prime,
    Quarter,
)
from nardy.core.dice import DiceList, Roll, leftover
from nardy.core.legal import begin
from nardy.core.options import OPTIONS
from nardy.core.position import BAR, OFF, PLACES, Position
from nardy.core.rules import Rules
from nardy.core.steps import MidTurn
from nardy.errors import TooManyTurns
from nardy.formats.position_text import loads
from nardy.games import GAMES, find_game
from nardy.kernel.arrays import (
    begin_rows,
    find_turns,
    kernel_moves,
    position_at,
    rows_of,
    rules_array,
)
from nardy.kernel.bench import MARKS, marks_of
from nardy.kernel.layout import Finals
from nardy.kernel.work import Work, make_work, read_row

LONG = 4
"""Longer lists of dice are played move by move."""


QUICK = {"runner": ("0", "6", "11", "12", "18"), "cascade_count": ("0", "1", "3")}
"""The values of an option with many that the quick suite tries."""


class Sample(NamedTuple):
    """A turn before its first move."""

    rules: Rules
    position: Position
    dice: DiceList


def samples(text: str, count: int, seed: int = 1) -> list[Sample]:
    """Turns of a game (id and options): a third each played, played to block, and nasty."""
    rules, rng = find_game(text), Random(f"{text} {seed}")
    third = count // 3
    found = played(rules, rng, third, blocks=False)
    found += played(rules, rng, third, blocks=True)
    for line in nasty(game_of(text), seed, count - len(found)):
        found.append(Sample(rules, loads(line).position, any_dice(rules, rng)))
    return found


def any_dice(rules: Rules, rng: Random) -> DiceList:
    """A dice list that a turn of this game may have; doubles and leftovers more often."""
    chance = rng.random()
    if chance < 0.1:
        return leftover(*sorted(rng.choices(range(1, 7), k=rng.randint(1, LONG))))
    one = rng.randint(1, 6)
    other = one if chance < 0.4 else rng.randint(1, 6)
    return rules.dice_list(Roll.of(one, other), rng.choice((0, 99)))


def played(rules: Rules, rng: Random, count: int, *, blocks: bool) -> list[Sample]:
    """Turns from whole games, a few of each; with *blocks* the players like points in a row."""
    found: list[Sample] = []
    while len(found) < count:
        # For a few turns no game is played to its end.
        game = list(islice(random_game(rules, rng, blocks=blocks), max(12 * count, 24)))
        found += rng.sample(game, min(len(game), 12))
    return found[:count]


def random_game(rules: Rules, rng: Random, *, blocks: bool) -> Iterator[Sample]:
    """The turns of one game."""
    position = rules.start
    for _ in range(150):
        sample = Sample(rules, position, any_dice(rules, rng))
        try:
            after = played_on(sample, rng, blocks=blocks)
        except TooManyTurns:
            # The kernel has no room for it, and the rule book takes minutes.
            return
        yield sample
        if after.player[OFF] == rules.checkers:
            return
        position = after.flipped()


def played_on(sample: Sample, rng: Random, *, blocks: bool) -> Position:
    """A final position of the turn."""
    rules, position, dice = sample
    if len(dice.numbers) > LONG:
        mid = begin(rules, position, dice)
        while moves := kernel_moves(rules, mid):
            mid = rng.choice(list(moves.values()))
        return mid.position
    finals = find_turns(rules, begin_rows(rules, [position], [dice])).finals
    found = range(int(finals.offsets[1]))
    tried = rng.sample(found, min(len(found), 8)) if blocks else [rng.choice(found)]
    afters = [position_at(finals.boards, finals.pins, k) for k in tried]
    return max(afters, key=points_in_a_row)


def points_in_a_row(position: Position) -> int:
    """The most points held of any six neighbours."""
    held = [count > 0 for count in position.player[1:BAR]] * 2
    return max(sum(held[low : low + 6]) for low in range(24))


def readings() -> list[str]:
    """Every value of every option that bears on what is legal, in a game where it stands."""
    games = {
        "backgammon": ("cascade_count", "first_hit_wins", "home_hit"),
        "mad-gulbar": ("cascade_count", "leftover"),
        "gul-bara": ("cascade_from",),
        "plakoto": ("pinned_bearoff",),
        "long-nardy": ("head", "head_exception", "head_scope", "prime", "prime_check", "runner"),
        "fevga": ("prime", "prime_check", "quarter", "release", "runner"),
    }
    texts = [
        f"{game},{name}={value}"
        for game, names in games.items()
        for name in names
        for value in OPTIONS[name].values
        if value in (THREE if THOROUGH else QUICK).get(name, OPTIONS[name].values)
    ]
    return [
        *texts,
        *(f"long-nardy,prime={value},prime_check=turn" for value in OPTIONS["prime"].values),
        "long-nardy,head_exception=six_four,head_scope=always",
        "moultezim,prime_check=step",
        "fevga,prime_check=step",
        "caucasian,first_hit_wins=on",
        "portes,cascade_count=3",
    ]


def strange_rules(rng: Random) -> Rules:
    """Laws that no club plays together: a game from a file may."""
    checkers = rng.choice((1, 2, 3, 5, 7, 15, 30, 127))
    low = rng.randint(1, 24)
    high = rng.randint(low, 24)
    return GAMES["backgammon"].replace(
        id="strange",
        start=Position.of({24: checkers}),
        direction=rng.choice(list(Direction)),
        contact=rng.choice(list(Contact)),
        head=rng.choice((0, 0, 1, 2)),
        head_exception=rng.choice(list(HeadException)),
        head_scope=rng.choice(list(HeadScope)),
        prime=rng.choice([Prime.ALLOW, *Prime]),
        prime_check=rng.choice(list(Check)),
        runner=rng.choice((0, 0, 0, rng.randint(1, 24))),
        quarter=rng.choice((None, None, Quarter(low, high, rng.randint(0, 6)))),
        release=rng.random() < 0.2,
        home_hit=rng.choice(list(HomeHit)),
        pinned_bearoff=rng.choice(list(PinnedBearoff)),
        first_hit_wins=rng.random() < 0.1,
    )


def dealt(rules: Rules, rng: Random) -> Position:
    """Checkers on points taken at random, some of them pinned where the game has pins."""
    points = rng.sample(range(1, 25), 24)
    if rng.random() < 0.3:
        points = [point for point in points if point <= 6 or point > 18]
    cut = rng.randint(0, len(points))
    player = side(rules, rng, points[:cut])
    opponent = side(rules, rng, [rules.facing(point) for point in points[cut:]])
    pinned: set[int] = set()
    under: set[int] = set()
    if rules.contact is Contact.PIN:
        for point in points[cut:]:
            if opponent[rules.facing(point)] == 1 and player[OFF] and rng.random() < 0.5:
                player[OFF] -= 1
                player[point] += 1
                under.add(rules.facing(point))
            elif opponent[rules.facing(point)] and player[OFF] and rng.random() < 0.1:
                player[OFF] -= 1
                player[point] += 1
                pinned.add(point)
    return Position(tuple(player), tuple(opponent), frozenset(pinned), frozenset(under))


def side(rules: Rules, rng: Random, points: list[int]) -> list[int]:
    """Counts of one player on some of these points, now and then on the bar or off."""
    counts = [0] * PLACES
    piles = rng.sample(points, min(len(points), rng.choice((1, 2, 4, 8, 12))))
    left = rules.checkers - (rng.randint(0, rules.checkers - 1) if rng.random() < 0.3 else 0)
    for place in [*piles, *rng.choices(piles or [OFF], k=left)][:left]:
        counts[place] += 1
    if rules.contact is Contact.HIT and rng.random() < 0.2 and piles:
        counts[piles[0]] -= 1
        counts[BAR] += 1
    counts[OFF] += rules.checkers - sum(counts)
    return counts


def work_of(rules: Rules, mid: MidTurn) -> Work:
    """A turn as the kernel sets it up."""
    work = make_work(np.zeros((1, 1, 4), np.int8), 4)
    read_row(rules_array(rules), rows_of([mid]), 0, work)
    return work


def checksum(finals: Finals) -> int:
    """A hash of all final positions, independent of their order within a row.

    It is the same on every machine; it changes with the laws or the layout.
    """
    marks = marks_of(finals, np.random.default_rng(0).integers(1, 1 << 62, MARKS))
    rows = np.repeat(np.arange(len(finals.offsets) - 1), np.diff(finals.offsets))
    # Mixed before adding, so that swapping checkers between positions changes the sum.
    marks = (marks ^ marks >> 29) * 0x2545F4914F6CDD1D
    return int(((marks ^ marks >> 32) * (2 * rows + 1)).sum())
