"""What the fields of Rules may hold."""

import dataclasses
from random import Random
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import random_act

from nardy.core.choices import Check, Contact, HeadException, Quarter
from nardy.core.game import Game
from nardy.core.options import OPTIONS
from nardy.core.rule_values import CHOICES, NUMBERS, SWITCHES, RulesChanges, checked, is_quarter
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.errors import RulesError
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY, PLAKOTO

FIELDS = [field.name for field in dataclasses.fields(Rules) if field.name != "base"]


def changed(rules: Rules, **changes: Any) -> Rules:
    return rules.replace(**changes)


def played(rules: Rules, seed: int) -> list[str]:
    """A random game, as the text of every moment."""
    game, rng, seen = Game(rules, seed=seed), Random(seed), [""]
    for _ in range(60):
        if game.phase is Phase.OVER:
            break
        random_act(game, rng, boldness=0.3)
        seen.append(f"{game} {game.situation.phase}")
    return seen


def test_every_field_can_be_changed_and_has_its_kind_of_value() -> None:
    assert list(RulesChanges.__annotations__) == FIELDS
    hints = get_type_hints(Rules)
    assert {name: hints[name] for name in FIELDS if name in CHOICES} == CHOICES
    assert {name for name in FIELDS if hints[name] is bool} == SWITCHES
    assert {name for name in FIELDS if hints[name] is int} == set(NUMBERS)


@each("name", OPTIONS)
def test_every_value_of_an_option_is_a_value_of_its_field(name: str) -> None:
    for text in OPTIONS[name].values:
        value = OPTIONS[name].read(text)
        assert checked(name, value) is value


def test_the_text_of_a_choice_is_the_choice() -> None:
    assert changed(PLAKOTO, contact="pin").contact is Contact.PIN
    assert changed(LONG_NARDY, id="x", contact="hit", head_exception="none").contact is Contact.HIT
    made = Rules(id="a", name="a", start=PLAKOTO.start, direction="parallel", contact="pin")  # type: ignore[arg-type]
    assert made.contact is Contact.PIN


@given(st.sampled_from(sorted(GAMES)), st.sampled_from(FIELDS), st.integers(0, 2**32))
def test_a_value_as_text_plays_alike_or_is_refused(name: str, field: str, seed: int) -> None:
    rules = GAMES[name]
    try:
        again = changed(rules, **{field: str(getattr(rules, field))})
    except RulesError:
        assert field not in CHOICES
        return
    assert getattr(again, field) == getattr(rules, field)
    assert type(getattr(again, field)) is type(getattr(rules, field))
    assert played(again, seed) == played(rules, seed)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"contact": "nonsense"},
            "expected contact=hit|pin|block, got 'nonsense'; write contact='hit'",
        ),
        ({"contact": 3}, "expected contact=hit|pin|block, got 3; write contact='hit'"),
        (
            {"prime": "forbidx"},
            "expected prime=ahead|opp_home|forbid|allow, got 'forbidx'; write prime='forbid'",
        ),
        ({"head": -1}, "expected head=0|1|2, got -1; write head=2"),
        ({"head": True}, "expected head=0|1|2, got True; write head=2"),
        ({"runner": 25}, "expected runner=0 to 24, got 25; write runner=24"),
        ({"jacoby": "off"}, "expected jacoby=True or False, got 'off'; write jacoby=True"),
        ({"hed": 1}, "expected a field of Rules, got 'hed'; did you mean 'head'?"),
        (
            {"stakes": [1, 2]},
            "expected stakes=(1, 2, 3) or (1, 2) or (1,), got [1, 2]; write stakes=(1, 2)",
        ),
        (
            {"aliases": "bg"},
            "expected aliases=a tuple of texts, got 'bg'; write aliases=('our game',)",
        ),
    ],
)
def test_what_a_field_cannot_be_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as caught:
        changed(BACKGAMMON, **change)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "change",
    [
        {"id": ""},
        {"id": "a,b"},
        {"name": None},
        {"start": {24: 2}},
        {"stakes": (True,)},
        {"stakes": (2, 1)},
        {"names": (("gammon",),)},
        {"names": {"gammon": "mars"}},
        {"presets": (("draw", "half"),)},
        {"presets": ("draw",)},
        {"house_options": {"koks"}},
        {"house_options": frozenset({1})},
        {"quarter": (19, 24, 5)},
        {"quarter": Quarter(24, 19, 5)},
        {"quarter": Quarter(0, 6, 5)},
        {"cube_cap": 3},
        {"base": LONG_NARDY},
        {"home_hit": HeadException.NONE},
        {"prime_check": "STEP"},
    ],
)
def test_a_value_of_another_shape_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=r"^expected .*, got .*; "):
        changed(BACKGAMMON, **change)


def test_a_choice_of_another_kind_is_refused_though_its_text_is_the_same() -> None:
    assert checked("prime_check", Check.TURN) is Check.TURN
    with pytest.raises(RulesError, match="head_exception"):
        checked("head_exception", Contact.HIT)


def test_rules_made_by_hand_are_checked() -> None:
    with pytest.raises(RulesError, match="expected head=0"):
        dataclasses.replace(BACKGAMMON, head=7)


def test_a_limit_on_a_quarter_names_points_of_the_board() -> None:
    assert is_quarter(Quarter(19, 24, 5))
    assert not is_quarter(Quarter(19, 25, 5))
    assert not is_quarter(Quarter(1.0, 24, 5))  # type: ignore[arg-type]
    assert not is_quarter((19, 24, 5))
