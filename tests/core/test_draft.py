"""A turn made checker by checker."""

from random import Random

import pytest
from hypothesis import example, given
from tests.effort import each
from tests.moments import HEAD, STD, moment, oracle_walk
from tests.strategies import fewer, rolled_texts, rolls, seeds, texts

from nardy.core.draft import Draft
from nardy.core.judge import judge
from nardy.core.turn import Move
from nardy.errors import IllegalActError, IllegalTurnError, TooManyTurns

BACK = f"backgammon w {STD} {STD}"


def play_randomly(draft: Draft, rng: Random) -> None:
    while moves := list(draft.legal_moves):
        draft.move(*rng.choice(moves)[:2])


@given(texts(), rolls, seeds)
def test_a_draft_offers_what_the_oracle_offers(text: str, roll: tuple, seed: int) -> None:
    draft, rng = Draft(moment(text, *roll)), Random(seed)
    if len(draft.dice) > 4:
        return
    walk, _ = oracle_walk(text, roll)
    while True:
        played = [move[:2] for move in draft.moves]
        assert {move[:2] for move in draft.legal_moves} == walk.next_moves(played)
        assert draft.is_complete == (not draft.legal_moves)
        if draft.is_complete:
            break
        draft.move(*rng.choice(list(draft.legal_moves))[:2])


@fewer
@given(rolled_texts(), seeds)
@example("mad-gulbar w 24:3,8:12 24:14,8:1 dice=44", 1)
@example("gul-bara w 20:3,19:1,18:3,6:1,5:4,4:1,3:1,2:1 24:3,13:2,12:1,9:1,3:2,2:3,1:3 dice=11", 1)
def test_what_a_draft_makes_is_a_legal_turn(text: str, seed: int) -> None:
    situation = moment(text)
    draft = Draft(situation)
    play_randomly(draft, Random(seed))
    turn = draft.turn()
    try:
        verdict = judge(situation, str(turn))
    except TooManyTurns:
        assert len(draft.moves) > 4
    else:
        assert verdict.final == draft.position
        assert verdict.turn == turn


@given(rolled_texts(), seeds)
def test_everything_can_be_taken_back(text: str, seed: int) -> None:
    draft = Draft(moment(text))
    before = (draft.position, draft.dice, draft.legal_moves)
    play_randomly(draft, Random(seed))
    moves = draft.moves
    assert [draft.undo() for _ in moves] == list(reversed(moves))
    assert draft.undo() is None
    assert (draft.position, draft.dice, draft.legal_moves) == before


def test_moves_say_where_they_lead() -> None:
    draft = Draft(moment(BACK, 3, 1))
    there = draft.legal_moves[Move(8, 5)]
    assert draft.move(8, 5) == Move(8, 5)
    assert draft.position == there
    assert draft.dice == (1,)


@each(
    ("text", "dice", "move", "law"),
    [
        (BACK, (3, 1), (13, 7), "wrong-die"),
        (BACK, (3, 1), (7, 4), "no-checker"),
        (BACK, (3, 1), (5, 8), "wrong-die"),
        (BACK, (5, 1), (24, 19), "closed-point"),
        (BACK, (3, 1), (0, 26), "no-checker"),
        (BACK, (3, 1), (-1, -4), "no-checker"),
        (BACK, (3, 1), (27, 24), "no-checker"),
        (f"long-nardy w {HEAD} {HEAD}", (5, 5), (12, 7), "not-yours"),
        ("mad-gulbar w 24:15 24:15", (4, 4), (24, 19), "cascade-order"),
        # A word of several dice would be possible, but this is one move.
        ("mad-gulbar w 24:15 24:15", (4, 4), (24, 15), "wrong-die"),
    ],
)
def test_an_illegal_move_is_refused_and_changes_nothing(
    text: str, dice: tuple[int, int], move: tuple[int, int], law: str
) -> None:
    draft = Draft(moment(text, *dice))
    with pytest.raises(IllegalTurnError) as caught:
        draft.move(*move)
    assert caught.value.law == law or min(move) < 0 or max(move) > 25
    assert draft.moves == ()


def test_the_second_checker_from_the_head_is_refused_by_its_law() -> None:
    draft = Draft(moment(f"long-nardy w {HEAD} {HEAD}", 5, 5))
    draft.move(24, 19)
    with pytest.raises(IllegalTurnError) as caught:
        draft.move(24, 19)
    assert caught.value.law == "head"
    assert draft.moves == (Move(24, 19),)


def test_a_move_that_shortens_the_play_is_refused_by_its_law() -> None:
    draft = Draft(moment("backgammon w 18:1 18:2", 6, 5))
    with pytest.raises(IllegalTurnError) as caught:
        draft.move(18, 13)
    assert caught.value.law == "larger-die"


def test_moves_of_several_dice_are_made_one_by_one() -> None:
    draft = Draft(moment(BACK, 6, 5))
    with pytest.raises(IllegalTurnError, match=r"24/13: no die left is 11 \(6, 5\); move die by"):
        draft.move(24, 13)
    assert draft.moves == ()


def test_an_unfinished_turn_is_refused() -> None:
    draft = Draft(moment(BACK, 3, 1))
    for move in ((8, 5), (6, 5)):
        with pytest.raises(IllegalTurnError) as caught:
            draft.turn()
        assert caught.value.law == "longest-play"
        draft.move(*move)
    assert str(draft.turn()) == "8/5 6/5"


def test_a_dance_is_complete_at_once() -> None:
    draft = Draft(moment("backgammon w bar:1,13:14 6:3,5:2,4:2,3:2,2:2,1:4", 6, 5))
    assert draft.is_complete
    assert str(draft.turn()) == "(no move)"


@pytest.mark.parametrize(
    ("text", "law"),
    [
        (BACK, "not-rolled"),
        (BACK + " opening", "not-rolled"),
        (BACK + " offer=double", "offer-open"),
        ("backgammon w off:15 24:1,3:14 result=w3", "game-over"),
    ],
)
def test_there_must_be_dice_to_play(text: str, law: str) -> None:
    with pytest.raises(IllegalActError) as caught:
        Draft(moment(text))
    assert caught.value.law == law
