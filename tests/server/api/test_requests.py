from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app


@pytest.fixture
def client(tmp_path: Path):
    with TestClient(create_app(tmp_path / "club.db")) as client:
        yield client


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\u0000b", "a\u202eb"])
def test_a_name_can_be_seen(client: TestClient, name: str) -> None:
    assert client.post("/api/me", json={"name": name}).status_code == 400


def test_a_guest_chooses_a_name(client: TestClient) -> None:
    told = client.post("/api/me", json={"name": " Анна  К. "}).json()
    assert told["name"] == client.get("/api/me").json()["name"] == "Анна К."
