import asyncio
from functools import partial
from pathlib import Path

import pytest
from litestar.testing import TestClient
from tests.server.crowd import crowd
from tests.server.tournaments.tournament_hall import until

from nardy.server import create_app
from nardy.server.accounts import moderation
from nardy.server.accounts.moderation import Moderator
from nardy.server.club import maintenance
from nardy.server.errors import RefusedError
from nardy.server.store import decisions, talk
from nardy.server.store.database.opening import open_store
from nardy.server.store.talk import ChatLine
from nardy.translations import LANGUAGES, read

CUP = {"name": "Cup", "game": "hypergammon", "format": "swiss", "clock": "300+5"}
LEAD = {"name": "Lead", "password": "lamp gravel tuesday"}
LOUIS = {"name": "Louis", "password": "cloud ladle thirteen"}
pytestmark = pytest.mark.usefixtures("quick_hashes")


@pytest.fixture
def client(tmp_path: Path):
    """Signed in as Lead, an admin; Louis has an account too."""
    file = tmp_path / "club.db"
    with TestClient(create_app(file)) as client:
        for one in (LOUIS, LEAD):
            client.cookies.clear()
            client.post("/api/account", json=one)
        store = open_store(file)
        asyncio.run(Moderator(store, "machine").set_role("lead", "admin"))
        store.close()
        yield client


def sign_in(client: TestClient, who: dict[str, str]) -> int:
    client.cookies.clear()
    return client.post("/api/sessions", json=who).status_code


def decide(client: TestClient, what: str, about: str, **more: object):
    return client.post("/api/admin", json={"what": what, "about": about, **more})


@pytest.mark.parametrize("who", [None, LOUIS])
def test_for_everybody_else_there_is_no_such_page(
    client: TestClient, who: dict[str, str] | None
) -> None:
    client.cookies.clear()
    if who:
        sign_in(client, who)
    for address in ("/admin", "/api/admin", "/api/admin/people?name=l", "/api/admin/unusual"):
        assert client.get(address).status_code == 404, address
    assert decide(client, "ban", "Lead").status_code == 404
    sign_in(client, LEAD)
    assert [one["what"] for one in client.get("/api/admin").json()["decisions"]] == ["role admin"]


def test_an_admin_decides_and_it_counts_at_once(client: TestClient) -> None:
    assert b"<html" in client.get("/admin").content
    (found,) = client.get("/api/admin/people?name=loui").json()
    assert (found["name"], found["role"]) == ("Louis", "member")
    told = decide(client, "ban", found["id"], days=7)
    assert told.status_code == 201
    newest = told.json()["decisions"][0]
    assert (newest["who"], newest["what"], newest["about"]) == ("Lead", "ban", "Louis")
    assert sign_in(client, LOUIS) == 400
    sign_in(client, LEAD)
    assert decide(client, "unban", "Louis").status_code == 201
    assert sign_in(client, LOUIS) == 201


def test_who_is_banned_leaves_tournaments_at_once(client: TestClient) -> None:
    of = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['tournament']}"
    sign_in(client, LOUIS)
    assert client.post(f"{of}/enter").json()["entrants"][0]["is_in"]
    sign_in(client, LEAD)
    assert decide(client, "ban", "Louis").status_code == 201
    assert not client.get(of).json()["entrants"][0]["is_in"]


def test_who_is_banned_by_the_command_leaves_tournaments_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "PAUSE_SECONDS", 0.01)
    with crowd(tmp_path) as people:
        of = people.be("Ann").post("/api/tournaments", json=CUP).json()["tournament"]
        louis = people.id_of("Louis")
        people.be("Louis").post(f"/api/tournaments/{of}/enter")
        (running,) = people.client.app.state.tournaments.unfinished
        assert len(running.now.inside) == 1
        store = open_store(people.client.app.state.settings.database)
        asyncio.run(Moderator(store, "machine").impose("ban", louis))
        store.close()
        people.client.blocking_portal.call(until, lambda: not running.now.inside)


def test_a_game_is_closed_and_its_players_see_it(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "tapa", "bot": "easy"}).json()["room"]
    assert decide(client, "close", room).status_code == 201
    assert client.app.state.club.loaded(room) is None or (
        client.app.state.club.loaded(room).record.is_over
    )
    assert decide(client, "close", room).status_code == 400


