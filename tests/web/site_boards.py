"""A reader of the documentation tries its boards: by pointer and keyboard, from a folder below a host's first."""

from tests.web import axe
from tests.web.browser import Tab

FRAME = "document.querySelector('.board iframe').contentDocument"
BUTTON = "document.querySelector('.board .md-button')"
POINT = """(place => {{
  const found = [...{frame}.querySelectorAll('.place')].find((one) => one.getAttribute('aria-label').split(', ')[0] === '{place}');
  const [box, around] = [found.getBoundingClientRect(), document.querySelector('.board iframe').getBoundingClientRect()];
  return [around.x + box.x + box.width / 2, around.y + box.y + box.height / 2];
}})()"""
NOTE = f"{FRAME}.querySelector('.note').textContent"


def press(tab: Tab, selector: str) -> None:
    """Press a button of the board."""
    tab.js(f"{FRAME}.querySelector({selector!r}).click()")


def said(tab: Tab, words: str) -> None:
    """Wait until the line below the board says something."""
    tab.wait(f"{NOTE}.includes({words!r})", 20)


def opened(tab: Tab, address: str) -> None:
    """Open a page, and bring its first board to life by the keyboard."""
    tab.go(address)
    tab.wait(BUTTON, 20)
    assert not tab.js("document.querySelector('iframe')"), "nothing is loaded before a touch"
    tab.js(f"{BUTTON}.focus()")
    tab.key("Enter")
    tab.wait("document.querySelector('.board.alive')", 30)
    tab.wait("document.activeElement.tagName === 'IFRAME'")
    tab.wait(f"{FRAME}.querySelectorAll('.trial .ck').length >= 30", 20)


def try_boards(tab: Tab, home: str) -> None:
    """Play on a board, undo, turn it round, evaluate it, and go on in the editor."""
    tab.size(1280, 900)
    tab.prefer(prefers_reduced_motion="reduce")
    opened(tab, f"{home}games/plakoto.html")
    follow_the_theme(tab)
    play_by_pointer(tab)
    play_by_keys(tab)
    no_faults(tab, f"{home}play/index.html#/try?text=plakoto+w+24:15+24:15+dice=31&language=ru")
    # What the engine does not know stays a picture.
    known = str(knows(tab, home, "nuclear")).lower()
    tab.wait("document.querySelector('.board svg')", 20)
    tab.wait(f"Boolean(document.querySelector('.board.can')) === {known}", 20)
    tab.go(f"{home}ru/games/long-nardy.html")
    tab.wait(f"{BUTTON}?.textContent === 'Попробовать эту позицию'", 20)


def follow_the_theme(tab: Tab) -> None:
    """The board has the colors of the site, also when the reader changes them."""
    scheme = f"getComputedStyle({FRAME}.documentElement).colorScheme"
    for look, wanted in (("slate", "dark"), ("default", "light")):
        tab.js(f"document.body.dataset.mdColorScheme = {look!r}")
        tab.wait(f"{scheme} === {wanted!r}")


def play_by_pointer(tab: Tab) -> None:
    """A turn of White's, checker by checker, and back."""
    said(tab, "Light checkers to roll")
    for number, die in enumerate((3, 1)):
        select = f"{FRAME}.querySelectorAll('select')[{number}]"
        tab.js(f"{select}.value = '{die}', {select}.dispatchEvent(new Event('change')), 0")
        tab.wait(f"[...{FRAME}.querySelectorAll('select')].every(({{ value }}) => value > 0)", 20)
    tab.wait(f"{FRAME}.querySelector('a.btn').href.endsWith('dice%3D31')", 20)
    said(tab, "Light checkers to play")
    tab.js(f"{FRAME}.querySelector('.boardbox').scrollIntoView({{ block: 'center' }})")
    for origin, target in (("24", "21"), ("24", "23")):
        for place in (origin, target):
            tab.press(*tab.js(POINT.format(frame=FRAME, place=place)))
    said(tab, "The turn is complete")
    press(tab, ".btn.act")
    said(tab, "Dark checkers to roll")
    undo = ".row ~ .row .btn"
    press(tab, undo)
    said(tab, "Light checkers to play")
    press(tab, undo)
    said(tab, "Light checkers to roll")


def play_by_keys(tab: Tab) -> None:
    """Roll, turn the board round and back, ask the bot, and follow the link."""
    tab.js(f"{FRAME}.querySelector('.place[tabindex=\"0\"]').focus()")
    tab.key("r")
    tab.wait(f"/to play|no legal move/.test({NOTE})", 20)
    below = f"{FRAME}.querySelector('.boardbox svg .no').textContent"
    before = tab.js(f"{FRAME}.querySelector('.boardbox svg').innerHTML")
    press(tab, ".row ~ .row .btn:nth-of-type(2)")
    tab.wait(f"{FRAME}.querySelector('.boardbox svg').innerHTML !== {before!r} && {below}")
    press(tab, ".row ~ .row .btn:nth-of-type(2)")
    press(tab, ".row .btn:last-of-type")
    tab.wait(f"/^[+−]?\\d[.]\\d{{3}}$/.test({FRAME}.querySelector('.evaluation .num + .num')?.textContent)", 30)  # fmt: skip
    press(tab, ".evaluation .seek")
    tab.wait(f"Boolean({FRAME}.querySelector('.arrow.best'))")
    link = tab.js(f"{FRAME}.querySelector('a.btn').href")
    assert "/play/index.html#/board?text=plakoto%20w" in link
    tab.go(link)
    tab.wait("document.querySelector('.editor .setup select')?.value === 'plakoto'", 30)


def no_faults(tab: Tab, address: str) -> None:
    """axe-core finds nothing, on a phone and a desktop, in both themes."""
    for width, height in ((390, 844), (1280, 800)):
        tab.size(width, height, touch=width < 400)
        for page in ("dusk", "tuff"):
            tab.go("about:blank")
            tab.go(f"{address}&page={page}")
            tab.wait("document.querySelector('.trial .ck')", 30)
            tab.js(f"document.documentElement.dataset.page = {page!r}")
            found = axe.violations(tab)
            assert not found, (width, page, found)
            assert tab.js("document.documentElement.scrollWidth") <= width
    tab.size(1280, 900)


def knows(tab: Tab, home: str, game: str) -> bool:
    """Whether the engine's own list has a game."""
    tab.go(f"{home}games/{game}.html")
    return tab.js(
        f"fetch('{home}assets/boards.js').then((one) => one.text()).then((text) => text.includes('\"{game}\"'))"
    )
