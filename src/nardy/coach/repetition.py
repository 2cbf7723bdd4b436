"""When a mistake comes again: spaced repetition by FSRS (https://github.com/open-spaced-repetition/py-fsrs)."""

from datetime import UTC, datetime
from typing import NamedTuple

from fsrs import Card, Rating, Scheduler

_SCHEDULER = Scheduler(enable_fuzzing=False)
"""Without chance, so that equal answers at equal times give equal dates."""


class Repetition(NamedTuple):
    """What is remembered of a position, and when it comes again."""

    card: str
    """The state of the scheduler, as JSON."""
    due: int
    """In milliseconds since 1970."""


def begun(number: int, now: int) -> Repetition:
    """A position that was never asked, due at once; *number* names its card.

    >>> begun(1, 1_700_000_000_000).due
    1700000000000
    """
    card = Card(card_id=number, due=_moment(now))
    return Repetition(card.to_json(), now)


def answered(card: str, now: int, *, is_right: bool) -> Repetition:
    """The position after an answer: later each time it is right, soon if it is wrong.

    >>> first = begun(1, 1_700_000_000_000)
    >>> right, wrong = (answered(first.card, first.due, is_right=one) for one in (True, False))
    >>> right.due > wrong.due > first.due
    True
    """
    rating = Rating.Good if is_right else Rating.Again
    found, _ = _SCHEDULER.review_card(Card.from_json(card), rating, _moment(now))
    return Repetition(found.to_json(), int(found.due.timestamp() * 1000))


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)
