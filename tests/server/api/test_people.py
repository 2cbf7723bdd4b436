"""Friends, search and challenges through the doors of the club."""

from pathlib import Path

import pytest
from tests.server.crowd import crowd

pytestmark = pytest.mark.usefixtures("quick_hashes")
WISH = {"game": "tapa", "length": 3, "clock": "600+8", "seat": "white"}


def test_a_player_is_found_followed_and_challenged(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        bo = people.id_of("Bo")
        found = people.be("Ann").get("/api/people", params={"name": "bo of"}).json()
        assert [(one["id"], one["follows"]) for one in found] == [(bo, False)]
        line = people.be("Ann").post(f"/api/people/{bo}/follow", json={"follows": True}).json()
        assert line["follows"]
        choice = {"seen_by": "all", "challenged_by": "all"}
        assert people.be("Bo").post("/api/me/meeting", json=choice).json() == choice
        people.be("Bo").get("/api/mine")
        told = people.be("Ann").get("/api/friends").json()
        assert [(one["id"], one["is_online"]) for one in told["followed"]] == [(bo, True)]
        assert people.be("Bo").get("/api/friends").json()["choice"] == choice

        room = people.be("Ann").post("/api/challenges", json={"player": bo, **WISH}).json()["room"]
        assert people.be("Cy").post(f"/api/rooms/{room}/seat").json()["law"] == "seat-kept"
        (theirs,) = people.be("Bo").get("/api/challenges").json()
        assert (theirs["room"], theirs["is_yours"]) == (room, False)
        assert people.be("Bo").post(f"/api/rooms/{room}/seat").status_code == 201
        assert people.be("Ann").get("/api/challenges").json() == []
        exported = people.be("Ann").get("/api/account/export").json()
        assert [one["followed"] for one in exported["follows"]] == [bo]
        assert [one["challenged"] for one in exported["challenges"]] == [bo]


def test_a_challenge_is_declined_and_a_muted_player_sends_none(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        ann, bo = people.id_of("Ann"), people.id_of("bo")
        wish = {"player": bo, **WISH}
        room = people.be("Ann").post("/api/challenges", json=wish).json()["room"]
        assert people.be("cy").post(f"/api/challenges/{room}/end").json()["law"] == "no-room"
        assert people.be("bo").post(f"/api/challenges/{room}/end").json() == {"room": room}
        line = people.be("bo").post(f"/api/people/{ann}/mute", json={"muted": True}).json()
        assert line["is_muted"]
        assert (
            people.be("Ann").post("/api/challenges", json=wish).json()["law"] == "challenge-closed"
        )


def test_a_new_browser_sees_empty_lists(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        ann = people.id_of("Ann")
        people.client.cookies.clear()
        told = people.client.get("/api/friends").json()
        assert (told["followed"], told["online"], told["challenges"]) == ([], [], [])
        assert people.client.get("/api/challenges").json() == []
        assert people.client.get(f"/api/people/{ann}").json()["is_online"] is None
        assert people.client.get("/api/people/nobody").json()["law"] == "no-person"
        assert people.client.post("/api/challenges/x/end").json()["law"] == "no-room"


def test_rooms_hear_that_somebody_shows_themselves_to_others(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        ann, bo, told = people.id_of("Ann"), people.id_of("Bo"), list[str]()
        people.client.app.state.club.describer.on_change = told.append
        people.be("Ann").post(f"/api/people/{bo}/follow", json={"follows": True})
        choice = {"seen_by": "nobody", "challenged_by": "all"}
        people.be("Ann").post("/api/me/meeting", json=choice)
        people.be("Ann").post(f"/api/people/{bo}/mute", json={"muted": True})
        assert told == [ann, ann, ann]
