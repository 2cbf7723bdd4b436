"""Renamed paths answer as the new ones do, and say that they are deprecated."""

from pathlib import Path

from tests.server.crowd import CHARTER, crowd

from nardy.server.app import DEPRECATED, HANDLERS
from nardy.server.web.deprecated_paths import RENAMED


def test_the_old_path_answers_the_same_and_says_so(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        made = people.be("Ann").post("/api/circles", json=CHARTER)
        group = made.json()["circle"]
        old = people.be("Ann").get(f"/api/circles/{group}")
        new = people.be("Ann").get(f"/api/groups/{group}")
        assert made.status_code == 201
        assert old.json() == new.json()
        assert old.headers["deprecation"].startswith("@")
        assert "deprecation" not in new.headers
        paths = people.be("Ann").get("/schema/openapi.json").json()["paths"]
    assert paths["/api/circles/{group}/edit"]["post"]["deprecated"]
    assert not paths["/api/groups/{group}/edit"]["post"].get("deprecated")


def test_every_renamed_path_has_its_old_one() -> None:
    old = {path for handler in DEPRECATED for path in handler.paths}
    new = {path for handler in HANDLERS for path in handler.paths}
    assert len(old) == 12
    assert old & new == set()
    for path in old:
        renamed = next(
            path.replace(was, now) for now, was in RENAMED.items() if path.startswith(was)
        )
        assert renamed in new
