"""The page of an address with all that it begins with in its first lines, so that it comes at once."""

import json
import re
from collections.abc import Iterable
from functools import cache
from html import escape

from nardy.server.web.bundles import FIRST, GAME, style_of, version
from nardy.server.web.static_files import File, web_files

LANGUAGES = ("en", "ru")
BEGINNINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "/": ("home", ("/api/games", "/api/me")),
    "/play/": ("game", (GAME,)),
}
"""What an address begins with: the part with its styles and words, and what it asks for beside them."""
_STYLES = re.compile(r'(?:<link rel="stylesheet"[^>]*>\n)+')
_TITLE = re.compile(r'<title>.*?</title>\n|<meta name="description"[^>]*>\n')
_ADDRESS = re.compile(r'"/web/(?=(?:css|js|locale)/)')


def first_page(path: str, accepts: str = "") -> File:
    """The page of an address, for a reader whose browser accepts these languages."""
    return _page(beginning_of(path), subject_of(path), language_of(accepts))


def subject_of(path: str) -> str:
    """What an address is about, as web/head.json tells it apart; '' for what is not told of.

    >>> subject_of("/play/k3x"), subject_of("/dice")
    ('/play/', '')
    """
    known = (
        name
        for name in _heads()
        if name and (path.startswith(name) if name != "/" else path == name)
    )
    return next(known, "")


@cache
def _heads() -> dict[str, dict[str, dict[str, str]]]:
    return json.loads(web_files()["/head.json"].content)


def beginning_of(path: str) -> str:
    """Which of the beginnings an address has; '' where it has none of its own."""
    return "/play/" if path.startswith("/play/") else path if path == "/" else ""


def language_of(accepts: str) -> str:
    """The first language of a header that the page speaks; the page itself decides in the end.

    >>> language_of("hy-AM,ru;q=0.9,en;q=0.8")
    'ru'
    """
    tags = [tag.strip()[:2].lower() for tag in accepts.split(",")]
    return next((tag for tag in tags if tag in LANGUAGES), LANGUAGES[0])


@cache
def _page(beginning: str, subject: str, language: str) -> File:
    part, ahead = BEGINNINGS.get(beginning, ("", ()))
    page = web_files()["/index.html"].content.decode()
    style = f'<link rel="stylesheet" href="/web{style_of(part)}" data-part="{part}">\n'
    page = _STYLES.sub(style, page).replace("/js/main.js", FIRST)
    lines = "\n".join([*told_of(subject, language), *preloads(part, language, ahead)])
    told = _TITLE.sub("", page).replace("</head>", f"{lines}\n</head>")
    return File.of(_ADDRESS.sub(f'"/web/{version()}/', told).encode(), "text/html")


def told_of(subject: str, language: str) -> list[str]:
    """What a messenger shows of a link, and a search engine of a page: title and description."""
    told = {name: escape(text[language]) for name, text in _heads()[subject].items()}
    return [
        f"<title>{told['title']}</title>",
        f'<meta name="description" content="{told["description"]}">',
        '<meta property="og:site_name" content="nardy">',
        '<meta property="og:type" content="website">',
        *(f'<meta property="og:{name}" content="{text}">' for name, text in told.items()),
    ]


def preloads(part: str, language: str, ahead: Iterable[str]) -> list[str]:
    """The lines that tell a browser what it will need."""
    words = [
        f"/web/locale/{language}.json",
        *([f"/web/locale/{language}/{part}.json"] if part else []),
    ]
    asked = [*words, *(one for one in ahead if not one.endswith(".js"))]
    return [
        *(f'<link rel="modulepreload" href="/web{one}">' for one in ahead if one.endswith(".js")),
        *(f'<link rel="preload" as="fetch" crossorigin href="{one}">' for one in asked),
    ]
