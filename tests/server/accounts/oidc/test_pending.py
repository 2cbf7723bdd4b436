import pytest

from nardy.server.accounts.oidc import pending
from nardy.server.accounts.oidc.pending import LOGIN_SECONDS, LoginRequest, PendingLogins
from nardy.server.errors import RefusedError

HOME = LoginRequest(provider="home", back="http://x")


def test_an_errand_ends_after_a_while() -> None:
    clock = [0.0]
    sent = PendingLogins(lambda: clock[0])
    state, browser = sent.register(HOME)
    clock[0] = LOGIN_SECONDS
    with pytest.raises(RefusedError, match="start again"):
        sent.fetch("home", state, browser)


def test_an_errand_is_of_one_provider_and_done_once() -> None:
    sent = PendingLogins()
    state, browser = sent.register(HOME)
    with pytest.raises(RefusedError):
        sent.fetch("home", state, None)
    assert sent.fetch("home", state, browser) is HOME
    for provider in ("home", "other"):
        with pytest.raises(RefusedError):
            sent.fetch(provider, state, browser)
    state, browser = sent.register(HOME)
    with pytest.raises(RefusedError):
        sent.fetch("other", state, browser)


def test_who_sends_many_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pending, "MOST", 3)
    sent = PendingLogins()
    made = [sent.register(HOME) for _ in range(5)]
    for state, browser in made[:2]:
        with pytest.raises(RefusedError):
            sent.fetch("home", state, browser)
    assert [sent.fetch("home", *one) for one in made[2:]] == [HOME] * 3


def test_no_two_errands_share_a_secret_and_none_is_shown() -> None:
    one, two = (LoginRequest(provider="home", back="x") for _ in range(2))
    assert len({one.nonce, two.nonce, one.verifier, two.verifier}) == 4
    assert 43 <= len(one.verifier) <= 128  # RFC 7636, 4.1
    assert one.nonce not in repr(one)
    assert one.verifier not in repr(one)
