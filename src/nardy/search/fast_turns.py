"""Legal turns by the kernel as Python values, for core/engine.py to use in place of the slower rule book.

It handles turns of at most four dice and returns None for the rest. Texts, order and moves are those of
`canonical.legal_turns`.
"""

import threading
from collections.abc import Iterable
from functools import lru_cache
from operator import itemgetter

import numpy as np

from nardy.core.canonical import freely_joined, reading_order, standard_turn
from nardy.core.choices import Contact, HomeHit
from nardy.core.dice import DiceList
from nardy.core.legal import begin
from nardy.core.position import BAR, NO_POINTS, OFF, PLACES, Position
from nardy.core.rules import Rules
from nardy.core.shortest_notation import order_is_free, order_is_given
from nardy.core.steps import MidTurn
from nardy.core.turn import Move, Turn
from nardy.core.words import DANCE_TEXT, PLACE_TEXTS, words_text
from nardy.errors import RulesError, TooManyTurns
from nardy.kernel import arrays
from nardy.kernel import layout as at
from nardy.kernel.layout import Finals, Rows
from nardy.kernel.turns import turns_batch

ROOM = 1 << 10
"""Initial capacity for the final and intermediate positions of one roll."""
MOST_DICE = 4
"""Longer dice lists are cascades, left to the rule book."""
TurnOrder = tuple[tuple[tuple[int, int], ...], str]


class KernelEngine:
    """The kernel behind the interface `core.engine.Engine`."""

    def __init__(self) -> None:
        """Keep one set of arrays for each thread."""
        # The kernel runs without the interpreter's lock, so threads must not share these arrays.
        self._kept = threading.local()

    def legal_turns(
        self, rules: Rules, position: Position, dice: DiceList, limit: int
    ) -> dict[Turn, Position] | None:
        """Every legal turn with its final position; None leaves the answer to the rule book."""
        if order_is_given(dice.numbers, in_order=dice.in_order) or len(dice.numbers) > MOST_DICE:
            return None
        try:
            finals = self._finals(rules, position, dice)
        except (RulesError, TooManyTurns):
            return None  # more checkers or turns than the kernel can hold
        count = int(finals.offsets[1])
        if count > limit:
            return None  # the rule book refuses it
        moves = finals.moves[:count]
        # Bytes, because slices of them are quick to make and can be keys of a cache.
        flat = moves.reshape(count, -1).tobytes()
        boards = finals.boards[:count].tobytes()
        pins = finals.pins[:count].tolist() if rules.contact is Contact.PIN else None
        found: list[tuple[TurnOrder, Turn, Position]] = []
        to_turn = _Turns(rules, position, dice)
        width, size = len(flat) // count, 2 * PLACES
        for k in range(count):
            side = boards[k * size : k * size + size]
            mine, theirs = tuple(side[:PLACES]), tuple(side[PLACES:])
            if pins is None:
                final, fresh = Position(mine, theirs), 0
            else:
                ours, others = pins[k]
                final = Position(mine, theirs, _points(ours), _points(others))
                fresh = others & ~to_turn.pinned_before
            turn, order = to_turn.turn(flat[k * width : k * width + width], final, fresh)
            found.append((order, turn, final))
        found.sort(key=itemgetter(0))
        return {turn: final for _, turn, final in found}

    def _finals(self, rules: Rules, position: Position, dice: DiceList) -> Finals:
        """The final positions of one roll, as in `find_turns`; valid until the next roll."""
        finals: Finals | None = getattr(self._kept, "finals", None)
        if finals is None:
            finals = self._kept.finals = arrays.make_finals(1, ROOM, MOST_DICE)
        row = _row(rules, position, dice)
        lost, crowded = turns_batch(_laws(rules), row, ROOM, finals)
        return arrays.find_turns(rules, row).finals if lost or crowded else finals


def _row(rules: Rules, position: Position, dice: DiceList) -> Rows:
    """`begin_rows` for one row, faster for games that need no state at the start of a turn."""
    if rules.head or rules.home_hit is HomeHit.NO_HIDE:
        return arrays.begin_rows(rules, [position], [dice])
    mids = _BEGUN.copy()
    mids[0, at.MID_DICE] = len(dice.numbers)
    mids[0, at.MID_IN_ORDER] = dice.in_order
    mids[0, at.MID_DOUBLE] = dice.double
    board = np.frombuffer(bytearray(position.player + position.opponent), np.int8)
    pins = arrays.mask_of(position.player_pinned), arrays.mask_of(position.opponent_pinned)
    return Rows(
        board.reshape(1, 2, PLACES),
        np.array((pins,), np.int32),
        np.array((dice.numbers,), np.int8),
        mids,
    )


_laws = lru_cache(maxsize=256)(arrays.rules_array)
_BEGUN = np.zeros((1, at.MIDS_SIZE), np.int64)
_BEGUN[0, at.MID_READINGS] = at.NOBODY
_BEGUN[0, at.MID_FROM_HEAD] = at.NO_LIMIT


