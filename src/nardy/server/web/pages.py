"""The web client's files, their security headers, and the HTML of each address.

The HTML preloads in its first lines all that its address needs, so that a browser fetches it at once.
"""

import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path

from litestar import HttpMethod, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from nardy.server.web.bundles import FIRST, GAME, LETTERS, sent_files, style_of, version
from nardy.server.web.club_look import with_look
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.engine_files import engine_files
from nardy.server.web.offline_files import service_worker
from nardy.server.web.static_files import File, web_files
from nardy.translations import LANGUAGES, SOURCE, texts

BEGINNINGS: dict[str, tuple[str, tuple[str, ...]]] = {
    "/": ("home", ("/api/games", "/api/me", "/api/front")),
    "/play/": ("game", (GAME,)),
}
"""By the beginning of an address: its part of the page (styles, translations), and what else to preload."""
_STYLES = re.compile(r'(?:<link rel="stylesheet"[^>]*>\n)+')
_TITLE = re.compile(r'<title>.*?</title>\n|<meta name="description"[^>]*>\n')
_ADDRESS = re.compile(r'"/web/(?=(?:css|js|locale)/)')

HEADERS = {
    # Only the club's own scripts, styles and connections; nothing inline or from other sites.
    "content-security-policy": (
        # WebAssembly needs its own permission (WebAssembly CSP proposal); the engine runs in a worker.
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    # A private game is protected only by its address, so other sites must not see it.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}

LOOK = [HttpMethod.GET, HttpMethod.HEAD]
"""Messengers and monitors send HEAD to look at a link."""
FOR_GOOD = "public, max-age=31536000, immutable"
"""Cache-Control of files that are requested by version and so never change."""
_VERSION = re.compile(rf"^/([0-9a-f]{{{LETTERS}}}|[0-9a-f]{{12}})(?=/)")
"""Versions from before bundles had 12 digits."""
RELOAD = "/js/reload.js"


def html_of_address(path: str, accepts: str = "") -> File:
    """The HTML of an address, for a browser that accepts these languages."""
    beginning = "/play/" if path.startswith("/play/") else path if path == "/" else ""
    return _page(beginning, subject_of(path), language_of(accepts))


def subject_of(path: str) -> str:
    """The subject of an address, a key of locale/*/head.json; '' for addresses without one.

    >>> subject_of("/play/k3x"), subject_of("/dice")
    ('/play/', '')
    """
    names = (key.removesuffix(".title") for key in texts(SOURCE, "head") if key.endswith(".title"))
    known = (
        name for name in names if name and (path.startswith(name) if name != "/" else path == name)
    )
    return next(known, "")


def language_of(accepts: str) -> str:
    """The first supported language of an Accept-Language header; the page may choose another.

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
    lines = "\n".join([*head_lines(subject, language), *preloads(part, language, ahead)])
    page = _TITLE.sub("", page).replace("</head>", f"{lines}\n</head>")
    return File.of(_ADDRESS.sub(f'"/web/{version()}/', page).encode(), "text/html")


def head_lines(subject: str, language: str) -> list[str]:
    """The lines with title and description, for messengers and search engines."""
    words = texts(language, "head")
    shown = {part: escape(words[f"{subject}.{part}"]) for part in ("title", "description")}
    return [
        f"<title>{shown['title']}</title>",
        f'<meta name="description" content="{shown["description"]}">',
        '<meta property="og:site_name" content="nardy">',
        '<meta property="og:type" content="website">',
        *(f'<meta property="og:{name}" content="{text}">' for name, text in shown.items()),
    ]


def preloads(part: str, language: str, ahead: Iterable[str]) -> list[str]:
    """The lines of HTML that let a browser fetch early what the page will ask for.

    Args:
        part: The part of the page that is opened first, with words of its own; '' for none.
        language: Of the words.
        ahead: Addresses of scripts, which end in .js, and of answers of the API.
    """
    words = [
        f"/web/locale/{language}.json",
        *([f"/web/locale/{language}/{part}.json"] if part else []),
    ]
    fetched = [*words, *(path for path in ahead if not path.endswith(".js"))]
    return [
        *(
            f'<link rel="modulepreload" href="/web{path}">'
            for path in ahead
            if path.endswith(".js")
        ),
        *(f'<link rel="preload" as="fetch" crossorigin href="{path}">' for path in fetched),
    ]


def send(request: AnyRequest, file: File | None, *, cache: str = "no-cache") -> Response[bytes]:
    """Answer with a file, compressed if the browser accepts gzip, or with 304 if its copy is current."""
    if file is None:
        raise NotFoundException(f"expected a file of the page, got {request.url.path:.80}")
    accepts = request.headers.get("accept-encoding", "")
    # Files that are compressed already, such as networks, have no second form.
    is_packed = "gzip" in accepts and file.packed is not file.content
    # RFC 9110, 8.8.3: two encodings of one file need different strong tags.
    tag = f'"{file.tag}{"-gzip" if is_packed else ""}"'
    headers = {"etag": tag, "cache-control": cache, "vary": "accept-encoding, accept-language"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    if is_packed:
        headers["content-encoding"] = "gzip"
    content = file.packed if is_packed else file.content
    return Response(content, media_type=file.kind, headers=headers)


PAGES = [
    *("/offline", "/offline/{game:str}"),
    *("/", "/play/{room:str}", "/join/{room:str}"),
    *("/learn", "/learn/{game:str}", "/review/{room:str}", "/board"),
    "/openings/{game:str}",
    *("/puzzles", "/puzzles/mistakes", "/puzzles/{game:str}/{which:str}"),
    "/friends",
    *("/leaders", "/leaders/{game:str}/{pace:str}", "/player/{player:str}"),
    *("/clubs", "/club/{group:str}", "/invited/{code:str}"),
    *("/tournaments", "/tournaments/new", "/tournaments/new/{group:str}"),
    *("/tournament/{tournament:str}", "/dice", "/rules", "/matches"),
    *("/real-board", "/clock"),
]


def send_page(request: AnyRequest) -> Response[bytes]:
    """Answer with the HTML of the requested address."""
    accepts = request.headers.get("accept-language", "")
    file = html_of_address(request.url.path, accepts)
    return send(request, with_look(file, request.app.state.club.words.now.accent))


@route(PAGES, http_method=LOOK, include_in_schema=False)
async def page(request: AnyRequest) -> Response[bytes]:
    """The page, with what a messenger shows of the link."""
    accepts = request.headers.get("accept-language", "")
    file = html_of_address(request.url.path, accepts)
    shown: File = await request.app.state.link_previews.shown(request, file, language_of(accepts))
    return send(request, with_look(shown, request.app.state.club.words.now.accent))


@route("/worker.js", http_method=LOOK, sync_to_thread=False, include_in_schema=False)
def worker(request: AnyRequest) -> Response[bytes]:
    """The service worker; its scope is the folder of its address, so it is at the root."""
    return send(request, service_worker())


@route("/web/{name:path}", http_method=LOOK, sync_to_thread=False, include_in_schema=False)
def web_file(request: AnyRequest, name: FromPath[Path]) -> Response[bytes]:
    """A file of the web client; it is cached for good under the current version.

    A page of another version, left open while the club was updated, gets a script that loads it again:
    its own modules may be gone, and those of today do not fit it.
    """
    found = _VERSION.match(str(name))
    wanted, path = found[1] if found else "", _VERSION.sub("", str(name))
    if wanted not in ("", version()) and path.endswith(".js"):
        path = RELOAD
    known = sent_files() if len(wanted) == LETTERS else web_files()
    file = known.get(path)
    # The engine of today does not fit the scripts of another version.
    if file is None and wanted in ("", version()):
        file = engine_files().get(path)
    return send(request, file, cache=FOR_GOOD if wanted == version() else "no-cache")
