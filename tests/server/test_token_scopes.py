import pytest

from nardy.server.refusals import RefusedError
from nardy.server.token_scopes import SCOPES, scopes_of


def test_a_token_has_a_scope() -> None:
    assert scopes_of(["play"]) == set(SCOPES)
    with pytest.raises(RefusedError, match="none"):
        scopes_of([])
