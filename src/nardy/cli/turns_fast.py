"""Turns and the positions after them as text, from the kernel's arrays.

The rule book (`turns.answer_line`) gives the same answers more slowly; tests compare
the two.
"""

from functools import lru_cache
from itertools import pairwise

import numpy as np

from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn, freely_joined, shown_edges
from nardy.core.choices import Contact
from nardy.core.dice import DiceList
from nardy.core.legal import begin
from nardy.core.options import rules_text
from nardy.core.outcome import is_stuck
from nardy.core.player import Player
from nardy.core.position import BAR, NO_POINTS, OFF, Position
from nardy.core.rules import Rules
from nardy.core.shortest_notation import order_is_free, order_is_given
from nardy.core.situation import Situation
from nardy.core.text import fields_text, situation_text
from nardy.core.turn import Move
from nardy.core.words import DANCE_TEXT, PLACE_TEXTS, words_text
from nardy.kernel.arrays import begin_rows, find_turns, mask_of, points_of, rules_array
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.texts import LONGEST, surely_move, write_sides
from nardy.search.fast_turns import row_moves

FastTurn = dict[str, str]


def fast_turns(situation: Situation, dice: DiceList) -> list[FastTurn]:
    """Each legal turn with at most four dice, and the position text after it."""
    rules, mover = situation.rules, situation.to_act
    finals = find_turns(rules, begin_rows(rules, [situation.position], [dice])).finals
    ordinary = _Ordinary(situation)
    is_free = order_is_free(rules) and not order_is_given(dice.numbers, in_order=dice.in_order)
    mid = None if is_free else begin(rules, situation.position, dice)
    pinned_before = mask_of(situation.position.opponent_pinned)
    answers: list[FastTurn] = []
    count = int(finals.offsets[1])
    texts = _sides(finals.boards[:count], finals.pins[:count])
    can_move = np.empty(count, np.bool_)
    surely_move(rules_array(rules), finals.boards, finals.pins, can_move)
    found = zip(
        finals.boards[:count].reshape(count, -1),
        finals.pins[:count].tolist(),
        finals.moves[:count].reshape(count, -1),
        can_move.tolist(),
        texts,
        strict=True,
    )
    for board, (player_pins, opponent_pins), row, can, (mine, theirs) in found:
        sides, flat = board.tobytes(), row.tobytes()
        final = None
        if mid is None:
            fresh = opponent_pins & ~pinned_before
            text = _free_text(rules, flat[0::4] + flat[1::4] + flat[3::4], fresh)
        else:
            final = _position(sides, player_pins, opponent_pins)
            text = canonical_turn(rules, mid, row_moves(flat), final).text
        if ordinary.is_next(sides, player_pins, opponent_pins, can_move=can):
            white, black = (mine, theirs) if mover is Player.WHITE else (theirs, mine)
            position = f"{ordinary.head} {white} {black}{ordinary.tail}"
        else:
            final = final or _position(sides, player_pins, opponent_pins)
            position = situation_text(end_turn(situation, final, len(row_moves(flat))))
        answers.append({"turn": text, "position": position})
    return answers


class _Ordinary:
    """The text after a turn without special effects: only the checkers differ."""

    def __init__(self, situation: Situation) -> None:
        rules = situation.rules
        self.rules = rules
        self.situation = situation
        after = end_turn(situation, situation.position, 0)
        self._is_free = order_is_free(rules) and not rules.head
        self._is_sure = after.result is None and not (
            situation.last or situation.left or rules.cascade_count or rules.bomb
        )
        self.head = f"{rules_text(rules)} {after.to_act.letter}"
        self.tail = fields_text(after)

    def is_next(
        self, sides: bytes, player_pins: int, opponent_pins: int, *, can_move: bool
    ) -> bool:
        """Whether the turn neither ends the game nor triggers a special law.

        `can_move`: no block or pin can keep the next player from moving.
        """
        rules = self.rules
        if not self._is_sure or sides[OFF] == rules.checkers:
            return False
        if rules.mother and (player_pins | opponent_pins) >> 24 & 1:
            return False
        if rules.first_hit_wins and sides[26 + BAR] > self.situation.position.opponent[BAR]:
            return False
        if self._is_free and can_move:
            return True
        return not is_stuck(rules, _position(sides, player_pins, opponent_pins).flipped())


def _position(sides: bytes, player_pins: int, opponent_pins: int) -> Position:
    return Position(
        tuple(sides[:26]), tuple(sides[26:]), _points(player_pins), _points(opponent_pins)
    )


def _points(mask: int) -> frozenset[int]:
    return points_of(mask) if mask else NO_POINTS


def _sides(boards: Bytes, pins: Pins) -> list[tuple[str, str]]:
    """The mover's and the opponent's checkers of every position as text."""
    count = len(boards)
    letters = np.empty(2 * count * LONGEST, np.uint8)
    ends = np.empty(2 * count + 1, np.int64)
    write_sides(boards, pins, letters, ends)
    text = letters[: ends[-1]].tobytes().decode("ascii")
    sides = [text[low:high] for low, high in pairwise(ends.tolist())]
    return list(zip(sides[::2], sides[1::2], strict=True))


def _unchained_text(falling: list[tuple[int, int, int]]) -> str:
    """The text of moves of which none continues another; each hit is marked once."""
    hits = {target for _, target, hit in falling if hit}
    counts: dict[tuple[int, int], int] = {}
    for move in falling:
        counts[move[:2]] = counts.get(move[:2], 0) + 1
    words: list[str] = []
    for (origin, target), count in counts.items():
        star = "*" if target in hits else ""
        hits.discard(target)
        times = f"({count})" if count > 1 else ""
        words.append(f"{PLACE_TEXTS[origin]}/{PLACE_TEXTS[target]}{star}{times}")
    return " ".join(words) or DANCE_TEXT


# The same moves occur in many positions.
@lru_cache(maxsize=500_000)
def _free_text(rules: Rules, columns: bytes, fresh: int) -> str:
    """Canonical text where the order of moves does not matter; cached.

    The columns are all origins, all targets, all hits. *fresh* is the mask of newly pinned
    points, in the opponent's numbering.
    """
    most = len(columns) // 3
    ways = zip(columns[:most], columns[most : 2 * most], columns[2 * most :], strict=True)
    if rules.contact is Contact.PIN:
        moves = tuple(Move(origin, target, bool(hits)) for origin, target, hits in ways if origin)
        pinned = frozenset(map(rules.facing, _points(fresh)))
        return words_text(freely_joined(shown_edges(rules, moves, pinned)))
    made = [way for way in ways if way[0]]
    count = len(made)
    if set(columns[:count]).isdisjoint(columns[most : most + count]):
        return _unchained_text(sorted(made, reverse=True))
    if count == 2:
        return _chain_text(*sorted(made, reverse=True))
    return words_text(freely_joined(tuple(made)))


def _chain_text(first: tuple[int, int, int], last: tuple[int, int, int]) -> str:
    """The text of two moves of one checker; the point between is shown if it hits there."""
    between = f"/{PLACE_TEXTS[first[1]]}*" if first[2] else ""
    return f"{PLACE_TEXTS[first[0]]}{between}/{PLACE_TEXTS[last[1]]}{'*' if last[2] else ''}"
