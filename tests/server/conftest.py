"""What the tests of the club share."""

import pytest
from argon2 import PasswordHasher

from nardy.server import passwords


@pytest.fixture
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashes that take no time; those of real clubs are tested in test_passwords.py."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", quick)
    monkeypatch.setattr(passwords, "_nobodys", quick.hash("nobody"))
