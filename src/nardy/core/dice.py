"""Dice: rolls, the dice lists they give, and sources of rolls."""

import operator
import random
from collections.abc import Iterable
from copy import deepcopy
from typing import NamedTuple, Self, SupportsIndex, cast

from nardy.errors import NotationError

_SIDES = frozenset(range(1, 7))


class Roll(NamedTuple):
    """Two dice as thrown, the larger first."""

    high: int
    low: int

    @classmethod
    def of(cls, first: int, second: int) -> Self:
        """The roll of two dice in either order.

        >>> Roll.of(1, 3)
        Roll(high=3, low=1)
        """
        one, other = first, second
        # Asked first, because nearly all dice are ints, and rolls are made on a hot path.
        if type(first) is not int or type(second) is not int:
            one, other = _as_int(first), _as_int(second)
        if not (1 <= one <= 6 and 1 <= other <= 6):
            raise NotationError(f"expected two dice from 1 to 6, got {first!r} and {second!r}")
        return cls(one, other) if one >= other else cls(other, one)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read '31', '3-1', '3 1' or '3,1'; a NotationError otherwise."""
        digits = text.strip().translate(str.maketrans("", "", "-, "))
        # `isdigit` alone accepts the digits of every script.
        if len(digits) != 2 or not digits.isascii() or not digits.isdigit():
            raise NotationError(f"expected two dice such as 31 or 3-1, got {text!r}")
        return cls.of(int(digits[0]), int(digits[1]))

    @property
    def is_double(self) -> bool:
        """Whether both dice show the same number."""
        return self.high == self.low

    def __str__(self) -> str:
        """The text form: '31'."""
        return f"{self.high}{self.low}"


ROLLS = tuple(Roll(high, low) for high in range(1, 7) for low in range(1, high + 1))
"""All 21 rolls. A double has weight 1 in 36, another roll 2 in 36."""


class DiceList(NamedTuple):
    """The dice of one turn, and whether their order is given.

    Two different dice may be played in either order. Doubles, cascades and leftovers are
    played in order, as far as the longest play goes.
    """

    numbers: tuple[int, ...]
    in_order: bool
    double: int = 0
    """The number of the double thrown, 0 if none, for the exceptions of the head law."""

    @classmethod
    def of(cls, roll: Roll) -> Self:
        """The dice list of a roll without cascades.

        >>> DiceList.of(Roll(4, 4)).numbers
        (4, 4, 4, 4)
        """
        if roll.is_double:
            return cls((roll.high,) * 4, in_order=True, double=roll.high)
        return cls((roll.high, roll.low), in_order=False)

    @classmethod
    def cascade(cls, roll: Roll, count: int) -> Self:
        """The dice list of a double that cascades: *count* of each number up to six.

        Source: seed 0, mad gulbar; WP, gul bara.
        """
        numbers = tuple(number for number in range(roll.high, 7) for _ in range(count))
        return cls(numbers, in_order=True, double=roll.high)


def leftover(*numbers: int) -> DiceList:
    """The dice left over from the opponent's cascade, in order.

    >>> leftover(5, 6, 6)
    DiceList(numbers=(5, 6, 6), in_order=True, double=0)
    """
    if not numbers or not all(1 <= number <= 6 for number in numbers):
        raise NotationError(f"expected dice from 1 to 6, got {numbers}")
    return DiceList(numbers, in_order=True)


def _as_int(die: object) -> int:
    """A die as an int, which can be saved; 0 for what is no whole number."""
    # NumPy's integers are whole numbers. True would be one too, and means no die.
    if isinstance(die, bool):
        return 0
    try:
        return operator.index(cast("SupportsIndex", die))
    except TypeError:
        return 0


def check_dice_list(dice: object) -> None:
    """Refuse what is no dice list, such as a pair of numbers, and dice that there are not."""
    if not isinstance(dice, DiceList):
        raise NotationError(f"expected a Roll or a DiceList, got {dice!r:.60}; write Roll.of(3, 1)")
    if not _SIDES.issuperset(dice.numbers):
        raise NotationError(f"expected dice from 1 to 6, got {dice.numbers!r:.60}")


def checked_roll(dice: object) -> Roll:
    """Two dice as a roll, in either order."""
    try:
        first, second = cast("Iterable[int]", () if isinstance(dice, str) else dice)
    except (TypeError, ValueError):
        raise NotationError(
            f"expected a Roll, got {dice!r:.60}; write Roll.of(3, 1) or Roll.parse('31')"
        ) from None
    return Roll.of(first, second)


class _SystemRandom(random.SystemRandom):
    """The system's source of chance. It has no state, so a copy is simply another one."""

    def __reduce__(self) -> tuple[type, tuple[()]]:
        return type(self), ()


def random_source(seed: int | str | None) -> random.Random:
    """A source of chance that can be copied and pickled; None is unpredictable."""
    # The system's source cannot be predicted from earlier numbers; Python's own generator can.
    return _SystemRandom() if seed is None else random.Random(seed)


class Dice:
    """A source of rolls; equal seeds give equal rolls, None is unpredictable."""

    def __init__(self, seed: int | str | None = None) -> None:
        """Make a source.

        Raises:
            NotationError: the seed is text that cannot be encoded.
        """
        self.seed = seed
        try:
            self._random = random_source(seed)
        except UnicodeEncodeError:
            raise NotationError(
                f"expected a seed of valid text, got undecodable bytes in {seed!r:.60}; use a number"
            ) from None

    def die(self) -> int:
        """Throw one die."""
        return self._random.randint(1, 6)

    def roll(self) -> Roll:
        """Throw two dice."""
        return Roll.of(self.die(), self.die())

    def copy(self) -> Self:
        """Dice that go on separately: with the same rolls from a seed, with others without one."""
        return deepcopy(self)

    def __copy__(self) -> Self:
        return self.copy()