class _Turns:
    """Converts the kernel's moves of one position and roll to turns."""

    def __init__(self, rules: Rules, position: Position, dice: DiceList) -> None:
        self.rules, self.position, self.dice = rules, position, dice
        self.is_free = order_is_free(rules) and not rules.first_hit_wins
        self.mid: MidTurn | None = None
        self.low, self.high = min(dice.numbers), max(dice.numbers)
        self.is_pin = rules.contact is Contact.PIN
        self.pinned_before = arrays.mask_of(position.opponent_pinned)

    def turn(self, flat: bytes, final: Position, fresh: int) -> tuple[Turn, TurnOrder]:
        """The turn of one row of the kernel, and its sort key.

        A row has four numbers a move: origin, target, die, and whether it lands on a checker.
        """
        # A landing pins or not depending on earlier moves, so the rule book plays these.
        pins = self.is_pin and (fresh or self.pinned_before or any(flat[3::4]))
        if not self.is_free or pins:
            self.mid = self.mid or begin(self.rules, self.position, self.dice)
            turn = standard_turn(self.rules, self.mid, row_moves(flat), final)
            return turn, reading_order(turn)
        if self.low != self.high and flat[4]:
            if flat[4] > flat[0]:
                flat = flat[4:8] + flat[:4]
            if flat[1] == flat[4] and flat[2] == self.low:
                flat = self._larger_die_first(flat)
        return free_turn(flat, shows_hits=not self.is_pin)

    def _larger_die_first(self, flat: bytes) -> bytes:
        """The moves with the larger die first, if they reach the same position; otherwise as given."""
        origin, target, hits_between = flat[0], flat[5], flat[3]
        between = origin - self.high
        if between <= OFF:
            return flat
        rules, position = self.rules, self.position
        theirs = position.opponent[rules.facing(between)]
        if between in position.player_pinned or theirs > (rules.contact is not Contact.BLOCK):
            return flat
        # In hit games a blot on the way would be hit, or a blot hit before would stay.
        if not self.is_pin and (theirs or hits_between):
            return flat
        if target == OFF and not self._bears_off(origin, between):
            return flat
        return bytes((origin, between, self.high, theirs, between, target, self.low, flat[7]))

    def _bears_off(self, origin: int, between: int) -> bool:
        """Whether the smaller die bears off from *between* a checker that came from *origin*."""
        checkers = self.position.player
        rest = [place for place in range(1, BAR + 1) if checkers[place] - (place == origin)]
        highest = max(rest, default=0)
        return highest <= 6 and (between == self.low or (between < self.low and highest <= between))


@lru_cache(maxsize=200_000)
def free_turn(flat: bytes, *, shows_hits: bool) -> tuple[Turn, TurnOrder]:
    """The turn of moves that no law orders; it depends on nothing else."""
    falling = sorted(
        (-flat[n], -flat[n + 1], flat[n + 3]) for n in range(0, len(flat), 4) if flat[n]
    )
    hits = {-target for _, target, hit in falling if hit}
    moves: list[Move] = []
    for origin, target, _ in falling:
        moves.append(Move(-origin, -target, -target in hits))
        hits.discard(-target)  # only the first checker to land hits
    if {move[0] for move in moves}.isdisjoint(move[1] for move in moves):
        text = unchained_text([(*move[:2], move[2] and shows_hits) for move in moves])
        order = tuple(dict.fromkeys((origin, target) for origin, target, _ in falling)), text
        return Turn(tuple(moves), text), order
    edges = moves if shows_hits else [Move(*move[:2]) for move in moves]
    turn = Turn(tuple(moves), words_text(freely_joined(tuple(edges))))
    return turn, reading_order(turn)


def unchained_text(falling: Iterable[tuple[int, int, bool]]) -> str:
    """The text of moves that do not continue each other; a hit is marked once."""
    counts: dict[tuple[int, int], list[bool]] = {}
    for origin, target, hit in falling:
        counts.setdefault((origin, target), []).append(hit)
    words: list[str] = []
    for (origin, target), hits in counts.items():
        star = "*" if any(hits) else ""
        times = f"({len(hits)})" if len(hits) > 1 else ""
        words.append(f"{PLACE_TEXTS[origin]}/{PLACE_TEXTS[target]}{star}{times}")
    return " ".join(words) or DANCE_TEXT


@lru_cache(maxsize=200_000)
def row_moves(flat: bytes) -> tuple[Move, ...]:
    return tuple(
        Move(flat[n], flat[n + 1], bool(flat[n + 3])) for n in range(0, len(flat), 4) if flat[n]
    )


def _points(mask: int) -> frozenset[int]:
    return arrays.points_of(mask) if mask else NO_POINTS
