"""Several people at one club, through its doors, and a club by invitation that some of them have joined."""

import contextlib
import json
from collections.abc import Generator
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from nardy.server import create_app
from nardy.server.settings import read_settings

CHARTER = {"name": "Court", "about": "Thursdays at eight"}


class Crowd:
    """Several browsers at one club."""

    def __init__(self, client: TestClient) -> None:
        self.client = client
        self._cookies: dict[str, str] = {}

    def be(self, who: str) -> TestClient:
        """As somebody: with an account where the name is a capital."""
        self.client.cookies.clear()
        if who not in self._cookies:
            told = self.client.post("/api/me", json={"name": f"{who} of here"})
            if who[0].isupper():
                account = {"name": f"{who} of here", "password": "three odd words"}
                told = self.client.post("/api/account", json=account)
            assert told.status_code == 201, told.text
            self._cookies[who] = self.client.cookies["nardy"]
        self.client.cookies.set("nardy", self._cookies[who])
        return self.client

    def id_of(self, who: str) -> str:
        return self.be(who).get("/api/players/me").json()["id"]


@contextlib.contextmanager
def crowd(folder: Path, **flags: Any) -> Generator[Crowd]:
    settings = read_settings({"database": folder / "club.db", **flags}, environment={})
    with TestClient(create_app(settings=settings)) as client:
        yield Crowd(client)


def founded(people: Crowd, *members: str) -> str:
    """A club of Ann's, which these have joined."""
    group = people.be("Ann").post("/api/groups", json=CHARTER).json()["circle"]
    code = people.be("Ann").get(f"/api/groups/{group}").json()["invitation"]["code"]
    for who in members:
        assert people.be(who).post(f"/api/invitations/{code}").json() == {"circle": group}
    return group


def heard(client: TestClient, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """The first answer to each of these over a connection of its own."""
    found = []
    for message in messages:
        with client.websocket_connect("/live") as socket:
            socket.send_text(json.dumps(message))
            found.append(json.loads(socket.receive_text(timeout=5)))
    return found


def put_out(people: Crowd, group: str, who: str) -> dict[str, Any]:
    """Ann takes somebody out; the club as she sees it then."""
    data = {"player": people.id_of(who), "role": ""}
    return people.be("Ann").post(f"/api/groups/{group}/members", json=data).json()
