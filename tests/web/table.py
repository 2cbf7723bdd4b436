"""A person at the board of the page: looks, taps and drags."""

import time

from tests.effort import PATIENCE
from tests.web.browser import Tab

CENTER = (
    "(place => {{ const found = [...document.querySelectorAll('.place')]"
    ".find(e => e.getAttribute('aria-label').split(', ')[0] === '{}');"
    " const r = found.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
)


def from_card(tab: Tab) -> None:
    """Press *Play now* on the open card of a game, which leads to the sheet of a new game."""
    tab.click(".game-card footer .act")


def start(tab: Tab) -> None:
    """Begin what the open sheet of a new game shows, and wait for the board."""
    tab.wait("document.querySelector('.sheet.order footer .act')", 30)
    tab.click(".sheet.order footer .act")
    tab.wait("document.querySelector('.boardbox .ck')", 60)


class Table:
    """The board in a tab."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab

    def labels(self) -> list[str]:
        """What each place says of itself."""
        return self.tab.js(
            "[...document.querySelectorAll('.place')].map(e => e.getAttribute('aria-label'))"
        )

    def origins(self) -> list[str]:
        """The places from which a checker can be moved: by their turquoise numbers, or the bar."""
        points = self.tab.js("[...document.querySelectorAll('.no.can')].map(e => e.textContent)")
        is_due = self.tab.js("document.querySelector('.mainbox')?.textContent.startsWith('Play ')")
        is_on_bar = any(label.startswith("bar, ") and "yours" in label for label in self.labels())
        return points or (["bar"] if is_due and is_on_bar else [])

    def targets(self) -> list[str]:
        """The places where the chosen checker can land."""
        return [label.split(", ")[0] for label in self.labels() if "can land" in label]

    def at(self, place: str) -> tuple[float, float]:
        x, y = self.tab.js(CENTER.format(place))
        return x, y

    def tap(self, place: str) -> None:
        self.tab.press(*self.at(place))

    def button(self) -> str:
        """What the main button says if it can be pressed."""
        return self.tab.js("document.querySelector('.mainbox .act')?.textContent ?? ''")

    def press_button(self) -> None:
        self.tab.click(".mainbox .act")

    def wait_for_turn(self, seconds: float = 20) -> None:
        """Until a checker can be moved, rolling where that is asked for."""
        end = time.monotonic() + PATIENCE * seconds
        while time.monotonic() < end and not self.origins():
            if self.button() == "Roll":
                self.press_button()
            time.sleep(0.05)
        assert self.origins(), (self.labels(), self.tab.log)

    def play_turn(self) -> None:
        """The first legal turn, checker by checker."""
        for _ in range(30):
            if self.button() == "Confirm":
                self.press_button()
                return
            if not self.origins():
                time.sleep(0.05)
                continue
            self.tap(self.origins()[0])
            if targets := self.targets():
                self.tap(targets[0])
        raise AssertionError(self.labels())
