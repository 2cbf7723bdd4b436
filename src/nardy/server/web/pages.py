"""The files of the page, and the headers that keep everything else out of it."""

import re
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from nardy.server.web.bundles import LETTERS, sent_files, version
from nardy.server.web.first_page import first_page
from nardy.server.web.static_files import File, web_files

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
