"""SGF as nardy writes it."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import each, tries
from tests.formats.played import played_match, told

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.errors import NotationError
from nardy.formats import position_text, sgf
from nardy.formats.record import Record
from nardy.games import BACKGAMMON, GAMES

PLAYED = ("backgammon", "nackgammon", "hypergammon")


@settings(max_examples=tries(6, 40, 2_000))
@given(st.sampled_from(PLAYED), st.sampled_from([0, 1, 3, 7]), st.integers(0, 9_999))
def test_played_matches_come_back(game: str, length: int, seed: int) -> None:
    match = played_match(game, length, seed)
    text = sgf.dumps(match)
    again = sgf.loads(text)
    assert [told(recorded.game) for recorded in again.games] == [*map(told, match.games)]
    assert again.score == Record.of(match).score
    assert again.match.game.rules == match.game.rules
    assert again.match.names == match.names
    assert sgf.dumps(again) == text


@each("game", [name for name in GAMES if name not in PLAYED])
def test_a_game_that_gnu_backgammon_does_not_play_is_refused(game: str) -> None:
    with pytest.raises(NotationError, match=r"expected backgammon, nackgammon or hyper.* do nardy"):
        sgf.dumps(Match(GAMES[game], 1))


@pytest.mark.parametrize(
    "text",
    [
        "backgammon b bar:1,6:3 24:2,1:1",
        "backgammon w 24:2,13:5 6:5 cube=4b",
        "backgammon,jacoby=off w 24:2,13:5 6:5 dice=31",
        "nackgammon b 24:2,13:5 6:5 match=5:2-3",
    ],
)
def test_a_game_from_any_position_comes_back(text: str) -> None:
    situation = position_text.loads(text)
    match = Match(situation.rules, situation.score.length if situation.score else 0)
    match.go_on([Game(situation.rules, situation=situation)])
    again = sgf.loads(sgf.dumps(match)).match.game.situation
    assert position_text.dumps(again) == position_text.dumps(situation)


def test_a_name_is_escaped() -> None:
    match = Match(BACKGAMMON, 3, names=("a]b", "c\\d"))
    match.game.open(3, 1)
    assert sgf.loads(sgf.dumps(match)).players == ("a]b", "c\\d")


def test_losses_name_what_is_left_out() -> None:
    rules = BACKGAMMON.replace(cube_cap=4)
    record = Record.of(Match(rules, 3), tags=(("Currency", "USD"), ("Event", "x")))
    assert sgf.losses(record) == [
        "an SGF file has no place for the tag Currency",
        "game 1: the option cube_cap=4 is left out",
    ]


def test_a_list_without_the_turn_played_is_said_to_be_lost() -> None:
    text = "(;GM[6]MI[length:3]PW[ann]PB[bob];W[31hefe]A[{}][hefe E ver 3 0.5 0.1 0 0.1 0 0.1 0C])"
    kept, lost = (sgf.loads(text.format(played)) for played in ("0", ""))
    assert [len(note.choices) for _, note in lost.games[0].notes] == [1]
    assert "]A[0]" in sgf.dumps(kept)
    assert "]A[" not in sgf.dumps(lost)
    assert sgf.losses(kept) == []
    assert sgf.losses(lost) == [
        "game 1: turns that were compared are left out where the one played is not among them"
    ]


@pytest.mark.parametrize(
    ("length", "is_match_chance"), [(0, False), (3, True), (0, True), (3, False)]
)
def test_values_of_the_cube_are_written_in_the_unit_of_gnu_backgammon(
    length: int, *, is_match_chance: bool
) -> None:
    values = " ".join(["0.5 0.1 0 0.1 0 -0.2 0.45"] * 2)
    text = f"(;GM[6]MI[length:{length}];W[31hefe];B[double]DA[E ver 3 2C 1 0.000000 1 {values}])"
    read = sgf.loads(text)
    [recorded] = read.games
    [(event, note)] = recorded.notes
    cube = tuple(replace(choice, is_match_chance=is_match_chance) for choice in note.cube)
    changed = replace(recorded, notes=((event, replace(note, cube=cube)),))
    record = replace(read, games=(changed,))
    is_alike = is_match_chance is (length > 0)
    assert ("DA[" in sgf.dumps(record)) is is_alike
    assert (sgf.losses(record) == []) is is_alike
