"""Write position text: checkers, fields, whole situations. `core/reading.py` reads it."""

from nardy.core.cube import Cube, Owner
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, Counts, Position
from nardy.core.situation import Situation
from nardy.core.words import PLACE_TEXTS

_FROM_THE_BAR = tuple(range(BAR, OFF, -1))


def side_text(counts: Counts, pinned: frozenset[int] = frozenset()) -> str:
    """One side's checkers, from the bar down: 'bar:1,24:2,8:p'; 'off:15' when all are off.

    >>> side_text(Position.of({25: 1, 24: 2}).player)
    'bar:1,24:2'
    """
    if pinned:
        groups = [
            f"{PLACE_TEXTS[place]}:{'p' if place in pinned else counts[place]}"
            for place in _FROM_THE_BAR
            if counts[place]
        ]
    else:
        groups = [
            f"{PLACE_TEXTS[place]}:{counts[place]}" for place in _FROM_THE_BAR if counts[place]
        ]
    return ",".join(groups) or f"off:{counts[OFF]}"


def sides_text(position: Position, player: Player) -> str:
    """White's checkers, then Black's, of a position seen by *player*."""
    mine = side_text(position.player, position.player_pinned)
    theirs = side_text(position.opponent, position.opponent_pinned)
    return f"{mine} {theirs}" if player is Player.WHITE else f"{theirs} {mine}"


def points_text(points: float) -> str:
    """Points with halves: '4' or '3.5'."""
    return f"{points:g}"


def fields_text(situation: Situation) -> str:
    """The fields after the checkers, each with a leading space; '' without fields."""
    return "".join(f" {field}" for field in _fields(situation) if field)


def situation_text(situation: Situation) -> str:
    """The canonical position text of a situation.

    >>> from nardy.games import BACKGAMMON
    >>> situation_text(Situation(rules=BACKGAMMON, position=BACKGAMMON.start))
    'backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5'
    """
    sides = sides_text(situation.position, situation.to_act)
    head = f"{rules_text(situation.rules)} {situation.to_act.letter} {sides}"
    return head + fields_text(situation)


def _fields(situation: Situation) -> list[str]:
    # Usual values are left out, so that equal moments have one text.
    me = situation.to_act
    # With a last throw `first` follows from the player on roll.
    first = situation.first is Player.BLACK and not situation.last
    return [
        "opening" if situation.opening else "",
        f"dice={situation.roll}" if situation.roll else "",
        f"left={''.join(map(str, situation.left))}" if situation.left else "",
        _cube_text(situation.cube, me),
        f"offer={situation.offer}" if situation.offer else "",
        _match_text(situation),
        "crawford" if situation.is_crawford else "",
        "first=b" if first else "",
        f"bomb={_owner_letter(situation.bomb, me)}" if situation.bomb is not Owner.NOBODY else "",
        "last" if situation.last else "",
        _turns_text(situation),
        f"result={situation.result}" if situation.result else "",
    ]


def _owner_letter(owner: Owner, me: Player) -> str:
    if owner is Owner.NOBODY:
        return ""
    return me.letter if owner is Owner.PLAYER else me.opponent.letter


def _cube_text(cube: Cube, me: Player) -> str:
    return "" if cube == Cube() else f"cube={cube.value}{_owner_letter(cube.owner, me)}"


def _match_text(situation: Situation) -> str:
    score = situation.score
    if score is None:
        return ""
    score = score if situation.to_act is Player.WHITE else score.flipped()
    return f"match={score.length}:{points_text(score.player)}-{points_text(score.opponent)}"


def _turns_text(situation: Situation) -> str:
    if situation.turns is None:
        return ""
    white, black = situation.turns if situation.to_act is Player.WHITE else situation.turns[::-1]
    return f"turns={white}-{black}"
