"""Games are played to their ends, which are those that the oracle derives."""

from random import Random

import pytest
from hypothesis import given
from tests.effort import each, some, tries
from tests.moments import is_sound, play_out, random_turn, rebuilt
from tests.oracle import nobody_can_move, parse
from tests.oracle import result as oracle_result
from tests.strategies import beginnings, fewer, moments

from nardy.core.game import Game
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.formats import position_text
from nardy.games import GAMES, find_game


def with_cube(rules: Rules) -> Rules:
    """The same game with the cube, beavers and raccoons."""
    return rules.replace(cube_play=True, beavers=True, raccoons=True)


def play_a_game(rules: Rules, seed: str, boldness: float) -> Game:
    game = Game(rules, seed=seed)
    play_out(game, Random(seed), is_sound, boldness)
    again = rebuilt(game)
    assert again.situation == game.situation
    assert again.events == game.events
    assert again.points == game.points
    return game


@pytest.mark.parametrize("number", range(tries(1, 3, 3)))
@pytest.mark.parametrize("name", some(GAMES, 9))
def test_games_end_and_their_events_rebuild_them(name: str, number: int) -> None:
    game = play_a_game(GAMES[name], f"{name} {number}", boldness=0)
    assert game.outcome is not None
    assert not game.legal_turns


@each("name", GAMES)
def test_games_with_the_cube_end_too(name: str) -> None:
    play_a_game(with_cube(GAMES[name]), name, boldness=0.2)


@pytest.mark.thorough
@pytest.mark.parametrize("name", GAMES)
def test_many_games_end(name: str) -> None:
    for number in range(tries(15, 15, 200)):
        play_a_game(GAMES[name], f"{name} {number}", boldness=0)
        play_a_game(with_cube(GAMES[name]), f"{name} {number}", boldness=0.1)


@fewer
@given(beginnings())
def test_games_under_any_options_end(game: Game) -> None:
    play_out(game, Random(1), is_sound, boldness=0.1)
    assert rebuilt(game).events == game.events


@fewer
@given(moments())
def test_a_game_goes_on_from_its_text(game: Game) -> None:
    resumed = Game(game.rules, seed=1, situation=position_text.loads(str(game)))
    assert resumed.situation == game.situation
    assert str(resumed) == str(game)
    if game.phase is not Phase.OVER:
        play_out(resumed, Random(2), is_sound)


# -------------------------------------------------------------- ends, against the oracle


def oracle_end(before: str, after: str, *, danced: bool) -> str | None:
    """Ask the oracle for the result of the turn between two positions: its text, or None."""
    laws, letter, _, _, fields = parse(before)
    laws["stakes"] = str(laws["stakes"])
    _, _, white, black, _ = parse(after)
    mover, other = (white, black) if letter == "w" else (black, white)
    first = fields.get("first", "w") == letter
    when = "last" if "last" in fields else "first" if first else "later"
    taken = fields.get("cube", "1")[-1] in "wb" or "match" in fields
    found = oracle_result(laws, mover, other, turn=when, cube_taken=taken)
    if found is None or found[0] == "last":
        return "void" if danced and nobody_can_move(laws, mover, other) else None
    who, points = found
    winner = {"mover": letter, "other": "wb"[letter == "w"]}.get(who)
    return f"{winner}{points:g}" if winner else "void" if who == "void" else f"draw:{points:g}"


def check_ends(rules: Rules, rng: Random) -> None:
    """One game by random turns; every end is the one that the oracle derives."""
    game = Game(rules, seed=rng.random().hex())
    while game.phase is not Phase.OVER:
        if game.phase is not Phase.TURN:
            game.roll()
        before = game.situation
        random_turn(game, rng)
        if before.last and before.left:
            continue
        end = str(game.outcome) if game.outcome else None
        # Where nobody moved is where nobody may ever move again.
        danced = end == "void" or game.position in (before.position, before.position.flipped())
        danced &= not rules.cascade_count
        assert end == oracle_end(position_text.dumps(before), str(game), danced=danced)


@pytest.mark.parametrize(
    "text",
    some(
        [
            *GAMES,
            "long-nardy@draw",
            "long-nardy@amateur",
            "portes,last_throw=one",
            "tapa@clubs",
            "plakoto,last_throw=half",
            "hypergammon,jacoby=off",
            "backgammon,stakes=1/2",
        ],
        12,
    ),
)
def test_every_end_is_the_oracles(text: str) -> None:
    for number in range(tries(1, 2, 2)):
        check_ends(find_game(text), Random(f"{text} {number}"))
