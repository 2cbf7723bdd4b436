"""The page leaves out the turns that were taken back as the rule book does, and offers it where the club allows it."""

import json
import subprocess
from pathlib import Path

from tests.core.test_kept_events import played
from tests.web.node import node

from nardy.core.events import Played, event_to_json
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.games import BACKGAMMON

HERE = Path(__file__).parent
MODULE = HERE.parents[1] / "src" / "nardy" / "web" / "js" / "game" / "kept_events.js"


def test_the_page_keeps_what_the_rule_book_keeps(tmp_path: Path) -> None:
    game = played(Game(BACKGAMMON, seed=4), 8)
    mover = Player(next(one for one in reversed(game.events) if isinstance(one, Played)).player)
    game.take_back(mover)
    game.take_back(mover)
    played(game, 3)
    game.take_back(mover.opponent)
    told = [{"event": event_to_json(event)} for event in game.events]
    bot, person = {"is_bot": True}, {"is_bot": False}
    room = {
        "me": "white",
        "view": {"phase": "turn"},
        "events": told,
        "sent": "",
        "isOffline": False,
    }
    facts = {"white": person, "black": bot, "pace": None, "tournament": None}
    plays = [
        {**room, "facts": facts},
        {**room, "facts": {**facts, "pace": "rapid"}},
        {**room, "facts": {**facts, "tournament": "cup"}},
        {**room, "facts": {**facts, "black": person}},
        {**room, "facts": facts, "view": {"phase": "over"}},
        {**room, "facts": facts, "events": told[:2]},
        {**room, "facts": facts, "me": None},
    ]
    (tmp_path / "package.json").write_text('{"type": "module"}')
    module, asked = tmp_path / MODULE.name, tmp_path / "asked.json"
    module.write_bytes(MODULE.read_bytes())
    asked.write_text(json.dumps({"events": told, "plays": plays}), "utf-8")
    ran = subprocess.run(
        [node(), HERE / "kept_events.mjs", module, asked],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(ran.stdout)
    assert found["kept"] == json.loads(json.dumps([event_to_json(one) for one in game.kept_events]))
    assert found["may"] == [True] + 6 * [False]
