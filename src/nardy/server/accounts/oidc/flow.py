"""The OIDC flow: send a browser to a provider, and identify the person when it comes back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from nardy.server.accounts.oidc.pending import LoginRequest, PendingLogins
from nardy.server.accounts.oidc.providers import Provider
from nardy.server.errors import RefusedError
from nardy.server.store.login_methods import Identity

if TYPE_CHECKING:
    from nardy.server.accounts.oidc.client import OidcClient

NAMED = ("preferred_username", "nickname", "given_name", "name")
"""Claims that may hold a name; the first one present is used."""


@dataclass(frozen=True, slots=True)
class CompletedLogin:
    """A completed login: the request and the identified person."""

    login: LoginRequest
    identity: Identity
    name: str
    """The name given by the provider; '' if none."""


class OidcFlow:
    """All providers of the club; without any, no OIDC library is loaded."""

    def __init__(self, providers: Sequence[Provider] = ()) -> None:
        self.providers = {one.id: one for one in providers}
        self.issuers = frozenset(one.issuer for one in providers)
        self._pending = PendingLogins()
        self._clients: dict[str, OidcClient] = {}

    async def close(self) -> None:
        """Close the connections to all providers."""
        for client in self._clients.values():
            await client.close()

    def provider(self, provider_id: str) -> Provider:
        """The provider with this id.

        Raises:
            RefusedError: it does not exist.
        """
        if (found := self.providers.get(provider_id)) is None:
            problem = f"expected a provider of this club, got {provider_id!r:.40}"
            raise RefusedError("outside-none", f"{problem}; choose one on the page")
        return found

    async def send(self, login: LoginRequest) -> tuple[str, str]:
        """Begin a login; returns the address to send the browser to, and a token for its cookie."""
        client = self._with(login.provider)
        state, browser = self._pending.register(login)
        return await client.address(login, state), browser

    async def receive(
        self, provider_id: str, browser: str | None, answer: Mapping[str, str]
    ) -> CompletedLogin:
        """Complete a login.

        Raises:
            RefusedError: no such login is pending, or the provider does not confirm it.
        """
        client = self._with(provider_id)
        login = self._pending.fetch(provider_id, answer.get("state", ""), browser)
        claims = await client.claims(login, answer)
        # Core 1.0, 5.7: only issuer and subject together identify a person for good.
        identity = Identity(client.provider.issuer, claims["sub"])
        named = (claims.get(key) for key in NAMED)
        name = next((name for name in named if isinstance(name, str) and name.strip()), "")
        return CompletedLogin(login, identity, name)

    def _with(self, provider_id: str) -> "OidcClient":
        provider = self.provider(provider_id)
        if provider_id not in self._clients:
            from nardy.server.accounts.oidc.client import OidcClient  # noqa: PLC0415 (an extra, and slow)

            self._clients[provider_id] = OidcClient(provider)
        return self._clients[provider_id]
