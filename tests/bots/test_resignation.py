"""A game is given up only when it is lost however the dice fall."""

import functools
import random

import pytest
from tests.effort import each

from nardy.bots.resignation import certain_loss, most_rolls
from nardy.core import acts
from nardy.core.canonical import legal_turns
from nardy.core.dice import ROLLS
from nardy.core.position import HOME, OFF, Position
from nardy.core.situation import Phase, Situation
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES


@each(
    ("text", "size"),
    [
        ("backgammon w 6:5 1:1", "single"),
        ("backgammon w 6:4 1:1", None),  # a double may bear all four off
        ("backgammon w 6:5 3:2", None),  # 2-1 leaves a checker
        ("backgammon w 6:9 3:2", "single"),
        ("backgammon w 6:15 1:1", None),  # a gammon is not ruled out
        ("backgammon w 7:1,1:8 1:1", None),  # no race at home
        ("backgammon w 6:9 1:1 dice=31", None),
        ("backgammon w 1:1 1:1", None),
        ("gul-bara w 6:9 1:1", None),
        ("long-nardy w 6:9 1:1", "single"),
        ("long-nardy@draw w 6:6 1:1", None),  # the last throw may still draw
        ("long-nardy@draw w 6:9 1:1", "single"),
    ],
)
def test_what_is_certain(text: str, size: str | None) -> None:
    assert certain_loss(position_text.loads(text)) == size


@functools.cache
def worst(position: Position) -> int:
    """The rolls that a side needs if every roll is the worst and every turn the best."""
    if position.player[OFF] == BACKGAMMON.checkers:
        return 0
    return 1 + max(
        min(worst(final) for final in legal_turns(BACKGAMMON, position, roll).values())
        for roll in ROLLS
    )


@pytest.mark.parametrize("points", [{1: 1}, {6: 1}, {6: 2}, {3: 2, 1: 1}])
def test_the_most_rolls_are_never_fewer_than_the_worst_dice_ask_for(points: dict[int, int]) -> None:
    position = Position.of({**points, OFF: 15 - sum(points.values())}, {1: 15})
    assert most_rolls(BACKGAMMON, position.player) >= worst(position)


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "fevga"])
def test_who_plays_on_instead_loses(game: str) -> None:
    rules, rng = GAMES[game], random.Random(1)
    lost = 0
    for _ in range(200):
        mine, theirs = rng.randint(1, 12), rng.randint(1, 4)
        sides = [_at_home(rng, count, rules.checkers) for count in (mine, theirs)]
        situation = Situation(rules=rules, position=Position(sides[0], sides[1]))
        if certain_loss(situation):
            assert not wins_with_the_best_dice(situation)
            lost += 1
    assert lost > 10


def _at_home(rng: random.Random, count: int, checkers: int) -> tuple[int, ...]:
    counts = [0] * 26
    for _ in range(count):
        counts[rng.choice(HOME)] += 1
    counts[OFF] = checkers - count
    return tuple(counts)


def wins_with_the_best_dice(situation: Situation) -> bool:
    """The player throws 6-6 each time, the opponent 2-1; each takes the first turn listed."""
    player = situation.to_act
    while situation.phase is not Phase.OVER:
        roll = ROLLS[-1] if situation.to_act is player else ROLLS[1]
        rolled = acts.roll_dice(situation, roll)
        turns = legal_turns(rolled.rules, rolled.position, rolled.dice)
        turn, final = max(turns.items(), key=lambda pair: pair[1].player[OFF])
        situation = acts.end_turn(rolled, final, len(turn.moves))
    return situation.result is not None and situation.result.winner is player
