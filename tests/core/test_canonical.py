"""The canonical text of a turn, against every way to write it."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import example, given
from tests.effort import each, some, tries
from tests.moments import moment, random_cases
from tests.strategies import fewer, rolled_texts

from nardy.core.canonical import canonical_turn, legal_turns
from nardy.core.dice import ROLLS, DiceList, Roll, leftover
from nardy.core.judge import judge
from nardy.core.legal import begin, legal_moves, sequences
from nardy.core.playing import readings, ways_of
from nardy.core.position import OFF
from nardy.core.rules import Rules
from nardy.core.shortest_notation import FEW_MOVES, order_is_given
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.core.text import situation_text
from nardy.core.words import Word, read_words
from nardy.errors import NotationError, TooManyTurns
from nardy.games import BACKGAMMON, GAMES, GUL_BARA

Moves = tuple[tuple[int, int], ...]
Key = tuple[int, tuple[int, ...], tuple[int, ...]]
FEW = 60
"""Final positions beyond which a case is left out here: every one of them is judged."""


def turns_of(situation: Situation) -> dict:
    """The legal turns, where there are few."""
    assert situation.dice is not None
    try:
        return dict(legal_turns(situation.rules, situation.position, situation.dice, FEW))
    except TooManyTurns:
        return {}


def faults(situation: Situation) -> Iterator[str]:
    """Texts that are not unique, or that the judge does not read as they were meant."""
    rules, dice, turns = situation.rules, situation.dice, turns_of(situation)
    assert dice is not None
    finals = sequences(rules, begin(rules, situation.position, dice)) if turns else {}
    if len({str(turn) for turn in turns}) != len(finals):
        yield f"{situation_text(situation)}: {len(finals)} turns, {len(turns)} texts"
    for turn, final in turns.items():
        verdict = judge(situation, str(turn))
        if verdict.final != final or str(verdict.turn) != str(turn):
            yield f"{situation_text(situation)}: {turn} is read as {verdict.turn}"


@pytest.mark.parametrize("name", GAMES)
def test_texts_are_unique_and_mean_what_they_say(name: str) -> None:
    found = [
        f
        for text, roll in random_cases(name, 6, tries(4, 8, 8))
        for f in faults(moment(text, *roll))
    ]
    assert not found, found[:5]


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_texts_are_unique_and_mean_what_they_say_at_length(name: str) -> None:
    found = [
        f
        for text, roll in random_cases(name, 7, tries(8, 80, 500))
        for f in faults(moment(text, *roll))
    ]
    assert not found, found[:5]


@fewer
@given(rolled_texts())
def test_texts_are_unique_under_any_options(text: str) -> None:
    assert not [*faults(moment(text))]


# ------------------------------------------------------------------------ the fewest words


def written(rules: Rules, mid: MidTurn) -> dict[tuple, set[tuple[Moves, Moves]]]:
    """Every final position with every legal way to join its moves to words.

    A way is its words so far as (origin, target); each move goes on from the end of a word, or
    begins one.
    """
    found: dict[tuple, set] = {}
    seen, reaches = set(), {}
    stack: list[tuple[MidTurn, Moves]] = [(mid, ())]
    while stack:
        here, ways = stack.pop()
        if (here, ways) in seen:
            continue
        seen.add((here, ways))
        moves = legal_moves(rules, here, reaches)
        if not moves:
            found.setdefault(here.position, set()).add(ways)
        for move, there in moves.items():
            stack.append((there, tuple(sorted((*ways, move[:2])))))
            for n, (origin, target) in enumerate(ways):
                if target == move.origin:
                    longer = (*ways[:n], (origin, move.target), *ways[n + 1 :])
                    stack.append((there, tuple(sorted(longer))))
    return found


def key(ways: Moves) -> Key:
    """Fewest words first; then larger origins, then larger targets."""
    ways = tuple(sorted(ways, key=lambda way: (-way[0], -way[1])))
    return len(ways), tuple(-way[0] for way in ways), tuple(-way[1] for way in ways)


def key_of_text(text: str) -> Key:
    return key(tuple((way[0], way[-1]) for way in ways_of(read_words(text))))


def not_fewest(situation: Situation) -> Iterator[str]:
    turns, dice = turns_of(situation), situation.dice
    if not turns or dice is None or len(turns) * len(dice.numbers) > 120:
        return
    is_mixed = order_is_given(dice.numbers, in_order=dice.in_order)
    if is_mixed and len(dice.numbers) > 2 * FEW_MOVES:
        return
    best = written(situation.rules, begin(situation.rules, situation.position, dice))
    for turn, final in turns.items():
        ways, every = key_of_text(str(turn)), set(map(key, best[final]))
        is_long = len(turn.moves) > FEW_MOVES or final.player[OFF] == situation.rules.checkers
        if is_mixed and is_long and len(dice.numbers) > FEW_MOVES:
            # A long cascade's words are some of those that can be played.
            wrong = ways not in every
        else:
            wrong = ways != min(every)
        if wrong:
            yield f"{situation_text(situation)}: {turn}, not {min(every)}"


@pytest.mark.parametrize("name", GAMES)
def test_canonical_texts_have_the_fewest_words(name: str) -> None:
    found = [
        f
        for t, roll in random_cases(name, 8, tries(2, 10, 10))
        for f in not_fewest(moment(t, *roll))
    ]
    assert not found, found[:5]


@fewer
@given(rolled_texts())
@example("mad-gulbar w 24:3,8:12 24:14,8:1 dice=44")
@example("mad-gulbar w 24:11,19:1,8:1,7:1,6:1 24:8,21:1,15:1,11:1,10:1,4:1,3:1,2:1 dice=55")
def test_canonical_texts_have_the_fewest_words_under_any_options(text: str) -> None:
    assert not [*not_fewest(moment(text))]


@pytest.mark.parametrize("left", ["56", "566", "446", "45", "122"])
def test_leftovers_have_the_fewest_words_too(left: str) -> None:
    for text, _ in random_cases("mad-gulbar", 9, 6):
        situation = moment(f"{text.split(' turns=')[0]} left={left}")
        assert not [*faults(situation), *not_fewest(situation)]


# --------------------------------------------------------------------------- all its forms


def variants(situation: Situation, moves: Moves, text: str, rng: Random) -> Iterator[str]:
    """The same turn as people write it."""
    single = [f"{origin}/{target}" for origin, target in moves]
    yield ", ".join(single).replace("25/", "bar/")
    yield " ".join(f"{w}" for w in single).replace("/0", "/off")
    yield " ".join(rng.sample(single, len(single)))
    words = text.split(" ")
    yield "  ".join(rng.sample(words, len(words)))
    yield re.sub(r"\*(?!/)", "", text)  # A star on a last point never decides anything.
    yield text.replace("/", " / ").replace("*", " *").upper()
    yield f"{situation.roll}: {text}"


@each("name", GAMES)
def test_other_ways_to_write_a_turn_are_the_same_turn(name: str) -> None:
    rng, wrong = Random(name), []
    for case, roll in random_cases(name, 10, tries(4, 8, 8)):
        situation = moment(case, *roll)
        turns = turns_of(situation)
        if not turns or len(situation.dice.numbers) > 4:
            continue
        turn, final = rng.choice(list(turns.items()))
        if not turn.moves:
            continue
        moves = tuple(move[:2] for move in turn.moves)
        for text in variants(situation, moves, str(turn), rng):
            verdict = judge(situation, text)
            if verdict.final != final or str(verdict.turn) != str(turn):
                wrong.append(f"{situation_text(situation)}: {text!r} of {turn}: {verdict}")
    assert not wrong, wrong[:5]


def test_each_side_of_a_turn_counts_its_words() -> None:
    situation = moment("backgammon w 8:2,6:2,3:11 24:2,13:5,8:3,6:5", 2, 2)
    texts = {str(turn) for turn in turns_of(situation)}
    assert "8/4(2)" in texts
    assert "8/6(2) 6/4(2)" not in texts


@pytest.mark.parametrize(
    ("position", "dice", "text"),
    [
        ("backgammon w 24:1,8:2,3:12 21:1,5:14", (4, 4), "8/4*(2)"),
        ("backgammon w 13:1,1:14 18:1,15:14", (6, 2), "13/7*/5"),
        ("plakoto w 13:1,1:14 18:1,15:14", (6, 2), "13/5"),
        ("plakoto w 13:1,1:14 20:1,15:14", (6, 2), "13/5*"),
        ("backgammon w bar:2,6:13 24:2,13:13", (4, 3), "bar/22 bar/21"),
        ("backgammon w 6:1,5:1,2:1 24:2,13:13", (6, 5), "6/off 5/off"),
    ],
)
def test_canonical_texts_by_hand(position: str, dice: tuple[int, int], text: str) -> None:
    assert text in {str(turn) for turn in turns_of(moment(position, *dice))}


def test_turns_are_listed_each_once() -> None:
    turns = legal_turns(GAMES["backgammon"], GAMES["backgammon"].start, Roll(3, 1))
    assert len(turns) == 16
    for roll in ROLLS:
        texts = [str(t) for t in legal_turns(GAMES["backgammon"], GAMES["backgammon"].start, roll)]
        assert len(set(texts)) == len(texts)


def test_more_turns_than_the_limit_are_refused_with_the_way_out() -> None:
    here = moment("gul-bara w 24:8,20:4,17:3 24:8,20:4,17:3").position
    with pytest.raises(TooManyTurns, match="move by move"):
        legal_turns(GUL_BARA, here, Roll(2, 2), limit=50)
    assert legal_turns(GUL_BARA, GUL_BARA.start, leftover(5, 6, 6))


@pytest.mark.parametrize(
    "text",
    some(
        [
            "gul-bara w 24:3,21:5,19:6,8:1 24:13,22:1,5:1 dice=22",
            "gul-bara w 24:13,21:1,20:1 24:13,22:1,18:1 dice=11",
            "gul-bara w 11:1,9:1,8:1,7:7,6:1,3:4 24:15 dice=22",
            "mad-gulbar w 11:1,9:3,7:1,6:1,5:1,4:4,2:4 22:2,9:1,5:5,4:1,3:2,2:4 dice=22",
            "backgammon,cascade_count=3 w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=44",
        ],
        3,
    ),
)
def test_the_text_of_a_long_cascade_hangs_on_its_end_alone(text: str) -> None:
    situation = moment(text)
    rules, dice = situation.rules, situation.dice
    mid, rng = begin(rules, situation.position, dice), Random(text)
    finals = list(sequences(rules, mid, 1_000, truncate=True).items())
    for final, moves in rng.sample(finals, tries(2, 5, 5)):
        (played,) = readings(rules, mid, [Word(move[:2]) for move in moves[::-1]])
        turn = canonical_turn(rules, mid, moves, final)
        assert str(canonical_turn(rules, mid, played.moves, final)) == str(turn)
        verdict = judge(situation, str(turn))
        assert (verdict.final, str(verdict.turn)) == (final, str(turn))


def test_a_pair_of_numbers_is_no_roll() -> None:
    with pytest.raises(NotationError, match=r"expected a Roll or a DiceList, got \(3, 1\); write"):
        legal_turns(BACKGAMMON, BACKGAMMON.start, (3, 1))  # type: ignore[arg-type]


def test_dice_that_there_are_not_have_no_turns() -> None:
    start = BACKGAMMON.start
    for wrong in (Roll(9, 7), Roll(3, 0), DiceList((9, 7), in_order=False)):
        with pytest.raises(NotationError, match=r"expected .*dice from 1 to 6, got"):
            legal_turns(BACKGAMMON, start, wrong)
    assert legal_turns(BACKGAMMON, start, Roll(1, 3)) == legal_turns(BACKGAMMON, start, Roll(3, 1))
