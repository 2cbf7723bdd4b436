"""Validation of id tokens.

Source: OpenID Connect Core 1.0, section 3.1.3.7.
"""

import secrets

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from joserfc.jws import JWSRegistry

from nardy.server.accounts.oidc.providers import Provider
from nardy.server.errors import RefusedError
from nardy.server.protocol.shared import JsonObject

ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "Ed25519"),
)
"""Asymmetric algorithms only: neither `none` nor a shared secret is accepted."""
LEEWAY = 60
"""Seconds of tolerated clock difference."""
LONGEST = 255
"""Most characters of a subject; OpenID Connect Core 1.0, section 2."""


def claims_of(text: str, keys: KeySet, provider: Provider, nonce: str) -> JsonObject:
    """The claims of a provider's id token, after checking signature, issuer, audience, times and nonce.

    Raises:
        RefusedError: the token is invalid.
    """
    # A strict check refuses header parameters that are not registered, which providers add.
    registry = JWSRegistry(algorithms=list(ALGORITHMS), strict_check_header=False)
    must = jwt.JWTClaimsRegistry(
        leeway=LEEWAY,
        iss={"essential": True, "value": provider.issuer},
        aud={"essential": True, "value": provider.client_id},
        sub={"essential": True},
        exp={"essential": True},
        iat={"essential": True},
    )
    try:
        claims = jwt.decode(text, keys, registry=registry).claims
        must.validate(claims)
    except (JoseError, ValueError, TypeError, RecursionError) as error:
        # The kind of error is enough to find the cause; the token itself must not be disclosed.
        raise untrue(type(error).__name__) from None
    _check_the_rest(claims, provider.client_id, nonce)
    return claims


def _check_the_rest(claims: JsonObject, client_id: str, nonce: str) -> None:
    claimed, audience = claims.get("nonce"), claims["aud"]
    # As bytes, since `compare_digest` refuses text beyond ASCII.
    is_same = secrets.compare_digest(str(claimed).encode("utf-8", "replace"), nonce.encode())
    if not isinstance(claimed, str) or not is_same:
        raise untrue("nonce")
    # Core 1.0, 3.1.3.7, steps 4 and 5: a token for several audiences names the one it was issued to.
    is_shared = isinstance(audience, list) and len(claims["aud"]) > 1
    if (is_shared or "azp" in claims) and claims.get("azp") != client_id:
        raise untrue("azp")
    if not claims["sub"].isprintable() or len(claims["sub"]) > LONGEST:
        raise untrue("sub")


def untrue(what: str) -> RefusedError:
    """The error for an invalid answer of a provider."""
    message = f"expected a valid answer of the provider, got an invalid one ({what}); start again"
    return RefusedError("outside-untrue", message)