def test_reported_lines_are_told_with_names(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    louis = client.get("/api/admin/people?name=Louis").json()[0]["id"]
    line = ChatLine(1, f"guest:{louis}", "<b>rude</b>", 5, is_aside=False, key="k")
    store = open_store(client.app.state.settings.database)
    asyncio.run(store.run(lambda c: talk.add_line(c, room, line)))
    asyncio.run(store.run(lambda c: talk.add_report(c, room, 1, "guest:gone", 6)))
    store.close()
    (told,) = client.get("/api/admin").json()["reports"]
    assert (told["name"], told["text"], told["room"]) == ("Louis", "<b>rude</b>", room)
    assert told["reporter"] == "?"
    assert decide(client, "mute", told["who"], days=1).status_code == 201


def test_a_report_leaves_the_list_when_it_is_dismissed(client: TestClient) -> None:
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    store = open_store(client.app.state.settings.database)
    for number, reporters in ((1, ("one", "two")), (2, ("one",))):
        line = ChatLine(number, "guest:gone", "rude", number, is_aside=False, key=f"k{number}")
        asyncio.run(store.run(lambda c, line=line: talk.add_line(c, room, line)))
        for at, who in enumerate(reporters):
            add = partial(talk.add_report, room_id=room, number=number, who=f"guest:{who}", at=at)
            asyncio.run(store.run(add))
    store.close()
    first = client.get("/api/admin").json()["reports"]
    assert sorted(one["number"] for one in first) == [1, 2]
    about = {"room": room, "tournament": "", "number": 1}
    told = client.post("/api/admin/reports", json=about).json()
    assert [one["number"] for one in told["reports"]] == [2]
    newest = told["decisions"][0]
    assert (newest["who"], newest["what"], newest["about"]) == ("Lead", "dismiss", room)
    # Another admin was faster: nothing is logged twice.
    again = client.post("/api/admin/reports", json=about).json()
    assert again == told
    sign_in(client, LOUIS)
    assert client.post("/api/admin/reports", json={**about, "number": 2}).status_code == 404


def test_a_list_has_the_latest_reports(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderation, "MOST_REPORTS", 2)
    room = client.post("/api/rooms", json={"game": "tapa", "against": "friend"}).json()["room"]
    store = open_store(client.app.state.settings.database)
    for number in range(1, 5):
        line = ChatLine(number, "guest:gone", "rude", number, is_aside=False, key=f"k{number}")
        asyncio.run(store.run(lambda c, line=line: talk.add_line(c, room, line)))
        add = partial(talk.add_report, room_id=room, number=number, who="guest:a", at=-number)
        asyncio.run(store.run(add))
    store.close()
    assert [one["number"] for one in client.get("/api/admin").json()["reports"]] == [1, 2]


def test_admins_do_not_decide_about_each_other(client: TestClient) -> None:
    refused = decide(client, "ban", "Lead")
    assert refused.status_code == 400
    assert "not an admin" in refused.json()["reason"]


@pytest.mark.parametrize(
    "data",
    [
        {"what": "role admin", "about": "Louis"},
        {"what": "mute", "about": ""},
        {"what": "mute", "about": "Louis", "days": -1},
        {"what": "mute", "about": "Louis", "days": 1e9},
        {"what": "mute", "about": "Louis", "more": 1},
    ],
)
def test_what_makes_no_sense_is_refused(client: TestClient, data: dict[str, object]) -> None:
    assert client.post("/api/admin", json=data).status_code == 400


def test_another_sites_page_decides_nothing(client: TestClient) -> None:
    data = {"what": "ban", "about": "Louis"}
    for header in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert client.post("/api/admin", json=data, headers=header).status_code == 403
    assert sign_in(client, LOUIS) == 201


def logged(client: TestClient) -> list[tuple[str, str, str]]:
    decisions = client.get("/api/admin").json()["decisions"]
    for one in decisions:
        key = f"admin.did.{one['what'].replace(' ', '.')}"
        assert all(key in read(language, "page/admin") for language in LANGUAGES), key
    return [(one["who"], one["what"], one["about"]) for one in decisions]


def test_an_admins_acts_in_tournaments_of_others_are_logged(client: TestClient) -> None:
    before = len(logged(client))
    # As the director an admin is one among many.
    own = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['tournament']}"
    assert client.post(f"{own}/end").status_code == 201
    sign_in(client, LOUIS)
    of = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['tournament']}"
    client.post(f"{of}/enter")
    sign_in(client, LEAD)
    assert client.post(f"{of}/bots", json={"level": "1", "count": 2}).status_code == 201
    assert client.post(f"{of}/remove", json={"number": 1}).status_code == 201
    for act in ("begin", "begin", "end"):  # the second one changes nothing
        assert client.post(f"{of}/{act}").status_code == 201
    assert logged(client)[:-before] == [
        ("Lead", "tournament end", "Cup"),
        ("Lead", "tournament begin", "Cup"),
        ("Lead", "tournament remove", "Louis"),
        ("Lead", "tournament bots", "Cup"),
    ]


