import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx
import pytest
from tests.server.accounts.oidc.house import CLIENT, SECRET, House, another_key, open_house

from nardy.server.accounts.oidc import client
from nardy.server.accounts.oidc.client import OidcClient
from nardy.server.accounts.oidc.pending import LoginRequest
from nardy.server.accounts.oidc.providers import Provider
from nardy.server.errors import RefusedError

Talk = Callable[[House, OidcClient], Awaitable[Any]]


def talk(what: Talk, *, secret: str = SECRET, **metadata: Any) -> Any:
    async def go(house: House) -> Any:
        provider = Provider(
            id="home", name="Home", issuer=house.address, client_id=CLIENT, secret=secret
        )
        letters = OidcClient(provider)
        try:
            return await what(house, letters)
        finally:
            await letters.close()

    with open_house() as house:
        house.secret, house.metadata = secret, metadata
        return asyncio.run(go(house))


async def come(house: House, letters: OidcClient) -> str:
    login = LoginRequest(provider="home", back="http://club.example/back")
    address = await letters.address(login, "state")
    async with httpx.AsyncClient() as browser:
        back = (await browser.get(address)).headers["location"]
    answer = dict(parse_qsl(urlsplit(back).query))
    return (await letters.claims(login, answer))["sub"]


@pytest.mark.parametrize("methods", [[], ["client_secret_post"], ["client_secret_basic", "x"]])
def test_the_secret_is_told_as_the_house_wants_it(methods: list[str]) -> None:
    told = {"token_endpoint_auth_methods_supported": methods} if methods else {}
    assert talk(come, **told) == "anna-17"


def test_a_club_without_a_secret_is_known_by_its_verifier() -> None:
    assert talk(come, secret="", token_endpoint_auth_methods_supported=["none"]) == "anna-17"


def test_what_is_offered_and_the_keys_are_asked_for_once() -> None:
    async def twice(house: House, letters: OidcClient) -> list[str]:
        await come(house, letters)
        await come(house, letters)
        return house.asked

    asked = talk(twice)
    assert asked.count("/keys") == asked.count("/.well-known/openid-configuration") == 1


def test_a_new_key_is_asked_for_but_not_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    async def changed(house: House, letters: OidcClient) -> list[str]:
        await come(house, letters)
        house.key = another_key("two")
        with pytest.raises(RefusedError):
            await come(house, letters)
        monkeypatch.setattr(client, "AGAIN", -1)
        assert await come(house, letters) == "anna-17"
        return house.asked

    assert talk(changed).count("/keys") == 2


@pytest.mark.parametrize(
    "metadata",
    [
        {"issuer": "https://other.example"},
        {"token_endpoint": "http://other.example/token"},
        {"jwks_uri": "javascript:alert(1)"},
        {"authorization_endpoint": 7},
        {"padding": "x" * client.MOST_BYTES},
    ],
)
def test_a_house_that_offers_what_cannot_be_used_is_as_good_as_down(
    metadata: dict[str, Any],
) -> None:
    with pytest.raises(RefusedError, match="Home") as error:
        talk(come, **metadata)
    assert error.value.code == "outside-down"


def test_a_house_that_does_not_answer_is_waited_for_only_so_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client, "SECONDS", 0.2)

    async def silent(house: House, letters: OidcClient) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:
            address = f"http://127.0.0.1:{server.getsockname()[1]}"
            provider = Provider(id="x", name="Silent", issuer=address, client_id="n")
            other = OidcClient(provider)
            with pytest.raises(RefusedError, match="Silent"):
                await other.address(LoginRequest(provider="x", back="y"), "state")
            await other.close()

    talk(silent)
