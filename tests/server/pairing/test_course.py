from typing import get_args

import pytest
from tests.effort import each
from tests.server.pairing.played_out import Played, begun, lower_wins

from nardy.server.pairing.course import (
    first_round,
    may_enter,
    may_return,
    next_event,
    rounds_of,
)
from nardy.server.pairing.events import Closed, Paired
from nardy.server.pairing.values import Format, TournamentTerms


@pytest.mark.parametrize("kind", get_args(Format))
def test_nothing_begins_by_itself_and_nothing_follows_the_end(kind: Format) -> None:
    played = begun(TournamentTerms(kind, minutes=1), 4)
    assert next_event(played.now, 0) is None
    played.add(Closed(5))
    assert next_event(played.now, 0) is None
    assert not may_enter(played.now, 0)


@pytest.mark.parametrize("kind", ["swiss", "round-robin", "knock-out"])
def test_a_round_waits_for_its_last_result(kind: Format) -> None:
    played = begun(TournamentTerms(kind, rounds=2), 4)
    assert isinstance(first_round(played.now, 0), Paired)
    played.begin()
    assert next_event(played.now, 0) is None
    played.end(lower_wins())
    assert isinstance(next_event(played.now, 0), Paired)


@each("kind", ["swiss", "round-robin", "knock-out"])
@each("count", range(2, 10))
def test_there_are_as_many_rounds_as_were_announced(kind: Format, count: int) -> None:
    played = begun(TournamentTerms(kind, rounds=2), count)
    announced = rounds_of(played.now)
    played.play(lower_wins())
    assert played.now.round == announced


def test_who_is_alone_has_nobody_to_play() -> None:
    played = begun(TournamentTerms("swiss", rounds=3), 3)
    played.begin()
    played.end(lower_wins())
    played.leave(2)
    played.leave(3)
    assert isinstance(next_event(played.now, 0), Closed)


def test_late_entry_ends_with_half_of_a_swiss() -> None:
    played, open_for = begun(TournamentTerms("swiss", rounds=4), 8), list[bool]()
    assert may_enter(played.now, 0)
    for _ in range(3):
        played.begin()
        open_for.append(may_enter(played.now, 0))
        played.end(lower_wins())
    assert open_for == [True, True, False]
    assert not may_enter(begun_once("round-robin").now, 0)
    assert not may_enter(begun_once("knock-out").now, 0)
    assert may_enter(begun_once("arena").now, 59_999)
    assert not may_enter(begun_once("arena").now, 60_000)


def begun_once(kind: Format) -> Played:
    played = begun(TournamentTerms(kind, minutes=1), 4)
    played.begin()
    return played


def test_who_missed_a_round_comes_back_to_a_swiss_and_a_round_robin_to_the_end() -> None:
    late: dict[Format, bool] = {"swiss": True, "round-robin": True, "knock-out": False}
    for kind, may in late.items():
        played = begun(TournamentTerms(kind, rounds=3), 4)
        assert not may_return(played.now, 1), "before the start everybody enters"
        played.begin()
        played.leave(1)
        assert may_return(played.now, 1) is may
        assert not may_return(played.now, None)
        played.add(Closed(9))
        assert not may_return(played.now, 1)


def test_nobody_returns_to_a_round_robin_that_they_left_before_the_start() -> None:
    played = begun(TournamentTerms("round-robin"), 4)
    played.leave(4)
    played.begin()
    assert not may_return(played.now, 4)
