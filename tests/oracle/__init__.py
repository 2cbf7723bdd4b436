"""A second derivation of the laws: brute force over plain values, for the tests to hold against."""

from tests.oracle.catalog import (
    GAMES,
    PRESETS,
    Side,
    dice_list,
    game_of,
    game_text,
    parse,
    side_text,
    turns_taken,
)
from tests.oracle.ends import explode, nobody_can_move, result, stake
from tests.oracle.oracle import (
    TooManyError,
    Walk,
    final_positions,
    first_moves,
    leftover,
    longest,
)

__all__ = [
    "GAMES",
    "PRESETS",
    "Side",
    "TooManyError",
    "Walk",
    "dice_list",
    "explode",
    "final_positions",
    "first_moves",
    "game_of",
    "game_text",
    "leftover",
    "longest",
    "nobody_can_move",
    "parse",
    "result",
    "side_text",
    "stake",
    "turns_taken",
]
