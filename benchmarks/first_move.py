"""How long a newcomer waits for the first moves: from `./nardy serve` in a fresh clone to the strongest bot's turn.

    python benchmarks/first_move.py
    python benchmarks/first_move.py --restarts 5

The clone is of this checkout's last commit, with an empty home and empty caches, so everything is
installed. Chromium runs already; its profile is empty each time. The turn is made as by a hand, checker by
checker, in the game that the first page offers, against the strongest bot, whose turn is waited for. Then the
club is ended and begun again, as on the next day.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.web.browser import Browser, browser  # noqa: E402
from tests.web.table import Table  # noqa: E402

KEPT = ("PATH", "LANG", "LC_ALL", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE")
SETTINGS = ("PIP_", "UV_", "HTTP_", "HTTPS_", "NO_PROXY", "http_", "https_", "no_proxy")
"""Other environment variables that are kept: they tell how this machine reaches a package index."""
CACHES = ("PIP_CACHE_DIR", "UV_CACHE_DIR")
PLAY = "document.querySelector('.btn.huge')"
START = "document.querySelector('.sheet.order footer .act')"
PLAYED = (
    "[...document.querySelectorAll('.turns li > span:not(.n, .cur)')]"
    ".filter((turn) => turn.textContent).length"
)
STRONGEST = "localStorage.setItem('nardy', JSON.stringify({ level: 'strongest' }))"
LONGEST = 600


def main() -> None:
    asked = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    asked.add_argument("--restarts", type=int, default=3)
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        place = Path(work)
        clone, home = place / "nardy", place / "home"
        home.mkdir()
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)  # noqa: S603, S607
        with browser(place / "profile") as running:
            tell("everything to install", visit(clone, home, running))
            for _ in range(wanted.restarts):
                tell("begun again", visit(clone, home, running))


def visit(clone: Path, home: Path, running: Browser) -> dict[str, float]:
    """One newcomer: seconds since the command until the address, the page, and the first turn."""
    begun = time.monotonic()
    times: dict[str, float] = {}

    def mark(what: str) -> None:
        times[what] = time.monotonic() - begun

    with club(clone, home) as address, running.tab() as tab:
        mark("address")
        tab.size(1280, 800)
        tab.call("Page.addScriptToEvaluateOnNewDocument", source=STRONGEST)
        tab.go(address)
        tab.wait(PLAY, LONGEST)
        mark("page")
        tab.js(f"{PLAY}.click()")
        tab.wait(START, LONGEST)
        tab.js(f"{START}.click()")
        tab.wait("document.querySelectorAll('.boardbox .ck').length >= 30", LONGEST)
        mark("board")
        table = Table(tab)
        table.wait_for_turn(LONGEST)
        before = tab.js(PLAYED)
        mark("own roll, after the bot's turn" if before else "own roll")
        table.play_turn()
        tab.wait(f"{PLAYED} > {before}", 60)
        mark("first turn")
        tab.wait(f"{PLAYED} > {before + 1}", LONGEST)
        mark("the bot's turn")
        assert not tab.log, tab.log
    return times


@contextmanager
def club(clone: Path, home: Path) -> Iterator[str]:
    """The club of a clone, as its user starts it; its address."""
    command = ["./nardy", "serve", "--port", "0"]
    with subprocess.Popen(  # noqa: S603 (ourselves)
        command, cwd=clone, env=environment(home), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http"))
        finally:
            process.terminate()


def environment(home: Path) -> dict[str, str]:
    """The environment variables of a new user."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if (name in KEPT or name.startswith(SETTINGS)) and name not in CACHES
    }
    return {**kept, "HOME": str(home)}


def tell(what: str, times: dict[str, float]) -> None:
    told = ", ".join(f"{name} {seconds:.1f} s" for name, seconds in times.items())
    print(f"{what}: {told}", flush=True)


if __name__ == "__main__":
    main()
