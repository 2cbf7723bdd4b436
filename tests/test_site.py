"""The documentation as a site: what it adds to docs/, and that it builds without a fault."""

import re
import subprocess
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import pytest
from scripts.pages import site
from scripts.pages.check_site import faults

from nardy.errors import NotationError
from nardy.games import GAMES

ROOT = Path(__file__).parents[1]
BOARD = re.compile(r"^```board\n(.*?)^```", re.MULTILINE | re.DOTALL)
BOARDS = [
    (page.relative_to(ROOT), block)
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for block in BOARD.findall(page.read_text("utf-8"))
]
HEAD = "<!doctype html><title>page</title>"


@pytest.mark.parametrize(("page", "block"), BOARDS)
def test_a_block_of_a_page_is_a_board(page: Path, block: str) -> None:
    drawn = site.board_fence(block)
    place = f'<div class="board" data-position="{block.strip()}" data-language="en"><svg'
    assert drawn.startswith(place)
    assert "\n\n" not in drawn


def test_a_block_that_is_no_position_is_refused() -> None:
    with pytest.raises(NotationError):
        site.board_fence("no position")


@pytest.mark.parametrize(
    ("link", "page", "wanted"),
    [
        ("[a](docs/guide/club.md#b)", "README.md", "[a](guide/club.md#b)"),
        ("![a](docs/guide/pictures/game.webp)", "README.md", "![a](guide/pictures/game.webp)"),
        ("[a](../../CHANGELOG.md)", "docs/reference/api.md", "[a](../changelog.md)"),
        ("[a](README.md)", "docs/games/tapa.md", "[a](README.md)"),
        ("[a](examples)", "README.md", "`a`"),
        ("[a](https://example.org)", "README.md", "[a](https://example.org)"),
        ("[a](#b)", "README.md", "[a](#b)"),
        ("```\n[a](examples)\n```", "README.md", "```\n[a](examples)\n```"),
    ],
)
def test_links_lead_to_pages_of_the_site(link: str, page: str, wanted: str) -> None:
    assert site.linked(link, page) == wanted


def test_every_game_has_a_page_in_russian() -> None:
    pages = dict(site.generated())
    for rules in GAMES.values():
        assert f"(games/{rules.id}.md)" in pages["ru/index.md"]
        assert (
            pages[f"ru/games/{rules.id}.md"].casefold().startswith(f"# {rules.russian}".casefold())
        )


def test_faults_of_a_site_are_found(tmp_path: Path) -> None:
    (tmp_path / "style.css").write_text("@import url(https://a.example/x.css);", "utf-8")
    (tmp_path / "script.js").write_text('fetch("https://b.example/x")', "utf-8")
    (tmp_path / "other.html").write_text(f'{HEAD}<p id="here">', "utf-8")
    page = """<script src="https://c.example/x.js"></script><img src="//d.example/x.png">
        <link rel="canonical" href="https://e.example/"><a href="https://f.example/">out</a>
        <a href="other.html#here">good</a><a href="other.html#gone">bad</a><a href="gone.html">bad</a>
        <p style="background: url(https://g.example/x.png)"><img src="gone.png">"""
    (tmp_path / "page.html").write_text(HEAD + page, "utf-8")
    assert sorted(faults(tmp_path)) == [
        "page.html has a dead link: gone.html",
        "page.html has a dead link: gone.png",
        "page.html has a dead link: other.html#gone",
        "page.html loads //d.example/x.png from another host",
        "page.html loads https://c.example/x.js from another host",
        "page.html loads https://g.example/x.png from another host",
        "script.js may ask b.example",
        "style.css loads https://a.example/x.css from another host",
    ]


def test_the_script_of_boards_is_told_the_games_of_the_engine(tmp_path: Path) -> None:
    built, played = tmp_path / "docs", tmp_path / "play"
    script = built / site.BOARDS
    for folder in (script.parent, engine := played / "web" / "0123" / "engine"):
        folder.mkdir(parents=True)
    (engine / "games.json").write_text('{"games": {"tapa": {}, "fevga": {}}}', "utf-8")
    script.write_text((ROOT / "docs" / site.BOARDS).read_text("utf-8"), "utf-8")
    site.bring_to_life(built, played)
    told = script.read_text("utf-8")
    assert 'const games = ["fevga", "tapa"];' in told
    assert "Попробовать эту позицию" in told
    assert "$" not in re.sub(r"\$\{", "", told)
    assert (built / "play" / "web" / "0123" / "engine" / "games.json").is_file()


def test_without_the_page_that_plays_no_board_comes_alive(tmp_path: Path) -> None:
    assert site.known_games(tmp_path / "nowhere") == []


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files, and writes no log."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


# One test, because two workers would build into the same folder.
@pytest.mark.thorough
def test_the_site_builds_searches_and_asks_no_other_host(tmp_path: Path) -> None:
    script = ROOT / "scripts" / "site"
    prepared = subprocess.run([script, "--prepare"], capture_output=True, text=True, check=False)
    if prepared.returncode:
        pytest.skip(f"MkDocs cannot be installed: {prepared.stderr.strip()[-200:]}")
    built = subprocess.run([script], capture_output=True, text=True, check=False)
    assert (built.returncode, built.stderr) == (0, ""), built.stdout + built.stderr
    assert built.stdout.endswith(" pages, 0 faults\n")
    pages = ROOT / "build" / "docs"
    judge = (pages / "guide" / "judge.html").read_text("utf-8")
    assert 'class="board" data-position="backgammon w bar:1' in judge
    titles = re.findall(
        r"<title>(.*?)</title>", (pages / "reference" / "rl.html").read_text("utf-8")
    )
    assert titles == ["Environments for reinforcement learning - nardy"]
    in_browser(pages, tmp_path)


def in_browser(pages: Path, profile: Path) -> None:
    """Search words of both languages, and try the boards."""
    web = pytest.importorskip("tests.web.browser", reason="needs the extra `server`")
    if web.chromium() is None:
        pytest.skip("needs chromium, which is not installed; all but the browser was tested")
    server = ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(QuietHandler, directory=str(pages.parent))
    )
    # Below another folder, as many hosts have it.
    host = f"http://127.0.0.1:{server.server_port}/"
    home = f"{host}{pages.name}/"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        with web.browser(profile) as chrome, chrome.tab() as tab:
            for word, found in (("prime", "prime"), ("голова", "голов")):
                tab.go(f"{home}index.html?q={quote(word)}")
                results = "document.querySelector('.md-search-result__list')?.innerText ?? ''"
                tab.wait(f"({results}).toLowerCase().includes('{found}')", 30)
            trying = pytest.importorskip("tests.web.site_boards")
            trying.try_boards(tab, home)
            others = [one for one in tab.asked if not one.startswith((home, "data:"))]
            assert tab.asked
            assert not others
            assert not tab.log
    finally:
        server.shutdown()
        server.server_close()
