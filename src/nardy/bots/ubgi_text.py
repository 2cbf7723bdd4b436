"""The words of the Universal Backgammon Interface: moves, acts, and how a moment is told.

Source: Ø. Schønning-Johansen, Universal Backgammon Interface, draft 0.01; bungogood's gnubg-ubgi,
proto 0.2. Moves are written out one by one, in the mover's numbering, without signs for hits.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from nardy.core.cube import Owner
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.core.turn import Move
from nardy.core.words import place_text
from nardy.formats import gnubg_id

PROTOCOL = "0.2"
DANCE = "pass"
ROLES = ("chequer", "cube", "turn")
ACTS: Mapping[str, str] = MappingProxyType({"pass": "drop"})
"""The acts that the protocol calls otherwise; the word 'pass' is a dance there."""
POSITIONS = ("text", "xgid", "gnubgid")
"""How our engine may be told a position."""


def moves_text(moves: Sequence[Move]) -> str:
    """Moves as the protocol writes them.

    >>> moves_text((Move(25, 20), Move(6, 0)))
    'bar/20 6/off'
    >>> moves_text(())
    'pass'
    """
    words = [f"{place_text(move.origin)}/{place_text(move.target)}" for move in moves]
    return " ".join(words) or DANCE


def act_text(act: str) -> str:
    """An act as the protocol calls it.

    >>> act_text("pass"), act_text("take")
    ('drop', 'take')
    """
    return ACTS.get(act, act)


def act_of(text: str) -> str:
    """An act by its word in the protocol.

    >>> act_of("drop")
    'pass'
    """
    return {word: act for act, word in ACTS.items()}.get(text, text)


def told(situation: Situation, positions: Sequence[str]) -> Iterator[str]:
    """A moment in the commands of an engine that reads these kinds of positions.

    Raises:
        NotationError: it reads none that can tell this game.
    """
    if "text" in positions:
        yield f"position text {situation_text(situation)}"
        return
    score, cube = situation.score, situation.cube
    white = situation if situation.to_act is Player.WHITE else situation.flipped()
    jacoby = "on" if situation.rules.jacoby else "off"
    if score is None or white.score is None:
        yield f"newsession type money jacoby {jacoby}"
    else:
        crawford = "on" if score.is_crawford else "off"
        yield f"newsession type match length {score.length} crawford {crawford}"
        yield f"setscore {white.score.player:g} {white.score.opponent:g}"
    owners = {Owner.NOBODY: "center", Owner.PLAYER: "p0", Owner.OPPONENT: "p1"}
    yield f"setcube value {cube.value} owner {owners[white.cube.owner]}"
    yield f"setturn {'p0' if situation.to_act is Player.WHITE else 'p1'}"
    yield f"position gnubgid {gnubg_id.dumps(situation).partition(':')[0]}"
    if situation.roll:
        yield f"dice {situation.roll.high} {situation.roll.low}"
