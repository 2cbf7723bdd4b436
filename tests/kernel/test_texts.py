"""Sides as text, equal to the rule book's; who can surely move does not dance."""

from itertools import pairwise

import numpy as np
from tests.effort import each, tries
from tests.kernel.samples import samples

from nardy.core.outcome import is_stuck
from nardy.core.shortest_notation import order_is_free
from nardy.core.text import side_text
from nardy.games import GAMES
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.texts import LONGEST, surely_move, write_sides


def texts_of(boards: Bytes, pins: Pins) -> list[str]:
    letters = np.zeros(2 * len(boards) * LONGEST, np.uint8)
    ends = np.full(2 * len(boards) + 1, -1, np.int64)
    write_sides(boards, pins, letters, ends)
    text = letters.tobytes().decode("ascii")
    return [text[low:high] for low, high in pairwise(ends.tolist())]


@each("text", GAMES)
def test_sides_are_written_as_the_rule_book_writes_them(text: str) -> None:
    positions = [sample.position for sample in samples(text, tries(20, 60, 60), seed=51)]
    written = texts_of(*position_arrays(positions))
    book = [
        side_text(counts, pinned)
        for position in positions
        for counts, pinned in (
            (position.player, position.player_pinned),
            (position.opponent, position.opponent_pinned),
        )
    ]
    assert written == book


def test_every_count_and_every_place_has_room() -> None:
    boards = np.zeros((3, 2, 26), np.int8)
    boards[0, 0, :] = 127
    boards[1, 1, 25] = 9
    boards[1, 0, 0] = 100
    boards[2, 0, 0] = boards[2, 1, 0] = 15
    pins = np.array([[0, 0], [0, 0], [0, 0]], np.int32)
    full, nothing, all_off, bar, *rest = texts_of(boards, pins)
    assert full == ",".join(["bar:127", *(f"{point}:127" for point in range(24, 0, -1))])
    assert (nothing, all_off, bar) == ("off:0", "off:100", "bar:9")
    assert rest == ["off:15", "off:15"]


@each("text", [name for name, rules in GAMES.items() if order_is_free(rules) and not rules.head])
def test_who_can_surely_move_is_not_stuck(text: str) -> None:
    found = samples(text, 60, seed=52)
    rules = found[0].rules
    boards, pins = position_arrays([sample.position for sample in found])
    can = np.zeros(len(found), np.bool_)
    surely_move(rules_array(rules), boards, pins, can)
    stuck = [is_stuck(rules, sample.position.flipped()) for sample in found]
    assert not any(one and other for one, other in zip(can, stuck, strict=True))
    assert can.sum() > len(found) / 2