def test_changes_of_the_public_calendar_are_logged(client: TestClient) -> None:
    before = len(logged(client))
    times = {"every": "week", "weekday": 5, "hour": 19}
    group = client.post("/api/groups", json={"name": "Friends"}).json()["circle"]
    for of in ("", group):
        plan = {"tournament": {**CUP, "circle": of}, "times": times}
        line = client.post("/api/schedules", json=plan).json()[0]
        assert client.post(f"/api/schedules/{line['id']}/end", json={}).json() == []
    assert logged(client)[:-before] == [
        ("Lead", "schedule end", "Cup"),
        ("Lead", "schedule add", "Cup"),
    ]


def test_an_admin_is_logged_by_the_name_of_now(client: TestClient) -> None:
    assert decide(client, "mute", "Louis").status_code == 201
    assert client.post("/api/me", json={"name": "Chief"}).status_code == 201
    assert logged(client)[0] == ("Chief", "mute", "Louis")


@pytest.mark.sqlite
def test_changes_of_the_club_and_backups_are_logged(client: TestClient) -> None:
    before = len(logged(client))
    words = {"name": "Hill", "welcome": "", "announcement": "", "rules": ""}
    assert client.post("/api/admin/club", json=words).status_code == 200
    assert client.post("/api/admin/club/logo", json={"content": ""}).status_code == 200
    made = client.post("/api/admin/backup", json={"password": LEAD["password"]}).json()["file"]
    # A refusal changes nothing.
    assert client.post("/api/admin/club", json={**words, "accent": "#ffee00"}).status_code == 400
    assert logged(client)[:-before] == [
        ("Lead", "club backup", made),
        ("Lead", "club logo", ""),
        ("Lead", "club words", ""),
    ]


def test_an_act_of_an_admin_that_cannot_be_logged_is_not_done(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = {"tournament": CUP, "times": {"every": "week", "weekday": 5, "hour": 19}}
    (kept,) = client.post("/api/schedules", json=plan).json()
    before, words = len(logged(client)), client.get("/api/club").json()
    sign_in(client, LOUIS)
    of = f"/api/tournaments/{client.post('/api/tournaments', json=CUP).json()['tournament']}"
    version = client.post(f"{of}/enter").json()["version"]
    sign_in(client, LEAD)

    def note(*_: object) -> None:
        raise RefusedError("busy", "expected a log, got none")

    hill = {"name": "Hill", "welcome": "", "announcement": "", "rules": ""}
    with monkeypatch.context() as patched:
        patched.setattr(decisions, "note", note)
        for address, data in (
            ("/api/schedules", plan),
            (f"/api/schedules/{kept['id']}/end", {}),
            (f"{of}/bots", {"level": "1", "count": 2}),
            (f"{of}/remove", {"number": 1}),
            (f"{of}/end", {}),
            ("/api/admin/club", hill),
            ("/api/admin/club/logo", {"content": ""}),
        ):
            assert client.post(address, json=data).json()["law"] == "busy", address
    assert client.get("/api/schedules").json() == [kept]
    assert client.get(of).json()["version"] == version
    assert client.get("/api/club").json() == words
    assert len(logged(client)) == before
