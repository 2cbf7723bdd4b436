import asyncio
import sys

import pytest

from nardy.server.accounts.oidc.flow import OidcFlow
from nardy.server.errors import RefusedError


def test_a_club_without_providers_sends_nobody_anywhere() -> None:
    desk = OidcFlow()
    assert (desk.providers, desk.issuers) == ({}, frozenset())
    with pytest.raises(RefusedError, match="'none'"):
        desk.provider("none")
    with pytest.raises(RefusedError):
        asyncio.run(desk.receive("none", None, {}))
    asyncio.run(desk.close())


def test_what_it_needs_is_loaded_when_somebody_goes() -> None:
    """Import of nardy.server loads neither joserfc nor httpx's asking side by itself."""
    assert "nardy.server.accounts.oidc.flow" in sys.modules
    import nardy.server.accounts.oidc.flow as module  # noqa: PLC0415

    assert not hasattr(module, "jwt")
    assert not hasattr(module, "Correspondence")
