import pytest
from tests.server.shards.lease_processes import Clock

from nardy.server.shards import leases


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(leases, "monotonic", clock)
    monkeypatch.setattr(leases, "now", lambda: int(clock() * 1000))
    return clock
