"""The one connection of a page: when it is given up for dead, and that nothing is lost with it."""

import pytest
from tests.web.browser import Browser

pytestmark = pytest.mark.thorough
CASE = """(async () => {{
  const {{ Live }} = await import("/web/js/live.js");
  const sockets = [], states = [], heard = [], timers = new Map();
  let now = 0, number = 0;
  window.setTimeout = (does, after) => (timers.set(++number, {{ does, at: now + after }}), number);
  window.clearTimeout = (one) => timers.delete(one);
  window.WebSocket = class {{
    static OPEN = 1;
    readyState = 0;
    sent = [];
    constructor() {{ sockets.push(this); }}
    send(text) {{ this.sent.push(JSON.parse(text)); }}
    close() {{ this.readyState = 2; }}
    opened() {{ this.readyState = 1; this.onopen(); }}
    closed(code = 1006) {{ this.readyState = 3; this.onclose?.({{ code }}); }}
    told(message) {{ this.onmessage?.({{ data: JSON.stringify(message) }}); }}
  }};
  const last = () => sockets.at(-1);
  const pass = (seconds) => {{
    now += seconds * 1000;
    for (const [one, {{ does, at }}] of [...timers]) if (at <= now && timers.delete(one)) does();
  }};
  Date.now = () => 1e12 + now;
  const look = (seconds) => {{
    for (const isHidden of [true, false]) {{
      Object.defineProperty(document, "hidden", {{ get: () => isHidden, configurable: true }});
      document.dispatchEvent(new Event("visibilitychange"));
      pass(isHidden ? seconds : 0);
    }}
  }};
  const live = new Live({{ hear: (message) => heard.push(message), state: (is) => states.push(is), hello: () => [{{ type: "lobby" }}] }});
  const act = {{ type: "act", id: "one" }};
  last().opened();
  try {{ {steps} }} finally {{ live.close(); }}
}})()"""
CASES: list[tuple[str, object]] = [
    # An act is not answered, and nothing else is heard.
    ("live.send(act); pass(7.9); return sockets.length", 1),
    ("live.send(act); pass(8); last().opened(); return [last().sent, states]", [[{"type": "lobby"}, {"type": "act", "id": "one"}], [True, False, True]]),
    # The next time it has longer, and an answer ends it.
    ("live.send(act); pass(8); last().opened(); pass(15); return sockets.length", 2),
    ("live.send(act); pass(8); last().opened(); pass(16); return sockets.length", 3),
    ("live.send(act); pass(8); last().opened(); last().told({ id: 'one' }); pass(60); return sockets.length", 2),
    # What the dead one tells in the end is told to nobody.
    ("live.send(act); pass(8); sockets[0].told({}); sockets[0].closed(); pass(1); return [sockets.length, heard]", [2, []]),
    # Who says anything is there, and a bot may think.
    ("live.send(act); pass(5); last().told({}); pass(5); return sockets.length", 1),
    ("live.send({ type: 'hint', id: 'two' }); pass(60); return sockets.length", 1),
    # The network is back: at once, and once.
    ("dispatchEvent(new Event('online')); return [sockets.length, states]", [2, [True, False]]),
    ("last().closed(); dispatchEvent(new Event('online')); pass(60); return sockets.length", 2),
    # Somebody looks again.
    ("document.dispatchEvent(new Event('visibilitychange')); return sockets.length", 1),
    ("live.send(act); document.dispatchEvent(new Event('visibilitychange')); return sockets.length", 2),
    # Whoever looks again after a while has a new connection, though nothing waits; nobody sees them go.
    ("look(19); return sockets.length", 1),
    ("look(21); last().opened(); return [sockets.length, states, sockets[0].readyState]", [2, [True, True], 1]),
    ("look(21); last().opened(); pass(8); return sockets.map((one) => one.readyState)", [2, 1]),
    ("look(21); sockets[0].told({}); sockets[0].closed(); last().opened(); pass(60); return [sockets.length, heard, states]", [2, [], [True, True]]),
    ("look(21); last().closed(); pass(0.3); last().opened(); pass(8); return [sockets.map((one) => one.readyState), states]", [[2, 3, 1], [True, False, True]]),
    # Closed is closed; lost comes back.
    ("live.close(); dispatchEvent(new Event('online')); last().closed(); pass(60); return [sockets.length, states]", [1, [True]]),
    ("last().closed(); pass(0.3); return sockets.length", 2),
    # A club that restarts: all pages come back, and each at a time of its own.
    ("Math.random = () => 0.5; last().closed(1012); pass(1.2); const early = sockets.length; pass(0.1); return [early, sockets.length]", [1, 2]),
    # A room that has moved: its page follows at once.
    ("last().closed(4409); pass(0.09); const early = sockets.length; pass(0.02); return [early, sockets.length]", [1, 2]),
]  # fmt: skip


def test_a_dead_connection_is_replaced(club: str, chromium_browser: Browser) -> None:
    with chromium_browser.tab() as tab:
        tab.go(f"{club}/learn")  # a page that has no connection of its own
        tab.wait("document.querySelector('.library')", 60)
        for steps, wanted in CASES:
            assert tab.js(CASE.format(steps=steps)) == wanted, steps
