"""Pages: the web client's files, their security headers, and the first page of each address.

The first page names all that the address needs in its first lines, so that a browser fetches it at once.
"""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from nardy.server.web.bundles import FIRST, GAME, LETTERS, sent_files, style_of, version
from nardy.server.web.static_files import File, web_files
from nardy.translations import LANGUAGES, SOURCE, texts

BEGINNINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "/": ("home", ("/api/games", "/api/me")),
    "/play/": ("game", (GAME,)),
}
"""What an address begins with: the part with its styles and words, and what it asks for beside them."""
_STYLES = re.compile(r'(?:<link rel="stylesheet"[^>]*>\n)+')
_TITLE = re.compile(r'<title>.*?</title>\n|<meta name="description"[^>]*>\n')
_ADDRESS = re.compile(r'"/web/(?=(?:css|js|locale)/)')
Asked = Request[Any, Any, Any]

HEADERS = {
    # Scripts, styles and connections of our own only; nothing inline, nothing from elsewhere.
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}

LOOK = [HttpMethod.GET, HttpMethod.HEAD]
"""What messengers and monitors ask of a link before anybody opens it, too."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""Of what is asked for by its version: it never changes."""
_VERSION = re.compile(rf"^/([0-9a-f]{{{LETTERS}}}|[0-9a-f]{{12}})(?=/)")
"""Twelve letters had the versions before bundles: their pages go on with modules of their own."""


def first_page(path: str, accepts: str = "") -> File:
    """The page of an address, for a reader whose browser accepts these languages."""
    return _page(beginning_of(path), subject_of(path), language_of(accepts))


def subject_of(path: str) -> str:
    """What an address is about, as locale/*/head.json tells it apart; '' for what is not told of.

    >>> subject_of("/play/k3x"), subject_of("/dice")
    ('/play/', '')
    """
    names = (key.removesuffix(".title") for key in texts(SOURCE, "head") if key.endswith(".title"))
    known = (
        name for name in names if name and (path.startswith(name) if name != "/" else path == name)
    )
    return next(known, "")


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
    words = texts(language, "head")
    told = {part: escape(words[f"{subject}.{part}"]) for part in ("title", "description")}
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


def send(request: Asked, file: File | None, *, cache: str = "no-cache") -> Response[bytes]:
    """A file, packed where that is understood, or that the browser's own copy is still good."""
    if file is None:
        raise NotFoundException(f"expected a file of the page, got {request.url.path:.80}")
    is_packed = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{file.tag}{"-gzip" if is_packed else ""}"'
    headers = {"etag": tag, "cache-control": cache, "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if is_packed:
        headers["content-encoding"] = "gzip"
    content = file.packed if is_packed else file.content
    return Response(content, media_type=file.kind, headers=headers)


PAGES = [
    *("/", "/play/{room:str}", "/join/{room:str}"),
    *("/learn", "/learn/{game:str}", "/review/{room:str}", "/board"),
    *("/leaders", "/leaders/{game:str}/{pace:str}", "/player/{player:str}"),
    *("/clubs", "/club/{circle:str}", "/invited/{code:str}"),
    *("/tournaments", "/tournaments/new", "/tournaments/new/{circle:str}"),
    *("/tournament/{tournament:str}", "/dice"),
]


def send_page(request: Asked) -> Response[bytes]:
    """The page; what it shows is told by its address."""
    accepts = request.headers.get("accept-language", "")
    return send(request, first_page(request.url.path, accepts))


@route(PAGES, http_method=LOOK, sync_to_thread=False, include_in_schema=False)
def page(request: Asked) -> Response[bytes]:
    """The page."""
    return send_page(request)


@route("/worker.js", http_method=LOOK, sync_to_thread=False, include_in_schema=False)
def worker(request: Asked) -> Response[bytes]:
    """What answers in an installed page when the network does not; its place is its scope."""
    return send(request, web_files()["/worker.js"])


@route("/web/{name:path}", http_method=LOOK, sync_to_thread=False, include_in_schema=False)
def web_file(request: Asked, name: FromPath[Path]) -> Response[bytes]:
    """A part of the page; by its version it is kept for good, and by an old one it is still there."""
    found = _VERSION.match(str(name))
    asked = found[1] if found else ""
    known = sent_files() if len(asked) == LETTERS else web_files()
    file = known.get(_VERSION.sub("", str(name)))
    return send(request, file, cache=FOR_GOOD if asked == version() else "no-cache")
