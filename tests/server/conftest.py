"""What the tests of the club share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient
from tests.server import databases, ready_made
from tests.server.accounts.oidc.house import CLIENT, SECRET, House, open_house

from nardy.server import create_app
from nardy.server.accounts import passwords
from nardy.server.accounts.oidc.providers import Provider
from nardy.server.settings import Settings
from nardy.server.web import guards

guards.OWN_NAMES |= {
    "testserver.local",
    "club.local",
}  # as Litestar's client and our tests call the club


ON_BOTH = (
    "accounts",
    "api",
    "club",
    "connection",
    "dice_audit",
    "fair_play",
    "groups",
    "jobs",
    "lobby",
    "matchmaking",
    "notices",
    "players",
    "store",
    "tournaments",
    "web",
    "worker",
)
"""Folders whose tests run on both databases; the file's own are tested in store/database."""
QUICK_ON_BOTH = frozenset(
    {
        "test_a_guest_who_signs_up_is_found_again_from_anywhere",
        "test_a_job_of_a_worker_that_stopped_is_taken_by_another_and_done_once",
        "test_a_player_on_a_clock_gets_nothing_of_this_kind_of_game",
        "test_a_room_is_read_back_as_it_was_written",
        "test_a_room_outlives_the_club",
        "test_an_act_is_finished_though_its_page_is_gone",
        "test_an_invitation_for_one_lets_one_in",
        "test_each_notice_is_sent_once_however_often_it_is_put",
        "test_every_answer_has_the_headers_refusals_too",
        "test_many_who_ask_get_their_own_answers",
        "test_one_request_makes_a_room_and_a_guest",
        "test_two_strangers_meet_in_a_room_on_their_terms",
    }
)
"""One test of each large part, which the quick suite runs on both databases; the thorough one runs all."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    place = Path(metafunc.module.__file__ or "").relative_to(Path(__file__).parent)
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    is_of_file = place.parts[1:2] == ("database",) or "sqlite" in marks
    if place.parts[0] in ON_BOTH and "tmp_path" in metafunc.fixturenames and not is_of_file:
        is_quick = metafunc.function.__name__ in QUICK_ON_BOTH
        other = pytest.param("postgresql", marks=() if is_quick else pytest.mark.thorough)
        metafunc.parametrize("database_kind", ["sqlite", other], indirect=True)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[databases.PostgresServer]:
    """A server of PostgreSQL; no test where it is not installed."""
    with databases.served() as server:
        yield server


@pytest.fixture(autouse=True)
def database_kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Which database a store is opened on; 'sqlite' if a test does not run on both."""
    kind = getattr(request, "param", "sqlite")
    if kind == "postgresql":
        server = request.getfixturevalue("postgresql")
        yield from databases.files_are_databases(server, monkeypatch, request.module)
    else:
        yield kind


@pytest.fixture(autouse=True)
def begun_quickly(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clubs whose routes and tables are ready; how tables are made is tested beside the database."""
    monkeypatch.setattr("nardy.server.app.Litestar", ready_made.app_of)
    if request.path.parent.name != "database":
        opening = "nardy.server.store.database.opening.engine_of"
        monkeypatch.setattr(opening, ready_made.engine_with_tables)


@pytest.fixture
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time; those of real clubs are tested in tests/server/accounts/test_passwords.py."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", quick)
    monkeypatch.setattr(passwords, "_nobodys", quick.hash("nobody"))


@pytest.fixture
def house() -> Iterator[House]:
    """Another house that vouches for people."""
    with open_house() as house:
        yield house


@pytest.fixture
def visitor(tmp_path: Path, house: House) -> Iterator[TestClient[Any]]:
    """A browser at a club that believes this house."""
    provider = Provider(
        id="home", name="Home", issuer=house.address, client_id=CLIENT, secret=SECRET
    )
    settings = Settings(database=tmp_path / "club.db", providers=(provider,))
    with TestClient(create_app(settings=settings)) as visitor:
        visitor.follow_redirects = False
        yield visitor
