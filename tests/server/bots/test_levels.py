import re
from pathlib import Path

import pytest

import nardy
from nardy.bots.registry import load_bot
from nardy.search.level_numbers import ALIASES
from nardy.server.bots.levels import (
    BOT_LEVELS,
    LEVEL_ALIASES,
    NETWORK,
    OLD_LEVELS,
    level_of_spec,
    number_of_level,
    spec_of_level,
)
from nardy.server.errors import RefusedError

JS = Path(nardy.__file__).parent / "web" / "js"


def test_each_level_is_a_bot_of_that_name() -> None:
    specs = [*BOT_LEVELS.values(), *OLD_LEVELS.values()]
    assert [load_bot(spec).name for spec in specs] == specs
    assert [level for level, spec in BOT_LEVELS.items() if not spec.startswith(NETWORK)] == [
        "easy",
        "steady",
    ]


def test_the_ladder_has_eight_levels_by_number() -> None:
    numbers = {level: number_of_level(level) for level in BOT_LEVELS}
    assert [level for level, number in numbers.items() if number] == [*map(str, range(1, 9))]
    assert all(number == int(level) for level, number in numbers.items() if number)


def test_an_old_name_is_the_level_of_the_ladder_that_commands_mean_by_it() -> None:
    assert {"master", "strongest"} <= ALIASES.keys()
    for name, number in ALIASES.items():
        assert number_of_level(name) == number
        assert spec_of_level(name) == BOT_LEVELS[str(number)]
    assert OLD_LEVELS.keys() <= ALIASES.keys()
    for name, spec in OLD_LEVELS.items():
        assert level_of_spec(spec) == name
    with pytest.raises(RefusedError, match="expected a level"):
        spec_of_level("grandmaster")


def test_the_page_offers_levels_that_the_club_has() -> None:
    for file, name in (
        ("levels.js", "LADDER_LEVELS"),
        ("tournaments/director_sheets.js", "ENTERED_LEVELS"),
    ):
        found = re.search(rf'{name} = \[\.\.\."(\d+)"\]', (JS / file).read_text("utf-8"))
        assert found is not None, file
        assert [*found[1]] == [*map(str, range(1, 9))]


def test_the_page_knows_the_old_names_of_levels() -> None:
    found = re.search(r"OLD_NAMES = \{(.*?)\}", (JS / "levels.js").read_text("utf-8"))
    assert found is not None
    assert dict(re.findall(r'(\w+): "(\d)"', found[1])) == LEVEL_ALIASES
