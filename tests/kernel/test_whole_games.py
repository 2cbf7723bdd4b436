"""Thousands of random games in lockstep through the kernel: every one ends, no checker is lost."""

import random

import numpy as np
import pytest
from tests.effort import each, tries

from nardy.core.dice import ROLLS, DiceList
from nardy.core.legal import begin
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules
from nardy.games import GAMES
from nardy.kernel.arrays import begin_rows, find_turns, kernel_moves, position_at

MOST_TURNS = 1_500
CHANCES = [roll for roll in ROLLS for _ in range(1 if roll.is_double else 2)]


def cascaded(rules: Rules, position: Position, dice: DiceList, rng: random.Random) -> Position:
    """A random turn followed die by die."""
    mid = begin(rules, position, dice)
    while moves := kernel_moves(rules, mid):
        mid = rng.choice(list(moves.values()))
    return mid.position


def has_ended(rules: Rules, before: Position, after: Position) -> bool:
    """Whether the mover has borne all off, hit where that wins, or a mother is pinned for good."""
    if after.player[OFF] == rules.checkers:
        return True
    if rules.first_hit_wins and after.opponent[BAR] > before.opponent[BAR]:
        return True
    theirs, mine = 24 in after.opponent_pinned, 24 in after.player_pinned
    decided = (theirs and not after.player[24]) or (mine and not after.opponent[24])
    return rules.mother and (decided or (theirs and mine))


def play_out(rules: Rules, games: int, seed: int) -> int:
    """Play so many games from the start; the number of turns taken together."""
    rng = random.Random(seed)
    positions = [rules.start] * games
    turns = 0
    for number in range(MOST_TURNS):
        lists = [rules.dice_list(rng.choice(CHANCES), number // 2) for _ in positions]
        short = [row for row, dice in enumerate(lists) if len(dice.numbers) <= 4]
        after: list[Position | None] = [None] * len(positions)
        rows = begin_rows(rules, [positions[row] for row in short], [lists[row] for row in short])
        finals = find_turns(rules, rows).finals
        counts = np.diff(finals.offsets)
        assert (counts > 0).all()
        for row, first, count in zip(short, finals.offsets.tolist(), counts.tolist(), strict=False):
            after[row] = position_at(finals.boards, finals.pins, first + rng.randrange(count))
        going = []
        for before, final, dice in zip(positions, after, lists, strict=True):
            ended = final or cascaded(rules, before, dice, rng)
            assert sum(ended.player) == sum(ended.opponent) == rules.checkers
            if not has_ended(rules, before, ended):
                going.append(ended.flipped())
        turns += len(positions)
        positions = going
        if not positions:
            return turns
    message = f"{len(positions)} games still go on after {MOST_TURNS} turns: {positions[0]}"
    raise AssertionError(message)


@each("rules", GAMES.values())
def test_random_games_end(rules: Rules) -> None:
    assert play_out(rules, tries(12, 30, 30), seed=1) > 30


@pytest.mark.thorough
@pytest.mark.parametrize("rules", GAMES.values(), ids=str)
def test_many_random_games_end(rules: Rules) -> None:
    games = tries(30, 500, 2_000)
    assert play_out(rules, games, seed=2) > games
