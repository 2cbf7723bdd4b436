"""The board line of FIBS (boardstyle 3), which GNU Backgammon's players over a socket use too.

board:you:opponent:length:score:score:26 places:turn:dice:dice:cube:may double:... The player whose line
it is is White. Source: http://www.fibs.com/fibs_interface.html#board_state.
"""

import re
from typing import TextIO

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.position import BAR, PLACES, Counts
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
MOST_CHARACTERS = 100_000
EXAMPLE = (
    "board:You:ann:3:0:1:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:"
    "1:3:1:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:2:0:0:0"
)
_FIELDS = 53
_UNLIMITED = 9999
_LINE = re.compile(r"(?<!\S)board:[^:\s]*:[^:\s]*:\S+")
_LENGTH, _SCORES, _PLACES, _TURN, _DICE, _CUBE, _MAY, _OFFERED = 3, 4, 6, 32, 33, 37, 38, 40
_COLOR, _DIRECTION, _ON_BAR, _AFTER_CRAWFORD = 41, 42, 47, 51
_LIMITS = {
    **dict.fromkeys((3, 4, 5), (0, 9999)),
    **dict.fromkeys(range(_PLACES, _PLACES + PLACES), (-15, 15)),
    _TURN: (-1, 1),
    **dict.fromkeys(range(_DICE, _CUBE), (0, 6)),
    _CUBE: (1, 4096),
    **dict.fromkeys((38, 39, 40, 51), (0, 1)),
    **dict.fromkeys((41, 42), (-1, 1)),
    **dict.fromkeys((45, 46, 47, 48), (-15, 15)),
}


def has_board(text: str) -> bool:
    """Whether a text contains something like a board line."""
    return bool(_LINE.search(text))


