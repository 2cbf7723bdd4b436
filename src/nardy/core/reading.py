"""Read position text: one line with a game, its checkers, dice, cube and score."""

import re
from collections.abc import Callable

from nardy.core.cube import HIGHEST, Cube, Offer, Owner
from nardy.core.dice import Roll
from nardy.core.field_checks import check_moment
from nardy.core.player import Player
from nardy.core.position import BAR, OFF, PLACES, Position
from nardy.core.rules import Rules
from nardy.core.situation import Ending, Result, Score, Situation
from nardy.core.validity import check_position
from nardy.errors import NotationError

MOST_CHARACTERS = 2_000
_EXAMPLE = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31"
FIELDS = (
    "opening",
    "dice",
    "left",
    "cube",
    "offer",
    "match",
    "crawford",
    "first",
    "bomb",
    "last",
    "turns",
    "result",
)
_FLAGS = {"opening", "crawford", "last"}


def read_situation(text: str, find: Callable[[str], Rules]) -> Situation:
    """Read position text; *find* maps the game's id and options to its rules.

    Raises:
        NotationError, PositionError, RulesError: with what was expected, and where.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected position text, got {len(text):,} characters")
    parts = text.split()
    if len(parts) < 4:
        raise NotationError(
            f"expected a game, a side, White's and Black's checkers, got {text!r} "
            f"(for example {_EXAMPLE!r})"
        )
    rules = find(parts[0])
    if parts[1] not in ("w", "b"):
        raise NotationError(f"expected 'w' or 'b' for the side that must act, got {parts[1]!r}")
    to_act = Player.of_letter(parts[1])
    white, white_pinned = read_side(parts[2], rules, "White")
    black, black_pinned = read_side(parts[3], rules, "Black")
    position = Position(white, black, white_pinned, black_pinned)
    # Checked before it is flipped, so that complaints name the right player.
    check_position(rules, position)
    if to_act is Player.BLACK:
        position = position.flipped()
    fields = _read_fields(parts[4:])
    situation = _situation(rules, to_act, position, fields)
    check_moment(situation, fields)
    return situation


def read_side(text: str, rules: Rules, owner: str) -> tuple[tuple[int, ...], frozenset[int]]:
    """One side's counts and pinned points; errors name the *owner*."""
    checkers, pinned = [0] * PLACES, set[int]()
    if text != "-":
        last = PLACES
        for group in text.split(","):
            place, count, is_pinned = _read_group(group, owner, text)
            # The fixed order also excludes a place that is named twice.
            if place >= last:
                raise NotationError(
                    f"expected places from the bar down, each once, got {group!r} "
                    f"in {owner}'s {text!r}"
                )
            last = place
            checkers[place] = count
            if is_pinned:
                pinned.add(place)
    return _with_borne_off(checkers, rules, owner), frozenset(pinned)


def _read_group(group: str, owner: str, text: str) -> tuple[int, int, bool]:
    # re.ASCII, because \d matches the digits of every script.
    match = re.fullmatch(r"(bar|off|[1-9]\d?):(p|[1-9]\d{0,2})", group, re.ASCII)
    place = {"bar": BAR, "off": OFF}.get(match[1]) if match else None
    if match and place is None:
        place = int(match[1])
    if match is None or place is None or (place > 24 and match[1] != "bar"):
        raise NotationError(
            f"expected place:count such as 'bar:1', '24:2' or '8:p', got {group!r} "
            f"in {owner}'s {text!r}"
        )
    if match[2] == "p":
        if place in (BAR, OFF):
            raise NotationError(f"expected a pinned checker on a point, got {group!r}")
        return place, 1, True
    return place, int(match[2]), False


def _with_borne_off(checkers: list[int], rules: Rules, owner: str) -> tuple[int, ...]:
    missing = rules.checkers - sum(checkers[1:])
    if checkers[OFF] and checkers[OFF] != missing:
        raise NotationError(
            f"expected off:{missing} for {owner}, who has {rules.checkers} checkers in {rules.id}, "
            f"got off:{checkers[OFF]}"
        )
    checkers[OFF] = max(0, missing)
    return tuple(checkers)


def _read_fields(parts: list[str]) -> dict[str, str]:
    fields: dict[str, str] = {}
    latest = -1
    for part in parts:
        name, equals, value = part.partition("=")
        if name not in FIELDS or bool(equals) == (name in _FLAGS) or (equals and not value):
            expected = ", ".join(f if f in _FLAGS else f"{f}=" for f in FIELDS)
            raise NotationError(f"expected one of the fields {expected}, got {part!r}")
        # One order of fields makes the text canonical: equal moments have equal texts.
        if FIELDS.index(name) <= latest:
            raise NotationError(
                f"expected fields once each in the order {', '.join(FIELDS)}, got {part!r} too late"
            )
        latest = FIELDS.index(name)
        fields[name] = value
    return fields


