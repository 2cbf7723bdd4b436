import pytest

from nardy.search.level_numbers import ALIASES, LEVEL_NAMES, NUMBERS, LevelError, number_of


def test_a_level_is_found_by_its_number_and_by_its_old_name() -> None:
    for number in NUMBERS:
        assert number_of(str(number)) == number_of(f"Level-{number}") == number
    assert [number_of(name.upper()) for name in ALIASES] == sorted(ALIASES.values())
    assert all(number_of(name) in NUMBERS for name in LEVEL_NAMES)


@pytest.mark.parametrize("name", ["0", "9", "level-0", "level-", "", "grandmaster", "1.5"])
def test_no_other_level_exists(name: str) -> None:
    with pytest.raises(LevelError, match="expected a level from 1 to 8, got"):
        number_of(name)
