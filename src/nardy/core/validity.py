"""Whether a position is possible in a game, and why not."""

from collections.abc import Iterator

from nardy.core.choices import Contact
from nardy.core.cube import HIGHEST, Cube, Owner
from nardy.core.dice import Roll
from nardy.core.options import rules_text
from nardy.core.player import Player
from nardy.core.position import BAR, PLACES, Counts, Position
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.errors import PositionError, RulesError

MOST_LENGTH = 9_999
"""The longest match that position text can hold."""
MOST_LEFT = 40
"""The most dice left over that position text can hold."""


def check_position(rules: Rules, position: Position, player: Player = Player.WHITE) -> None:
    """Refuse an impossible position; *position* is seen by *player*.

    Raises:
        PositionError: too many or too few checkers, a bar in a block game, both players on one point,
            or a pin in a game without pins or without a pinning checker.
    """
    for checkers in (position.player, position.opponent):
        if len(checkers) != PLACES or min(checkers) < 0:
            raise PositionError(
                f"expected {PLACES} counts of 0 or more checkers a side, got {checkers!r:.90}; "
                "make positions with Position.of"
            )
    sides = ((player, position), (player.opponent, position.flipped()))
    for owner, view in sides:
        for complaint in _complaints(rules, view, owner.value.title()):
            raise PositionError(complaint)


def check_rules(rules: object) -> None:
    """Refuse what is no game, such as its name."""
    if not isinstance(rules, Rules):
        way = f"write find_game({rules!r:.60})" if isinstance(rules, str) else "take one of GAMES"
        raise RulesError(f"expected Rules, got {rules!r:.60}; {way}")


def check_situation(rules: Rules, situation: Situation) -> None:
    """Refuse a situation of another game, or one that no position text can hold.

    Raises:
        RulesError: it belongs to another game.
        PositionError: its position is impossible, as in `check_position`, or its dice, cube or score.
    """
    if situation.rules is not rules and situation.rules != rules:
        raise RulesError(
            f"expected a situation of {rules_text(rules)}, got one of "
            f"{rules_text(situation.rules)}; start the game with the situation's rules"
        )
    check_position(rules, situation.position, situation.to_act)
    for complaint in _value_complaints(situation):
        raise PositionError(complaint)


def _value_complaints(situation: Situation) -> Iterator[str]:
    roll, left = situation.roll, situation.left
    if roll is not None and not _is_roll(roll):
        yield (
            f"expected two dice from 1 to 6, the larger one first, got {roll!r:.60}; "
            "write roll=Roll.of(3, 1)"
        )
    if len(left) > MOST_LEFT or not all(map(_is_die, left)):
        yield f"expected at most {MOST_LEFT} dice from 1 to 6 to be left, got {left!r:.60}"
    if not _is_cube(situation.cube):
        yield (
            f"expected a cube with a power of two up to {HIGHEST:,}, nobody's at 1, "
            f"got {situation.cube!r:.60}; write cube=Cube(2, Owner.PLAYER)"
        )
    if situation.score is not None and not _is_score(situation.score):
        yield (
            f"expected a match of 1 to {MOST_LENGTH:,} points that is not over, with scores in halves, "
            f"got {situation.score!r:.90}; write score=Score(7, 3, 4)"
        )


def _is_die(die: object) -> bool:
    # Not `isinstance`: NumPy's integers cannot be saved, and True is no die.
    return type(die) is int and 1 <= die <= 6


def _is_roll(roll: object) -> bool:
    return isinstance(roll, Roll) and all(map(_is_die, roll)) and roll.high >= roll.low


def _is_cube(cube: Cube) -> bool:
    value = cube.value
    is_power = type(value) is int and 1 <= value <= HIGHEST and value & (value - 1) == 0
    return is_power and (value > 1 or cube.owner is Owner.NOBODY)


def _is_score(score: Score) -> bool:
    length, points = score.length, (score.player, score.opponent)
    return (
        type(length) is int
        and 1 <= length <= MOST_LENGTH
        and all(type(one) in (int, float) and 0 <= one < length for one in points)
        and all(2 * one == int(2 * one) for one in points)
    )


def _complaints(rules: Rules, position: Position, owner: str) -> Iterator[str]:
    yield from _count_complaints(rules, position.player, owner)
    for point in range(1, 25):
        theirs = rules.facing(point)
        mine, others = position.player[point], position.opponent[theirs]
        if point in position.player_pinned:
            if rules.contact is not Contact.PIN:
                yield f"{owner}'s checker on {point} is pinned, and {rules.id} has no pins"
            if mine != 1 or not others or theirs in position.opponent_pinned:
                yield f"{owner}'s checker on {point} is pinned, and no opposing checker is on it"
        elif mine and others and theirs not in position.opponent_pinned:
            yield (
                f"both players stand on one point, {owner}'s {point}; "
                + ("write the checker underneath as ':p'" if rules.contact is Contact.PIN else "")
            ).rstrip("; ")


def _count_complaints(rules: Rules, checkers: Counts, owner: str) -> Iterator[str]:
    if sum(checkers) != rules.checkers:
        yield (
            f"expected {rules.checkers} checkers a side in {rules.id}, {owner} has {sum(checkers)}"
        )
    if checkers[BAR] and rules.contact is not Contact.HIT:
        yield f"{owner} has checkers on the bar, and nothing is hit in {rules.id}"
