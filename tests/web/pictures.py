"""The pictures of the guide, taken from the stops of the tour: who reads it sees what the page shows."""

import base64
import time
from dataclasses import dataclass
from pathlib import Path

from tests.web import tour
from tests.web.browser import Browser

FOLDER = Path(__file__).parents[2] / "docs" / "guide" / "pictures"
SETTLE = 1.2
QUALITY = 80


@dataclass(frozen=True, slots=True)
class Picture:
    """One of them: a stop, and how it is looked at."""

    stop: str
    width: int
    height: int
    language: str = "en"
    board: str = "wood"
    page: str = "dusk"

    @property
    def size(self) -> tuple[int, int]:
        """In pixels."""
        return self.width, self.height


PICTURES = {
    "home": Picture("home", 1280, 800),
    "game": Picture("game", 1280, 800),
    "phone": Picture("people", 390, 844, page="tuff"),
    "lesson": Picture("lesson", 390, 844, board="felt"),
    "colors": Picture("people", 390, 844, board="cvd", page="tuff"),
    "russian": Picture("match", 390, 844, language="ru"),
    "review": Picture("review", 1280, 800, page="tuff"),
    "tournament": Picture("swiss", 1280, 800),
}


def take(running: Browser, club: str, name: str) -> bytes:
    """One of the pictures, as WebP."""
    wanted = PICTURES[name]
    with running.tab() as tab:
        tab.size(*wanted.size, touch=wanted.width < 600)
        tab.prefer(prefers_reduced_motion="reduce")
        looks = {"language": wanted.language, "board": wanted.board, "page": wanted.page}
        tour.enter(tab, club, **looks)
        tour.visit(tab, club, next(one for one in tour.STOPS if one.name == wanted.stop))
        time.sleep(SETTLE)
        told = tab.call("Page.captureScreenshot", format="webp", quality=QUALITY)
    return base64.b64decode(told["data"])


def size_of(picture: bytes) -> tuple[int, int]:
    """Width and height of an extended WebP, in pixels (RFC 9649, 2.7)."""
    assert picture[:4] + picture[8:16] == b"RIFFWEBPVP8X", picture[:16]
    width, height = (
        1 + int.from_bytes(side, "little") for side in (picture[24:27], picture[27:30])
    )
    return width, height
