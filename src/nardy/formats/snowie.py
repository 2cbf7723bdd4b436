"""Position text of Snowie: one line of forty values between semicolons.

length;jacoby;0;money;turn;name;name;crawford;score;score;cube;owner;bar;24 points;bar;die;die. Names,
scores, owner, bars and points are those of the player on roll first; turn is 0 if that is White. Source:
GNU Backgammon (import.c, export.c); checked with its files, untested against those of Snowie.
"""

import re
from typing import TextIO

from nardy.core.dice import Roll
from nardy.core.options import with_options
from nardy.core.player import Player
from nardy.core.position import BAR, PLACES
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.seated_position import (
    SeatedPosition,
    losses_between,
    named_game,
    situation_of,
    table_of,
)
from nardy.games import BACKGAMMON

MOST_CHECKERS = 15
MOST_CHARACTERS = 1_000
EXAMPLE = "0;1;0;1;0;ann;bob;0;0;0;1;0;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;3;1"
_FIELDS = 40
_LINE = re.compile(r"\s*\d{1,4}\s*;\s*[01]\s*;\s*-?\d+\s*;\s*-?\d+\s*;\s*[01]\s*;[^;\n]*;[^;\n]*;")
_WHERE = {
    0: ("the match length", 0, 9999),
    1: ("Jacoby", 0, 1),
    4: ("the turn", 0, 1),
    7: ("Crawford", 0, 1),
    8: ("the score of the player on roll", 0, 9999),
    9: ("the other player's score", 0, 9999),
    10: ("the cube", 1, 4096),
    11: ("the cube's owner", -1, 1),
    38: ("a die", 0, 6),
    39: ("a die", 0, 6),
}
_FIRST_PLACE, _LAST_PLACE = 12, 37


def is_position(text: str) -> bool:
    """Whether a text resembles Snowie's position text."""
    return bool(_LINE.match(text))


def loads(text: str, rules: Rules | None = None) -> Situation:
    """Read Snowie's text; *rules* are the game, by default backgammon.

    >>> str(loads(EXAMPLE).roll)
    '31'

    Raises:
        NotationError, PositionError: with what was expected, and where.
    """
    fields = text.strip().removesuffix(";").split(";")
    if len(text) > MOST_CHARACTERS or len(fields) != _FIELDS:
        raise NotationError(
            f"expected {_FIELDS} values between semicolons in Snowie's text, got {len(fields)}; "
            f"copy the whole line (for example {EXAMPLE!r})"
        )
    table = _table(fields)
    rules = rules or BACKGAMMON
    if rules.cube_play and not table.length:
        rules = with_options(rules, {"jacoby": "on" if _number(fields, 1) else "off"})
    return situation_of(rules, table)


def load(file: TextIO, rules: Rules | None = None) -> Situation:
    return loads(file.read(MOST_CHARACTERS + 1), rules)


def _table(fields: list[str]) -> SeatedPosition:
    player, opponent = [0] * PLACES, [0] * PLACES
    for field in range(_FIRST_PLACE, _LAST_PLACE + 1):
        count = _number(fields, field)
        place = field - _FIRST_PLACE
        # The bars are told without a sign.
        if field == _FIRST_PLACE or (count > 0 and field != _LAST_PLACE):
            player[place or BAR] = abs(count)
        else:
            opponent[BAR if field == _LAST_PLACE else BAR - place] = abs(count)
    on_roll = Player.WHITE if _number(fields, 4) == 0 else Player.BLACK
    white, black = (player, opponent) if on_roll is Player.WHITE else (opponent, player)
    mine, theirs = _number(fields, 8), _number(fields, 9)
    length, cube = _number(fields, 0), _number(fields, 10)
    if cube & (cube - 1):
        raise NotationError(f"expected a cube of 1, 2, 4 and so on in Snowie's text, got {cube}")
    return SeatedPosition(
        white=tuple(white),
        black=tuple(black),
        on_roll=on_roll,
        roll=_roll(fields),
        cube=cube,
        owner={0: None, 1: on_roll, -1: on_roll.opponent}[_number(fields, 11)],
        length=length,
        score=(mine, theirs) if on_roll is Player.WHITE else (theirs, mine),
        is_crawford=bool(length and _number(fields, 7)),
    )


def _roll(fields: list[str]) -> Roll | None:
    dice = _number(fields, 38), _number(fields, 39)
    return Roll.of(*dice) if any(dice) else None


def _number(fields: list[str], at: int) -> int:
    what, least, most = _WHERE.get(at, ("the checkers of a place", -15, 15))
    text = fields[at].strip()
    if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII) or not least <= int(text) <= most:
        raise NotationError(
            f"expected {least} to {most} for {what} in Snowie's text (value {at + 1}), got {text!r:.20}"
        )
    return int(text)


def dumps(situation: Situation) -> str:
    """Snowie's text of a situation; `losses` lists what it leaves out.

    Raises:
        NotationError: it cannot express the game.
    """
    table = table_of(situation, "Snowie's text", MOST_CHECKERS)
    is_white, rules = table.on_roll is Player.WHITE, situation.rules
    player, opponent = (table.white, table.black) if is_white else (table.black, table.white)
    white, black = table.score
    points = (player[place] - opponent[BAR - place] for place in range(1, BAR))
    is_jacoby = rules.cube_play and rules.jacoby and not table.length
    numbers = (
        *(int(table.is_crawford), *((white, black) if is_white else (black, white))),
        *(table.cube, {None: 0, table.on_roll: 1}.get(table.owner, -1)),
        *(player[BAR], *points, opponent[BAR]),
        *((table.roll.high, table.roll.low) if table.roll else (0, 0)),
    )
    head = (table.length, int(is_jacoby), 0, int(not table.length), int(not is_white))
    names = ("White", "Black") if is_white else ("Black", "White")
    return ";".join(map(str, (*head, *names, *numbers))) + ";"


def dump(situation: Situation, file: TextIO) -> None:
    """Write Snowie's text as one line."""
    file.write(dumps(situation) + "\n")


def losses(situation: Situation) -> list[str]:
    """The facts about this situation that Snowie's text cannot hold, one sentence each."""
    back = loads(dumps(situation), named_game(situation.rules))
    return losses_between(situation, back, "Snowie's text")
