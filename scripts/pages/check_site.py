"""Check a built site: every link leads somewhere, and nothing is loaded from another host."""

import re
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

LOADED = {"link": "href", "script": "src", "img": "src", "source": "src", "iframe": "src"}
"""Elements whose addresses a browser loads by itself."""
CSS_ADDRESS = re.compile(r"(?:url\(|@import(?!\s*url))\s*[\"']?(?!data:|#)([^\"')\s;]+)")
HOST = re.compile(r"(?:https?:)?//")
SCRIPT_ADDRESS = re.compile(r"[\"'`]https?://([\w.-]+)/")
NAMES_ONLY = {"www.w3.org"}
"""Hosts that stand in scripts as names of XML, and are never asked."""


class SitePage(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        # `rel=canonical` and the like are told and not loaded.
        is_told = tag == "link" and found.get("rel") in ("canonical", "alternate", "next", "prev")
        if not is_told and LOADED.get(tag, "") in found:
            self.loaded.append(found[LOADED[tag]])
        self.loaded += CSS_ADDRESS.findall(found.get("style", ""))


@cache
def read(file: Path) -> SitePage:
    """A page, once."""
    return SitePage(file.read_text("utf-8"))


def faults(site: Path) -> Iterator[str]:
    """One sentence for each fault."""
    for file in sorted(site.rglob("*.html")):
        for fault in _of_page(file):
            yield f"{file.relative_to(site)} {fault}"
    for kind in ("*.css", "*.js"):
        for file in sorted(site.rglob(kind)):
            for fault in _of_asset(file):
                yield f"{file.relative_to(site)} {fault}"


def _of_page(file: Path) -> Iterator[str]:
    page = read(file)
    for address in page.loaded:
        if HOST.match(address):
            yield f"loads {address} from another host"
    for address in (*page.links, *page.loaded):
        if not urlsplit(address).scheme and not HOST.match(address) and _is_dead(file, address):
            yield f"has a dead link: {address}"


def _of_asset(file: Path) -> Iterator[str]:
    text = file.read_text("utf-8")
    if file.suffix == ".css":
        for address in filter(HOST.match, CSS_ADDRESS.findall(text)):
            yield f"loads {address} from another host"
    else:
        for host in SCRIPT_ADDRESS.findall(text):
            if host not in NAMES_ONLY:
                yield f"may ask {host}"


def _is_dead(file: Path, address: str) -> bool:
    path, anchor = unquote(urlsplit(address).path), unquote(urlsplit(address).fragment)
    # The page for unknown addresses is served at any of them, so it has absolute ones.
    if path.startswith("/"):
        return file.name != "404.html"
    target = (file.parent / path).resolve() if path else file
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return True
    return bool(anchor) and target.suffix == ".html" and anchor not in read(target).anchors


def main(folder: str) -> int:
    """Tell all faults."""
    site = Path(folder)
    pages = len([*site.rglob("*.html")])
    if not pages:
        print(f"expected a built site in {folder}, got no page; run scripts/site", file=sys.stderr)
        return 1
    found = [*faults(site)]
    print("\n".join([*found, f"{pages} pages, {len(found)} faults"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
