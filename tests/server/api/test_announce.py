import pytest

from nardy.errors import NardyError
from nardy.server.api.announce import A_MONTH, MOST_CYCLES, Plan, conditions_of, title_of
from nardy.server.errors import code_of
from nardy.server.timestamps import now

SWISS = {"name": "Cup", "game": "tapa", "format": "swiss", "clock": "300+5"}


def test_what_is_announced_is_kept_as_it_is_played() -> None:
    found = conditions_of(Plan(**SWISS, rounds=7, circle="c"), ("tapa",))
    assert (found.terms.format, found.terms.rounds, found.clock) == ("swiss", 7, "300+5")
    assert (found.is_rated, found.starts, found.circle) == (False, None, "c")
    twice = Plan(**{**SWISS, "format": "round-robin"}, rounds=9)
    assert conditions_of(twice, ("tapa",)).terms.rounds == MOST_CYCLES


@pytest.mark.parametrize(
    ("plan", "games", "code"),
    [
        ({"format": "arena", "clock": "0d86400"}, ("tapa",), "tournament-clock"),
        ({}, ("portes", "plakoto", "fevga"), "need-match"),
        ({"rated": True}, ("long-nardy,last_throw=half",), "rated-rules"),
        ({"starts": 1}, ("tapa",), "tournament-start"),
        ({"starts": now() + 2 * A_MONTH}, ("tapa",), "tournament-start"),
    ],
)
def test_what_cannot_be_held_is_refused(
    plan: dict[str, object], games: tuple[str, ...], code: str
) -> None:
    with pytest.raises(NardyError) as refused:
        conditions_of(Plan(**{**SWISS, **plan}), games)
    assert code_of(refused.value) == code


def test_a_title_can_be_seen() -> None:
    assert title_of(" The  Cu\u034fp ") == "The Cup"
    for text in ("\u200b", "\u3164", "  "):
        with pytest.raises(NardyError, match="letters that can be seen"):
            title_of(text)
