from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from litestar.testing import TestClient
from tests.server.store.test_schedules import plan

from nardy.server import create_app
from nardy.server.store import accounts, schedules, tournaments
from nardy.server.store.schedule_tables import tournament_schedule

pytestmark = pytest.mark.usefixtures("quick_hashes")
CUP = {"name": "Saturday cup", "game": "hypergammon", "format": "swiss", "clock": "300+5"}
PRIZES = "A  board for the first"
TIMES = {"every": "week", "weekday": 5, "hour": 19, "zone": "Europe/Moscow"}
PLAN = {"tournament": {**CUP, "prizes": PRIZES}, "times": TIMES}


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Any]]:
    """A club whose only account is an admin's."""
    with TestClient(create_app(tmp_path / "club.db")) as client:
        client.post("/api/account", json={"name": "Host", "password": "lamp gravel tuesday"})
        club = client.app.state.club
        guest = client.blocking_portal.call(club.guest, client.cookies["nardy"])
        job = lambda c: accounts.change_account(c, guest.id, role="admin")  # noqa: E731
        client.blocking_portal.call(club.store.run, job)
        yield client


def test_a_tournament_that_repeats_is_in_the_calendar_and_announced(
    client: TestClient[Any],
) -> None:
    answer = client.post("/api/schedules", json=PLAN)
    assert answer.status_code == 201, answer.text
    [line] = answer.json()
    assert (line["name"], line["prizes"]) == ("Saturday cup", "A board for the first")
    assert line["times"] == {**TIMES, "minute": 0, "number": 1}
    assert line["is_yours"]
    [made] = client.get("/api/tournaments").json()
    assert made["starts"] is not None
    assert line["next"] - made["starts"] == 7 * 24 * 3_600_000
    facts = client.get(f"/api/tournaments/{made['id']}").json()
    assert facts["prizes"] == "A board for the first"
    assert client.post(f"/api/schedules/{line['id']}/end", json={}).json() == []
    assert len(client.get("/api/tournaments").json()) == 1
    assert client.post(f"/api/schedules/{line['id']}/end", json={}).status_code == 404


def test_only_an_admin_fills_the_public_calendar(client: TestClient[Any]) -> None:
    [line] = client.post("/api/schedules", json=PLAN).json()
    client.cookies.clear()
    client.post("/api/me", json={"name": "Guest"})
    assert client.post("/api/schedules", json=PLAN).status_code == 400
    assert client.post(f"/api/schedules/{line['id']}/end", json={}).status_code == 400
    [seen] = client.get("/api/schedules").json()
    assert not seen["is_yours"]


def test_a_group_has_a_calendar_of_its_own(client: TestClient[Any]) -> None:
    group = client.post("/api/groups", json={"name": "Friends"}).json()["circle"]
    groups = {**PLAN, "tournament": {**CUP, "circle": group}}
    assert len(client.post("/api/schedules", json=groups).json()) == 1
    assert client.get("/api/schedules").json() == []
    assert len(client.get(f"/api/groups/{group}/schedules").json()) == 1
    client.cookies.clear()
    assert client.get(f"/api/groups/{group}/schedules").status_code == 400
    assert client.post("/api/schedules", json=groups).status_code == 400


@pytest.mark.parametrize(
    "times",
    [{"zone": "Europe/Atlantis"}, {"weekday": 7}, {"hour": 24}, {"every": "day"}, {"number": 6}],
)
def test_times_that_do_not_exist_are_refused(
    client: TestClient[Any], times: dict[str, Any]
) -> None:
    answer = client.post("/api/schedules", json={**PLAN, "times": {**TIMES, **times}})
    assert answer.status_code == 400
    assert client.get("/api/schedules").json() == []


@pytest.mark.parametrize("starts", [9_007_199_254_740_991, 253_402_300_800_000])
def test_a_calendar_begins_within_a_year(client: TestClient[Any], starts: int) -> None:
    answer = client.post("/api/schedules", json={**PLAN, "tournament": {**CUP, "starts": starts}})
    assert answer.json()["law"] == "schedule-start"
    assert client.get("/api/schedules").json() == []


def test_a_calendar_has_a_limit_of_its_own(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.server.api.schedules.MOST", 1)
    assert client.post("/api/schedules", json=PLAN).status_code == 201
    assert client.post("/api/schedules", json=PLAN).json()["law"] == "schedule-many"


def test_a_start_beyond_the_calendar_is_listed_and_can_be_ended(client: TestClient[Any]) -> None:
    client.post("/api/schedules", json=PLAN)
    far = sql.update(tournament_schedule).values(upto=2**53)
    client.blocking_portal.call(client.app.state.club.store.run, lambda c: c.execute(far) and None)
    [line] = client.get("/api/schedules").json()
    assert client.post(f"/api/schedules/{line['id']}/end", json={}).json() == []


def test_the_calendar_of_a_group_ends_with_it(client: TestClient[Any]) -> None:
    group = client.post("/api/groups", json={"name": "Friends"}).json()["circle"]
    client.post("/api/schedules", json={**PLAN, "tournament": {**CUP, "circle": group}})
    assert client.post(f"/api/groups/{group}/end", json={}).status_code == 200
    club = client.app.state.club
    assert client.blocking_portal.call(club.store.read, schedules.going) == []
    assert client.blocking_portal.call(club.store.read, tournaments.unfinished) == []


def test_the_limit_holds_for_schedules_added_at_once(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nardy.server.api.schedules.MOST", 1)
    store = client.app.state.club.store
    run = store.run

    async def run_after_another(job: Callable[[Any], Any]) -> Any:
        monkeypatch.setattr(store, "run", run)
        await run(lambda c: schedules.add(c, plan("other")))
        return await run(job)

    monkeypatch.setattr(store, "run", run_after_another)
    assert client.post("/api/schedules", json=PLAN).json()["law"] == "schedule-many"
    [line] = client.get("/api/schedules").json()
    assert line["id"] == "other"
