"""Whether what an explanation says is true: counted by the rule book, and by the bot's replies one by one.

Used by the tests and by benchmarks/coach_truth.py. Nothing of the code that made the sentences counts here.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from tests.coach.by_rule_book import COUNTS, count
from tests.coach.moments import moments

from nardy.analysis.decisions import turn_of
from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import Explanation, explain
from nardy.coach.facts import BY_ID
from nardy.coach.kinds import LARGER, ROLLS_TO_GO, least_of
from nardy.coach.points import POINTS
from nardy.coach.reasons import Reason
from nardy.coach.roll_map import grouped
from nardy.coach.sentences import plan_sentence, sentences
from nardy.core.canonical import legal_turns
from nardy.core.choices import Contact
from nardy.core.dice import ROLLS, Roll
from nardy.core.position import BAR, OFF, Position
from nardy.core.situation import Phase, Situation
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.exact.bearoff import bearoff
from nardy.exact.sides import side_numbers
from nardy.translations import LANGUAGES, figure

NEAR = 0.1
"""Games of a hundred by which two counts of the network's chances may differ: they are told with one decimal."""
NEAR_CASCADE = 2.5
"""The same in games with cascades, of whose replies the bot lists some good ones (search/cascades.py)."""
CONSTANT = {"36", "100", "19", "24", "13", "18", "7", "12"}
"""Numbers of the templates themselves: rolls, games, and the points of quarters."""
POINT = re.compile(r" (makes|takes|keeps) (?:an |the )?(?:anchors? on )?your ([\d, and]+) points?")


def explained(game: str, seed: int, tried: int) -> Iterator[Explanation]:
    """Explanations of random moments: why the last turn in the list is worse than the best."""
    for before in moments(game, seed, tried):
        turns = [*legal_turns(before.rules, before.position, before.dice)]
        yield explain(before, turns[-1])


def check(found: Explanation) -> int:
    """Check everything that an explanation says in every language; how many sentences that is."""
    for reason in found.reasons:
        check_reason(found, reason)
    told = 0
    for language in LANGUAGES:
        words = sentences(found, language)
        assert all(words)
        assert plan_sentence(found, language)
        check_numbers(found, language, words)
        told += len(words)
    check_points(found, sentences(found))
    check_rolls(found, sentences(found))
    return told


def check_reason(found: Explanation, reason: Reason) -> None:
    """The counts of a reason against the rule book, or against the bot's replies."""
    assert found.pair is not None
    for after, told in zip(found.pair.afters, (reason.best, reason.played), strict=True):
        if reason.fact in COUNTS:
            assert told == pytest.approx(count(reason.fact, after)), reason
        elif reason.fact == "hit replies":
            assert told == hit_replies(after), reason
        elif reason.fact == ROLLS_TO_GO:
            assert told == pytest.approx(rolls_of(after), abs=0.0051), reason
        else:
            assert told == pytest.approx(100 * chance(after, reason.fact), abs=near(found)), reason
    if reason.fact in BY_ID:
        least = least_of(reason.fact, found.situation.rules)
        assert (reason.best - reason.played) * BY_ID[reason.fact].better >= least, reason


def rolls_of(after: Situation) -> float:
    """The expected rolls to bear off, as the sum of the chances that so many were not enough."""
    counts = np.array([after.position.flipped().player], np.int8)
    exactly = bearoff(after.rules).all_off[side_numbers(counts, 6)[0]]
    return float((1 - exactly.cumsum()).sum())


def hit_replies(after: Situation) -> int:
    """The rolls of 36 whose best reply hits or pins."""
    found = 0
    for roll in ROLLS:
        final = NeuralBot(0).rank(replace(after, roll=roll), 1)[0].final
        fresh = final.opponent_pinned - after.position.opponent_pinned
        hits = bool(fresh) or final.opponent[BAR] > after.position.opponent[BAR]
        found += hits * (1 if roll.is_double else 2)
    return found


def chance(after: Situation, what: str) -> float:
    """The chance to win, or of larger wins or losses, of the player who made the turn; the other rolls.

    The bot is asked for its reply to each roll, and what follows is looked at one ply ahead.
    """
    points = points_of(after.rules)
    unit = points[points > 0].min()
    which = {"won": points > unit, "lost": points < -unit, "win": points > 0}[what]
    return sum(
        (1 if roll.is_double else 2) / 36 * float(seen_after(after, roll)[which].sum())
        for roll in ROLLS
    )


def near(found: Explanation) -> float:
    """How far apart two counts of chances may be."""
    return NEAR_CASCADE if found.situation.rules.cascade_count else NEAR


