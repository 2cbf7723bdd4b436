"""A moment between acts: everything that the player who must act needs to know."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from nardy.core import pictures
from nardy.core.cube import CENTERED, Cube, Offer, Owner
from nardy.core.dice import DiceList, Roll, leftover
from nardy.core.player import Player
from nardy.core.position import OFF, Position
from nardy.core.rules import EVERY_TURN, HOLLAND_TURNS, Rules


class Phase(StrEnum):
    """The kind of act that is due."""

    OPENING = "opening"
    ROLL = "roll"
    TURN = "turn"
    ANSWER = "answer"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Score:
    """A match's length and the points at the start of this game; halves are exact."""

    length: int
    player: float
    opponent: float
    is_crawford: bool = False

    def flipped(self) -> "Score":
        """The same score seen by the other player."""
        return Score(self.length, self.opponent, self.player, self.is_crawford)

    @property
    def somebody_is_one_away(self) -> bool:
        """Whether at least one player needs one point or less."""
        return max(self.player, self.opponent) >= self.length - 1


class Ending(StrEnum):
    """How a game ended."""

    WON = "won"
    DRAW = "draw"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Result:
    """The winner and the points before the cube; for a draw the points of each player."""

    ending: Ending
    points: float = 0
    winner: Player | None = None

    def __str__(self) -> str:
        """The text form: 'w2', 'draw:0.5' or 'void'."""
        if self.ending is Ending.VOID:
            return "void"
        points = f"{self.points:g}"
        return f"{self.winner.letter}{points}" if self.winner else f"draw:{points}"


@dataclass(frozen=True, kw_only=True)
class Situation:
    """Checkers, dice, cube, offers and score, seen by the player who must act.

    This is what position text describes and what is analyzed.
    """

    rules: Rules
    to_act: Player = Player.WHITE
    position: Position
    opening: bool = False
    """The opening roll is still due."""
    roll: Roll | None = None
    """With an offered resignation: the roll of the player who offers."""
    left: tuple[int, ...] = ()
    """Leftovers of the opponent's cascade, to be played in this order."""
    cube: Cube = CENTERED
    """With an offer: the stake lost by passing; a take doubles it."""
    offer: Offer | None = None
    score: Score | None = None
    """None in a money game."""
    first: Player = Player.WHITE
    """The player of the game's first turn; kept where a law needs it."""
    bomb: Owner = Owner.NOBODY
    last: bool = False
    """The player who must act has the last throw."""
    turns: tuple[int, int] | None = None
    """Turns taken by the player and the opponent, while a law counts them; otherwise None."""
    result: Result | None = None

    def __post_init__(self) -> None:
        """Drop turn counts that no law needs any more."""
        limit = self.turns_limit
        if self.turns is not None:
            mine, theirs = (min(count, limit) for count in self.turns)
            turns = None if mine == theirs == limit else (mine, theirs)
            # The class is frozen. Dropped counts make moments equal that no law tells apart.
            object.__setattr__(self, "turns", turns)
        # The last throw belongs to the player who moved second, so `first` follows from it.
        if self.last:
            object.__setattr__(self, "first", self.on_roll.opponent)

    def _repr_svg_(self) -> str | None:
        """The board as SVG, for notebooks."""
        return pictures.picture(self)

    def flipped(self) -> Self:
        """The same moment seen by the other player, with that player to act."""
        return replace(
            self,
            to_act=self.to_act.opponent,
            position=self.position.flipped(),
            cube=self.cube.flipped(),
            score=self.score.flipped() if self.score else None,
            bomb=self.bomb.flipped(),
            turns=(self.turns[1], self.turns[0]) if self.turns else None,
        )

    @property
    def on_roll(self) -> Player:
        """The player whose turn it is, also while the other answers an offer."""
        # A beaver is answered by the player on roll.
        answers = self.offer is not None and self.offer is not Offer.BEAVER
        return self.to_act.opponent if answers else self.to_act

    @property
    def phase(self) -> Phase:
        """The act that is due."""
        if self.result is not None or self.is_borne_off:
            return Phase.OVER
        if self.opening:
            return Phase.OPENING
        if self.offer is not None:
            return Phase.ANSWER
        return Phase.TURN if self.roll or self.left else Phase.ROLL

    @property
    def is_borne_off(self) -> bool:
        """Whether a side has no checker left and no last throw is due."""
        everyone = self.rules.checkers
        position = self.position
        return not self.last and everyone in (position.player[OFF], position.opponent[OFF])

    @property
    def dice(self) -> DiceList | None:
        """The dice to play: leftovers, or those of the roll; None before a roll."""
        if self.left:
            return leftover(*self.left)
        return self.rules.dice_list(self.roll, self._turns_taken) if self.roll else None

    @property
    def is_cascade(self) -> bool:
        """Whether the roll cascades; leftovers of a cascade are none."""
        if self.roll is None or self.left:
            return False
        return self.rules.is_cascade(self.roll, self._turns_taken)

    @property
    def _turns_taken(self) -> int:
        # Without counts every law that waits for a turn is already in force.
        return self.turns[0] if self.turns and self.rules.counts_turns else EVERY_TURN

    @property
    def is_money(self) -> bool:
        """Whether this game belongs to no match."""
        return self.score is None

    @property
    def is_jacoby(self) -> bool:
        """Whether larger wins count as singles: the Jacoby rule, while no double is taken.

        Without a cube nobody could take one, so the rule does not apply.
        """
        rules = self.rules
        return (
            rules.jacoby and rules.cube_play and self.is_money and self.cube.owner is Owner.NOBODY
        )

    @property
    def is_crawford(self) -> bool:
        """Whether this is the Crawford game of a match."""
        return self.score is not None and self.score.is_crawford

    @property
    def holland_counts(self) -> bool:
        """Whether the Holland rule applies: after Crawford doubling waits for two turns of each side."""
        after = self.score is not None and self.score.somebody_is_one_away
        return self.rules.cube_play and self.rules.holland and after and not self.is_crawford

    @property
    def turns_limit(self) -> int:
        """The number of turns at which counting stops; 0 if no law counts turns."""
        cascades = self.rules.cascade_from - 1 if self.rules.counts_turns else 0
        return max(cascades, HOLLAND_TURNS if self.holland_counts else 0)


def opening_situation(
    rules: Rules, starter: Player | None = None, score: Score | None = None
) -> Situation:
    """The start of a game: the opening roll, or the roll of a given starter.

    *score* is seen by White.
    """
    white = Situation(
        rules=rules,
        position=rules.start,
        opening=starter is None,
        score=score,
        first=starter or Player.WHITE,
        turns=(0, 0),
    )
    return white.flipped() if starter is Player.BLACK else white
