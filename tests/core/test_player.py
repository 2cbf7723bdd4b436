"""The two seats."""

import pytest

from nardy.core.player import Player


@pytest.mark.parametrize("player", Player)
def test_the_opponents_opponent_is_oneself(player: Player) -> None:
    assert player.opponent is not player
    assert player.opponent.opponent is player
    assert Player.of_letter(player.letter) is player


def test_letters_are_those_of_position_text() -> None:
    assert [player.letter for player in Player] == ["w", "b"]
    with pytest.raises(KeyError):
        Player.of_letter("x")
