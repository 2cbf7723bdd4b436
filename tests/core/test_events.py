"""Events and their JSON."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import through_json, tried
from tests.strategies import moments

from nardy.core.events import (
    SIMPLE_ACTS,
    VERSION,
    Acted,
    Played,
    Resigned,
    Rolled,
    RolledOff,
    Started,
    event_from_json,
    event_to_json,
    events_from_json,
)
from nardy.core.game import Game
from nardy.errors import EventsError
from nardy.games import BACKGAMMON, find_game

names = st.sampled_from(["kind", "player", "dice", "white", "black", "turn", "moves"])
anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["rolled", "rolled-off", "white"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=4),
    max_leaves=8,
)

EVENTS = [
    (Started("backgammon w 6:1 6:1"), {"position": "backgammon w 6:1 6:1", "version": VERSION}),
    (RolledOff(3, 1), {"white": 3, "black": 1}),
    (Rolled("white", (3, 1)), {"player": "white", "dice": [3, 1]}),
    (
        Played("white", "8/5 6/5", ((8, 5), (6, 5))),
        {"player": "white", "turn": "8/5 6/5", "moves": [[8, 5], [6, 5]]},
    ),
    (
        Resigned("black", "gammon", accepted=True),
        {"player": "black", "size": "gammon", "accepted": True},
    ),
    (
        Played("black", "8/5", ((8, 5),), accepted=True),
        {"player": "black", "turn": "8/5", "moves": [[8, 5]], "accepted": True},
    ),
    (Resigned("black", "gammon"), {"player": "black", "size": "gammon"}),
    *((Acted("white", act), {"player": "white", "act": act}) for act in SIMPLE_ACTS),
]


@each(("event", "content"), EVENTS)
def test_each_kind_has_its_json(event: object, content: dict) -> None:
    data = json.loads(json.dumps(event_to_json(event)))
    assert data == {"kind": event.kind, **content}
    assert event_from_json(data) == event


@given(moments())
def test_the_events_of_any_game_go_through_json(game: Game) -> None:
    assert through_json(game.events) == game.events


@each(
    "data",
    [
        None,
        [],
        "rolled",
        {},
        {"kind": "danced"},
        {"kind": "rolled"},
        {"kind": "rolled", "player": "white", "dice": [3]},
        {"kind": "rolled", "player": "white", "dice": [3, 1, 1]},
        {"kind": "rolled", "player": "white", "dice": ["3", 1]},
        {"kind": "rolled", "player": "white", "dice": [True, 1]},
        {"kind": "rolled", "player": "white", "dice": 31},
        {"kind": "rolled", "player": "white", "dice": [3, 1], "by": "hand"},
        {"kind": "rolled", "player": 1, "dice": [3, 1]},
        {"kind": "rolled-off", "white": 3.0, "black": 1},
        {"kind": "rolled-off", "white": None, "black": 1},
        {"kind": "played", "player": "white", "turn": "8/5", "moves": [[8]]},
        {"kind": "played", "player": "white", "turn": "8/5", "moves": "8/5"},
        {"kind": "played", "player": "white", "turn": "8/5", "moves": [[8, 5]], "accepted": 1},
        {"kind": "started", "position": "backgammon w 6:1 6:1", "version": 2},
        {"kind": "started", "position": "backgammon w 6:1 6:1", "version": "1"},
        {"kind": ["rolled"]},
    ],
)
def test_what_is_no_event_is_refused(data: object) -> None:
    with pytest.raises(EventsError) as caught:
        event_from_json(data)
    assert len(str(caught.value)) > 20
    assert "expected" in str(caught.value)


@given(anything)
def test_any_json_is_an_event_or_refused(data: object) -> None:
    event = tried(lambda: event_from_json(data))
    if not isinstance(event, EventsError):
        assert event_from_json(event_to_json(event)) == event


def test_a_list_is_read_in_its_order() -> None:
    events = tuple(event for event, _ in EVENTS)
    assert events_from_json([event_to_json(event) for event in events]) == events
    with pytest.raises(EventsError):
        events_from_json([{"kind": "rolled"}])


def test_a_throw_before_the_start_is_decided_is_refused_and_nothing_is_thrown_in_its_place() -> (
    None
):
    started = Game(BACKGAMMON, seed=1).events[0]
    with pytest.raises(EventsError, match="event 2 does not fit: cannot roll"):
        Game.from_events([started, Rolled("white", (2, 1))], find_game)


def test_another_text_of_the_same_turn_is_the_same_turn() -> None:
    game = Game(BACKGAMMON, seed=1)
    game.open(6, 5)
    game.play("24/13")
    *before, played = game.events
    assert isinstance(played, Played)
    again = Game.from_events([*before, replace(played, turn="24/18/13")], find_game)
    assert str(again) == str(game)
    with pytest.raises(EventsError, match="does not fit"):
        Game.from_events([*before, replace(played, turn="24/18 13/8")], find_game)
