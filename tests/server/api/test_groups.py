"""Clubs by invitation through their doors: as members use them, and as others try them."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.server.crowd import CHARTER, crowd, founded, heard, put_out
from tests.server.played import end, result

from nardy.server.ratings.standing import ESTABLISHED
from nardy.server.store import accounts

pytestmark = pytest.mark.usefixtures("quick_hashes")
WISH = {"game": "long-nardy", "against": "anyone", "seat": "white"}
ADMIN_ACTS = ("edit", "invitation", "members", "leave", "end")


def test_members_see_who_belongs_and_owners_the_invitation(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "Cy")
        told = people.be("Ann").get(f"/api/groups/{group}").json()
        assert [(one["name"], one["role"]) for one in told["members"]] == [
            ("Ann of here", "owner"),
            ("bo of here", "member"),
            ("Cy of here", "member"),
        ]
        assert (told["name"], told["about"]) == ("Court", "Thursdays at eight")
        assert people.be("bo").get(f"/api/groups/{group}").json()["invitation"] is None
        (line,) = people.be("Cy").get("/api/groups").json()
        assert (line["id"], line["role"], line["members"]) == (group, "member", 3)
        assert people.be("Cy").get(f"/api/groups/{group}/leaders").json() == []


def test_a_game_of_a_club_is_found_and_joined_by_members_alone(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        room = people.be("Ann").post("/api/rooms", json={**WISH, "circle": group}).json()["room"]
        watch = {"type": "watch", "room": room}
        with people.be("Ann").websocket_connect("/live") as page:
            page.send_text(json.dumps(watch))
            assert json.loads(page.receive_text(timeout=5))["type"] == "update"
            assert len(people.be("bo").get(f"/api/groups/{group}").json()["seeks"]) == 1
            (lobby,) = heard(people.be("dee"), {"type": "lobby"})
            assert (lobby["seeks"], lobby["games"]) == ([], [])
            other = people.be("dee").post("/api/rooms", json=WISH).json()["room"]
            assert other != room
            joined = people.be("bo").post("/api/rooms", json={**WISH, "circle": group}).json()
            assert joined["room"] == room


@pytest.mark.parametrize("who", ["dee", "Eve", ""])
def test_who_does_not_belong_finds_no_door(tmp_path: Path, who: str) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        free = {**WISH, "circle": group, "against": "friend"}
        room = people.be("Ann").post("/api/rooms", json=free).json()["room"]
        bots = people.be("bo").post("/api/rooms", json={**free, "against": "bot"}).json()["room"]
        member = people.id_of("bo")
        stranger = people.be(who) if who else people.client
        if not who:
            stranger.cookies.clear()
        for address in (f"/api/groups/{group}", f"/api/groups/{group}/leaders"):
            assert stranger.get(address).json()["law"] == "no-circle"
        data: dict[str, Any] = {"edit": CHARTER, "members": {"player": member, "role": ""}}
        for act in ADMIN_ACTS:
            answer = stranger.post(f"/api/groups/{group}/{act}", json=data.get(act, {}))
            assert answer.json()["law"] == "no-circle", act
        assert stranger.get("/api/groups").json() == []
        assert stranger.post("/api/rooms", json=free).json()["law"] == "no-circle"
        for one in (room, bots):
            assert stranger.get(f"/api/rooms/{one}/proof").status_code == 404
            for act in ("seat", "again", "review"):
                assert stranger.post(f"/api/rooms/{one}/{act}").status_code == 404, act
            messages = (
                {"type": "watch", "room": one},
                {"type": "listen", "room": one},
                {"type": "say", "room": one, "id": "a", "text": "let me in"},
                {"type": "evaluate", "room": one, "id": "a"},
                {"type": "explore", "room": one, "id": "a", "moves": []},
                {"type": "act", "room": one, "id": "a", "version": 1, "act": "roll"},
            )
            assert {told["law"] for told in heard(stranger, *messages)} == {"no-room"}
        assert stranger.get("/api/invitations/guessed").json()["law"] == "no-invitation"
        assert stranger.post("/api/invitations/guessed").json()["law"] == "no-invitation"


def test_roles_say_who_may_do_what(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy", "dee")
        ids = {who: people.id_of(who) for who in ("Ann", "bo", "cy", "dee")}

        def act(who: str, what: str, **data: Any) -> str:
            """'' if it was done, else the code of the refusal."""
            answer = people.be(who).post(f"/api/groups/{group}/{what}", json=data)
            return answer.json()["law"] if answer.status_code >= 400 else ""

        assert act("bo", "edit", **CHARTER) == "circle-role"
        assert act("bo", "invitation") == "circle-role"
        assert act("bo", "members", player=ids["cy"], role="") == "circle-role"
        assert act("Ann", "members", player=ids["bo"], role="helper") == ""
        assert act("bo", "edit", **CHARTER) == ""
        assert act("bo", "members", player=ids["cy"], role="helper") == "circle-role"
        assert act("bo", "members", player=ids["Ann"], role="") == "circle-role"
        assert act("bo", "members", player=ids["dee"], role="") == ""
        assert act("bo", "end") == "circle-role"
        assert people.be("dee").get("/api/groups").json() == []
        assert act("dee", "leave") == "no-circle"
        assert act("Ann", "members", player="nobody", role="") == "circle-nobody"
        assert act("Ann", "members", player=ids["Ann"], role="member") == "circle-owner"
        assert act("Ann", "leave") == "circle-owner"
        assert act("Ann", "members", player=ids["cy"], role="owner") == ""
        assert act("Ann", "leave") == ""
        assert act("cy", "members", player=ids["cy"], role="member") == "circle-owner"
        assert act("cy", "end") == ""
        assert people.be("bo").get("/api/groups").json() == []


def test_a_renewed_invitation_shuts_the_old_link(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people)
        at = f"/api/groups/{group}"
        old = people.be("Ann").get(at).json()["invitation"]["code"]
        shown = people.be("bo").get(f"/api/invitations/{old}").json()
        assert shown == {
            "name": "Court",
            "about": "Thursdays at eight",
            "members": 1,
            "role": "member",
        }
        limits = {"days": 7, "uses": 1}
        told = people.be("Ann").post(f"{at}/invitation", json=limits).json()["invitation"]
        assert told["uses"] == 1
        assert told["until"] is not None
        for who, code, law in (
            ("bo", old, "no-invitation"),
            ("bo", told["code"], None),
            ("cy", told["code"], "no-invitation"),
        ):
            assert people.be(who).post(f"/api/invitations/{code}").json().get("law") == law


def test_an_owner_invites_helpers_and_helpers_do_not_see_that_link(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people)
        at = f"/api/groups/{group}"

        def renew(who: str, **wish: object) -> Any:
            return people.be(who).post(f"{at}/invitation", json=wish).json()

        assert renew("Ann", role="helper", days=1)["law"] == "circle-invitation"
        assert renew("Ann", role="helper", uses=1)["law"] == "circle-invitation"
        assert renew("Ann", role="owner", days=1, uses=1)["law"] == "message"
        made = renew("Ann", role="helper", days=1, uses=2)["invitation"]
        assert made["role"] == "helper"
        told = people.be("cy").get(f"/api/invitations/{made['code']}").json()
        assert told["role"] == "helper"
        assert people.be("cy").post(f"/api/invitations/{made['code']}").status_code == 201
        mine = people.be("cy").get(at).json()
        assert (mine["role"], mine["invitation"]) == ("helper", None)
        assert renew("cy", role="helper", days=1, uses=1)["law"] == "circle-role"
        # Who is a helper no more does not become one again by the link that they know.
        lowered = {"player": people.id_of("cy"), "role": "member"}
        people.be("Ann").post(f"{at}/members", json=lowered)
        people.be("cy").post(f"/api/invitations/{made['code']}")
        assert people.be("cy").get(at).json()["role"] == "member"


def test_who_is_taken_out_hears_no_more_and_ends_the_game_that_goes_on(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        bot = {**WISH, "against": "bot", "bot": "easy", "circle": group}
        own = people.be("bo").post("/api/rooms", json=bot).json()["room"]
        foreign = people.be("Ann").post("/api/rooms", json=bot).json()["room"]
        data = {"player": people.id_of("bo"), "role": ""}
        people.be("Ann").post(f"/api/groups/{group}/members", json=data)
        watches = ({"type": "watch", "room": own}, {"type": "watch", "room": foreign})
        told = heard(people.be("bo"), *watches)
        assert [one["type"] for one in told] == ["update", "refused"]


def test_membership_is_told_and_taken_out_with_everything_else(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        told = people.be("bo").get("/api/account/export").json()
        assert [(one["name"], one["role"]) for one in told["circles"]] == [("Court", "member")]
        assert people.be("Ann").post("/api/account/end", json={"password": "three odd words"})
        (member,) = people.be("bo").get(f"/api/groups/{group}").json()["members"]
        assert (member["name"], member["role"]) == ("bo of here", "owner")


def test_where_all_is_by_invitation_nobody_else_plays(tmp_path: Path) -> None:
    with crowd(tmp_path, invited=True) as people:
        ann = people.be("Ann")
        assert ann.post("/api/groups", json=CHARTER).json()["law"] == "uninvited"
        club = ann.app.state.club
        guest = people.id_of("Ann")

        async def promote() -> None:
            await club.store.run(lambda c: accounts.change_account(c, guest, role="admin"))

        people.client.blocking_portal.call(promote)
        group = founded(people, "bo")
        bot = {"game": "tapa", "bot": "easy"}
        room = people.be("bo").post("/api/rooms", json={**WISH, "against": "friend"}).json()["room"]
        assert people.be("Ann").post("/api/rooms", json=bot).status_code == 201
        plan = {"name": "Cup", "game": "tapa", "format": "swiss", "clock": "60+2"}
        cup = people.be("bo").post("/api/tournaments", json=plan).json()["tournament"]
        for who in ("cy", "Dee"):
            stranger = people.be(who)
            for address, data in (
                ("rooms", bot),
                (f"rooms/{room}/seat", {}),
                ("tournaments", plan),
                (f"tournaments/{cup}/enter", {}),
                ("groups", CHARTER),
            ):
                told = stranger.post(f"/api/{address}", json=data)
                assert (told.json().get("law"), address) == ("uninvited", address)
        open_game = people.be("bo").post("/api/rooms", json=bot).json()["room"]
        say = {"type": "say", "room": open_game, "id": "a", "text": "hello"}
        for who, law in (("cy", "uninvited"), ("Dee", "uninvited"), ("Ann", None), ("bo", None)):
            assert [told.get("law") for told in heard(people.be(who), say)] == [law]
        people.be("bo").post(f"/api/groups/{group}/leave")
        assert heard(people.be("bo"), {**say, "id": "b"})[0]["type"] == "done"
        assert people.be("bo").post("/api/rooms", json=bot).json()["law"] == "uninvited"


def test_who_is_taken_out_cannot_come_back_by_the_link_that_he_knows(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        old = people.be("Ann").get(f"/api/groups/{group}").json()["invitation"]
        new = put_out(people, group, "bo")["invitation"]
        assert (new["until"], new["uses"]) == (old["until"], old["uses"])
        assert people.be("bo").get(f"/api/invitations/{old['code']}").json()["law"]
        told = people.be("bo").post(f"/api/invitations/{old['code']}").json()
        assert told["law"] == "no-invitation"
        # Who leaves by himself has done nothing that others must be kept from.
        people.be("cy").post(f"/api/groups/{group}/leave")
        assert people.be("cy").post(f"/api/invitations/{new['code']}").json() == {"circle": group}


def test_who_is_taken_out_begins_nothing_there_any_more(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        bot = {**WISH, "against": "bot", "bot": "easy", "circle": group}
        played = people.be("bo").post("/api/rooms", json=bot).json()["room"]
        club = people.client.app.state.club
        people.client.blocking_portal.call(club.close_room, club.loaded(played))
        seek = people.be("bo").post("/api/rooms", json={**WISH, "circle": group}).json()["room"]
        with people.be("bo").websocket_connect("/live") as page:
            page.send_text(json.dumps({"type": "watch", "room": seek}))
            page.receive_text(timeout=5)
            assert put_out(people, group, "bo")["seeks"] == []
        assert people.be("bo").post(f"/api/rooms/{played}/again").json()["law"] == "no-circle"
        assert club.loaded(seek).record.is_over


def test_who_is_taken_out_begins_no_game_by_an_offer_out_of_memory(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        club = people.client.app.state.club
        seek = people.be("bo").post("/api/rooms", json={**WISH, "circle": group}).json()["room"]
        club.evict(club.loaded(seek))
        put_out(people, group, "bo")
        assert people.client.blocking_portal.call(club.room, seek).record.is_over


def test_nobody_sits_down_to_who_has_left_the_group(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo", "cy")
        club, call = people.client.app.state.club, people.client.blocking_portal.call
        seek = people.be("bo").post("/api/rooms", json={**WISH, "circle": group}).json()["room"]
        cy = f"guest:{people.id_of('cy')}"
        call(club.groups.appoint, group, f"guest:{people.id_of('Ann')}", people.id_of("bo"), "")
        assert call(club.sit, club.loaded(seek), cy) is None


def test_an_invitation_that_holds_no_more_tells_nothing_but_to_members(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people)
        limits = {"uses": 1}
        told = people.be("Ann").post(f"/api/groups/{group}/invitation", json=limits).json()
        address = f"/api/invitations/{told['invitation']['code']}"
        people.be("bo").post(address)
        assert people.be("bo").get(address).json()["name"] == "Court"
        assert people.be("cy").get(address).json()["law"] == "no-invitation"


def test_who_guesses_at_invitations_leaves_no_trace(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        people.client.cookies.clear()
        assert people.client.post("/api/invitations/guessed").json()["law"] == "no-invitation"
        assert "nardy" not in people.client.cookies


def test_in_a_group_provisional_players_come_last_without_a_rank(tmp_path: Path) -> None:
    with crowd(tmp_path) as people:
        group = founded(people, "bo")
        ann, bo = (f"guest:{people.id_of(who)}" for who in ("Ann", "bo"))
        bots = ("bot:random", "bot:baseline", "bot:nardy:0")
        lost = [result(n, ann, bots[n % len(bots)], 0) for n in range(ESTABLISHED)]
        for one in (*lost, result(ESTABLISHED, bo, bots[0])):
            people.client.blocking_portal.call(
                people.client.app.state.club.store.run, lambda c, one=one: end(c, one)
            )
        [ladder] = people.be("Ann").get(f"/api/groups/{group}/leaders").json()
        rows = [(one["name"], one["rank"], one["is_provisional"]) for one in ladder["leaders"]]
        assert rows == [("Ann of here", 1, False), ("bo of here", None, True)]
        assert ladder["leaders"][0]["rating"] < ladder["leaders"][1]["rating"]
