"""A game of the family as one value: every law and every variant is data."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Self, Unpack

from nardy.core.choices import (
    BombHits,
    BombWhen,
    Check,
    Contact,
    Direction,
    HeadException,
    HeadScope,
    HomeHit,
    LastThrow,
    Leftovers,
    NextStarter,
    Opening,
    PinnedBearoff,
    Prime,
    Quarter,
)
from nardy.core.dice import DiceList, Roll
from nardy.core.position import BAR, OFF, Position
from nardy.core.rule_values import Preset, RulesChanges, checked

HOLLAND_TURNS = 2
"""The Holland rule: turns of each side before a double, after the Crawford game."""
EVERY_TURN = 99
"""A count of turns that is later than any turn for which a law waits."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The laws of one game. The defaults are a plain game without special laws."""

    id: str
    name: str
    """The name in English; *russian* is the name in Russian."""
    russian: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    start: Position
    """Seen by White; the dice decide who starts."""
    direction: Direction
    contact: Contact
    stakes: tuple[int, ...] = (1, 2, 3)
    """Points of a single, a gammon, a backgammon, as far as the game has them."""
    names: tuple[tuple[str, str], ...] = ()
    """The game's own names of results: (("gammon", "mars"),)."""
    presets: tuple[Preset, ...] = ()
    house_options: frozenset[str] = frozenset()
    """Options that only this game and games derived from it may have."""

    opening: Opening = Opening.REROLL
    next_starter: NextStarter = NextStarter.PREVIOUS_WINNER
    cube_play: bool = False
    cube_cap: int = 0
    jacoby: bool = False
    beavers: bool = True
    raccoons: bool = False
    auto_doubles: int = 0
    crawford: bool = True
    holland: bool = False
    head: int = 0
    head_exception: HeadException = HeadException.CLASSIC
    head_scope: HeadScope = HeadScope.HEAD_BLOCK
    prime: Prime = Prime.ALLOW
    prime_check: Check = Check.STEP
    runner: int = 0
    quarter: Quarter | None = None
    release: bool = False
    home_hit: HomeHit = HomeHit.FREE
    mother: bool = False
    pinned_bearoff: PinnedBearoff = PinnedBearoff.ALLOW
    cascade_count: int = 0
    cascade_from: int = 1
    leftover: Leftovers = Leftovers.LOST
    last_throw: LastThrow = LastThrow.OFF
    koks: int = 0
    home_mars: int = 0
    first_hit_wins: bool = False
    bomb: bool = False
    bomb_hits: BombHits = BombHits.BOTH
    bomb_when: BombWhen = BombWhen.BEFORE_ROLL

    base: Self | None = field(default=None, repr=False, compare=False)
    """The published game, if options make this a variant of it."""

    def __post_init__(self) -> None:
        """Refuse a value that its field cannot have; keep the text of a choice as the choice.

        Raises:
            RulesError: the message names the field and what it may be.
        """
        for name in RulesChanges.__annotations__:
            value = getattr(self, name)
            kept = checked(name, value)
            if kept is not value:
                # The class is frozen.
                object.__setattr__(self, name, kept)

    def replace(self, **changes: Unpack[RulesChanges]) -> Self:
        """The same game with other laws; a new *id* makes it a separate game.

        >>> from nardy.games import PLAKOTO
        >>> PLAKOTO.replace(contact="hit").contact
        <Contact.HIT: 'hit'>

        Raises:
            RulesError: there is no such field, or it cannot have this value.
        """
        for name, value in changes.items():
            checked(name, value)
        # A variant of a variant still has the published game as its base.
        base = None if "id" in changes else self.base or self
        return replace(self, **changes, base=base)

    @property
    def published(self) -> Self:
        """The game without options."""
        return self.base or self

    @property
    def checkers(self) -> int:
        """The number of checkers a side."""
        return sum(self.start.player)

    @property
    def counts_turns(self) -> bool:
        """Whether doubles cascade only from a later turn, so that turns are counted."""
        return self.cascade_count > 0 and self.cascade_from > 1

    def facing(self, point: int) -> int:
        """The opponent's name for a point; an involution that leaves the bar and off unchanged.

        >>> from nardy.games import BACKGAMMON, LONG_NARDY
        >>> BACKGAMMON.facing(24), LONG_NARDY.facing(24)
        (1, 12)
        """
        # The only way from one numbering to the other (docs/decisions/own-numbering.md).
        if point in (OFF, BAR):
            return point
        if self.direction is Direction.CONTRARY:
            return 25 - point
        return point + 12 if point <= 12 else point - 12

    def dice_list(self, roll: Roll, turns_taken: int = EVERY_TURN) -> DiceList:
        """The dice list of a roll for a player who has taken this many turns."""
        cascades = roll.is_double and self.cascade_count and turns_taken + 1 >= self.cascade_from
        if cascades:
            return DiceList.cascade(roll, self.cascade_count)
        return DiceList.of(roll)

    def result_name(self, size: str) -> str:
        """This game's name for a single, a gammon, a backgammon or a home mars."""
        return dict(self.names).get(size, size.replace("_", " "))

    @cached_property
    def _hash(self) -> int:
        return hash((self.id, self.start, self.stakes, self.head, self.prime, self.home_hit))

    def __hash__(self) -> int:
        """Hash a few fields, and keep the hash: rules are keys of caches on hot paths."""
        return self._hash

    def __str__(self) -> str:
        return self.id
