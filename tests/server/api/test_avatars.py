import json
import re
from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.api.requests import ORNAMENTS, TONES, avatar_of
from nardy.server.errors import RefusedError
from nardy.server.web.static_files import web_files

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


def choose(client: TestClient, avatar: str) -> int:
    return client.post("/api/me/avatar", json={"avatar": avatar}).status_code


def test_a_guest_chooses_a_picture_which_the_account_keeps_and_forgets(client: TestClient) -> None:
    assert choose(client, "sun-night") == 201
    assert client.get("/api/me").json()["avatar"] == "sun-night"
    assert client.post("/api/account", json=ANNA).status_code == 201
    assert client.get("/api/me").json()["avatar"] == "sun-night"
    assert client.get("/api/players/me").json()["avatar"] == "sun-night"
    assert client.get("/api/account/export").json()["guest"]["avatar"] == "sun-night"
    player = client.get("/api/players/me").json()["id"]
    client.post("/api/account/end", json={"password": ANNA["password"]})
    assert client.get(f"/api/players/{player}").json()["avatar"] == ""


def test_a_picture_is_told_wherever_the_name_is(client: TestClient) -> None:
    choose(client, "grapes-ivory")
    room = client.post("/api/rooms", json={"game": "tapa", "against": "bot"}).json()["room"]
    with client.websocket_connect("/live") as page:
        page.send_json({"type": "watch", "room": room})
        facts = page.receive_json()["facts"]
        people = {person["is_bot"]: person for person in (facts["white"], facts["black"])}
        assert people[False]["avatar"] == "grapes-ivory"
        assert people[True]["avatar"] == ""


def test_what_is_no_picture_is_refused_and_changes_nothing(client: TestClient) -> None:
    choose(client, "knot-brass")
    assert choose(client, "javascript:alert(1)") == 400
    assert client.get("/api/me").json()["avatar"] == "knot-brass"
    assert choose(client, "") == 201
    assert client.get("/api/me").json()["avatar"] == ""


DRAWING = web_files()["/js/avatars/drawing.js"].content.decode()


@pytest.mark.parametrize(("name", "those"), [("ORNAMENTS", ORNAMENTS), ("TONES", TONES)])
def test_the_page_draws_what_the_club_keeps(name: str, those: tuple[str, ...]) -> None:
    told = re.search(rf"{name} = (\[.*\]);", DRAWING)
    assert told
    assert tuple(json.loads(told[1])) == those


def test_every_ornament_has_a_drawing_and_every_tone_but_the_first_a_style() -> None:
    for ornament in ORNAMENTS:
        assert f"\n  {ornament}: () =>" in DRAWING
    styles = web_files()["/css/page.css"].content.decode()
    for tone in TONES[1:]:
        assert f".avatar.{tone} " in styles


def test_a_picture_is_one_of_the_list_or_that_of_the_name() -> None:
    for ornament in ORNAMENTS:
        for tone in TONES:
            assert avatar_of(f"{ornament}-{tone}") == f"{ornament}-{tone}"
    assert avatar_of("") == ""


@pytest.mark.parametrize(
    "text", ["sun", "sun-", "-night", "sun-night-", "Sun-night", "moon-night", "<svg>"]
)
def test_what_is_not_on_the_list_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="expected an ornament and a tone") as refused:
        avatar_of(text)
    assert refused.value.code == "avatar"
