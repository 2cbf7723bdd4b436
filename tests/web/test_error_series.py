"""What the graph of error rates draws, in node: its series and running means are those of a second count."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.web.node import node

SERIES = Path(__file__).parents[2] / "src/nardy/web/js/players/error_series.js"
MARKS = [
    {
        "room": f"r{n}",
        "ended_at": n,
        "turns": 10 + n,
        "turns_lost": 0.01 * n * n,
        "cubes": n % 3,
        "cubes_lost": 0.1 * (n % 3),
        "luck": 0.0,
        "parts": [{"kind": "phase", "id": "race", "count": n % 4, "lost": 0.02 * (n % 4)}],
    }
    for n in range(1, 25)
]
SCRIPT = """
import { means, RUN, seriesOf } from %s;
const part = { kind: "phase", id: "race" };
const told = seriesOf(%s, ["", "", ""], [{ part, word: "race" }]).map(({ id, spots }) => ({ id, spots, means: means(spots) }));
console.log(JSON.stringify({ run: RUN, told }));
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    file = tmp_path_factory.mktemp("graph") / "graph.mjs"
    file.with_name("series.mjs").write_text(SERIES.read_text("utf-8"), "utf-8")
    file.write_text(SCRIPT % (json.dumps("./series.mjs"), json.dumps(MARKS)), "utf-8")
    ran = subprocess.run([node(), file], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def counts(series: str) -> list[tuple[int, int, float]]:
    """Time, decisions and loss of each game that has some."""
    whole = {
        "all": lambda one: (one["turns"] + one["cubes"], one["turns_lost"] + one["cubes_lost"]),
        "turns": lambda one: (one["turns"], one["turns_lost"]),
        "cubes": lambda one: (one["cubes"], one["cubes_lost"]),
        "phase race": lambda one: (one["parts"][0]["count"], one["parts"][0]["lost"]),
    }[series]
    return [(one["ended_at"], *whole(one)) for one in MARKS if whole(one)[0]]


def test_a_series_has_the_games_with_such_decisions(told: dict[str, list[dict]]) -> None:
    assert [one["id"] for one in told["told"]] == ["all", "turns", "cubes", "phase race"]
    for one in told["told"]:
        found = [(spot["at"], spot["count"], pytest.approx(spot["lost"])) for spot in one["spots"]]
        assert found == counts(one["id"])


def test_the_line_is_the_rate_over_the_last_ten_games(told: dict[str, list[dict]]) -> None:
    assert told["run"] == 10
    for one in told["told"]:
        games = counts(one["id"])
        for place, mean in enumerate(one["means"]):
            some = games[max(0, place - 9) : place + 1]
            wanted = sum(lost for *_, lost in some) / sum(count for _, count, _ in some)
            assert mean == pytest.approx(wanted)
