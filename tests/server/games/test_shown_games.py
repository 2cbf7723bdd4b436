"""Each recorded game is played again by the rule book, and each picture of a game is a position in its game."""

import json

import pytest

from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.position import BAR
from nardy.core.rules import Contact
from nardy.core.situation import Phase
from nardy.core.text import situation_text
from nardy.data import shown_games_file, unpacked
from nardy.games import GAMES
from nardy.server.games.shown_games import recorded, scene_of
from nardy.server.protocol.front import ShownGame
from nardy.server.turns.view import seat_of

FILE = json.loads(unpacked(shown_games_file()))
WORDS = {BAR: "bar", 0: "off"}


def throw(play: Game, dice: list[int], seat: str) -> None:
    """Throw what the record has, and for the start what lets this seat begin."""
    # A double has more than two dice; of a cascade's the first number was thrown.
    roll = Roll.of(dice[0], dice[0] if len(dice) > 2 else dice[-1])
    if play.phase is Phase.OPENING:
        high, low = (2, 1) if roll.is_double else (roll.high, roll.low)
        play.open(*((high, low) if seat == "white" else (low, high)))
    if play.phase is Phase.ROLL:
        play.roll(roll)


def replayed(game: str, found: ShownGame) -> list[str]:
    """The position text after each recorded turn, each of them legal; the last one ends the game."""
    play = Game(GAMES[game].replace(cube_play=False))
    positions: list[str] = []
    for turn in found.turns:
        throw(play, turn.dice, turn.seat)
        assert seat_of(play.to_act) == turn.seat
        assert play.situation.dice is not None
        assert list(play.situation.dice.numbers) == turn.dice
        steps = (f"{WORDS.get(one, one)}/{WORDS.get(other, other)}" for one, other in turn.moves)
        play.play(" ".join(steps) or "(no move)")
        positions.append(f"{game} {situation_text(play.situation).partition(' ')[2]}")
    assert play.phase is Phase.OVER
    return positions


def test_there_is_a_game_of_each_kind() -> None:
    assert FILE.keys() == GAMES.keys()


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_lawful_and_the_scene_stands_in_it(game: str) -> None:
    found = recorded(game)
    assert found is not None
    positions = replayed(game, found)
    assert positions[FILE[game]["after"] - 1] == FILE[game]["position"]


@pytest.mark.parametrize("game", GAMES)
def test_a_scene_shows_what_happens_and_is_not_the_start(game: str) -> None:
    scene, rules = scene_of(game), GAMES[game]
    assert scene is not None
    assert sum(scene.white) == sum(scene.black) == rules.checkers
    assert tuple(scene.white) != rules.start.player
    if rules.contact is Contact.PIN:
        assert scene.white_pinned or scene.black_pinned
    if rules.contact is Contact.HIT and game != "sudden-death":
        assert scene.white[BAR] or scene.black[BAR]


def test_scenes_do_not_look_alike() -> None:
    scenes = [scene_of(game) for game in GAMES]
    assert len({(*one.white, *one.black) for one in scenes if one}) == len(GAMES)


def test_a_clubs_own_game_has_neither() -> None:
    assert scene_of("courtyard") is None
    assert recorded("courtyard") is None
