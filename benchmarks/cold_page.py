"""How soon a new visitor can use the club's page, and how many bytes it has.

    python benchmarks/cold_page.py
    python benchmarks/cold_page.py --repeats 9 --delay 40    # and 40 ms more for every answer
    python benchmarks/cold_page.py --line 300,400            # a newcomer on a slow line, to the first move

Chromium comes with an empty cache each time, to a club on this machine: to the first page, and to a game
against a bot. A page can be used when its main button is there, or all checkers of the game are. Bytes are
those of all files until then and a second later, unpacked and as they came. Then the same browser comes
again, and is told to keep nothing but what it may.

With `--line` everything, connections and the live socket too, goes over a line of so many milliseconds there
and back and so many kilobits a second (slow_line.py); with `--by chromium` Chromium slows its requests down
itself, which leaves handshakes and sockets as they are. A newcomer opens the first page, presses its button
as soon as it can be seen, starts what the sheet offers, and moves a checker as soon as one can be moved.
"""

import argparse
import contextlib
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from slow_line import slow_line
from tests.web.browser import Browser, Tab, browser
from tests.web.running import running_club
from tests.web.table import Table

READY = {
    "home": "document.querySelector('.btn.huge')",
    "game": "document.querySelectorAll('.ck').length >= 30",
}
SHOWN = """new Promise((done) => { const look = () => READY ? done(performance.now()) : setTimeout(look, 5);
  look(); })"""
LOADED = """[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .filter((one) => one.startTime < UNTIL).map((one) => [one.name, one.decodedBodySize, one.transferSize])"""
START = "document.querySelector('.sheet.order footer .act')"
MAKE = (
    "fetch('/api/rooms', {method: 'POST', headers: {'content-type': 'application/json'}, "
    "body: JSON.stringify({game: 'long-nardy', bot: 'steady'})}).then((a) => a.json())"
)


def main() -> None:
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("--repeats", type=int, default=5)
    asked.add_argument("--delay", type=float, default=0, help="milliseconds for every answer")
    asked.add_argument("--line", metavar="MS,KBIT", help="there and back, and a second")
    asked.add_argument("--by", choices=("proxy", "chromium"), default="proxy")
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as work:
        place = Path(work)
        with running_club(place) as club, browser(place / "profile") as running:
            if wanted.line:
                tell("a newcomer", [newcomer(running, club, wanted) for _ in range(wanted.repeats)])
                return
            for page, ready in READY.items():
                runs = [
                    once(running, club, page, ready, wanted.delay) for _ in range(wanted.repeats)
                ]
                tell(page, runs)


def once(running: Browser, club: str, page: str, ready: str, delay: float) -> dict[str, float]:
    """One visitor, who comes twice: milliseconds and bytes."""
    with running.tab() as tab:
        tab.size(1280, 800)
        tab.go(f"{club}/web/manifest.webmanifest")
        tab.wait("location.pathname.endsWith('webmanifest')", 30)
        room = tab.js(MAKE)["room"] if page == "game" else ""
        if delay:
            rates = {"latency": delay, "downloadThroughput": -1, "uploadThroughput": -1}
            tab.call("Network.emulateNetworkConditions", offline=False, **rates)
        address = f"{club}/play/{room}" if room else club
        tab.asked.clear()
        cold = visit(tab, address, ready)
        tab.go("about:blank")
        warm = visit(tab, address, ready)
        foreign = {one.split("/")[2] for one in tab.asked if "://" in one} - {club.split("/")[2]}
        assert not foreign, foreign
        return {**cold, **{f"again {name}": value for name, value in warm.items()}}


def newcomer(running: Browser, club: str, wanted: argparse.Namespace) -> dict[str, float]:
    """From an empty cache to the first move on a slow line: milliseconds, and what came over it."""
    delay, kilobits = map(float, wanted.line.split(","))
    with contextlib.ExitStack() as opened:
        tab = opened.enter_context(running.tab())
        tab.size(390, 844, touch=True)
        if wanted.by == "proxy":
            club, line = opened.enter_context(slow_line(club, delay / 1000, kilobits))
        else:
            rates = dict.fromkeys(("downloadThroughput", "uploadThroughput"), kilobits * 125)
            tab.call("Network.emulateNetworkConditions", offline=False, latency=delay, **rates)
            line = None
        begun = time.monotonic()
        times: dict[str, float] = {}

        def mark(what: str) -> None:
            times[what] = 1000 * (time.monotonic() - begun)
            if line:
                times[f"kB, {what}"] = line.bytes / 1000

        tab.go(club)
        tab.wait(READY["home"], 60)
        mark("Play now")
        tab.js(f"{READY['home']}.click()")
        tab.wait(START, 60)
        mark("sheet")
        tab.js(f"{START}.click()")
        tab.wait("document.querySelectorAll('.boardbox .ck').length >= 30", 60)
        mark("board")
        table = Table(tab)
        table.wait_for_turn(60)
        mark("own turn")
        table.tap(table.origins()[0])
        table.tap(table.targets()[0])
        tab.wait("document.querySelector('.acts .back')", 60)
        mark("first move")
        times["first move after Play now"] = times["first move"] - times["Play now"]
        assert not tab.log, tab.log
        return times


def visit(tab: Tab, address: str, ready: str) -> dict[str, float]:
    tab.go(address)
    tab.wait(f"location.href.startsWith({address!r}) && document.body", 30)
    at = tab.js(SHOWN.replace("READY", ready))
    time.sleep(1)
    first = tab.js(LOADED.replace("UNTIL", str(at)))
    every = tab.js(LOADED.replace("UNTIL", "1e9"))
    return {
        "ms": at,
        "files": len(first),
        "kB": sum(size for _, size, _ in first) / 1000,
        "kB as sent": sum(sent for _, _, sent in first) / 1000,
        "kB a second later": sum(size for _, size, _ in every) / 1000,
    }


def tell(page: str, runs: list[dict[str, float]]) -> None:
    print(page)
    for name in runs[0]:
        values = [run[name] for run in runs]
        print(
            f"  {name:26} {statistics.median(values):8.0f}   ({min(values):.0f} to {max(values):.0f})"
        )


if __name__ == "__main__":
    main()
