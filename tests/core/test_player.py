"""The two seats."""

import pytest

from nardy.core.player import Player, checked_player
from nardy.errors import NotationError


@pytest.mark.parametrize("player", Player)
def test_the_opponents_opponent_is_oneself(player: Player) -> None:
    assert player.opponent is not player
    assert player.opponent.opponent is player
    assert Player.of_letter(player.letter) is player


def test_letters_are_those_of_position_text() -> None:
    assert [player.letter for player in Player] == ["w", "b"]
    with pytest.raises(KeyError):
        Player.of_letter("x")


def test_the_name_of_a_seat_stands_for_its_player() -> None:
    assert checked_player("white") is checked_player(Player.WHITE) is Player.WHITE
    for wrong in ("green", 1, None, []):
        with pytest.raises(NotationError, match=r"expected a player, got .*; write Player\.WHITE"):
            checked_player(wrong)
