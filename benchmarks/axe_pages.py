"""axe-core and width on the pages of the coach: reviews, puzzles, lessons, and the report of `nardy analyze`.

    python benchmarks/axe_pages.py
    python benchmarks/axe_pages.py --pictures FOLDER --language ru
    python benchmarks/axe_pages.py --report report.html

Each page is looked at in five sizes, one of them a phone that lies, and in both themes of the page. It counts
what axe-core finds wrong, and pages that scroll sideways. `--pictures` keeps a picture of each.
It needs chromium, and the tools of the page that ./check installs.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web import axe, lively, tour
from tests.web.browser import Browser, Tab, browser
from tests.web.running import running_club

SCREENS = ((360, 740), (390, 844), (667, 375), (1280, 800), (1920, 1080))
PHONE = 700
"""Pixels below which a finger is the pointer."""
THEMES = {"dark": "dusk", "light": "tuff"}
NAMES = {
    "why",
    "review",
    "matches",
    "puzzles",
    "puzzle",
    "own-mistakes",
    "lesson",
    "lesson-of-a-plan",
    "lesson-of-the-bomb",
    "library",
    "openings",
    "opening",
    "errors",
}
WIDE = "document.documentElement.scrollWidth > innerWidth"
SETTLE = 0.6
"""Seconds until nothing moves on a picture."""


class Looks:
    """The violations found on all pages so far."""

    def __init__(self, pictures: Path | None) -> None:
        self.pictures = pictures
        self.count, self.found = 0, list[str]()

    def look(self, tab: Tab, name: str) -> None:
        """At what is shown now."""
        self.count += 1
        print(name, flush=True)
        self.found += [f"{name}: {one}" for one in axe.violations(tab)]
        if tab.js(WIDE):
            self.found.append(f"{name}: it scrolls sideways")
        if self.pictures is not None:
            time.sleep(SETTLE)
            tab.picture(self.pictures / f"{name}.png")


def pages(looks: Looks, running: Browser, club: str, asked: argparse.Namespace) -> None:
    """Every page in every size and theme."""
    stops = [stop for stop in tour.STOPS if stop.name in asked.only]
    with running.tab() as tab:
        tab.prefer(prefers_reduced_motion="reduce")
        tour.enter(tab, club, language=asked.language)
        for stop in stops:
            for width, height in sizes(asked):
                tab.size(width, height, touch=width < PHONE)
                tour.visit(tab, club, stop)
                for theme, page in THEMES.items():
                    tour.dress(tab, "wood", page)
                    looks.look(tab, f"{stop.name}-{width}-{theme}-{asked.language}")
        looks.found += [f"{asked.language}: {line}" for line in tab.log]


def sizes(asked: argparse.Namespace) -> list[tuple[int, int]]:
    return [size for size in SCREENS if size[0] in asked.widths]


def report(looks: Looks, running: Browser, file: Path, asked: argparse.Namespace) -> None:
    """A report of `nardy analyze --html`."""
    with running.tab() as tab:
        for width, height in sizes(asked):
            tab.size(width, height, touch=width < PHONE)
            for scheme in THEMES:
                tab.prefer(prefers_color_scheme=scheme)
                tab.go(file.resolve().as_uri())
                tab.wait("document.querySelector('footer')")
                looks.look(tab, f"{file.stem}-{width}-{scheme}")


def told(looks: Looks) -> Iterator[str]:
    yield f"{looks.count} looks, {len(looks.found)} findings"
    yield from looks.found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--language", choices=("en", "ru"), default="en")
    parser.add_argument("--report", type=Path, help="look at this file instead of a club's pages")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each look")
    parser.add_argument(
        "--only", nargs="+", default=sorted(NAMES), help="stops of tests/web/tour.py"
    )
    every = [width for width, _ in SCREENS]
    parser.add_argument("--widths", nargs="+", type=int, choices=every, default=every)
    asked = parser.parse_args()
    if not axe.SCRIPT.exists():
        sys.exit("expected axe-core; do ./check tests/test_tree.py, which installs it")
    if asked.pictures is not None:
        asked.pictures.mkdir(parents=True, exist_ok=True)
    looks = Looks(asked.pictures)
    with tempfile.TemporaryDirectory() as work, browser(Path(work) / "profile") as running:
        if asked.report is not None:
            report(looks, running, asked.report, asked)
        else:
            place = Path(work) / "town"
            place.mkdir()
            lively.prepare(place)
            with running_club(place) as club:
                pages(looks, running, club, asked)
    print(*told(looks), sep="\n")


if __name__ == "__main__":
    main()
