"""Notes on acts, and their form in JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.errors import EventsError
from nardy.formats.notes import CHANCES, Choice, Note, note_to_json, notes_from_json

NUMBERS = st.floats(-3, 3)
CHOICES = st.builds(
    Choice,
    act=st.sampled_from(["8/5 6/5", "", "no double"]),
    chances=st.tuples(*[st.floats(0, 1)] * CHANCES),
    equity=NUMBERS,
    cubeless=st.none() | NUMBERS,
    method=st.sampled_from(["", "2C 0 1 0.000000 1", "0C 1 0.000000 1", "4-ply ]"]),
    is_match_chance=st.booleans(),
)


@st.composite
def notes(draw: st.DrawFn) -> Note:
    choices = tuple(draw(st.lists(CHOICES, max_size=3)))
    played = draw(st.none() | st.integers(0, len(choices) - 1)) if choices else None
    return Note(
        comment=draw(st.text(max_size=20)),
        luck=draw(st.none() | NUMBERS),
        choices=choices,
        played=played,
        cube=tuple(draw(st.lists(CHOICES, max_size=2))),
    )


@given(notes(), st.integers(0, 9))
def test_a_note_comes_back_from_json(note: Note, event: int) -> None:
    data = json.loads(json.dumps([note_to_json(event, note)]))
    assert notes_from_json(data, 10) == ((event, note),)


def test_a_note_without_content_is_false() -> None:
    assert not Note()
    assert Note(comment="!")


CHOICE = {"act": "8/5", "chances": [0.5, 0, 0, 0, 0], "equity": 0}


@pytest.mark.parametrize(
    "item",
    [
        7,
        {"comment": "no event"},
        {"event": 3},
        {"event": -1},
        {"event": True},
        {"event": 0, "comment": 3},
        {"event": 0, "luck": "much"},
        {"event": 0, "luck": float("nan")},
        {"event": 0, "played": 0},
        {"event": 0, "played": 1, "choices": [CHOICE]},
        {"event": 0, "choices": 3},
        {"event": 0, "choices": [{**CHOICE, "chances": [0.5]}]},
        {"event": 0, "choices": [{**CHOICE, "chances": [True, 0, 0, 0, 0]}]},
        {"event": 0, "cube": [{**CHOICE, "act": 3}]},
        {"event": 0, "cube": [{**CHOICE, "cubeless": "x"}]},
        {"event": 0, "cube": [{**CHOICE, "method": None}]},
        {"event": 0, "cube": [{**CHOICE, "unit": "furlong"}]},
    ],
)
def test_a_malformed_note_is_refused(item: object) -> None:
    with pytest.raises(EventsError, match=r"expected a (note|choice)"):
        notes_from_json([item], 3)
