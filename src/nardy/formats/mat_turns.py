"""Which lawful turn a text of a record means, hit stars aside.

Where a text can mean several, or nothing is told, what follows in the record decides.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from nardy.core.acts import end_turn
from nardy.core.canonical import canonical_turn
from nardy.core.judge import Verdict, judge_words
from nardy.core.legal import begin, sequences
from nardy.core.position import Counts, Position
from nardy.core.situation import Situation
from nardy.core.turn import Move, Turn
from nardy.core.words import Word
from nardy.errors import AmbiguousTurn, TooManyTurns

MOST_CANDIDATES = 500

Finals = Mapping[Position, tuple[Move, ...]]
Carries = Callable[[Situation], int]
"""How many turns of what follows are lawful after a turn that leads to this situation."""


@dataclass(frozen=True)
class Found:
    """A lawful turn, and how it was chosen."""

    turn: Turn
    final: Position
    others: int = 0
    """How many other turns the record would allow as well."""


def lawful_finals(situation: Situation, words: Iterable[Word] | None = None) -> Finals:
    """The lawful turns that leave the mover's checkers where the words do; all without words.

    Nothing where there are too many to look at.
    """
    if situation.dice is None:
        return {}
    mid = begin(situation.rules, situation.position, situation.dice)
    try:
        finals = sequences(situation.rules, mid, MOST_CANDIDATES)
    except TooManyTurns:
        return {}
    if words is None:
        return finals
    wanted = moved(situation.position.player, words)
    return {final: moves for final, moves in finals.items() if final.player == wanted}


def moved(player: Counts, words: Iterable[Word]) -> Counts:
    """The mover's checkers after the words, whatever the laws say.

    >>> moved((0, 0, 1, 0), [Word((2, 1))])
    (0, 1, 0, 0)
    """
    counts = list(player)
    for word in words:
        counts[word.places[0]] -= word.times
        counts[word.places[-1]] += word.times
    return tuple(counts)


def choose(situation: Situation, words: list[Word], carries: Carries) -> Found | Verdict:
    """The lawful turn that the words mean, or the judge's verdict that there is none."""
    verdict = _verdict(situation, words)
    if verdict and verdict.turn and verdict.final and not _may_hide_a_hit(situation, words):
        return Found(verdict.turn, verdict.final)
    finals = lawful_finals(situation, words)
    if not finals:
        return _found(verdict) if verdict else Verdict("wrong-die", "the turn can mean several")
    first = verdict.final if verdict else None
    return best(situation, finals, carries, first)


def best(
    situation: Situation, finals: Finals, carries: Carries, first: Position | None = None
) -> Found:
    """Of several lawful turns the one after which most of the record is lawful.

    Of equals *first*, the plain reading, is taken, else the first in order.
    """
    ordered = sorted(finals, key=lambda final: final != first)
    if len(ordered) == 1:
        return Found(_turn(situation, finals, ordered[0]), ordered[0])
    scores = [carries(end_turn(situation, final, len(finals[final]))) for final in ordered]
    final = ordered[scores.index(max(scores))]
    others = 0 if final == first else scores.count(max(scores)) - 1
    return Found(_turn(situation, finals, final), final, others)


def _turn(situation: Situation, finals: Finals, final: Position) -> Turn:
    if situation.dice is None:
        raise AssertionError("a turn has dice")
    mid = begin(situation.rules, situation.position, situation.dice)
    return canonical_turn(situation.rules, mid, finals[final], final)


def _verdict(situation: Situation, words: list[Word]) -> Verdict | None:
    """What the judge finds; None where the words can mean several turns."""
    if situation.dice is None:
        raise AssertionError("a turn has dice")
    try:
        return judge_words(situation.rules, situation.position, situation.dice, words)
    except AmbiguousTurn:
        return None


def _found(verdict: Verdict) -> Found | Verdict:
    if verdict.turn and verdict.final:
        return Found(verdict.turn, verdict.final)
    return verdict


def _may_hide_a_hit(situation: Situation, words: Iterable[Word]) -> bool:
    """Whether a word leads over points that it does not name."""
    dice = situation.dice.numbers if situation.dice else ()
    return any(
        origin - target not in dice and target > 0
        for word in words
        for origin, target in zip(word.places, word.places[1:], strict=False)
    ) or any(word.places[-1] == 0 and word.places[-2] > max(dice) for word in words)