def _situation(
    rules: Rules, to_act: Player, position: Position, fields: dict[str, str]
) -> Situation:
    return Situation(
        rules=rules,
        to_act=to_act,
        position=position,
        opening="opening" in fields,
        roll=_read_roll(fields["dice"]) if "dice" in fields else None,
        left=_read_left(fields.get("left", "")),
        cube=_read_cube(fields.get("cube", "1"), to_act),
        offer=_read_offer(fields.get("offer")),
        score=_read_score(fields.get("match"), to_act, is_crawford="crawford" in fields),
        first=_read_player(fields.get("first", "w"), "first"),
        bomb=_owner(fields.get("bomb", ""), to_act, "bomb"),
        last="last" in fields,
        turns=_read_turns(fields.get("turns"), to_act),
        result=_read_result(fields.get("result")),
    )


def _read_roll(text: str) -> Roll:
    if not re.fullmatch(r"[1-6]{2}", text, re.ASCII):
        raise NotationError(f"expected dice=31, two dice from 1 to 6, got 'dice={text}'")
    return Roll.parse(text)


def _read_left(text: str) -> tuple[int, ...]:
    if not re.fullmatch(r"[1-6]{0,40}", text, re.ASCII):
        raise NotationError(f"expected left=566, dice from 1 to 6, got 'left={text}'")
    return tuple(map(int, text))


def _read_cube(text: str, to_act: Player) -> Cube:
    match = re.fullmatch(r"([1-9]\d{0,12})([wb]?)", text, re.ASCII)
    value = int(match[1]) if match else 0
    if match is None or value & (value - 1) or value > HIGHEST:
        raise NotationError(f"expected cube=2 or cube=2w, a power of two, got 'cube={text}'")
    if value == 1 and match[2]:
        raise NotationError(f"expected a cube of 1 to be nobody's, got 'cube={text}'")
    return Cube(value, _owner(match[2], to_act, "cube"))


def _owner(letter: str, to_act: Player, field: str) -> Owner:
    if not letter:
        return Owner.NOBODY
    return Owner.PLAYER if _read_player(letter, field) is to_act else Owner.OPPONENT


def _read_player(letter: str, field: str) -> Player:
    if letter not in ("w", "b"):
        raise NotationError(f"expected {field}=w or {field}=b, got '{field}={letter}'")
    return Player.of_letter(letter)


def _read_offer(text: str | None) -> Offer | None:
    if text is None:
        return None
    if text not in tuple(Offer):
        raise NotationError(f"expected offer={'|'.join(Offer)}, got 'offer={text}'")
    return Offer(text)


_POINTS = r"(\d{1,4}(?:\.5)?)"


def _read_score(text: str | None, to_act: Player, *, is_crawford: bool) -> Score | None:
    if text is None:
        return None
    match = re.fullmatch(rf"([1-9]\d{{0,3}}):{_POINTS}-{_POINTS}", text, re.ASCII)
    if match is None:
        raise NotationError(
            f"expected match=7:3-4, the length and White's and Black's points, got 'match={text}'"
        )
    score = Score(int(match[1]), float(match[2]), float(match[3]), is_crawford)
    return score if to_act is Player.WHITE else score.flipped()


def _read_turns(text: str | None, to_act: Player) -> tuple[int, int] | None:
    """The turns taken by the player who must act and by the opponent; the text has White's first."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,4})-(\d{1,4})", text, re.ASCII)
    if match is None:
        raise NotationError(f"expected turns=3-2, White's and Black's, got 'turns={text}'")
    white, black = int(match[1]), int(match[2])
    return (white, black) if to_act is Player.WHITE else (black, white)


def _read_result(text: str | None) -> Result | None:
    if text is None:
        return None
    if text == "void":
        return Result(Ending.VOID)
    if text in ("draw:0.5", "draw:1"):
        return Result(Ending.DRAW, float(text[5:]))
    match = re.fullmatch(r"([wb])([1-9]\d{0,2})", text, re.ASCII)
    if match is None:
        raise NotationError(
            f"expected result=w2, result=draw:0.5, result=draw:1 or result=void, "
            f"got 'result={text}'"
        )
    return Result(Ending.WON, float(match[2]), Player.of_letter(match[1]))
