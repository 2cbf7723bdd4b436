"""Journeys of a browser to a house elsewhere that vouches for people, and back."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
from litestar.testing import TestClient

ANNA = {"name": "Anna", "password": "lamp gravel tuesday"}


def set_out(visitor: TestClient[Any], **going: Any) -> str:
    """Where the browser is sent."""
    answer = visitor.post("/api/outside/home", json=going)
    assert answer.status_code == 201, answer.text
    return answer.json()["address"]


def way_back(address: str) -> str:
    """The person signs in there; the address of ours to which the browser is sent back."""
    return httpx.get(address).headers["location"]


def returned(visitor: TestClient[Any], address: str) -> str:
    """What the page says after the browser has come back."""
    answer = visitor.get(urlsplit(address)._replace(scheme="", netloc="").geturl())
    assert answer.status_code == 303, answer.text
    where = urlsplit(answer.headers["location"])
    assert (where.netloc, where.path) == ("", "/")
    return dict(parse_qsl(where.query))["outside"]


def sign_in(visitor: TestClient[Any], **going: Any) -> str:
    return returned(visitor, way_back(set_out(visitor, **going)))


def leave(visitor: TestClient[Any]) -> None:
    visitor.post("/api/sessions/end", json={})
    visitor.cookies.clear()
