import pytest
from tests.effort import each
from tests.server.games.own_game import COURTYARD, LITTLE, own_game

from nardy.core.dice import Roll
from nardy.core.situation import Situation
from nardy.data import weights_file
from nardy.evaluation.network import related_games
from nardy.evaluation.network.related_games import relative_of
from nardy.games import GAMES, find_game
from nardy.kernel import is_available
from nardy.server.bots.turn_choice import choice_of
from nardy.server.games.related_games import (
    _related_game,
    as_related_game,
    find_related_game,
    related_game,
)


@each("rules", GAMES.values())
def test_a_game_with_a_network_is_seen_as_itself(rules) -> None:
    if weights_file(rules.id).is_file():
        assert related_game(rules) == rules


def test_a_built_in_game_without_a_network_is_seen_as_an_own_game_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(related_games, "_has_network", lambda rules: rules.id == "long-nardy")
    _related_game.cache_clear()
    fevga = find_game("fevga,last_throw=half")
    seen = as_related_game(Situation(rules=fevga, position=fevga.start, roll=Roll(3, 1))).rules
    assert (seen.id, seen.published.id) == ("long-nardy", "long-nardy")
    assert (seen.runner, seen.last_throw) == (fevga.runner, fevga.last_throw)
    assert related_game(GAMES["plakoto"]) == GAMES["plakoto"]
    _related_game.cache_clear()


def test_an_own_game_is_judged_as_a_reading_of_its_relative_with_its_own_laws() -> None:
    rules = own_game(COURTYARD).rules
    assert relative_of(rules) == GAMES["long-nardy"]
    seen = as_related_game(Situation(rules=rules, position=rules.start, roll=Roll(3, 1))).rules
    assert (seen.id, seen.published.id) == ("long-nardy", "long-nardy")
    assert (seen.koks, seen.head_exception) == (rules.koks, rules.head_exception)
    assert find_related_game([rules])("courtyard").published.id == "long-nardy"
    assert find_related_game([GAMES["tapa"]])("tapa") == GAMES["tapa"]


def test_where_nobody_has_the_equipment_there_is_no_relative() -> None:
    rules = own_game(LITTLE).rules
    assert relative_of(rules) is None
    assert related_game(rules) == rules


def test_a_network_plays_an_own_game_itself() -> None:
    if not is_available():
        pytest.skip("there is no kernel")
    rules = own_game(COURTYARD).rules
    now = Situation(rules=rules, position=rules.start, roll=Roll(3, 1))
    # The name of the act says whose it is: baseline's, where it stands in for a network.
    assert choice_of(as_related_game(now), "nardy:0").bot == "nardy:0"
    assert choice_of(now, "nardy:0").bot == "nardy:0"
    little = own_game(LITTLE).rules
    alone = Situation(rules=little, position=little.start, roll=Roll(3, 1))
    assert choice_of(alone, "nardy:0").bot == "baseline"
