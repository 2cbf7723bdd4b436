import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server import rate_limits
from nardy.server.errors import TooOftenError
from nardy.server.rate_limits import LIMITS, Limit, Limits, Rate, network_of


class Hour:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def allowed(counts: Limits, name: str, **whose: str) -> bool:
    try:
        counts.take(name, **whose)
    except TooOftenError:
        return False
    return True


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "test", Limit("tests", Rate(3, 2), Rate(5, 1)))


def test_so_many_are_allowed_at_once_and_more_with_time() -> None:
    hour = Hour()
    counts = Limits(hour)
    assert [allowed(counts, "test", person="a") for _ in range(4)] == [True] * 3 + [False]
    assert allowed(counts, "test", person="b")
    hour.now += 1.9
    assert not allowed(counts, "test", person="a")
    hour.now += 0.2
    assert [allowed(counts, "test", person="a") for _ in range(2)] == [True, False]


def test_an_address_is_counted_beside_the_person_and_a_refusal_counts_nothing() -> None:
    counts = Limits(Hour())
    people = [allowed(counts, "test", person=name, address="x") for name in "abcdef"]
    assert people == [True] * 5 + [False]
    # f was refused for the address alone: from elsewhere three are still free.
    assert [allowed(counts, "test", person="f", address="y") for _ in range(4)] == [
        *[True] * 3,
        False,
    ]


@given(st.lists(st.floats(0, 5), min_size=1, max_size=60), st.floats(0, 30))
def test_no_stretch_of_time_holds_more_than_its_share(pauses: list[float], width: float) -> None:
    hour = Hour()
    counts, done = Limits(hour), []
    for pause in pauses:
        hour.now += pause
        if allowed(counts, "test", person="a"):
            done.append(hour.now)
    # Counted anew, by windows, and not as the code does it.
    for start in done:
        assert sum(start <= moment <= start + width for moment in done) <= 3 + width / 2 + 1e-6


@given(st.integers(1, 20))
def test_after_the_time_that_is_told_it_is_allowed_again(many: int) -> None:
    hour = Hour()
    counts = Limits(hour)
    for _ in range(many):
        allowed(counts, "test", person="a", address="x")
    try:
        counts.take("test", person="a", address="x")
    except TooOftenError as error:
        hour.now += error.seconds
        counts.take("test", person="a", address="x")


def test_who_is_kept_waiting_waits_the_longer_the_more_was_said() -> None:
    counts = Limits(Hour())
    assert [counts.pause("test", "a") for _ in range(6)] == [0, 0, 0, 2, 4, 6]


@given(st.integers(1, 6), st.lists(st.integers(0, 5), min_size=80, max_size=120))
def test_several_processes_together_allow_little_more_than_one(count: int, ways: list[int]) -> None:
    """However a proxy spreads requests: at most their whole bursts more, and in the long run the same rate."""
    limit, hour = Limit("tests", Rate(40, 3), None), Hour()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LIMITS, "test", limit)
        clubs = [Limits(hour, lambda: count) for _ in range(count)]
        done = 0
        for way in ways:
            hour.now += 0.5
            done += allowed(clubs[way % count], "test", person="a")
        assert done <= sum(Rate(40, 3).part_of(count).most for _ in clubs) + len(ways) * 0.5 / 3 + 1


@pytest.mark.parametrize("name", LIMITS)
def test_a_part_is_never_more_than_the_whole_and_never_nothing(name: str) -> None:
    for rate in filter(None, (LIMITS[name].person, LIMITS[name].address)):
        assert rate.part_of(1) == rate
        for count in (2, 3, 40):
            part = rate.part_of(count)
            assert 1 <= part.most <= rate.most
            assert part.most >= min(rate.most, 10)
            assert part.seconds == pytest.approx(count * rate.seconds)


def test_what_one_process_sees_is_not_divided() -> None:
    """Signing in is at the process that leads, a page's messages at the page's."""
    assert LIMITS["say"].person
    counts = Limits(Hour(), lambda: 4)
    most = LIMITS["say"].person.most
    told = [counts.pause("say", "a") for _ in range(most + 1)]
    assert told == pytest.approx([0] * most + [LIMITS["say"].person.seconds])


def test_those_who_owe_nothing_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KEPT", 10)
    hour = Hour()
    counts = Limits(hour)
    for number in range(200):
        hour.now += 1
        assert allowed(counts, "test", person=f"p{number}")
    assert len(counts) <= 10
    for number in range(200):
        allowed(counts, "test", person=f"q{number}")
    # Who still owes is not forgotten, however many they are.
    assert [allowed(counts, "test", person="q0") for _ in range(3)] == [True, True, False]


@pytest.mark.parametrize(
    ("host", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_household_has_a_whole_network_of_version_6(host: str, network: str) -> None:
    assert network_of(host) == network
