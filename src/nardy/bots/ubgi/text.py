"""UBGI notation: moves, acts, and the commands that describe a moment.

Source: Ø. Schønning-Johansen, Universal Backgammon Interface, draft 0.01; bungogood's gnubg-ubgi,
proto 0.2. Moves are written one by one, in the mover's numbering, without hit marks.
"""

import re
from collections.abc import Iterator, Sequence

from nardy.core.choices import Contact, Direction
from nardy.core.cube import Owner
from nardy.core.options import BESIDE_THE_BOARD, OPTIONS, rules_text
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.core.turn import Move
from nardy.core.words import place_text
from nardy.errors import NotationError
from nardy.formats import gnubg
from nardy.games import BACKGAMMON

PROTOCOL = "0.2"
DANCE = "pass"
ROLES = ("chequer", "cube", "turn")
POSITIONS = ("text", "xgid", "gnubgid")
"""Position formats that our engine reads."""
_PLACE = re.compile(r"(?:bar|off|\d{1,2})\*?", re.ASCII | re.IGNORECASE)
_DASH = re.compile(r"(?<=[\dr*])-(?=[\do])", re.ASCII | re.IGNORECASE)


def moves_text(moves: Sequence[Move]) -> str:
    """Moves in the notation of the protocol.

    >>> moves_text((Move(25, 20), Move(6, 0)))
    'bar/20 6/off'
    >>> moves_text(())
    'pass'
    """
    words = [f"{place_text(move.origin)}/{place_text(move.target)}" for move in moves]
    return " ".join(words) or DANCE


def turn_text(answer: str) -> str:
    """An engine's turn in the notation of the rule book; draft 0.01 also allows 8-5 and 8 5.

    >>> turn_text("8-5 6-5"), turn_text("bar 20, 6 0")
    ('8/5 6/5', 'bar/20 6/0')
    """
    # A dash in a roll in front, '3-1: 8/5 6/5', joins dice, not points.
    roll, colon, moves = answer.rpartition(":")
    moves = _DASH.sub("/", moves)
    words = re.split(r"[,;\s]+", moves.strip(",; "))
    if len(words) % 2 == 0 and all(map(_PLACE.fullmatch, words)):
        moves = " ".join(map("/".join, zip(words[::2], words[1::2], strict=True)))
    return roll + colon + moves


def act_text(act: str) -> str:
    """An act in the words of the protocol, where 'pass' is a dance."""
    return "drop" if act == "pass" else act


def act_of(word: str) -> str:
    """An act by its word in the protocol."""
    return "pass" if word == "drop" else word


def moment_commands(situation: Situation, positions: Sequence[str]) -> Iterator[str]:
    """The commands that describe a moment to an engine with these position formats.

    Raises:
        NotationError: no format of the engine can describe this game.
    """
    if reason := unsupported(situation.rules, positions):
        raise NotationError(reason)
    if "text" in positions:
        yield f"position text {situation_text(situation)}"
        return
    rules, score, cube = situation.rules, situation.score, situation.cube
    white = situation if situation.to_act is Player.WHITE else situation.flipped()
    # Engines apply the Jacoby rule at any cube value, so it is sent only where the cube is in use.
    jacoby = "on" if rules.cube_play and rules.jacoby else "off"
    if score is None or white.score is None:
        yield f"newsession type money jacoby {jacoby}"
    else:
        crawford = "on" if score.is_crawford else "off"
        yield f"newsession type match length {score.length} crawford {crawford}"
        yield f"setscore {white.score.player:g} {white.score.opponent:g}"
    owners = {Owner.NOBODY: "center", Owner.PLAYER: "p0", Owner.OPPONENT: "p1"}
    yield f"setcube value {cube.value} owner {owners[white.cube.owner]}"
    yield f"setturn {'p0' if situation.to_act is Player.WHITE else 'p1'}"
    # Many engines read only the 14 characters of the position id; the match id describes an offer.
    ids = gnubg.dumps(situation)
    yield f"position gnubgid {ids if situation.offer else ids.partition(':')[0]}"
    if situation.roll:
        yield f"dice {situation.roll.high} {situation.roll.low}"


def is_backgammon(rules: Rules) -> bool:
    """Whether a game is played like backgammon, from any start and with or without the cube.

    An engine that reads positions only as GNU ids can play these games and no others.

    >>> from nardy.games import find_game
    >>> is_backgammon(find_game("nackgammon,cube_play=off")), is_backgammon(find_game("portes"))
    (True, False)
    """
    kind = rules.direction, rules.contact, rules.checkers
    return kind == (Direction.CONTRARY, Contact.HIT, 15) and all(
        getattr(rules, name) == getattr(BACKGAMMON, name)
        for name in OPTIONS.keys() - BESIDE_THE_BOARD
    )


def unsupported(rules: Rules, positions: Sequence[str], engine: str = "an engine") -> str | None:
    """Why an engine with these position formats cannot play a game; None if it can."""
    if "text" in positions or is_backgammon(rules):
        return None
    return (
        f"expected a game played like backgammon for {engine}, which reads positions only as GNU ids, "
        f"got {rules_text(rules)}; play backgammon, nackgammon or longgammon, "
        "or use an engine that says 'id positions text'"
    )