def loads(text: str, rules: Rules | None = None) -> Situation:
    """Read a board line, alone or inside other text; *rules* are the game, by default backgammon.

    >>> situation = loads(EXAMPLE)
    >>> str(situation.roll), situation.score.opponent, situation.position.pip_count()
    ('31', 1, 167)

    Raises:
        NotationError, PositionError: with what was expected, and where.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(
            f"expected a board line of FIBS, got {len(text):,} characters; give one line"
        )
    found = dict.fromkeys(_LINE.findall(text))
    if len(found) != 1:
        raise NotationError(
            f"expected one board line of FIBS, got {len(found) or text.strip()[:60]!r}; "
            f"give one (for example {EXAMPLE!r})"
        )
    fields = next(iter(found)).split(":")
    if len(fields) < _FIELDS:
        raise NotationError(
            f"expected {_FIELDS} parts between colons in a board line of FIBS, got {len(fields)}; "
            "copy the whole line"
        )
    return situation_of(rules or BACKGAMMON, _table(_LineNumbers(fields)))


def load(file: TextIO, rules: Rules | None = None) -> Situation:
    return loads(file.read(), rules)


class _LineNumbers:
    """The numbers of a line, each checked when it is asked for."""

    def __init__(self, fields: list[str]) -> None:
        self.fields = fields

    def __getitem__(self, at: int) -> int:
        least, most = _LIMITS[at]
        text = self.fields[at]
        if not re.fullmatch(r"-?\d{1,6}", text, re.ASCII) or not least <= int(text) <= most:
            raise NotationError(
                f"expected {least} to {most} in part {at + 1} of a board line of FIBS, "
                f"got {text!r:.20}"
            )
        return int(text)


def _table(numbers: _LineNumbers) -> SeatedPosition:
    color, direction, cube = numbers[_COLOR], numbers[_DIRECTION], numbers[_CUBE]
    if not color or not direction:
        raise NotationError(
            "expected 1 or -1 for color and direction in a board line of FIBS (parts 42 and 43), "
            f"got {color} and {direction}"
        )
    if cube & (cube - 1):
        raise NotationError(f"expected a cube of 1, 2, 4 and so on in a board line, got {cube}")
    turn, length = numbers[_TURN], numbers[_LENGTH]
    if not turn:
        raise NotationError(
            "expected a game under way in a board line of FIBS, got one that is over"
        )
    is_offered = bool(numbers[_OFFERED])
    on_roll = Player.WHITE if turn == color and not is_offered else Player.BLACK
    length = 0 if length == _UNLIMITED else length
    score = numbers[_SCORES], numbers[_SCORES + 1]
    one_away = bool(length) and (score[0] == length - 1) != (score[1] == length - 1)
    return SeatedPosition(
        white=_counts(numbers, color, direction, 0),
        black=_counts(numbers, -color, -direction, 1),
        on_roll=on_roll,
        roll=_roll(numbers, on_roll),
        cube=cube,
        owner=_owner(numbers, cube),
        offer=Offer.DOUBLE if is_offered else None,
        length=length,
        score=score if length else (0, 0),
        is_crawford=one_away and not numbers[_AFTER_CRAWFORD],
    )


def _counts(numbers: _LineNumbers, color: int, direction: int, seat: int) -> Counts:
    """The checkers of the player with this color and direction, in their numbering."""
    counts = [0] * PLACES
    for place in range(1, BAR):
        count = numbers[_PLACES + place] * color
        counts[place if direction < 0 else BAR - place] = max(0, count)
    counts[BAR] = abs(numbers[_ON_BAR + seat])
    bar = abs(numbers[_PLACES + (BAR if direction < 0 else 0)])
    if bar != counts[BAR]:
        raise NotationError(
            f"expected {bar} checkers on the bar as on the board, got {counts[BAR]} in part "
            f"{_ON_BAR + seat + 1} of a board line of FIBS"
        )
    return tuple(counts)


def _roll(numbers: _LineNumbers, on_roll: Player) -> Roll | None:
    first = _DICE if on_roll is Player.WHITE else _DICE + 2
    dice = numbers[first], numbers[first + 1]
    return Roll.of(*dice) if any(dice) else None


def _owner(numbers: _LineNumbers, cube: int) -> Player | None:
    """The one player who may double a turned cube."""
    mine, theirs = numbers[_MAY], numbers[_MAY + 1]
    if cube == 1 or mine == theirs:
        return None
    return Player.WHITE if mine else Player.BLACK


def dumps(situation: Situation) -> str:
    """The board line of a situation, as White sees it.

    FIBS tells of a double only the player who answers, so one that Black must answer is left out.
    `losses` lists what it leaves out.

    Raises:
        NotationError: it cannot express the game.
    """
    table = table_of(situation, "a board line of FIBS", MOST_CHECKERS)
    is_offered = table.offer is Offer.DOUBLE and table.on_roll is Player.BLACK
    places = [mine - theirs for mine, theirs in zip(table.white, table.black[::-1], strict=True)]
    # The bars are counted on their own places.
    places[0], places[BAR] = -table.black[BAR], table.white[BAR]
    dice = (table.roll.high, table.roll.low) if table.roll else (0, 0)
    is_white = table.on_roll is Player.WHITE
    may = (int(table.owner in (None, Player.WHITE)), int(table.owner in (None, Player.BLACK)))
    score = table.score if table.length else (0, 0)
    is_after = table.length and not table.is_crawford
    off = [max(0, situation.rules.checkers - sum(side)) for side in (table.white, table.black)]
    parts = (
        *("board", "You", "Opponent", table.length or _UNLIMITED, *score, *places),
        *(1 if is_white else -1, *((*dice, 0, 0) if is_white else (0, 0, *dice))),
        *(table.cube, *may, int(is_offered), 1, -1, 0, BAR, *off),
        *(table.white[BAR], table.black[BAR], 0, 0, int(bool(is_after)), 0),
    )
    return ":".join(map(str, parts))


def dump(situation: Situation, file: TextIO) -> None:
    """Write the board line."""
    file.write(dumps(situation) + "\n")


def losses(situation: Situation) -> list[str]:
    """The facts about this situation that a board line cannot hold, one sentence each."""
    back = loads(dumps(situation), named_game(situation.rules))
    return losses_between(situation, back, "a board line of FIBS")
