"""HTTP client of one OpenID Connect provider: discovery, keys, and exchange of codes for id tokens.

Sources: OpenID Connect Discovery 1.0; RFC 6749 4.1 (code), RFC 7636 (PKCE), RFC 9207 (issuer).
"""

import base64
import hashlib
import logging
import time
from collections.abc import Mapping
from typing import Annotated, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import httpx
import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from nardy.server.accounts.oidc.pending import LoginRequest
from nardy.server.accounts.oidc.providers import Provider, is_safe
from nardy.server.accounts.oidc.tokens import claims_of, untrue
from nardy.server.errors import RefusedError
from nardy.server.protocol.shared import JsonObject

_log = logging.getLogger(__name__)
SECONDS = 5.0
"""Request timeout."""
MOST_BYTES = 1 << 20
KEPT = 3600.0
"""Seconds for which provider metadata and keys are cached."""
AGAIN = 30.0
"""Fewest seconds between two requests for the keys, if a token names an unknown one."""

Answer = TypeVar("Answer")
ProviderText = Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class ProviderMetadata(msgspec.Struct):
    """The discovery document of a provider."""

    issuer: ProviderText
    authorization_endpoint: ProviderText
    token_endpoint: ProviderText
    jwks_uri: ProviderText
    # What holds if the document does not say: Discovery 1.0, section 3.
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)
    authorization_response_iss_parameter_supported: bool = False


class KeyList(msgspec.Struct):
    """The provider's signing keys (JWKS)."""

    keys: list[JsonObject]


class TokenResponse(msgspec.Struct):
    """The response to a code; other tokens in it are ignored."""

    id_token: str


class OidcClient:
    """A provider; its metadata is fetched at first use."""

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        # A redirect would take the code and the secret to an address that is not in the metadata.
        self._client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False)
        self._offer: ProviderMetadata | None = None
        # Expired: the monotonic clock may itself begin near 0.
        self._offered = self._keyed = -KEPT
        self._keys: KeySet | None = None

    async def close(self) -> None:
        await self._client.aclose()

    async def address(self, login: LoginRequest, state: str) -> str:
        """The provider's address at which to sign in."""
        offer = await self._offered_now()
        asked = {
            "response_type": "code",
            "client_id": self.provider.client_id,
            "redirect_uri": login.back,
            # No e-mail address: the club stores none.
            "scope": "openid profile",
            "state": state,
            "nonce": login.nonce,
            "code_challenge": challenge(login.verifier),
            "code_challenge_method": "S256",
        }
        sign = "&" if urlsplit(offer.authorization_endpoint).query else "?"
        return f"{offer.authorization_endpoint}{sign}{urlencode(asked)}"

    async def claims(self, login: LoginRequest, answer: Mapping[str, str]) -> JsonObject:
        """The verified claims about a person, from the answer with which they came back.

        Raises:
            RefusedError: the provider refuses, its answer is invalid, or it does not respond.
        """
        offer = await self._offered_now()
        issuer = answer.get("iss")
        # RFC 9207, against mix-up attacks: an answer of another provider is not taken for this one's.
        if issuer != offer.issuer and (
            issuer is not None or offer.authorization_response_iss_parameter_supported
        ):
            raise untrue("iss")
        if "error" in answer or not answer.get("code"):
            raise RefusedError(
                "outside-refused", f"{self.provider.name} did not confirm the sign-in; start again"
            )
        text = await self._granted(offer, login, answer["code"])
        try:
            return claims_of(text, await self._keys_of(offer), self.provider, login.nonce)
        except RefusedError as error:
            # The provider may have new keys since they were fetched.
            if "InvalidKeyId" in str(error) and time.monotonic() > self._keyed + AGAIN:
                self._keys = None
                return claims_of(text, await self._keys_of(offer), self.provider, login.nonce)
            _log.warning("%s: %s", self.provider.name, error)
            raise

    async def _granted(self, offer: ProviderMetadata, login: LoginRequest, code: str) -> str:
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": login.back,
            "code_verifier": login.verifier,
        }
        headers = {"accept": "application/json"}
        ours, secret = self.provider.client_id, self.provider.secret
        if secret and "client_secret_basic" in offer.token_endpoint_auth_methods_supported:
            # RFC 6749, 2.3.1: each is encoded first, since a colon separates them.
            both = f"{quote(ours, safe='')}:{quote(secret, safe='')}".encode()
            headers["authorization"] = f"Basic {base64.b64encode(both).decode()}"
        else:
            form |= {"client_id": ours} | ({"client_secret": secret} if secret else {})
        request = self._client.build_request(
            "POST", offer.token_endpoint, data=form, headers=headers
        )
        return (await self._read(request, TokenResponse)).id_token

    async def _offered_now(self) -> ProviderMetadata:
        if self._offer is None or time.monotonic() > self._offered + KEPT:
            address = f"{self.provider.issuer.rstrip('/')}/.well-known/openid-configuration"
            offer = await self._read(self._client.build_request("GET", address), ProviderMetadata)
            ways = (offer.authorization_endpoint, offer.token_endpoint, offer.jwks_uri)
            # Discovery 1.0, 4.3: the issuer must be the configured one, or it could impersonate another.
            if offer.issuer != self.provider.issuer or not all(map(is_safe, ways)):
                _log.warning(
                    "%s: its issuer is %.80r, or its addresses are not https",
                    self.provider.name,
                    offer.issuer,
                )
                raise self._is_down()
            self._offer, self._offered = offer, time.monotonic()
        return self._offer

    async def _keys_of(self, offer: ProviderMetadata) -> KeySet:
        if self._keys is None or time.monotonic() > self._keyed + KEPT:
            listed = await self._read(self._client.build_request("GET", offer.jwks_uri), KeyList)
            try:
                self._keys = KeySet.import_key_set({"keys": listed.keys})
            except (JoseError, ValueError, TypeError, KeyError) as error:
                _log.warning("%s: its keys cannot be read", self.provider.name)
                raise self._is_down() from error
            self._keyed = time.monotonic()
        return self._keys

    async def _read(self, request: httpx.Request, kind: type[Answer]) -> Answer:
        try:
            answer = await self._client.send(request, stream=True)
            try:
                text = await _bounded(answer)
            finally:
                await answer.aclose()
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            _log.warning("%s does not answer: %s", self.provider.name, type(error).__name__)
            raise self._is_down() from error
        if 400 <= answer.status_code < 500 and request.method == "POST":
            _log.warning("%s refused a code: status %d", self.provider.name, answer.status_code)
            problem = f"{self.provider.name} did not accept its own code"
            raise RefusedError("outside-refused", f"{problem}; start again")
        try:
            if not answer.is_success:
                raise msgspec.ValidationError(f"status {answer.status_code}")
            return msgspec.json.decode(text, type=kind)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            _log.warning("%s sent an unusable answer: %s", self.provider.name, error)
            raise self._is_down() from error

    def _is_down(self) -> RefusedError:
        problem = f"{self.provider.name} is not available"
        return RefusedError("outside-down", f"{problem}; try later, or sign in another way")


def challenge(verifier: str) -> str:
    """The PKCE code challenge of a verifier (RFC 7636, appendix B).

    >>> challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
    """
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


async def _bounded(answer: httpx.Response) -> bytes:
    text = b""
    # These bytes are unpacked already: a small compressed answer may hold gigabytes.
    async for part in answer.aiter_bytes():
        text += part
        if len(text) > MOST_BYTES:
            raise httpx.DecodingError("it is too long")
    return text
