"""The desk where people are sent to other houses to sign in, and are received back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nardy.server.accounts.oidc.pending import LoginRequest, PendingLogins
from nardy.server.accounts.oidc.providers import Provider
from nardy.server.errors import RefusedError
from nardy.server.store.login_methods import Identity

if TYPE_CHECKING:
    from nardy.server.accounts.oidc.client import OidcClient

NAMED = ("preferred_username", "nickname", "given_name", "name")
"""What a house may tell of a name; the first that it tells is taken."""


@dataclass(frozen=True, slots=True)
class CompletedLogin:
    """Who came back, and what for."""

    login: LoginRequest
    identity: Identity
    name: str
    """As the other house calls him; '' if it does not tell."""


class OidcFlow:
    """All providers of the club; with none it has nothing to do and loads nothing."""

    def __init__(self, providers: Sequence[Provider] = ()) -> None:
        """Nobody was sent anywhere."""
        self.providers = {one.id: one for one in providers}
        self.issuers = frozenset(one.issuer for one in providers)
        self._pending = PendingLogins()
        self._letters: dict[str, OidcClient] = {}

    async def close(self) -> None:
        """Send nobody anywhere."""
        for letters in self._letters.values():
            await letters.close()

    def provider(self, provider_id: str) -> Provider:
        """The provider of this id.

        Raises:
            RefusedError: there is none.
        """
        if (found := self.providers.get(provider_id)) is None:
            told = (
                f"expected a provider of this club, got {provider_id!r:.40}; choose one on the page"
            )
            raise RefusedError("outside-none", told)
        return found

    async def send(self, login: LoginRequest) -> tuple[str, str]:
        """Where the browser goes, and the token that it keeps until it comes back."""
        letters = self._with(login.provider)
        state, browser = self._pending.send(login)
        return await letters.address(login, state), browser

    async def receive(
        self, provider_id: str, browser: str | None, answer: Mapping[str, str]
    ) -> CompletedLogin:
        """Who came back.

        Raises:
            RefusedError: nobody whom we have sent, or nobody whom the provider vouches for.
        """
        letters = self._with(provider_id)
        login = self._pending.fetch(provider_id, answer.get("state", ""), browser)
        claims = await letters.claims(login, answer)
        identity = Identity(letters.provider.issuer, claims["sub"])
        return CompletedLogin(login, identity, _name_in(claims))

    def _with(self, provider_id: str) -> "OidcClient":
        provider = self.provider(provider_id)
        if provider_id not in self._letters:
            from nardy.server.accounts.oidc.client import OidcClient  # noqa: PLC0415 (an extra, and slow)

            self._letters[provider_id] = OidcClient(provider)
        return self._letters[provider_id]


def _name_in(claims: Mapping[str, Any]) -> str:
    told = (claims.get(key) for key in NAMED)
    return next((name for name in told if isinstance(name, str) and name.strip()), "")
