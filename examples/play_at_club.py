"""A bot at a club, with any UBGI engine behind it: it waits for opponents, game after game.

    .venv/bin/python examples/play_at_club.py http://127.0.0.1:8080 TOKEN --game long-nardy \\
        --engine "./nardy ubgi --bot nardy:0"

The token comes from the club: Account, Your programs; it needs the scope `play`. What the engine is asked is
described in docs/guide/engines.md, what the club sends in docs/reference/protocol.md.
"""

import argparse
import json
import shlex
import subprocess
import uuid
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

ACTS = {"drop": "pass"}
"""Words of UBGI that the club calls otherwise."""


class Engine:
    """A program that answers on its standard output."""

    def __init__(self, command: str) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, text=True)
        self.ask("ubgi", "ubgiok")

    def ask(self, lines: str, word: str) -> str:
        """What follows the word with which an answer begins."""
        assert self.process.stdin
        assert self.process.stdout
        print(lines, file=self.process.stdin, flush=True)
        for line in self.process.stdout:
            if line.startswith(word):
                return line.removeprefix(word).strip()
            if line.startswith("error"):
                raise SystemExit(f"the engine: {line.strip()}")
        raise SystemExit("the engine has ended")

    def choose(self, view: dict[str, Any]) -> dict[str, Any]:
        """The act that is due."""
        if set(view["acts"]) & {"next", "roll"} and not set(view["acts"]) & {"double", "bomb"}:
            return {"act": "next" if "next" in view["acts"] else "roll"}
        role = "chequer" if "play" in view["acts"] else "cube"
        best = self.ask(f"position text {view['position']}\ngo role {role}", "bestmove")
        if role == "cube":
            return {"act": ACTS.get(best, best)}
        return {"act": "play"} if best == "pass" else {"act": "play", "turn": best}


def play(live: ClientConnection, room: str, engine: Engine) -> str:
    """Play in a room until nothing more is played there; how it ended."""
    seen = -1

    def say(**message: Any) -> None:
        live.send(json.dumps({"room": room, **message}))

    say(type="watch", since=0)
    say(type="commit", tip="")  # the dice are the server's and the opponent's; see guide/bots-api
    while True:
        told = json.loads(live.recv())
        if told["type"] == "refused":
            print(f"refused: {told['reason']}", flush=True)
        # Updates of the room before may still come.
        if told["type"] != "update" or told["room"] != room:
            continue
        view, facts = told["view"], told["facts"]
        # A room that is closed keeps its version.
        if told["version"] == seen and not facts["is_over"]:
            continue
        if seen < 0:
            print(f"sitting in room {room}", flush=True)  # from now on others see who waits
            seen = 0
        if facts["is_over"]:
            say(type="leave")  # a connection follows at most twenty rooms
            if not (result := view["result"]):
                return "closed without a result"
            return f"{result['winner']} wins {result['points']:g}, we are {facts['you']}"
        may = view["to_act"] == facts["you"] and facts["white"] and facts["black"]
        if "next" in view["acts"] or (may and view["acts"]):
            seen = told["version"]
            say(type="act", id=uuid.uuid4().hex, version=seen, **engine.choose(view))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("club", help="its address, http://127.0.0.1:8080")
    parser.add_argument("token")
    parser.add_argument("--game", default="long-nardy")
    parser.add_argument("--engine", default="./nardy ubgi --bot nardy:0")
    parser.add_argument("--games", type=int, default=1_000_000)
    options = parser.parse_args()
    engine, who = Engine(options.engine), {"authorization": f"Bearer {options.token}"}
    with connect(f"{options.club.replace('http', 'ws', 1)}/live", additional_headers=who) as live:
        for _ in range(options.games):
            wish = json.dumps({"game": options.game, "against": "anyone"}).encode()
            headers = {**who, "content-type": "application/json"}
            with urlopen(Request(f"{options.club}/api/rooms", wish, headers)) as answer:
                room = json.load(answer)["room"]
            print(play(live, room, engine), flush=True)


if __name__ == "__main__":
    try:
        main()
    except (OSError, WebSocketException) as error:
        raise SystemExit(
            f"expected a club, a token that lets in and an engine, got: {error}"
        ) from None
