"""Tournaments of a club by invitation: its members' own, and nobody else's."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.crowd import Crowd, crowd, founded, heard, put_out

from nardy.server.tournaments import service

pytestmark = pytest.mark.usefixtures("quick_hashes")
CUP = {"name": "Cup", "game": "hypergammon", "format": "round-robin", "clock": "300+5"}


def announced(people: Crowd, who: str, group: str, **plan: Any) -> str:
    """The address of a tournament within a club."""
    answer = people.be(who).post("/api/tournaments", json={**CUP, "circle": group, **plan})
    assert answer.status_code == 201, answer.text
    return f"/api/tournaments/{answer.json()['tournament']}"


def listed(people: Crowd, who: str, address: str) -> list[str]:
    return [one["id"] for one in people.be(who).get(address).json()]


def test_members_find_enter_and_play_it_and_leaders_direct_it(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        of = announced(people, "bo", group)
        told = people.be("cy").post(f"{of}/enter").json()
        assert (told["circle"], told["circle_name"], told["you"]) == (group, "Court", 1)
        assert people.be("cy").post(f"{of}/begin").json()["law"] == "tournament-director"
        assert people.be("bo").post(f"{of}/enter").json()["line"]["is_yours"]
        # Ann has announced nothing, but leads the club.
        assert people.be("Ann").get(of).json()["line"]["is_yours"]
        assert people.be("Ann").post(f"{of}/begin").json()["line"]["phase"] == "going"
        assert listed(people, "Ann", f"/api/groups/{group}/tournaments") == [of[-12:]]
        room = people.be("cy").get(of).json()["your_room"]
        watch = {"type": "watch", "room": room}
        # The tournament's task makes the room of a meeting after it has paired the round.
        for _ in range(100):
            if heard(people.be("cy"), watch)[0]["type"] == "update":
                break
        for who, kind in (("bo", "update"), ("Ann", "update"), ("dee", "refused")):
            assert heard(people.be(who), watch)[0]["type"] == kind


@pytest.mark.parametrize("who", ["dee", "Eve", ""])
def test_nobody_else_hears_of_it(tmp_path: Path, who: str) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        of = announced(people, "Ann", group)
        people.be("bo").post(f"{of}/enter")
        member = people.id_of("bo")
        stranger = people.be(who) if who else people.client
        if not who:
            stranger.cookies.clear()
        assert stranger.get("/api/tournaments").json() == []
        assert stranger.get(f"/api/players/{member}/tournaments").json() == []
        assert stranger.get(f"/api/groups/{group}/tournaments").json()["law"] == "no-circle"
        assert stranger.get(of).status_code == 404
        data: dict[str, Any] = {"remove": {"number": 1}}
        for act in ("enter", "leave", "begin", "end", "bots", "remove"):
            assert stranger.post(f"{of}/{act}", json=data.get(act, {})).status_code == 404, act
        plan = {**CUP, "circle": group}
        assert stranger.post("/api/tournaments", json=plan).json()["law"] == "no-circle"
        assert len(people.be("bo").get("/api/players/me/tournaments").json()) == 1


def test_who_is_taken_out_is_paired_no_more(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        of, other = announced(people, "Ann", group), announced(people, "Ann", "")
        for address in (of, other):
            for who in ("Ann", "bo", "cy"):
                people.be(who).post(f"{address}/enter")
        put_out(people, group, "bo")
        assert [one["is_in"] for one in people.be("Ann").get(of).json()["entrants"]] == [1, 0, 1]
        assert people.be("Ann").get(other).json()["line"]["entrants"] == 3
        assert people.be("bo").get(of).status_code == 404


def test_with_the_club_its_tournaments_end_and_a_game_is_played_to_its_end(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        of = announced(people, "bo", group)
        held = people.client.app.state.tournaments
        running = people.client.blocking_portal.call(held.running, of[-12:])
        for who in ("Ann", "bo"):
            people.be(who).post(f"{of}/enter")
        room = people.be("Ann").post(f"{of}/begin").json()["your_room"]
        people.be("Ann").post(f"/api/groups/{group}/end")
        assert running.now.closed is not None
        # Its steward goes home, and who owns the club is not rid of a game that he loses.
        for _ in range(100):
            people.client.get("/health")
        told = heard(people.be("bo"), {"type": "watch", "room": room})[0]
        assert not told["facts"]["is_over"]


def test_the_last_to_leave_ends_them_too(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people)
        of = announced(people, "Ann", group)
        held = people.client.app.state.tournaments
        running = people.client.blocking_portal.call(held.running, of[-12:])
        people.be("Ann").post(f"/api/groups/{group}/leave")
        assert running.now.closed is not None


def test_a_list_that_somebody_fills_still_shows_where_people_are(tmp_path: Path) -> None:
    with crowd(tmp_path) as people, pytest.MonkeyPatch.context() as changed:
        changed.setattr(service, "MOST_GOING", 2)
        crowded = announced(people, "Ann", "")
        people.be("bo").post(f"{crowded}/enter")
        for who in ("dee", "eve"):
            of = announced(people, who, "")
            people.be(who).post(f"{of}/bots", json={"count": 4})
        assert len(found := listed(people, "Ann", "/api/tournaments")) == 2
        assert found[0] == crowded[-12:]
