"""A game as a value."""

import ast
import inspect
import os
import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from itertools import pairwise

import pytest
from tests.effort import each
from tests.oracle import GAMES as ORACLE
from tests.oracle import dice_list
from tests.oracle.catalog import facing

from nardy.core.dice import ROLLS, Roll
from nardy.core.options import options_of, rules_text
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.games import BACKGAMMON, GAMES, GUL_BARA, LONG_NARDY, MAD_GULBAR, PLAKOTO


@each("name", GAMES)
def test_facing_is_the_oracles_and_an_involution(name: str) -> None:
    rules = GAMES[name]
    for point in range(1, 25):
        assert rules.facing(point) == facing(ORACLE[name], point)
        assert rules.facing(rules.facing(point)) == point
    assert [rules.facing(place) for place in (0, 25)] == [0, 25]


@each("name", GAMES)
def test_dice_lists_are_the_oracles(name: str) -> None:
    for roll in ROLLS:
        for turns in range(6):
            numbers, in_order, double = dice_list(ORACLE[name], [*roll], turns)
            expected = (tuple(numbers), in_order, double)
            assert GAMES[name].dice_list(roll, turns) == expected
        assert GAMES[name].dice_list(roll) == GAMES[name].dice_list(roll, 99)


def test_the_fourth_turn_of_gul_bara_cascades() -> None:
    assert len(GUL_BARA.dice_list(Roll(4, 4), 2).numbers) == 4
    assert len(GUL_BARA.dice_list(Roll(4, 4), 3).numbers) == 12
    assert GUL_BARA.counts_turns
    assert not MAD_GULBAR.counts_turns
    assert not BACKGAMMON.counts_turns


def test_replacing_laws_keeps_the_game_and_a_new_id_makes_another() -> None:
    free = LONG_NARDY.replace(head=0)
    assert free.id == "long-nardy"
    assert free.published == LONG_NARDY
    assert options_of(free) == {"head": "0"}
    club = LONG_NARDY.replace(id="free-nardy", head=0)
    assert club.published == club
    assert rules_text(club) == "free-nardy"
    assert str(club) == "free-nardy"
    assert rules_text(club.replace(head=1)) == "free-nardy,head=1"


@each(
    ("rules", "changes"),
    [
        (PLAKOTO, {"contact": "hit"}),
        (LONG_NARDY, {"head": 2}),
        (BACKGAMMON, {"start": PLAKOTO.start}),
        (BACKGAMMON, {"name": "my game"}),
    ],
)
def test_what_no_text_of_the_game_can_say_needs_a_new_id(rules: Rules, changes: dict) -> None:
    with pytest.raises(RulesError, match="expected a new id with"):
        rules.replace(**changes)
    own = rules.replace(id="own", **changes)
    assert own.replace(**changes) == own
    same = {name: getattr(rules, name) for name in changes}
    assert rules.replace(**same) == rules


def test_the_same_laws_under_the_same_id_are_the_game() -> None:
    assert BACKGAMMON.replace(id="backgammon", crawford=BACKGAMMON.crawford) == BACKGAMMON


def test_a_game_with_other_laws_cannot_keep_the_id_of_its_own_published_game() -> None:
    sentence = (
        "expected a new id for a game with other laws, got 'long-nardy', which it has already"
    )
    for rules, changes in (
        (LONG_NARDY, {"head": 0}),
        (LONG_NARDY, {"start": BACKGAMMON.start}),
        (LONG_NARDY.replace(head=0), {"prime": "allow"}),
    ):
        with pytest.raises(RulesError, match=sentence):
            rules.replace(id="long-nardy", **changes)
    # Other words leave the laws as they are, and a variant the options that tell them.
    assert LONG_NARDY.replace(id="long-nardy", name="my nardy").name == "my nardy"
    renamed = LONG_NARDY.replace(head=0).replace(id="long-nardy", name="my nardy")
    assert rules_text(renamed) == "long-nardy,head=0"


def test_rules_are_frozen_and_hashable() -> None:
    with pytest.raises(FrozenInstanceError):
        BACKGAMMON.head = 1  # type: ignore[misc]
    assert len({*GAMES.values(), BACKGAMMON.replace()}) == len(GAMES)


@pytest.mark.parametrize(("name", "checkers"), [("hypergammon", 3), ("backgammon", 15)])
def test_the_number_of_checkers(name: str, checkers: int) -> None:
    assert GAMES[name].checkers == checkers


def test_results_have_the_names_of_their_culture() -> None:
    names = [LONG_NARDY.result_name(size) for size in ("single", "gammon", "backgammon")]
    assert names == ["oin", "mars", "koks"]
    assert BACKGAMMON.result_name("gammon") == "gammon"
    assert isinstance(BACKGAMMON, Rules)


def test_every_law_says_what_its_value_means() -> None:
    [body] = [
        node.body
        for node in ast.parse(inspect.getsource(Rules)).body
        if isinstance(node, ast.ClassDef)
    ]
    told = {
        ast.unparse(field.target)
        for field, after in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(after, ast.Expr)
    }
    # `name` tells of both names, and `base` is no law.
    assert {field.name for field in fields(Rules)} - told == {"russian"}


def in_process(seed: int, code: str, data: bytes = b"") -> bytes:
    """Run a program under this hash seed and return its output."""
    told = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": str(seed), "NARDY_ENGINE": "off"},
        input=data,
        capture_output=True,
        check=True,
    )
    return told.stdout


def test_pickled_rules_are_found_in_another_process() -> None:
    head = "import pickle, sys; from nardy.games import LONG_NARDY;"
    put = f"{head} hash(LONG_NARDY); sys.stdout.buffer.write(pickle.dumps(LONG_NARDY))"
    get = f"{head} print(pickle.load(sys.stdin.buffer) in {{LONG_NARDY: 1}})"
    assert in_process(2, get, in_process(1, put)).split() == [b"True"]
