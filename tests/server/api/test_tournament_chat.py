"""The chat of a tournament through the doors of the club."""

from pathlib import Path

import pytest
from tests.server.crowd import crowd, founded

pytestmark = pytest.mark.usefixtures("quick_hashes")
CUP = {"name": "Cup", "game": "hypergammon", "format": "swiss", "clock": "300+5"}


def test_a_line_is_said_muted_reported_and_seen_by_the_admins_page(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        cup = people.be("Ann").post("/api/tournaments", json=CUP).json()["tournament"]
        at = f"/api/tournaments/{cup}/chat"
        told = people.be("bo").post(at, json={"id": "1", "text": "Hello"}).json()
        assert [(one["text"], one["is_yours"]) for one in told["lines"]] == [("Hello", True)]
        (line,) = people.be("Ann").get(at).json()["lines"]
        assert (line["number"], line["is_yours"]) == (1, False)
        told = people.be("Ann").post(f"{at}/mute", json={"number": 1, "is_muted": True}).json()
        assert told["lines"][0]["text"] == ""
        assert people.be("cy").post(f"{at}/report", json={"number": 1}).status_code == 201
        assert (
            people.be("bo").post(f"{at}/report", json={"number": 1}).json()["law"] == "chat-yours"
        )
        exported = people.be("cy").get("/api/account/export").json()
        assert [one["tournament"] for one in exported["tournament_reports"]] == [cup]
        people.client.cookies.clear()
        seen = people.client.get(at).json()
        assert (len(seen["lines"]), seen["may_speak"]) == (1, False)


def test_the_chat_of_a_groups_tournament_is_for_its_members(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        wish = {**CUP, "circle": group}
        cup = people.be("Ann").post("/api/tournaments", json=wish).json()["tournament"]
        at = f"/api/tournaments/{cup}/chat"
        assert people.be("bo").post(at, json={"id": "1", "text": "Hello"}).status_code == 201
        stranger = people.be("cy")
        assert stranger.get(at).status_code == 404
        assert stranger.post(at, json={"id": "1", "text": "Hello"}).status_code == 404
        assert stranger.post(f"{at}/report", json={"number": 1}).status_code == 404
        assert stranger.post(f"{at}/mute", json={"number": 1, "is_muted": True}).status_code == 404
