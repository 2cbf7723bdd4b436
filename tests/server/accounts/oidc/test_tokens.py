import time
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OKPKey, RSAKey
from tests.effort import each

from nardy.server.accounts.oidc.providers import Provider
from nardy.server.accounts.oidc.tokens import LEEWAY, claims_of
from nardy.server.errors import RefusedError

HOUSE = Provider(id="h", name="House", issuer="https://id.example", client_id="nardy")
KEYS = {
    "RS256": RSAKey.generate_key(2048, {"kid": "r"}),
    "PS256": RSAKey.generate_key(2048, {"kid": "p"}),
    "ES256": ECKey.generate_key("P-256", {"kid": "e"}),
    "Ed25519": OKPKey.generate_key("Ed25519", {"kid": "o"}),
}
SHOWN = KeySet.import_key_set({"keys": [key.as_dict(private=False) for key in KEYS.values()]})


def token(algorithm: str = "ES256", **claims: Any) -> str:
    now = int(time.time())
    told = {"iss": HOUSE.issuer, "aud": "nardy", "sub": "s", "nonce": "n"}
    told |= {"exp": now + 60, "iat": now, **claims}
    key = KEYS[algorithm]
    return jwt.encode({"alg": algorithm, "kid": key.kid}, told, key, algorithms=[algorithm])


@pytest.mark.parametrize("algorithm", KEYS)
def test_who_signs_with_a_key_of_the_house_is_believed(algorithm: str) -> None:
    assert claims_of(token(algorithm), SHOWN, HOUSE, "n")["sub"] == "s"


def test_clocks_may_differ_a_little() -> None:
    late = int(time.time()) - LEEWAY
    assert claims_of(token(exp=late + 30), SHOWN, HOUSE, "n")
    with pytest.raises(RefusedError, match="Expired"):
        claims_of(token(exp=late - 30), SHOWN, HOUSE, "n")


def test_a_token_for_several_is_for_us_where_it_says_so() -> None:
    assert claims_of(token(aud=["nardy", "other"], azp="nardy"), SHOWN, HOUSE, "n")
    assert claims_of(token(aud=["nardy"]), SHOWN, HOUSE, "n")
    with pytest.raises(RefusedError, match="azp"):
        claims_of(token(aud=["nardy", "other"]), SHOWN, HOUSE, "n")


@each("place", range(0, 300, 7))
def test_one_changed_letter_is_found(place: int) -> None:
    text = token()
    place %= text.rfind(".") + 80
    changed = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
    with pytest.raises(RefusedError):
        claims_of(changed, SHOWN, HOUSE, "n")


@pytest.mark.parametrize("text", ["", ".", "..", "e30.e30.", "é.é.é", "[" * 9999, "a" * 99_999])
def test_what_is_no_token_is_refused(text: str) -> None:
    with pytest.raises(RefusedError, match="got an invalid one"):
        claims_of(text, SHOWN, HOUSE, "n")
