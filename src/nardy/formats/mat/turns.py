"""The legal turn that a text in a record means, ignoring hit marks.

If a text can mean several, or is missing, the rest of the record decides.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from nardy.core.acts import end_turn
from nardy.core.canonical import freely_joined
from nardy.core.dice import DiceList
from nardy.core.judge import Verdict, judge_words
from nardy.core.laws import LAWS
from nardy.core.legal import Reaches, begin, longest_step, reach, sequences
from nardy.core.position import OFF, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn, Step, after, broken_law, lands_on_opponent
from nardy.core.turn import Move
from nardy.core.words import Word, read_words, words_text
from nardy.errors import AmbiguousTurn, TooManyTurns

MOST_CANDIDATES = 500
MOST_STATES = 5_000
"""Search limit: the words of a cascade can be played in very many orders."""

FinalWays = Mapping[Position, tuple[Move, ...]]
LegalAhead = Callable[[Sequence[Situation]], list[int]]
"""How much of the record is legal after turns that lead to these situations, for each."""


@dataclass(frozen=True)
class Found:
    """A legal turn: moves in a playable order, and the final position."""

    moves: tuple[Move, ...]
    final: Position
    others: int = 0
    """How many other turns the record would also allow."""

    def __str__(self) -> str:
        """The text of the turn, its checkers joined."""
        return words_text(freely_joined(self.moves))


def choose(situation: Situation, words: list[Word], legal_ahead: LegalAhead) -> Found | Verdict:
    """The legal turn that the words mean, or the judge's verdict that there is none."""
    mid = _begin(situation)
    exact = as_written(situation.rules, mid, words)
    if isinstance(exact, Found):
        return exact
    try:
        verdict, is_plain = _judged(situation, words), True
    except AmbiguousTurn as error:
        verdict, is_plain = _judged(situation, read_words(error.readings[0])), False
    except TooManyTurns:
        return exact
    if verdict.law == "game-over":
        # As written the turn ends the game; another way to the same point would be another turn.
        return verdict
    finals = legal_finals(situation, words)
    if finals:
        return best(situation, finals, legal_ahead, verdict.final if is_plain else None)
    if verdict.turn and verdict.final:
        return Found(verdict.turn.moves, verdict.final)
    return verdict


def _judged(situation: Situation, words: list[Word]) -> Verdict:
    return judge_words(situation.rules, situation.position, _dice(situation), words)


def as_written(rules: Rules, mid: MidTurn, words: list[Word]) -> Found | Verdict:
    """Play the words one by one in order, a die each; or return the law that forbids it."""
    reaches: Reaches = {}
    moves: list[Move] = []
    for origin, target in pairs(words):
        step = longest_step(rules, mid, (origin, target), reaches)
        if step is None:
            return _verdict(_law(rules, mid, origin, target))
        moves.append(_move(rules, mid, step))
        mid = after(rules, mid, step)
    if mid.is_over or reach(rules, mid, reaches) <= 0:
        return Found(tuple(moves), mid.position)
    return _verdict("longest-play")


def _verdict(law: str) -> Verdict:
    return Verdict(law, LAWS[law].english)


def pairs(words: Iterable[Word]) -> Iterator[tuple[int, int]]:
    """Origin and target of each move that the words name."""
    for word in words:
        for _ in range(word.times):
            yield from zip(word.places, word.places[1:], strict=False)


def _law(rules: Rules, mid: MidTurn, origin: int, target: int) -> str:
    """The law that forbids this single move now."""
    dice = [die for die in mid.usable if max(OFF, origin - die) == target]
    if not dice:
        return "game-over" if mid.is_over else "wrong-die"
    return broken_law(rules, mid, Step(origin, dice[0])) or "longest-play"


def can_move(situation: Situation) -> bool:
    """Whether the mover has a legal move."""
    return reach(situation.rules, _begin(situation), {}) > 0


def legal_finals(situation: Situation, words: Iterable[Word] | None = None) -> FinalWays:
    """The legal turns that leave the mover's checkers as the words do; without words all.

    Empty if there are too many.
    """
    try:
        if words is not None:
            wanted = moved(situation.position.player, words)
            return _finals_with(situation.rules, _begin(situation), wanted)
        return sequences(situation.rules, _begin(situation), MOST_CANDIDATES)
    except TooManyTurns:
        return {}


def _finals_with(rules: Rules, start: MidTurn, wanted: Counts) -> FinalWays:
    """The legal turns that leave the mover's checkers so, in the order of `sequences`.

    Moves that lead away from there are not tried, so the search is short.
    """
    reaches: Reaches = {}
    finals: dict[Position, tuple[Move, ...]] = {}
    visited: set[MidTurn] = set()
    stack: list[tuple[MidTurn, tuple[Move, ...]]] = [(start, ())] if min(wanted) >= 0 else []
    while stack:
        mid, moves = stack.pop()
        if mid.position.player == wanted and (mid.is_over or reach(rules, mid, reaches) <= 0):
            finals.setdefault(mid.position, moves)
        for step in _steps_towards(rules, mid, wanted, reaches):
            there = after(rules, mid, step)
            if there not in visited:
                visited.add(there)
                stack.append((there, (*moves, _move(rules, mid, step))))
        if len(finals) > MOST_CANDIDATES or len(visited) > MOST_STATES:
            raise TooManyTurns(MOST_CANDIDATES)
    return finals


def _steps_towards(rules: Rules, mid: MidTurn, wanted: Counts, reaches: Reaches) -> Iterator[Step]:
    """The legal single moves after which the checkers can still come to stand as wanted."""
    here = mid.position.player
    # Checkers only go down: those from a place on up may not become fewer than are wanted there.
    above = [*accumulate(reversed([one - other for one, other in zip(here, wanted, strict=True)]))]
    spare = above[::-1]
    visited: set[tuple[int, int]] = set()
    for die in reversed(mid.usable):
        for origin in range(len(here) - 1, 0, -1):
            move = origin, max(OFF, origin - die)
            if not here[origin] or move in visited or min(spare[move[1] + 1 : origin + 1]) <= 0:
                continue
            visited.add(move)
            step = longest_step(rules, mid, move, reaches)
            if step:
                yield step


def _move(rules: Rules, mid: MidTurn, step: Step) -> Move:
    hits = lands_on_opponent(rules, mid.position, step.target)
    return Move(step.origin, step.target, hits)


def moved(player: Counts, words: Iterable[Word]) -> Counts:
    """The mover's checkers after the words, regardless of laws.

    >>> moved((0, 0, 1, 0), [Word((2, 1))])
    (0, 1, 0, 0)
    """
    counts = list(player)
    for word in words:
        counts[word.places[0]] -= word.times
        counts[word.places[-1]] += word.times
    return tuple(counts)


def best(
    situation: Situation, finals: FinalWays, legal_ahead: LegalAhead, first: Position | None = None
) -> Found:
    """Among several legal turns the one after which most of the record is legal.

    Among equals *first*, the plain reading, is preferred, then the first in order.
    """
    ordered = sorted(finals, key=lambda final: final != first)
    if len(ordered) == 1:
        return Found(finals[ordered[0]], ordered[0])
    scores = legal_ahead([end_turn(situation, final, len(finals[final])) for final in ordered])
    final = ordered[scores.index(max(scores))]
    others = 0 if final == first else scores.count(max(scores)) - 1
    return Found(finals[final], final, others)


def _begin(situation: Situation) -> MidTurn:
    return begin(situation.rules, situation.position, _dice(situation))


def _dice(situation: Situation) -> DiceList:
    if situation.dice is None:
        raise AssertionError("a turn has dice")
    return situation.dice
