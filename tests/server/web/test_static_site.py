"""The page as files: it needs nothing but them, wherever the folder lies."""

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest

from nardy.server.web.bundles import bundle_of, sent_files, version
from nardy.server.web.engine_files import engine_files
from nardy.server.web.offline_files import kept_files, service_worker
from nardy.server.web.pages import HEADERS
from nardy.server.web.static_site import policy, site_files, write_site
from nardy.translations import LANGUAGES, texts

SITE = dict(site_files())
PAGE = SITE["index.html"].decode()
MANIFEST = json.loads(SITE["web/manifest.webmanifest"])
NEW = "'wasm-unsafe-eval'"


def test_every_address_in_the_page_is_a_file_of_the_folder() -> None:
    told = re.findall(r'(?:href|src)="([^"]+)"', PAGE)
    assert len(told) >= 5
    assert {*told} <= SITE.keys()


def test_no_address_begins_at_the_root() -> None:
    assert not re.search(r'"/[^"]*"', PAGE)
    for name, content in SITE.items():
        if name.endswith((".html", ".css", ".webmanifest")):
            assert not re.search(rb'["(]/(?:web|api)/', content), name


def test_the_manifest_is_relative_to_itself() -> None:
    at = "http://host/below/web/manifest.webmanifest"
    for key in ("start_url", "scope", "id"):
        assert urljoin(at, MANIFEST[key]) == "http://host/below/"
    for icon in MANIFEST["icons"]:
        assert urljoin("web/manifest.webmanifest", icon["src"]) in SITE
    assert MANIFEST["shortcuts"]
    for shortcut in MANIFEST["shortcuts"]:
        assert urljoin(at, shortcut["url"]).startswith("http://host/below/#/")


def test_the_service_worker_finds_all_that_it_keeps() -> None:
    assert SITE["worker.js"] == service_worker().content
    assert {path or "index.html" for path in kept_files()} <= SITE.keys()


def test_the_folder_has_every_file_of_the_page_and_of_the_engine() -> None:
    begin = f"web/{version()}"
    for name, file in engine_files().items():
        assert SITE[f"{begin}{name}"] == file.content
    for name, file in sent_files().items():
        if name.startswith(("/js/", "/css/", "/locale/")):
            assert (f"{begin}{name}" in SITE) == (bundle_of(name) is None), name
            assert SITE.get(f"{begin}{name}", file.content) == file.content


def test_the_page_is_the_last_file_so_that_it_never_lacks_any() -> None:
    assert [*SITE][-1] == "index.html"


def test_the_policy_lets_webassembly_run_and_nothing_else_new() -> None:
    of_club = dict(
        part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";")
    )
    assert of_club["script-src"] == f"'self' {NEW}"
    assert of_club["worker-src"] == "'self'"
    assert HEADERS["content-security-policy"].count("unsafe") == 1


def test_the_page_has_the_clubs_policy_but_for_frames() -> None:
    (told,) = re.findall(r'<meta http-equiv="content-security-policy" content="([^"]+)">', PAGE)
    assert told == policy()
    parts = [part.strip() for part in HEADERS["content-security-policy"].split(";")]
    assert [part.strip() for part in told.split(";")] == [
        part for part in parts if not part.startswith("frame-ancestors")
    ]
    assert PAGE.index("content-security-policy") < PAGE.index("href="), "before anything is loaded"


def test_the_page_knows_that_there_is_no_club_and_says_what_to_do_without_a_server() -> None:
    assert '<html data-club="none" ' in PAGE
    assert "/api/" not in PAGE
    for language in LANGUAGES:
        assert f'<p lang="{language}">{texts(language, "head")["unserved"]}</p>' in PAGE


def test_all_files_are_written_over_older_ones(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    (folder / "index.html").write_text("old")
    size = write_site(folder)
    written = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert {path.relative_to(folder).as_posix(): text for path, text in written.items()} == SITE
    assert size == sum(map(len, SITE.values()))


def test_a_folder_that_cannot_be_written_is_an_error_of_the_system(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        write_site(tmp_path / "file" / "below")
