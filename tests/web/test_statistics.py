"""The page's figures of a review agree with the club's, and with a second count of acts with the cube."""

import json
import subprocess
from pathlib import Path

import msgspec
import pytest
from tests.server.doubled import doubled_room
from tests.web.node import node

from nardy.analysis.game_review import review, summary
from nardy.bots.neural import NeuralBot
from nardy.core.events import Started
from nardy.core.player import Player
from nardy.kernel import is_available
from nardy.server.analysis.review_facts import message_of
from nardy.server.games.related_games import find_related_game

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "src" / "nardy" / "web" / "js" / "review" / "statistics.js"
WRONG = {
    "missed": ("roll", "double"),
    "wrongDoubles": ("double", "roll"),
    "wrongTakes": ("take", "pass"),
    "wrongPasses": ("pass", "take"),
}


@pytest.mark.skipif(not is_available(), reason="there is no kernel")
def test_the_figures_are_those_of_the_club(tmp_path: Path) -> None:
    room = doubled_room()
    events = [entry.event for entry in room.entries]
    decisions = list(review(events, find_related_game(room.match.rotation), NeuralBot(0)))
    turns = [json.loads(msgspec.json.encode(message_of(one))) for one in decisions]
    games = [n for n, event in enumerate(events, 1) if isinstance(event, Started)]
    asked = tmp_path / "asked.json"
    asked.write_text(json.dumps({"turns": turns, "games": games}), "utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("statistics.js", "decision.js", "performance_rating.js"):
        (tmp_path / name).write_text((MODULE.parent / name).read_text("utf-8"), "utf-8")
    command = [node(), str(HERE / "statistics.mjs"), str(tmp_path / "statistics.js"), str(asked)]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(answer.stdout)
    assert len(told["games"]) == len(games)
    for player, seat in ((Player.WHITE, "white"), (Player.BLACK, "black")):
        found, club = told["match"][seat], summary(decisions, player)
        assert found["all"]["decisions"] == club.decisions > 0
        assert found["all"]["rating"] == pytest.approx(club.performance_rating)
        assert found["blunders"] == club.blunders
        assert found["luck"] == pytest.approx(club.luck)
        apart = found["checkers"]["lost"] + found["cube"]["lost"]
        assert apart == pytest.approx(club.lost)
        own = [one for one in turns if one["player"] == seat and "act" in one and one["grade"]]
        for name, (act, best) in WRONG.items():
            counted = [one for one in own if (one["act"], one["best"]) == (act, best)]
            assert found[name] == len(counted), name
        parts = [game[seat]["all"]["decisions"] for game in told["games"]]
        assert sum(parts) == club.decisions
