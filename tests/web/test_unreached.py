"""What the page answers itself when the club, the worker or the network fails."""

from typing import Any

import pytest
from tests.web.node import told_by

from nardy.server.web.static_files import web_files


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What happened, with the modules as they are written."""
    folder = tmp_path_factory.mktemp("page")
    for name, file in web_files().items():
        if name.endswith((".js", ".json")):
            path = folder / name.removeprefix("/")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content.replace(b'"$version"', b'"new"'))
    (folder / "package.json").write_text('{"type": "module"}', "utf-8")
    return told_by("unreached.mjs", folder, tmp_path_factory.mktemp("unreached"), {})


def test_whoever_blocks_one_address_gets_no_evaluation_from_the_browser(told: Any) -> None:
    assert told["evaluations"] == {
        "nothing": "the club",
        "one": "offline",
        "all": "this browser",
    }


def test_positions_without_values_are_answered_by_the_browser(told: Any) -> None:
    assert told["position"] == "this browser"


def test_a_worker_that_fails_is_ended_and_made_anew(told: Any) -> None:
    assert told["broken"]["law"] == "engine"
    assert told["broken"]["message"].startswith("Партия остановилась")
    assert told["again"] == "this browser"
    assert told["ended"] == [True, False]


def test_the_service_worker_deletes_only_old_caches_of_its_own_site(told: Any) -> None:
    assert told["caches"]["deleted"] == ["nardy https://host/ old"]


def test_kept_files_are_found_whatever_they_vary_by(told: Any) -> None:
    assert told["caches"]["answer"] == "kept"
    assert told["caches"]["matched"] == [
        {"cacheName": "nardy https://host/ new", "ignoreVary": True}
    ]
