"""Uploaded matches: read, kept, reviewed, shared by a link and deleted."""

import base64
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.effort import PATIENCE
from tests.server.crowd import Crowd, crowd

from nardy.formats import mat, match_json
from nardy.kernel import is_available
from nardy.server.analysis import uploaded_matches
from nardy.server.rate_limits import LIMITS, Limit, Rate

pytestmark = pytest.mark.usefixtures("quick_hashes")
PATH = "/api/matches"
DATA = Path(__file__).parents[2] / "formats" / "data"
SHORT = " 1 point match\n\n Game 1\n Ann : 0  Bo : 0\n  1) 31: 8/5 6/5  64: 24/14\n"


def file(text: str | bytes = SHORT, **more: str) -> dict[str, str]:
    content = text.encode() if isinstance(text, str) else text
    return {"content": base64.b64encode(content).decode(), "name": "final.mat", **more}


@pytest.fixture
def people(tmp_path: Path) -> Iterator[Crowd]:
    with crowd(tmp_path) as found:
        yield found


def upload(people: Crowd, who: str = "Ann", text: str | bytes = SHORT) -> dict[str, Any]:
    answer = people.be(who).post(PATH, json=file(text))
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_file_is_listed_for_its_owner_alone_and_comes_back(people: Crowd) -> None:
    data = (DATA / "plakoto.mat").read_bytes()
    told = upload(people, "Ann", data)
    assert (told["name"], told["white"], told["black"]) == ("final.mat", "Eleni", "Petros")
    assert (told["laws"]["id"], told["length"], told["is_yours"]) == ("plakoto", 2, True)
    assert people.be("Ann").get(PATH).json() == [told]
    assert people.be("bo").get(PATH).json() == []
    assert people.be("bo").get(f"{PATH}/{told['key']}").status_code == 404
    kept = people.be("Ann").get(f"{PATH}/{told['key']}/file/json").text
    again = people.be("Ann").get(f"{PATH}/{told['key']}/file/mat").text
    assert match_json.loads(kept).events == mat.loads(data).events == mat.loads(again).events


def test_letters_that_no_database_stores_are_left_out_of_names_or_refused(people: Crowd) -> None:
    read = match_json.dumps(mat.loads(SHORT.encode()))
    told = people.be("Ann").post(PATH, json=file(read.replace("Ann", "A\\u0000nn\\u202e")))
    assert (told.status_code, told.json()["white"]) == (201, "Ann")
    named = people.be("Ann").post(PATH, json=file(name="fi\u202enal.mat"))
    assert named.json()["name"] == "final.mat"
    refused = people.be("Ann").post(PATH, json=file(read.replace("Ann", "A\\ud800nn")))
    assert (refused.status_code, refused.json()["law"]) == (400, "upload")


def test_a_link_shows_a_match_until_it_is_taken_back_and_a_new_one_differs(people: Crowd) -> None:
    key = upload(people)["key"]
    links = []
    for _ in range(2):
        told = people.be("Ann").post(f"{PATH}/{key}/link", json={"is_shared": True}).json()
        links.append(told["link"])
        seen = people.be("bo").get(f"{PATH}/{told['link']}").json()
        assert (seen["key"], seen["is_yours"], seen["link"]) == (told["link"], False, None)
        for way in ("link", "end"):
            asked = people.be("bo").post(f"{PATH}/{told['link']}/{way}", json={"is_shared": False})
            assert asked.status_code == 404
        assert people.be("bo").get(f"{PATH}/{told['link']}/file/json").status_code == 404
        told = people.be("Ann").post(f"{PATH}/{key}/link", json={"is_shared": False}).json()
        assert told["link"] is None
        assert people.be("bo").get(f"{PATH}/{links[-1]}").status_code == 404
    assert len(set(links)) == 2
    assert min(map(len, links)) > 20


def test_a_guest_uploads_takes_along_and_deletes(people: Crowd) -> None:
    key = upload(people, "bo")["key"]
    taken = people.be("bo").post("/api/account", json={"name": "Bo", "password": "odd words three"})
    assert taken.status_code == 201
    assert people.client.post(f"{PATH}/{key}/end").json() == []
    assert people.client.get(f"{PATH}/{key}").status_code == 404


def test_an_export_has_the_match_and_a_deleted_account_none(people: Crowd) -> None:
    key = upload(people)["key"]
    (told,) = people.be("Ann").get("/api/account/export").json()["uploaded_matches"]
    assert (told["id"], json.loads(told["record"])["players"]) == (key, ["Ann", "Bo"])
    people.be("Ann").post("/api/account/end", json={"password": "three odd words"})
    assert people.client.app.state.club.store.read  # the club goes on


@pytest.mark.parametrize(
    ("data", "status", "law"),
    [
        (file("no match"), 400, "upload"),
        (file(SHORT, game="chess"), 400, "no-game"),
        (file(b"x" * 1_000_001), 400, "message"),
        (file(b"x" * 1_400_000), 413, "message"),
        ({"content": "?"}, 400, "message"),
    ],
)
def test_what_is_no_match_is_refused_in_two_languages(
    people: Crowd, data: dict[str, str], status: int, law: str
) -> None:
    answer = people.be("Ann").post(PATH, json=data)
    assert (answer.status_code, answer.json()["law"]) == (status, law), answer.text
    assert people.be("Ann").get(PATH).json() == []
    if law == "upload":
        assert answer.json()["says"]["ru"].startswith("В этом файле")


def test_uploads_and_reviews_have_a_quota_of_their_own(
    people: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = upload(people)["key"]
    monkeypatch.setitem(LIMITS, "upload", Limit("uploaded matches", Rate(1, 600), None))
    monkeypatch.setitem(LIMITS, "upload-review", Limit("reviews", Rate(1, 600), None))
    assert people.be("Ann").post(PATH, json=file()).status_code == 429
    upload(people, "Cy")
    limits = people.client.app.state.club.limits
    limits.take("upload-review", person=people.id_of("Ann"))
    link = people.be("Ann").post(f"{PATH}/{key}/link", json={"is_shared": True}).json()["link"]
    # Whoever asks: the quota is the owner's.
    assert people.be("bo").post(f"{PATH}/{link}/review").status_code == 429


def test_a_reader_that_takes_too_long_is_ended(
    people: Crowd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploaded_matches, "MOST_SECONDS", 0.001)
    answer = people.be("Ann").post(PATH, json=file())
    assert "more time than a match needs" in answer.json()["reason"]
    monkeypatch.setattr(uploaded_matches, "MOST_WAITING", 0)
    assert people.be("Ann").post(PATH, json=file()).json()["law"] == "busy"


def test_a_match_is_reviewed_like_a_game_of_the_club(people: Crowd) -> None:
    if not is_available():
        pytest.skip("there is no kernel")
    key = upload(people)["key"]
    end, told = time.monotonic() + 60 * PATIENCE, {"state": "working"}
    while told["state"] == "working" and time.monotonic() < end:
        told = people.be("Ann").post(f"{PATH}/{key}/review").json()
        time.sleep(0.1)
    assert (told["state"], told["of"], told["games"]) == ("done", 2, [1]), told
    assert [one["turn"] for one in told["turns"]] == ["8/5 6/5", "24/14"]
    assert {one["plies"] for one in told["turns"]} == {2}
    assert told["names"] == {"white": "Ann", "black": "Bo"}
    assert (told["you"], told["bots"], told["withheld"]) == (None, [], 0)
