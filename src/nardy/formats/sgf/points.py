"""Letters of SGF: points, moves and the players."""

import re

from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.words import PLACE_TEXTS

COLORS = {"W": Player.WHITE, "B": Player.BLACK}
LETTERS = {player: color for color, player in COLORS.items()}
"""White is GNU Backgammon's player on the left, who moves from x to a."""
_BAR, _OFF = "y", "z"
_MOVE = re.compile(r"([1-6][1-6])((?:[a-z]{2}){0,4})")


def place_of(letter: str, player: Player) -> int:
    """The place in the player's numbering.

    >>> place_of("x", Player.WHITE), place_of("x", Player.BLACK), place_of("y", Player.BLACK)
    (24, 1, 25)
    """
    if letter in (_BAR, _OFF):
        return BAR if letter == _BAR else OFF
    point = ord(letter) - ord("a") + 1
    return point if player is Player.WHITE else BAR - point


def letter_of(place: int, player: Player) -> str:
    """The letter of a place in the player's numbering."""
    if place in (BAR, OFF):
        return _BAR if place == BAR else _OFF
    return chr(ord("a") - 1 + (place if player is Player.WHITE else BAR - place))


def read_move(value: str, player: Player) -> tuple[str, str] | None:
    """Dice and turn text of a move; None if it is none.

    >>> read_move("31hefe", Player.WHITE)
    ('31', '8/5 6/5')
    """
    found = _MOVE.fullmatch(value.strip())
    return (found[1], read_moves(found[2], player)) if found else None


def read_moves(letters: str, player: Player) -> str:
    """The turn text of pairs of letters."""
    places = [PLACE_TEXTS[place_of(letter, player)] for letter in letters]
    return " ".join(map("/".join, zip(places[::2], places[1::2], strict=True)))


def move_letters(moves: tuple[tuple[int, int], ...], player: Player) -> str:
    """Pairs of letters for moves in the player's numbering.

    >>> move_letters(((8, 5), (6, 5)), Player.BLACK)
    'qtst'
    """
    return "".join(letter_of(place, player) for move in moves for place in move)
