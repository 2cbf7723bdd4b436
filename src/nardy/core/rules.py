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
from nardy.core.rule_values import Preset, RulesChanges, check_written, checked
from nardy.errors import RulesError

HOLLAND_TURNS = 2
"""The Holland rule: turns of each side before a double, after the Crawford game."""
EVERY_TURN = 99
"""A count of turns that is later than any turn for which a law waits."""
WORDS = frozenset(("id", "name", "russian", "aliases", "source", "names", "presets"))
"""The fields that are no laws."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The laws of one game. The defaults are a plain game without special laws."""

    id: str
    """The game's name in files and texts; options do not change it."""
    name: str
    """The name in English; *russian* is the name in Russian."""
    russian: str = ""
    aliases: tuple[str, ...] = ()
    """Other names by which `find_game` knows the game."""
    source: str = ""
    """Tags of the sources (core/sources.py)."""
    start: Position
    """Seen by White; the dice decide who starts."""
    direction: Direction
    """Whether the players move in opposite directions or the same way round."""
    contact: Contact
    """Whether a single checker is hit, is pinned, or blocks its point."""
    stakes: tuple[int, ...] = (1, 2, 3)
    """Points of a single, a gammon, a backgammon, as far as the game has them."""
    names: tuple[tuple[str, str], ...] = ()
    """The game's own names of results: (("gammon", "mars"),)."""
    presets: tuple[Preset, ...] = ()
    """Sets of options with a name of their own."""
    house_options: frozenset[str] = frozenset()
    """Options that only this game and games derived from it may have."""

    opening: Opening = Opening.REROLL
    """Whether the starter plays the dice of the opening roll or rolls again."""
    next_starter: NextStarter = NextStarter.PREVIOUS_WINNER
    """Who starts the next game of a match."""
    cube_play: bool = False
    """Whether there is a doubling cube; without it no other law of the cube applies."""
    cube_cap: int = 0
    """The highest value of the cube; 0: no limit."""
    jacoby: bool = False
    """For money, every win counts as a single until a double is taken."""
    beavers: bool = True
    """For money, the doubled player may double again at once and keep the cube."""
    raccoons: bool = False
    """For money, the player who is beavered may double once more."""
    auto_doubles: int = 0
    """For money, how many ties of the opening roll double the cube; 0: none."""
    crawford: bool = True
    """Nobody doubles in the first game of a match after a player has come within a point of winning it."""
    holland: bool = False
    """After the Crawford game, nobody doubles before both have taken HOLLAND_TURNS turns."""
    head: int = 0
    """How many checkers may leave own 24 in a turn, without the exception; 0: any number."""
    head_exception: HeadException = HeadException.CLASSIC
    """The rolls that let one more checker leave the head."""
    head_scope: HeadScope = HeadScope.HEAD_BLOCK
    """Whether CLASSIC and SIX_FOUR need a way that the opponent's head blocks."""
    prime: Prime = Prime.ALLOW
    """When six own points in a row on the opponent's way are legal."""
    prime_check: Check = Check.STEP
    """Whether *prime*, *quarter* and *release* are tested after every move or at the end of the turn."""
    runner: int = 0
    """Only the foremost checker moves until one is on this own point or lower; 0: no such law."""
    quarter: Quarter | None = None
    """How many of some own points may be held; None: no such law."""
    release: bool = False
    """Forbids the six points directly in front of a point that holds all opposing checkers."""
    home_hit: HomeHit = HomeHit.FREE
    """What a checker that hit on own 1-6 may still do in the same turn."""
    mother: bool = False
    """A checker pinned on own 24 loses a gammon once the opponent's own 24 is empty; two are a void game."""
    pinned_bearoff: PinnedBearoff = PinnedBearoff.ALLOW
    """Whether a player bears off while an own checker is pinned at home."""
    cascade_count: int = 0
    """A double plays this many of its number and of each higher one, in that order; 0: four of its number."""
    cascade_from: int = 1
    """The player's turn in the game, from 1, from which doubles cascade."""
    leftover: Leftovers = Leftovers.LOST
    """Whether the opponent plays what is left of a cascade."""
    last_throw: LastThrow = LastThrow.OFF
    """Whether the player who moved second has one more turn, and the points of the draw if they finish."""
    koks: int = 0
    """Points of a backgammon (koks) where *stakes* has none; 0: it is a gammon."""
    home_mars: int = 0
    """Points of a loss with no checker off and all on own 1-6; 0: it is a gammon."""
    first_hit_wins: bool = False
    """The first hit wins a single."""
    bomb: bool = False
    """A bomb, at first nobody's, sends blots to the bar; who explodes it gives it to the opponent."""
    bomb_hits: BombHits = BombHits.BOTH
    """Whose blots the bomb sends to the bar."""
    bomb_when: BombWhen = BombWhen.BEFORE_ROLL
    """Whether the bomb is exploded before the own roll only, or before the opponent's too."""

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
        """The same game with other options; a new *id* makes it a separate game, with any laws.

        >>> from nardy.games import PLAKOTO
        >>> PLAKOTO.replace(mother=False).mother
        False
        >>> PLAKOTO.replace(id="hitting-plakoto", contact="hit").contact
        <Contact.HIT: 'hit'>

        Raises:
            RulesError: there is no such field, it cannot have this value, or the id is not new.
        """
        published = self.published
        keeps_id = changes.get("id") == published.id
        laws = [(law, value) for law, value in changes.items() if law not in WORDS]
        if keeps_id and any(checked(law, value) != getattr(published, law) for law, value in laws):
            # Its options would be in no text, and caches by id would mix it up with the published game.
            raise RulesError(
                f"expected a new id for a game with other laws, got {published.id!r:.60}, which it "
                "has already; leave id out for a variant, or write id='my-game'"
            )
        for name, value in changes.items():
            kept = checked(name, value)
            if "id" not in changes and kept != getattr(published, name):
                check_written(name, kept)
        # A variant of a variant still has the published game as its base.
        base = self.base or self
        if "id" in changes:
            base = self.base if keeps_id else None
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

    def is_cascade(self, roll: Roll, turns_taken: int = EVERY_TURN) -> bool:
        """Whether a roll cascades for a player who has taken this many turns."""
        late = turns_taken + 1 >= self.cascade_from
        return roll.is_double and self.cascade_count > 0 and late

    def dice_list(self, roll: Roll, turns_taken: int = EVERY_TURN) -> DiceList:
        """The dice list of a roll for a player who has taken this many turns."""
        if self.is_cascade(roll, turns_taken):
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

    def __getstate__(self) -> dict[str, object]:
        """The fields without the kept hash: another process hashes texts differently."""
        return {name: value for name, value in self.__dict__.items() if name != "_hash"}

    def __str__(self) -> str:
        return self.id
