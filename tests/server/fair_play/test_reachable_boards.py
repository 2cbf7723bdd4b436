from dataclasses import replace

import pytest

from nardy.core.dice import ROLLS, Roll
from nardy.core.game import Game
from nardy.core.legal_turns import LegalTurns
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.games import find_game
from nardy.kernel import is_available
from nardy.server.fair_play.rules import board_of

if not is_available():
    pytest.skip("the kernel is not installed", allow_module_level=True)

from nardy.server.fair_play.reachable_boards import follows, leads_to


def middle(game: str) -> Situation:
    """A position of a game at random, before a roll."""
    played = Game(find_game(game), seed=4)
    for _ in range(14):
        played.roll()
        played.play(next(iter(played.legal_turns)))
    return played.situation


@pytest.mark.parametrize("game", ["backgammon", "plakoto"])
def test_every_turn_of_either_side_follows_and_nothing_else(game: str) -> None:
    now = middle(game)
    found: set[object] = set()
    for roll in (Roll(6, 5), Roll(4, 4), Roll(2, 1)):
        for side in (now, now.flipped()):
            for final in LegalTurns(replace(side, roll=roll)).values():
                board = board_of(final)
                assert follows(now, board)
                assert leads_to(replace(side, roll=roll), board)
                found.add(board)
    assert len(found) > 20
    far = Position(now.position.player, now.position.player)
    assert not follows(now, board_of(far))
    assert not leads_to(replace(now, roll=Roll(6, 5)), board_of(now.position))
    assert not leads_to(now, board_of(far))


def test_only_the_dice_asked_about_lead_somewhere() -> None:
    start = Situation(rules=find_game("backgammon"), position=find_game("backgammon").start)
    wanted = board_of(next(iter(LegalTurns(replace(start, roll=Roll(6, 6))).values())))
    assert [roll for roll in ROLLS if leads_to(replace(start, roll=roll), wanted)] == [Roll(6, 6)]


@pytest.mark.parametrize("game", ["mad-gulbar", "nuclear"])
def test_where_turns_are_too_many_or_a_bomb_may_come_first_the_answer_is_yes(game: str) -> None:
    now = Situation(rules=find_game(game), position=find_game(game).start)
    assert follows(now, board_of(now.position))
