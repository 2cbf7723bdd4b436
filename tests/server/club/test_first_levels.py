import pytest

from nardy.server.club.first_levels import is_game, levels_of
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import FAMILY


def test_a_level_is_for_all_games_or_for_one() -> None:
    assert levels_of("") == {}
    assert levels_of("8") == {"": "8"}
    assert levels_of("tapa=1 3") == {"": "3", "tapa": "1"}


@pytest.mark.parametrize("text", ["0", "9", "easy", "tapa=", "tapa=33", "=3x", "3,4"])
def test_there_is_no_other_level(text: str) -> None:
    with pytest.raises(RefusedError, match="from 1 to 8") as refused:
        levels_of(text)
    assert refused.value.code == "club-levels"


def test_a_game_is_named_by_its_id() -> None:
    assert is_game("long-nardy", FAMILY)
    assert is_game("tavli", FAMILY)  # several games in turn
    assert not is_game("Long nardy", FAMILY)
    assert not is_game("chess", FAMILY)
