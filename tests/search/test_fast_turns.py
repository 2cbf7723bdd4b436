"""The kernel's turns as Python values, against the rule book's."""

from collections.abc import Iterator

import pytest
from tests.effort import each, tries
from tests.moments import moment, random_cases

from nardy.core import engine
from nardy.core.canonical import legal_turns
from nardy.core.dice import ROLLS, DiceList, Roll
from nardy.core.game import Game
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.turn import Move
from nardy.errors import IllegalTurnError, TooManyTurns
from nardy.games import BACKGAMMON, GAMES, GUL_BARA, LONG_NARDY, PLAKOTO, SUDDEN_DEATH
from nardy.search.fast_turns import KernelEngine

MOST = 20_000
FEW = 300
"""Turns beyond which the rule book takes too long to be asked here."""
Listed = list[tuple[str, tuple[Move, ...], Position]]


@pytest.fixture
def kernel() -> Iterator[KernelEngine]:
    found = KernelEngine()
    engine.offer(lambda: found)
    yield found
    engine.clear()


def both(situation: Situation) -> tuple[Listed, Listed] | None:
    """Every turn with its moves and where it leads, in order: by the rule book, by the kernel."""
    assert situation.dice is not None
    engine.clear()
    try:
        slow = legal_turns(situation.rules, situation.position, situation.dice, FEW)
    except TooManyTurns:
        return None
    fast = KernelEngine().legal_turns(situation.rules, situation.position, situation.dice, MOST)
    if fast is None:
        return None
    found = [
        [(str(turn), turn.moves, final) for turn, final in one.items()] for one in (slow, fast)
    ]
    return found[0], found[1]


@each("name", GAMES)
def test_turns_are_the_rule_books_in_content_order_text_and_moves(name: str) -> None:
    cases = [both(moment(text, *roll)) for text, roll in random_cases(name, 11, tries(3, 100, 500))]
    for case in cases:
        if case is not None:
            assert case[0] == case[1]


@each("roll", ROLLS)
def test_opening_turns_are_the_rule_books(roll: Roll) -> None:
    for rules in (BACKGAMMON, PLAKOTO, SUDDEN_DEATH):
        found = both(Situation(rules=rules, position=rules.start, roll=roll))
        assert found is not None
        assert found[0] == found[1]


@pytest.mark.parametrize(
    ("text", "roll"),
    [
        # One checker plays both dice: by the larger first, where the rules leave the choice.
        ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", (4, 3)),
        # The smaller die first alone is open, and both ways bear off.
        ("backgammon w 8:1,6:2 24:1,20:2", (6, 2)),
        ("backgammon w 7:1 6:2", (6, 1)),
        ("backgammon w 3:1,2:1 6:2", (2, 1)),
        # The hit that ends the game is the last move, wherever it stands in the text.
        ("sudden-death w 24:2,13:5,8:3,6:5 24:1,13:5,8:3,6:5,4:1", (3, 1)),
        # A pin on the way leaves no trace.
        ("plakoto w 24:15 24:14,4:1", (3, 1)),
    ],
)
def test_ways_that_lead_to_one_position_are_told_alike(text: str, roll: tuple[int, int]) -> None:
    found = both(moment(text, *roll))
    assert found is not None
    assert found[0] == found[1]


def test_the_larger_die_is_played_first() -> None:
    found = both(Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(4, 3)))
    assert found is not None
    moves = {text: moves for text, moves, _ in found[1]}
    assert [move[:2] for move in moves["13/6"]] == [(13, 9), (9, 6)]


def test_the_rule_book_answers_for_cascades_and_for_too_many_turns(kernel: KernelEngine) -> None:
    cascade = DiceList((3, 3, 3, 3, 4, 4, 4, 4), in_order=True)
    assert kernel.legal_turns(GUL_BARA, GUL_BARA.start, cascade, MOST) is None
    with pytest.raises(TooManyTurns):
        legal_turns(BACKGAMMON, BACKGAMMON.start, Roll(3, 1), 10)


def test_a_game_plays_the_same_with_an_engine_and_without(kernel: KernelEngine) -> None:
    def play() -> list[object]:
        game = Game(LONG_NARDY, seed=11)
        while game.outcome is None:
            game.roll()
            turns = list(game.legal_turns)
            game.play(str(turns[len(game.events) % len(turns)]))
        return list(game.events)

    fast = play()
    assert engine.current() is kernel
    engine.clear()
    assert play() == fast


def test_with_an_engine_any_notation_is_read_and_the_law_is_named(kernel: KernelEngine) -> None:
    game = Game(BACKGAMMON, situation=Situation(rules=BACKGAMMON, position=BACKGAMMON.start))
    game.roll(Roll(3, 1))
    assert "6/5, 8/5" in game.legal_turns
    assert game.legal_turns["8/5 6/5"].player[5] == 2
    with pytest.raises(IllegalTurnError) as refused:
        game.play("6/5 6/2")
    assert refused.value.law == "wrong-die"
    assert str(game.play("6/5 8/5")) == "8/5 6/5"
    assert kernel is engine.current()
