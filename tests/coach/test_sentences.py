"""T1: every number in a sentence is counted a second time; words are whole in both languages."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.coach.by_rule_book import COUNTS, count
from tests.coach.moments import moments
from tests.effort import tries
from tests.moments import moment

from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import Explanation, explain
from nardy.coach.reasons import KINDS, LARGER, Reason
from nardy.coach.sentences import POINTS, plan_sentence, sentences
from nardy.core.canonical import legal_turns
from nardy.core.choices import Contact
from nardy.core.dice import ROLLS
from nardy.core.position import BAR
from nardy.core.situation import Situation
from nardy.evaluation.outcomes import points_of
from nardy.translations import LANGUAGES, figure, texts

START = "backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
CONSTANT = {"36", "100", "19", "24", "13", "18", "7", "12"}
"""Numbers of the templates themselves: rolls, games, and the points of quarters."""


def explained(game: str, seed: int, tried: int) -> Iterator[Explanation]:
    """Explanations with a reason: of random moments the last turn in the list."""
    for before in moments(game, seed, tried):
        turns = [*legal_turns(before.rules, before.position, before.dice)]
        found = explain(before, turns[-1])
        if found.reasons:
            yield found


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto", "fevga"])
def test_every_number_is_counted_a_second_time(game: str) -> None:
    seen = 0
    for found in explained(game, 17, tries(8, 200, 5_000)):
        assert found.pair is not None
        for reason in found.reasons:
            seen += 1
            for after, told in zip(found.pair.afters, (reason.best, reason.played), strict=True):
                check_count(reason, after, told)
        for language in LANGUAGES:
            check_numbers(found, language)
    assert seen


def check_count(reason: Reason, after: Situation, told: float) -> None:
    """The number of a reason against the rule book, or against the bot's replies one by one."""
    if reason.fact in COUNTS:
        assert told == pytest.approx(count(reason.fact, after)), reason
    elif reason.fact == "hit replies":
        assert told == hit_replies(after)
    else:
        points = [2.0, 3.0] if reason.fact == "won" else [-2.0, -3.0]
        assert told == pytest.approx(100 * larger(after, points), abs=2.5)


def hit_replies(after: Situation) -> int:
    found = 0
    for roll in ROLLS:
        final = NeuralBot(0).rank(replace(after, roll=roll), 1)[0].final
        fresh = final.opponent_pinned - after.position.opponent_pinned
        hits = bool(fresh) or final.opponent[BAR] > after.position.opponent[BAR]
        found += hits * (1 if roll.is_double else 2)
    return found


def larger(after: Situation, points: list[float]) -> float:
    """The chance of these results for the player who made the turn; the other one rolls."""
    chances, _ = NeuralBot(2).look_ahead(after, 2)
    own = -points_of(after.rules)
    return float(sum(chance for chance, worth in zip(chances, own, strict=True) if worth in points))


def check_numbers(found: Explanation, language: str) -> None:
    """All numbers of the sentences are the counts of their reasons, and nothing else."""
    loss, known = round(found.loss or 0, 3), set(CONSTANT)
    for one in found.reasons:
        digits = 1 if one.fact in LARGER else 6
        known |= {f"{round(value, digits):g}" for value in (one.best, one.played)}
        known |= {f"{round(value, 3):g}" for value in (one.part, (found.loss or 0) - one.part)}
        known |= points_and_digits(found, one)
    known.add(f"{loss:g}")
    text = " ".join(sentences(found, language))
    for turn in (found.best, found.played):
        text = text.replace(str(turn), "")
    numbers = set(re.findall(r"\d+(?:[.,]\d+)?", text))
    assert numbers <= {figure(language, number) for number in known}, (text, known)


def points_and_digits(found: Explanation, reason: Reason) -> set[str]:
    best, played = (position.player for position in found.finals)
    least = 1 if found.situation.rules.contact is Contact.BLOCK else 2
    if reason.fact in POINTS:
        return {str(p) for p in range(1, 25) if best[p] >= least > played[p]}
    return set("123456") if reason.fact == "dead digits" else set()


def test_the_sentences_of_a_turn_known_by_heart() -> None:
    found = explain(moment(START, 3, 1), "13/10 6/5")
    first, shots, point = sentences(found)
    assert first.startswith("13/10 6/5 loses 0.")
    assert shots.startswith(
        "After 13/10 6/5 18 rolls of 36 hit you, after 8/5 6/5 none. Without the"
    )
    assert point == (
        "8/5 6/5 makes your 5 point, 13/10 6/5 does not. That alone would also make up most of it."
    )
    _, shots, point = sentences(found, "ru")
    assert shots.startswith("После 13/10 6/5 18 бросков из 36 бьют вас, после 8/5 6/5 — 0.")
    assert point.startswith("Ход 8/5 6/5 закрывает пункт 5, 13/10 6/5 — нет.")
    assert plan_sentence(found, "ru") == "План: свободный контакт."


def test_every_reason_has_its_words_in_every_language() -> None:
    for language in LANGUAGES:
        assert {kind.fact for kind in KINDS} <= texts(language, "coach").keys()
        assert texts(language, "coach").keys() == texts("en", "coach").keys()


def test_the_only_turn_and_equal_turns_are_told_as_such() -> None:
    only = explain(moment("backgammon,cube_play=off w bar:1,6:14 6:5,5:2,4:2,3:2,2:2,1:2", 6, 6))
    assert sentences(only) == ["There is no other turn."]
    equal = explain(moment("backgammon,cube_play=off w 6:1,1:1 6:1,1:1", 6, 1))
    assert len(sentences(equal)) == 1
