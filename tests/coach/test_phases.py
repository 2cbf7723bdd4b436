"""Phases: each names moments that a player would call so, and a game goes through them in order."""

import pytest
from tests.effort import some
from tests.moments import moment

from nardy.coach.phases import OPENING_TURNS, PHASES, phase_of
from nardy.core.game import Game
from nardy.core.situation import Phase
from nardy.games import GAMES, find_game

CASES = (
    ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", 0, "opening"),
    ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", OPENING_TURNS, "middle"),
    ("backgammon w 8:5,5:5,4:5 4:5,3:5", 30, "race"),
    ("backgammon w 6:5,5:5,4:5 6:5,5:5,4:5", 30, "bearing off"),
    # Against contact, too: what is left to decide is how to bear off.
    ("backgammon w 6:5,5:5,4:5 24:2,6:5,5:5,4:3", 30, "bearing off"),
    ("long-nardy w 24:8,20:7 24:8,20:7", 30, "opening"),
    ("long-nardy w 18:8,17:7 24:8,23:7", 2, "middle"),
    ("plakoto w 24:8,10:7 24:8,10:7", 30, "opening"),
    ("plakoto w 24:7,10:8 24:7,10:8", 2, "middle"),
)


@pytest.mark.parametrize(("text", "turns", "phase"), CASES)
def test_a_moment_has_its_phase(text: str, turns: int, phase: str) -> None:
    assert phase_of(moment(text), turns) == phase


def test_every_phase_is_tried() -> None:
    assert {phase for *_, phase in CASES} == set(PHASES)


@pytest.mark.parametrize("name", some(sorted(GAMES), 6))
def test_a_game_begins_in_the_opening_or_has_none(name: str) -> None:
    """Games with three checkers or a start of their own may begin in the middle, none in the race."""
    rules = find_game(name)
    game = Game(rules, seed=3)
    game.roll()
    assert phase_of(game.situation, 0) in ("opening", "middle")


def test_who_has_borne_off_without_being_hit_never_leaves_the_last_phase() -> None:
    game, turns, seen = Game(find_game("long-nardy"), seed=8), {True: 0, False: 0}, list[str]()
    while game.outcome is None:
        if game.phase is Phase.TURN:
            is_white = game.to_act.value == "white"
            found = phase_of(game.situation, turns[is_white])
            turns[is_white] += 1
            if is_white:
                seen.append(found)
            game.play(next(iter(game.legal_turns)))
        else:
            game.roll()
    assert seen == sorted(seen, key=PHASES.index)
    assert {"opening", "bearing off"} <= set(seen)
