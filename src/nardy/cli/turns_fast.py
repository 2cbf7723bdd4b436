"""Turns and the positions after them as text, straight from the kernel's arrays.

The rule book's own way (`turns_lines.answer_line`) says the same, a good deal slower: the
tests hold the two equal.
"""

from functools import lru_cache

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
from nardy.core.situation import Situation
from nardy.core.sparing import order_is_free, order_is_given
from nardy.core.text import fields_text, side_text, situation_text
from nardy.core.turn import Move
from nardy.core.words import DANCE_TEXT, PLACE_TEXTS, words_text
from nardy.kernel.arrays import begin_rows, find_turns, mask_of, points_of

Answer = dict[str, str]


def fast_turns(situation: Situation, dice: DiceList) -> list[Answer]:
    """Each lawful turn of at most four dice, with the position text after it."""
    rules, mover = situation.rules, situation.to_act
    finals = find_turns(rules, begin_rows(rules, [situation.position], [dice])).finals
    ordinary = _Ordinary(situation)
    is_free = order_is_free(rules) and not order_is_given(dice.numbers, in_order=dice.in_order)
    mid = None if is_free else begin(rules, situation.position, dice)
    pinned_before = mask_of(situation.position.opponent_pinned)
    answers: list[Answer] = []
    moves = finals.moves.reshape(len(finals.moves), -1)
    for k in range(int(finals.offsets[1])):
        sides = finals.boards[k].tobytes()
        player_pins, opponent_pins = finals.pins[k].tolist()
        flat = moves[k].tobytes()
        mine = _side(sides[:26], player_pins)
        theirs = _side(sides[26:], opponent_pins)
        final = None
        if mid is None:
            fresh = opponent_pins & ~pinned_before
            text = _free_text(rules, flat[0::4] + flat[1::4] + flat[3::4], fresh)
        else:
            final = _position(sides, player_pins, opponent_pins)
            text = canonical_turn(rules, mid, _moves(flat), final).text
        if ordinary.is_next(sides, player_pins, opponent_pins):
            white, black = (mine, theirs) if mover is Player.WHITE else (theirs, mine)
            position = f"{ordinary.head} {white} {black}{ordinary.tail}"
        else:
            final = final or _position(sides, player_pins, opponent_pins)
            position = situation_text(end_turn(situation, final, len(_moves(flat))))
        answers.append({"turn": text, "position": position})
    return answers


class _Ordinary:
    """What follows a turn after which the game just goes on: only the checkers differ."""

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

    def is_next(self, sides: bytes, player_pins: int, opponent_pins: int) -> bool:
        """Whether the turn neither ended the game nor brought a special law into play."""
        rules = self.rules
        if not self._is_sure or sides[OFF] == rules.checkers:
            return False
        if rules.mother and (player_pins | opponent_pins) >> 24 & 1:
            return False
        if rules.first_hit_wins and sides[26 + BAR] > self.situation.position.opponent[BAR]:
            return False
        if self._is_free and _moves_surely(rules, sides, opponent_pins):
            return True
        return not is_stuck(rules, _position(sides, player_pins, opponent_pins).flipped())


@lru_cache(maxsize=1)
def _facing(rules: Rules) -> tuple[int, ...]:
    return tuple(rules.facing(place) for place in range(26))


def _moves_surely(rules: Rules, sides: bytes, opponent_pins: int) -> bool:
    """Whether the next player, the second of *sides*, can move one checker by some die."""
    facing = _facing(rules)
    most = 0 if rules.contact is Contact.BLOCK else 1
    origins = (BAR,) if sides[26 + BAR] else range(BAR - 1, 1, -1)
    for origin in origins:
        if sides[26 + origin] and not opponent_pins >> origin & 1:
            for target in range(origin - 1, max(0, origin - 7), -1):
                if sides[facing[target]] <= most and not opponent_pins >> target & 1:
                    return True
    return False


def _position(sides: bytes, player_pins: int, opponent_pins: int) -> Position:
    return Position(
        tuple(sides[:26]), tuple(sides[26:]), _points(player_pins), _points(opponent_pins)
    )


def _points(mask: int) -> frozenset[int]:
    return points_of(mask) if mask else NO_POINTS


@lru_cache(maxsize=200_000)
def _side(counts: bytes, pins: int) -> str:
    return side_text(tuple(counts), _points(pins))


def _unchained_text(falling: list[tuple[int, int, int]]) -> str:
    """The text of moves of which none goes on where another ended; a hit is told once."""
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


@lru_cache(maxsize=200_000)
def _moves(flat: bytes) -> tuple[Move, ...]:
    """The moves of one row of the kernel: origin, target, die and hit, four numbers each."""
    return tuple(
        Move(flat[n], flat[n + 1], bool(flat[n + 3])) for n in range(0, len(flat), 4) if flat[n]
    )


@lru_cache(maxsize=500_000)
def _free_text(rules: Rules, columns: bytes, fresh: int) -> str:
    """Canonical text where the order of moves does not matter; it depends on nothing else.

    The columns are all origins, all targets, all hits; *fresh* is the mask of the points,
    in the opponent's numbering, where he has been pinned.
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
    return words_text(freely_joined(tuple(made)))
