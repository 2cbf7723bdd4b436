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
    "club",
    "dice_audit",
    "groups",
    "jobs",
    "lobby",
    "meeting",
    "notices",
    "players",
    "store",
    "tournaments",
    "worker",
)
"""Folders whose tests run on both databases; the file's own are tested in store/database."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    place = Path(metafunc.module.__file__ or "").relative_to(Path(__file__).parent)
    marks = {mark.name for mark in metafunc.definition.iter_markers()}
    is_of_file = place.parts[1:2] == ("database",) or "sqlite" in marks
    if place.parts[0] in ON_BOTH and "tmp_path" in metafunc.fixturenames and not is_of_file:
        other = pytest.param("postgresql", marks=pytest.mark.thorough)
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