def seen_after(after: Situation, roll: Roll) -> Floats:
    """The chances of every outcome after the best reply, for the player who made the turn."""
    rolled = replace(after, roll=roll)
    reply = NeuralBot(0).rank(rolled, 1)[0]
    then = turn_of(rolled, reply)[1]
    if then.phase is Phase.OVER:
        return reply.chances[::-1]
    chances = NeuralBot(1).look_ahead(then, 1)[0]
    return chances[::-1] if then.to_act is after.to_act else chances


def check_numbers(found: Explanation, language: str, words: list[str]) -> None:
    """All numbers of the sentences are the counts of their reasons, and nothing else."""
    loss = found.loss or 0.0
    # Where two plies prefer the turn that the bot ranks lower, its gain is told.
    known = {*CONSTANT, f"{round(abs(loss), 3):g}"}
    for one in found.reasons:
        digits = 1 if one.fact in LARGER else 6
        known |= {f"{round(value, digits):g}" for value in (one.best, one.played)}
        # Without the reason the loss would be left, or the other turn would be better.
        known |= {f"{round(value, 3):g}" for value in (one.part, abs(loss - one.part))}
        known |= points_and_digits(found, one)
    if found.ranked is not None:
        known.add(f"{round(found.ranked, 3):g}")
    text = " ".join(words)
    # One turn may begin with the other, where a hit ends the game.
    for turn in sorted(map(str, (found.best, found.played)), key=len, reverse=True):
        text = text.replace(turn, "")
    assert "{" not in text
    numbers = set(re.findall(r"\d+(?:[.,]\d+)?", text))
    if not found.reasons:
        groups = grouped(found.rolls).values()
        known |= {f"{one:g}" for rolls, part in groups for one in (rolls, round(part, 3))}
    rest = numbers - {figure(language, number) for number in known}
    if rest and found.pair is not None and not found.reasons:
        # Without a reason the games won are told, and the larger wins or losses.
        games = [
            100 * chance(after, what)
            for after in found.pair.afters
            for what in ("win", "won", "lost")
        ]
        rest = {
            n for n in rest if min(abs(float(n.replace(",", ".")) - one) for one in games) > 2.5
        }
    assert not rest, (text, known)


ROLLS_TOLD = re.compile(
    r"On (\d+) rolls? of 36 the opponent's best reply (.+) only after (.+): they make"
)
REPLY = {
    "hits": lambda before, after: after.opponent[BAR] > before.opponent[BAR],
    "bears off": lambda before, after: after.player[OFF] > before.player[OFF],
    "leaves the start quarter": lambda b, a: sum(a.player[19:26]) < sum(b.player[19:26]),
}
"""What a reply does, seen by the player who replies; counted again here."""


def check_rolls(found: Explanation, words: list[str]) -> None:
    """At least as many rolls as are told have this reply after the one turn and not after the other."""
    for word in words:
        match = ROLLS_TOLD.match(word)
        if match and match[2] in REPLY and found.pair is not None:
            happens = [
                [REPLY[match[2]](after.position, final) for final in replies_to(after)]
                for after in found.pair.afters
            ]
            best, played = happens if match[3] == str(found.best) else happens[::-1]
            weights = (1 if roll.is_double else 2 for roll in ROLLS)
            only = zip(weights, best, played, strict=True)
            assert sum(w for w, here, there in only if here and not there) >= int(match[1]), word


def replies_to(after: Situation) -> list[Position]:
    """The best reply to each roll, without look-ahead."""
    return [NeuralBot(0).rank(replace(after, roll=roll), 1)[0].final for roll in ROLLS]


def points_and_digits(found: Explanation, reason: Reason) -> set[str]:
    """The points that only the better turn holds, or the digits."""
    best, played = (position.player for position in found.finals)
    if reason.fact in POINTS:
        least = made_by(found)
        return {str(p) for p in range(1, 25) if best[p] >= least > played[p]}
    return set("123456") if reason.fact == "dead digits" else set()


def made_by(found: Explanation) -> int:
    """Checkers that make a point."""
    return 1 if found.situation.rules.contact is Contact.BLOCK else 2


def check_points(found: Explanation, words: list[str]) -> None:
    """A point that is made was open before; one that is kept was held. The other turn does not have it."""
    best, played = found.finals
    before, least = found.situation.position, made_by(found)
    for word in words:
        for verb, named in POINT.findall(word):
            for point in map(int, re.findall(r"\d+", named)):
                assert best.player[point] >= least > played.player[point], word
                assert (before.player[point] >= least) is (verb == "keeps"), word
