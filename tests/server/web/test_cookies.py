from pathlib import Path

import pytest
from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.settings import read_settings

WISH = {"game": "backgammon", "against": "friend"}


@pytest.mark.parametrize(
    ("address", "origin", "is_secure"),
    [
        ("http://club.local", "", False),
        ("https://club.local", "", True),
        # A proxy that ends TLS and does not say so: the origin that is set says it.
        ("http://club.local", "https://club.local", True),
    ],
)
def test_the_cookie_is_kept_from_scripts_other_sites_and_over_https_from_neighbors(
    tmp_path: Path, address: str, origin: str, is_secure: bool
) -> None:
    settings = read_settings({"database": tmp_path / "c.db", "origin": origin}, environment={})
    with TestClient(create_app(settings=settings), base_url=address) as client:
        told = client.post("/api/rooms", json=WISH).headers["set-cookie"]
        name, _, rest = told.partition("=")
        assert name == ("__Host-nardy" if is_secure else "nardy")
        assert ("Secure" in rest) == is_secure
        assert "HttpOnly" in rest
        assert "SameSite=lax" in rest
        assert "Path=/" in rest
        assert "omain" not in rest


def test_a_neighboring_host_cannot_plant_a_cookie_over_https(tmp_path: Path) -> None:
    app = create_app(tmp_path / "club.db")
    with TestClient(app, base_url="https://club.local") as client:
        told = client.post("/api/rooms", json=WISH).headers["set-cookie"]
        token = told.partition("=")[2].partition(";")[0]
        client.cookies.clear()
        # Without the prefix it may have been set by anybody below the same domain.
        client.cookies.set("nardy", token)
        assert client.get("/api/me").json()["name"] == ""
        client.cookies.clear()
        client.cookies.set("__Host-nardy", token)
        assert client.get("/api/me").json()["name"] != ""
