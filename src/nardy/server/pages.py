"""The files of the page, and the headers that keep everything else out of it."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

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

KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the page, ready to be sent."""

    content: bytes
    kind: str
    tag: str


@cache
def web_files() -> Mapping[str, File]:
    """Every file of the page by its name: what is not here cannot be asked for."""
    return dict(_found(files("nardy").joinpath("web"), ""))


def _found(folder: Traversable, name: str) -> list[tuple[str, File]]:
    found: list[tuple[str, File]] = []
    for item in folder.iterdir():
        if item.is_dir():
            found += _found(item, f"{name}/{item.name}")
        elif kind := KINDS.get(item.name[item.name.rfind(".") :]):
            content = item.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            found.append((f"{name}/{item.name}", File(content, kind, tag)))
    return found


def send(request: Request[Any, Any, Any], name: str) -> Response[bytes]:
    """A file, or that the browser's own copy is still good."""
    file = web_files().get(name)
    if file is None:
        raise NotFoundException(f"expected a file of the page, got {name:.80}")
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers={"etag": file.tag})
    return Response(file.content, media_type=file.kind, headers={"etag": file.tag})


PAGES = [
    *("/", "/play/{room:str}", "/join/{room:str}"),
    *("/learn/{game:str}", "/review/{room:str}", "/board"),
    *("/leaders", "/leaders/{game:str}/{pace:str}", "/player/{player:str}"),
    *("/tournaments", "/tournaments/new", "/tournament/{tournament:str}"),
]


@get(PAGES, sync_to_thread=False, include_in_schema=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The page; what it shows is told by its address."""
    return send(request, "/index.html")


@get("/worker.js", sync_to_thread=False, include_in_schema=False)
def worker(request: Request[Any, Any, Any]) -> Response[bytes]:
    """What answers in an installed page when the network does not; its place is its scope."""
    return send(request, "/worker.js")


@get("/web/{name:path}", sync_to_thread=False, include_in_schema=False)
def web_file(request: Request[Any, Any, Any], name: FromPath[Path]) -> Response[bytes]:
    """A part of the page."""
    return send(request, str(name))
