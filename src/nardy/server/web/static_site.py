"""The page as a folder of files that any web host serves: games against bots, lessons, the board.

Addresses are relative, so the folder may lie below another. Pages are told apart after `#`, and no header
is needed: the security policy stands in the HTML.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

from nardy.server.web.bundles import bundle_of, sent_files, version
from nardy.server.web.engine_files import EngineMissingError, engine_files
from nardy.server.web.offline_files import ALONE, WORKER, service_worker
from nardy.server.web.pages import HEADERS, html_of_address
from nardy.server.web.static_files import web_files
from nardy.translations import LANGUAGES, texts

MANIFEST = "/manifest.webmanifest"
POLICY = "content-security-policy"
# A `meta` tag cannot say who may show the page in a frame (CSP level 3, 3.3).
_ONLY_IN_HEADERS = re.compile(r"; frame-ancestors [^;]*")
_ADDRESS = re.compile(r'(?<=")/web/')


def write_site(folder: Path) -> int:
    """Write all files, over older ones; return their size in bytes.

    Raises:
        OSError: the folder cannot be written.
        EngineMissingError: there is no kernel for browsers.
    """
    if not engine_files():
        raise EngineMissingError(
            "expected a kernel for browsers, got none; do `python -m nardy.kernel.build`"
        )
    size = 0
    for name, content in site_files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        size += len(content)
    return size


def site_files() -> Iterator[tuple[str, bytes]]:
    """The names and contents of all files; index.html is the last, so that it never lacks any."""
    begin = f"web/{version()}"
    for name, file in sent_files().items():
        if name not in ALONE and bundle_of(name) is None:
            yield f"{begin}{name}", file.content
            if name.endswith(".svg"):
                yield f"web{name}", file.content
    for name, file in engine_files().items():
        yield f"{begin}{name}", file.content
    yield f"web{MANIFEST}", _manifest()
    yield WORKER.removeprefix("/"), service_worker().content
    yield "index.html", _page().encode()


def _manifest() -> bytes:
    """The manifest with addresses relative to its own folder, web/."""
    manifest = json.loads(web_files()[MANIFEST].content)
    manifest |= {"start_url": "../", "scope": "../", "id": "../"}
    for icon in manifest["icons"]:
        icon["src"] = icon["src"].removeprefix("/web/")
    for shortcut in manifest["shortcuts"]:
        shortcut["url"] = f"../#{shortcut['url']}"
    return json.dumps(manifest, ensure_ascii=False, indent=2).encode()


def policy() -> str:
    """The page's security policy, as a `meta` tag can have it."""
    return _ONLY_IN_HEADERS.sub("", HEADERS[POLICY])


def _page() -> str:
    page = html_of_address("/").content.decode()
    # The page of a club fetches the list of games at once; here nobody would answer.
    page = re.sub(r'<link rel="preload" as="fetch"[^>]*href="/api/[^>]*>\n', "", page)
    page = _ADDRESS.sub("web/", page).replace("<html ", '<html data-club="none" ')
    meta = f'<meta http-equiv="{POLICY}" content="{policy()}">'
    page = page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{meta}')
    # Browsers load no script from the file system, and without one the page stays as it is.
    sentences = "".join(
        f'<p lang="{language}">{texts(language, "head")["unserved"]}</p>' for language in LANGUAGES
    )
    return page.replace("<body>", f'<body>\n<div class="unserved">{sentences}</div>')
