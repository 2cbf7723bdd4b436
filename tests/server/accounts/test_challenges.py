import pytest

from nardy.server.accounts import challenges
from nardy.server.accounts.challenges import PATIENCE, Challenges


def test_a_challenge_is_good_once_for_one_purpose_and_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    asked = Challenges(lambda: clock[0])
    one, two = asked.ask("enter"), asked.ask("enter")
    assert not asked.use(one, "guest")
    assert asked.use(one, "enter")
    assert not asked.use(one, "enter")
    assert not asked.use(b"never asked", "enter")
    clock[0] = PATIENCE
    assert not asked.use(two, "enter")
    monkeypatch.setattr(challenges, "MOST", 2)
    many = [asked.ask("enter") for _ in range(3)]
    assert [asked.use(one, "enter") for one in many] == [False, True, True]
