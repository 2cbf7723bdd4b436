import pytest

from nardy.server.accounts.api_clients import SCOPES, scopes_of
from nardy.server.errors import RefusedError


def test_a_token_has_a_scope() -> None:
    assert scopes_of(["play"]) == set(SCOPES)
    assert scopes_of(["errors"]) == {"errors", "read"}
    with pytest.raises(RefusedError, match="none"):
        scopes_of([])
