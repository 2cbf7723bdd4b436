import pytest
from tests.server.test_rate_limits import Hour

from nardy.server.accounts import login_throttle
from nardy.server.accounts.login_throttle import LoginThrottle
from nardy.server.errors import BesiegedError, TooOftenError
from nardy.server.rate_limits import LIMITS, Limits


def tried(attempts: LoginThrottle, name: str, address: str, times: int = 1) -> int:
    """How many attempts of so many were let through."""
    done = 0
    for _ in range(times):
        try:
            attempts.count(name, address)
        except TooOftenError:
            continue
        done += 1
    return done


def test_who_tries_wrong_passwords_shuts_out_himself_and_not_the_owner() -> None:
    hour = Hour()
    made = LoginThrottle(Limits(hour))
    for _ in range(60):
        hour.now += 30
        assert tried(made, "Anna", "thief", 50) < 20
        assert tried(made, "ANNA", "home") == 1
    # At his pace the thief tries other names neither.
    assert tried(made, "Boris", "thief", 50) < 20


def test_from_many_addresses_a_name_is_guessed_slowly_but_where_its_owner_has_been() -> None:
    hour = Hour()
    made = LoginThrottle(Limits(hour))
    made.know("Anna", "home")
    assert sum(tried(made, "anna", f"198.51.100.{n}", 10) for n in range(50)) == 103
    # The owner comes in from anywhere: a stranger's block has a few attempts, a known browser all.
    assert tried(made, "Anna", "192.0.2.1", 2) == 2
    assert tried(made, "Anna", "192.0.2.77", 2) == 1
    with pytest.raises(BesiegedError, match="recovery code"):
        made.count("Anna", "192.0.2.78")
    made.count("Anna", "192.0.2.78", is_known=True)
    made.count_code("Anna", "192.0.2.78")
    assert tried(made, "Anna", "home", 50) == 10
    assert tried(made, "Boris", "home") == 1
    hour.now += 300
    assert sum(tried(made, "anna", f"203.0.113.{n}", 10) for n in range(50)) == 103


def test_one_address_alone_never_uses_up_what_a_name_may_be_tried() -> None:
    person, name = LIMITS["sign-in"].person, LIMITS["sign-in to"].person
    assert person is not None
    assert name is not None
    assert name.most >= 10 * person.most
    assert person.seconds >= 10 * name.seconds


def test_those_seen_long_ago_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(login_throttle, "MOST_KNOWN", 2)
    made = LoginThrottle(Limits(Hour()))
    for address in ("first", "second", "first", "third"):
        made.know("Anna", address)
    for n in range(20):
        tried(made, "anna", f"192.0.2.{n}", 10)
    places = ("first", "192.0.2.99", "third")
    assert [tried(made, "Anna", address) for address in places] == [1, 0, 1]
