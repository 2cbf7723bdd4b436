"""What the tests of the club share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.testing import TestClient
from tests.server import ready_made
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
