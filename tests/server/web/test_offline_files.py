"""The service worker: what it keeps is there, is of this version, and is enough to play."""

import json
import re

import pytest
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.web.bundles import ROOTS, bundle_of, needed, sent_files, version
from nardy.server.web.engine_files import engine_files
from nardy.server.web.offline_files import BY_NEED, FIRST, WORKER, kept_files, service_worker
from nardy.server.web.pages import html_of_address
from nardy.server.web.static_files import web_files

SCRIPT = service_worker().content.decode()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory):
    with TestClient(create_app(tmp_path_factory.mktemp("club") / "club.db")) as client:
        yield client


def kept_by_the_worker() -> list[str]:
    """The list in the script itself."""
    return json.loads(SCRIPT.partition("const FILES = ")[2].partition(";")[0])


def test_the_worker_has_this_version_and_the_list_of_its_files() -> None:
    assert f'const VERSION = "{version()}";' in SCRIPT
    assert kept_by_the_worker() == [*kept_files()]
    assert "$version" not in SCRIPT
    assert "$files" not in SCRIPT


def test_every_kept_file_is_there_for_good(client: TestClient) -> None:
    for path in kept_by_the_worker():
        answer = client.get(f"/{path}")
        assert answer.status_code == 200, path
        assert not path or "immutable" in answer.headers["cache-control"], path
        assert answer.content, path


def test_all_is_of_this_version_but_the_page_itself() -> None:
    first, *others = kept_by_the_worker()
    assert first == ""
    assert all(path.startswith(f"web/{version()}/") for path in others)
    assert len(others) == len({*others})


def test_everything_that_a_script_or_the_page_may_ask_for_is_kept() -> None:
    kept = {path.removeprefix(f"web/{version()}") for path in kept_by_the_worker()}
    page = html_of_address("/").content.decode()
    assert {*re.findall(rf'"/web/{version()}(/[^"]+)"', page)} <= kept
    modules = {name for name in sent_files() if name.startswith("/js/") and name.endswith(".js")}
    assert {name for name in modules if bundle_of(name) is None} <= kept
    assert {*ROOTS} <= kept
    locales = {name for name in sent_files() if name.startswith(("/locale/", "/lessons/"))}
    assert locales
    assert locales <= kept
    assert {name for name in engine_files() if not name.endswith(BY_NEED)} <= kept


def test_only_the_first_networks_are_fetched_before_they_are_needed() -> None:
    kept = {path.removeprefix(f"web/{version()}") for path in kept_by_the_worker()}
    assert {path for path in kept if path.endswith(BY_NEED)} == {*FIRST}
    assert {*FIRST} < {*engine_files()}
    assert not any(bundle_of(path) for path in kept), "nobody asks for modules of a bundle"


def test_the_worker_itself_is_asked_for_anew(client: TestClient) -> None:
    answer = client.get(WORKER)
    assert answer.text == SCRIPT
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert WORKER not in kept_by_the_worker()


def test_the_worker_of_games_runs_no_page() -> None:
    # A module of a bundle would bring main.js with it, which asks for a document.
    modules = needed(["/js/offline/worker.js"])
    assert len(modules) > 5
    assert {name: bundle_of(name) for name in modules if bundle_of(name)} == {}
    for name in modules:
        text = web_files()[name].content.decode()
        assert sent_files()[name].content.decode() == text, name
        assert not re.search(r"\b(document|window|localStorage)\b", text), name
