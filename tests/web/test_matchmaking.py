"""The page tells a search as the club pairs it, and writes clocks as the club reads them."""

import json
import math
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.web.node import node

from nardy.core.clock import Control
from nardy.server.pairing.pool import CASUAL
from nardy.server.ratings.pace import PACES, pace_of

HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "src" / "nardy" / "web" / "js"
MODULES = ("words.js", "matchmaking/search_clock.js", "new_game/own_clock.js")
WAITS = [0, 999, 1_000, 12_345, 19_999, 20_000, 65_000]
CLOCKS = [
    {"minutes": 10, "seconds": 8, "days": 0},
    {"minutes": 0, "seconds": 20, "days": 0},
    {"minutes": 1, "seconds": 0, "days": 3},
    {"minutes": 0, "seconds": 0, "days": 0},
    {"minutes": None, "seconds": 0, "days": 0},
    {"minutes": 1.5, "seconds": 0, "days": 0},
    {"minutes": 9999, "seconds": 0, "days": 0},
]
TEXTS = ["600+8", "0+20", "0d259200", "us", ""]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("matchmaking")
    # Node reads them as modules only beside a package that says so.
    (folder / "package.json").write_text('{"type": "module"}')
    for name in MODULES:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text((SCRIPTS / name).read_text("utf-8"), "utf-8")
    asked = folder / "asked.json"
    reach = {"start": CASUAL.start, "growth": CASUAL.growth, "open_after": 1000 * CASUAL.open_after}
    wanted = {"waits": WAITS, "told": reach, "clocks": CLOCKS, "texts": TEXTS}
    asked.write_text(json.dumps(wanted), "utf-8")
    run = [node(), HERE / "matchmaking.mjs", folder, asked]
    return json.loads(subprocess.run(run, capture_output=True, check=True, text=True).stdout)


def test_the_range_on_the_page_is_the_one_of_the_pool(told: dict[str, Any]) -> None:
    widths = [CASUAL.at(waited / 1000) for waited in WAITS]
    assert told["widths"] == [None if math.isinf(one) else round(one) for one in widths]
    assert told["minutes"] == ["0:00", "0:00", "0:01", "0:12", "0:19", "0:20", "1:05"]


def test_own_clocks_are_clocks_of_the_club(told: dict[str, Any]) -> None:
    assert told["clocks"] == ["600+8", "0+20", "0d259200", None, None, None, None]
    assert [str(Control.parse(clock)) for clock in told["clocks"] if clock] == told["clocks"][:3]
    assert [str(Control.parse(clock)) for clock in told["longest"]] == ["86400+3600", "0d2592000"]
    assert told["fields"][:3] == [CLOCKS[0], CLOCKS[1], {"minutes": 0, "seconds": 0, "days": 3}]


def test_the_presets_have_every_pace() -> None:
    text = (SCRIPTS / "new_game" / "terms.js").read_text("utf-8")
    (line,) = [line for line in text.splitlines() if line.startswith("export const CLOCKS")]
    clocks = [clock for clock in json.loads(line.partition("= ")[2].rstrip(";")) if clock != "us"]
    assert {pace_of(clock) for clock in clocks if clock} == set(PACES)
