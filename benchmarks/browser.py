"""How fast the page thinks without the club, in Chromium on the static site, and what it weighs.

python benchmarks/browser.py [--turns 400]: single games with so many turns, and a 7-point match with the cube
"""

import argparse
import functools
import gzip
import http.server
import json
import sys
import tempfile
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.browser import Tab, browser  # noqa: E402

from nardy.server.web.bundles import FIRST, GAME, version  # noqa: E402
from nardy.server.web.static_site import site_files, write_site  # noqa: E402

GAMES = ("backgammon", "plakoto", "long-nardy", "fevga", "hypergammon")
LENGTH = 7
"""Points of the match that is played by a strong bot on both sides, and reviewed."""
NEWCOMER = (
    FIRST,
    GAME,
    "/css/home-bundle.css",
    "/css/game-bundle.css",
    "/js/offline/",
    "/js/engine/",
)
"""Files of a first game without the club, beside its words and the engine."""
PARTS = (
    "en.json",
    "en/home.json",
    "en/game.json",
    "en/room.json",
    "en/order.json",
    "en/sheets.json",
)

MEASURED = """(async () => {{
  const began = performance.timeOrigin;
  const at = (name) => new URL("web/{version}/" + name, document.baseURI);
  const {{ Engine }} = await import(at("js/engine/engine.js"));
  const {{ afterTurn, GOING_ON }} = await import(at("js/engine/after_turn.js"));
  const {{ OfflineReview }} = await import(at("js/offline/review.js"));
  const {{ OfflineRoom }} = await import(at("js/offline/room.js"));
  const read = async (name) => (await fetch(at("engine/" + name))).arrayBuffer();
  const engine = await Engine.load(read);
  const first = await engine.game("backgammon");
  first.ranked(first.start(), [3, 1], 1);
  const found = {{ first_hint: Date.now() - began, evaluations: {{}}, hint: {{}}, turn: {{}} }};
  const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  const die = () => 1 + Math.floor(Math.random() * 6);
  for (const id of {games}) {{
    const game = await engine.game(id);
    const {{ kernel }} = game;
    const boards = [], hints = [], plain = [];
    for (let position = game.start(), n = 0; n < 60; n++) {{
      const roll = [die(), die()];
      let start = performance.now();
      const turns = game.ranked(position, roll, 1);
      if (turns.length > 1) hints.push(performance.now() - start);
      start = performance.now();
      game.ranked(position, roll, 0);
      if (turns.length > 1) plain.push(performance.now() - start);
      boards.push(...turns.map(({{ board }}) => board));
      const next = afterTurn(game, position, roll, turns[Math.floor(Math.random() * Math.min(3, turns.length))]);
      position = next.outcome === GOING_ON ? next.position : game.start();
    }}
    const count = Math.min(4096, boards.length);
    const net = [...game.net, game.races.table()];
    found.evaluations[id] = kernel.scratch(() => {{
      const placed = kernel.place("b", boards.slice(0, count).flat(), count, 2, 26);
      const pins = kernel.zeros("i", count, 2), facts = kernel.zeros("b", count, 7);
      const chances = kernel.zeros("f", count, game.game.points.length), equities = kernel.zeros("f", count);
      const times = Array.from({{ length: 9 }}, () => {{
        const start = performance.now();
        kernel.call("value_with_bombs", net, [placed, pins, 1], facts, chances, equities);
        return performance.now() - start;
      }});
      return Math.round((count / median(times)) * 1000);
    }});
    found.hint[id] = median(hints);
    found.turn[id] = median(plain);
  }}
  const nothing = {{ tell: () => {{}}, keep: async () => {{}} }};
  const kept = {{ id: "own-x", game: "backgammon", level: "strong", seat: "white", begun: 0, is_over: false, events: [] }};
  let reviewed = 0, spent = 0;
  while (reviewed < {turns}) {{
    kept.events = [];
    const room = new OfflineRoom(kept, first, nothing);
    await room.run();
    while (room.phase !== "over") {{
      if (room.phase === "roll") await room.hear({{ type: "act", room: "", id: "", version: room.version, act: "roll" }});
      else await room.hear({{ type: "act", room: "", id: "", version: room.version, act: "play", moves: room.choose() }});
    }}
    const review = new OfflineReview(kept, first, () => new OfflineRoom({{ ...kept, events: [] }}, first, nothing));
    const start = performance.now();
    await review.run();
    spent += performance.now() - start;
    reviewed += review.of;
  }}
  const {{ botAct }} = await import(at("js/offline/bot_acts.js"));
  const match = {{ ...kept, events: [], length: {length}, rules: "backgammon" }};
  const table = new OfflineRoom(match, first, nothing);
  await table.run();
  while (!table.isOver) {{
    const act = table.phase === "over" ? "next" : table.phase === "turn" ? "play" : botAct(table);
    const moves = act === "play" ? table.choose() : [];
    await table.hear({{ type: "act", room: "", id: "", version: table.version, act, moves }});
  }}
  const review = new OfflineReview(match, first, () => new OfflineRoom({{ ...match, events: [] }}, first, nothing));
  const start = performance.now();
  await review.run();
  if (review.reason) throw new Error(review.reason);
  const seconds = (performance.now() - start) / 1000;
  found.match = {{ length: {length}, games: table.now.game, turns: review.of, cubes: review.quick.cubes.length, review: seconds }};
  return {{ ...found, reviewed, review: spent / 1000 }};
}})()"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=400, help="turns to review in single games")
    turns = parser.parse_args().turns
    with tempfile.TemporaryDirectory() as folder:
        write_site(Path(folder, "site"))
        handler = functools.partial(Quiet, directory=str(Path(folder, "site")))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with browser(Path(folder, "profile")) as one, one.tab() as tab:
            _tell(_measured(tab, f"http://127.0.0.1:{server.server_port}/", turns))
        server.shutdown()
    _tell_weight()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:  # type: ignore[override]
        """Say nothing."""


def _measured(tab: Tab, address: str, turns: int) -> dict[str, object]:
    tab.go(address)
    tab.wait("document.querySelector('.mini-card')", 30)
    code = MEASURED.format(version=version(), games=json.dumps(GAMES), turns=turns, length=LENGTH)
    tab.call("Page.reload")
    told = "window.found = null, {code}.then((found) => window.found = found, (error) => window.found = {{error: `${{error.stack}}`}}), 0"
    tab.js(told.format(code=code))
    found = tab.wait("window.found", 300)
    if "error" in found:
        raise SystemExit(f"expected figures of the page's engine, got {found['error']}")
    return found


def _tell(found: dict[str, object]) -> None:
    for name, value in found.items():
        print(f"{name}: {json.dumps(value)}")


def _tell_weight() -> None:
    page = engine = 0
    for name, content in site_files():
        path = name.partition(version())[2]
        packed = len(gzip.compress(content))
        if path.startswith(NEWCOMER) or path.removeprefix("/locale/") in PARTS:
            page += packed
        elif path in ("/engine/kernel.wasm", "/engine/kernel.json", "/engine/games.json"):
            engine += packed
    print(f"packed: page {page / 1000:.0f} kB, engine without networks {engine / 1000:.0f} kB")


if __name__ == "__main__":
    main()
