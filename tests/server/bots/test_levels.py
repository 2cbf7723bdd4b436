import re
from pathlib import Path

import nardy
from nardy.bots.registry import load_bot
from nardy.server.bots.levels import BOT_LEVELS, NETWORK

JS = Path(nardy.__file__).parent / "web" / "js"


def test_each_level_is_a_bot_of_that_name() -> None:
    assert [load_bot(spec).name for spec in BOT_LEVELS.values()] == list(BOT_LEVELS.values())
    assert [level for level, spec in BOT_LEVELS.items() if not spec.startswith(NETWORK)] == [
        "easy",
        "steady",
    ]


def test_the_page_offers_levels_that_the_club_has() -> None:
    for file in ("new_game/bot_levels.js", "tournaments/director_sheets.js"):
        found = re.search(r"_LEVELS = \[(.*?)\]", (JS / file).read_text("utf-8"))
        assert found is not None, file
        assert set(re.findall(r"\w+", found[1])) <= BOT_LEVELS.keys()
