"""Recorded games: one of each kind, and of each the position that shows what happens in the game.

The file has a turn in a line: seat, dice, moves of one die each. It is written by scripts/shown-games.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from nardy.core.player import Player
from nardy.data import shown_games_file, unpacked
from nardy.formats import position_text
from nardy.server.protocol.front import GameScene, ShownGame, ShownTurn


def scene_of(game: str) -> GameScene | None:
    """The position that shows what happens in a built-in game, by its id; None for other games."""
    shown = _file().get(game)
    return _scene(shown["position"]) if shown else None


def recorded(game: str) -> ShownGame | None:
    """The recorded game of a kind, by its id; None for other games.

    >>> recorded("backgammon").turns[0].dice
    [3, 1]
    """
    shown = _file().get(game)
    return ShownGame([_turn(line) for line in shown["turns"]]) if shown else None


@cache
def _file() -> Mapping[str, Any]:
    return msgspec.json.decode(unpacked(shown_games_file()))


@cache
def _scene(text: str) -> GameScene:
    now = position_text.loads(text)
    seen = now.position if now.to_act is Player.WHITE else now.flipped().position
    pinned = sorted(seen.player_pinned), sorted(seen.opponent_pinned)
    return GameScene(list(seen.player), list(seen.opponent), *pinned)


def _turn(line: str) -> ShownTurn:
    """A turn of a line of the file.

    >>> _turn("b 3-1 8/5 6/5")
    ShownTurn(seat='black', dice=[3, 1], moves=[(8, 5), (6, 5)])
    """
    seat, dice, *moves = line.split(" ")
    steps = (move.split("/") for move in moves)
    return ShownTurn(
        "white" if seat == Player.WHITE.letter else "black",
        [int(number) for number in dice.split("-")],
        [(int(origin), int(target)) for origin, target in steps],
    )
