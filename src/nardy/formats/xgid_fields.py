"""Find an XGID in a text, and read its ten parts."""

import re
from dataclasses import dataclass

from nardy.core.dice import Roll
from nardy.errors import NotationError

MOST_CHARACTERS = 100_000
NO_CAP = 10
"""The largest cube written without a cap: 2 to this power."""
_EXAMPLE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
# Ten parts end with the digits of the tenth, whatever follows: a bracket, a full stop, a tag.
# An incomplete code extends to the next space, so that the error message can quote it.
_CODE = r"((?:[^\s:]*:){9}-?[0-9]+(?![A-Za-z0-9:]|\.[0-9])|\S+)"
_NAMED = re.compile(rf"XGID\s*[=:]\s*{_CODE}", re.IGNORECASE)
_BARE = re.compile(rf"^\s*(?=[-A-Pa-p]{{20,}}:){_CODE}")
_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
_PARTS = (
    ("the cube", 0, 12),
    ("the cube's owner", -1, 1),
    ("the turn", -1, 1),
    ("the dice", 0, 0),
    ("the bottom player's score", 0, 9999),
    ("the top player's score", 0, 9999),
    ("Crawford, or Jacoby and beavers", 0, 3),
    ("the match length", 0, 9999),
    ("the largest cube", 0, 12),
)
"""The parts after the places, with their least and largest number."""
_DICE_PART = 3


@dataclass(frozen=True, slots=True)
class Fields:
    """The parts of an XGID in order; the cube and its cap are powers of two."""

    places: str
    cube: int
    owner: int
    turn: int
    dice: str
    bottom: int
    top: int
    flags: int
    length: int
    cap: int

    @property
    def roll(self) -> Roll | None:
        """The dice, if rolled."""
        return Roll.parse(self.dice) if self.dice.isdigit() and self.dice != "00" else None


def find_code(text: str) -> str:
    """The XGID in a text, without its name.

    Raises:
        NotationError: there is none, or there are two different ones.
    """
    if len(text) > MOST_CHARACTERS:
        raise NotationError(f"expected an XGID, got {len(text):,} characters")
    found = dict.fromkeys(_NAMED.findall(text) or _BARE.findall(text))
    if len(found) > 1:
        raise NotationError(f"expected one XGID, got {len(found)}: {' and '.join([*found][:2])}")
    if not found:
        raise NotationError(
            f"expected an XGID, got {text.strip()[:80]!r} (for example {_EXAMPLE!r})"
        )
    return next(iter(found))


def has_code(text: str) -> bool:
    """Whether a text contains something like an XGID."""
    return bool(_NAMED.search(text) or _BARE.search(text))


def read_fields(code: str) -> Fields:
    """Read the parts of a code, each checked for its range.

    Raises:
        NotationError: the message names the part.
    """
    places, *parts = code.split(":")
    if len(parts) != len(_PARTS):
        hint = "; it may have been cut short" if len(parts) < len(_PARTS) else ""
        raise NotationError(
            f"expected 10 parts between colons in an XGID, got {len(parts) + 1} in {code!r}{hint} "
            f"(for example {_EXAMPLE!r})"
        )
    dice = _read_dice(parts[_DICE_PART])
    cube, owner, turn, _, bottom, top, flags, length, cap = (
        0 if part == _DICE_PART else _read_number(part, text) for part, text in enumerate(parts)
    )
    fields = Fields(places, cube, owner, turn, dice, bottom, top, flags, length, cap)
    _check_together(fields)
    return fields


def _read_number(part: int, text: str) -> int:
    what, least, most = _PARTS[part]
    where = f"for {what} in an XGID (field {part + 2})"
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"expected a number from {least} to {most} {where}, got {text!r}")
    number = int(text)
    if not least <= number <= most:
        raise NotationError(f"expected {least} to {most} {where}, got {number}")
    return number


def _read_dice(text: str) -> str:
    if not re.fullmatch(r"00|[1-6]{2}|[DBR]", text.upper(), re.ASCII):
        raise NotationError(
            f"expected 00, two dice such as 31, D, B or R in field 5 of an XGID, got {text!r}"
        )
    return text.upper()


def _check_together(fields: Fields) -> None:
    if not fields.turn:
        raise NotationError(
            "expected 1 (bottom) or -1 (top) for the turn in an XGID (field 4), got 0"
        )
    if fields.owner and not fields.cube:
        raise NotationError(
            f"expected nobody (0) to own a cube of 1 in an XGID (field 3), got {fields.owner}"
        )
    if fields.cap and fields.cube > fields.cap:
        raise NotationError(
            f"expected a cube of at most {2**fields.cap}, the largest that the XGID allows "
            f"(field 10), got {2**fields.cube} (field 2)"
        )
    if fields.length and fields.flags > 1:
        raise NotationError(
            f"expected 0 or 1 (Crawford) in field 8 of a match's XGID, got {fields.flags}"
        )
