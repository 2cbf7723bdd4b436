"""Repetition: known positions come ever later, forgotten ones soon."""

from itertools import pairwise

from nardy.coach.repetition import answered, begun

DAY = 24 * 3600 * 1000
NOW = 1_764_000_000_000


def dates(*answers: bool) -> list[int]:
    """When a position is due, if it is answered whenever it is."""
    found = [begun(7, NOW)]
    for is_right in answers:
        found.append(answered(found[-1].card, found[-1].due, is_right=is_right))
    return [one.due for one in found]


def test_a_known_position_comes_ever_later() -> None:
    found = dates(True, True, True, True)
    waits = [after - before for before, after in pairwise(found)]
    assert found[0] == NOW
    assert waits == sorted(waits)
    assert waits[-1] > 7 * DAY


def test_a_forgotten_position_comes_on_the_same_day() -> None:
    known = dates(True, True, True)
    forgotten = dates(True, True, True, False)
    assert forgotten[:-1] == known
    assert forgotten[-1] - known[-1] < DAY


def test_equal_answers_give_equal_dates() -> None:
    assert dates(True, False, True) == dates(True, False, True)
