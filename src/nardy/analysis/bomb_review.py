"""Review of bomb decisions in a played game: explode it before the roll, or keep it."""

from dataclasses import dataclass

from nardy.analysis.cube_review import CLOSE, grade_of
from nardy.analysis.rolls import PLIES, Rolls
from nardy.bots.neural import NeuralBot
from nardy.core.acts import explode
from nardy.core.events import Acted, Event, Rolled
from nardy.core.player import Player
from nardy.core.situation import Phase, Situation
from nardy.evaluation.outcomes import points_of


@dataclass(frozen=True, slots=True)
class ReviewedBomb:
    """A bomb that was exploded, or kept in a close decision."""

    event: int
    """Index of the event, from 0; of the roll if the bomb was kept."""
    player: Player
    before: Situation
    """Before the roll, seen by the player, who still has the bomb."""
    act: str
    """"bomb" or "keep"."""
    exploded: float
    """Mean equity over the rolls after exploding, in the same points as turns."""
    kept: float
    win: float
    """The player's winning chance after the chosen act, 0 to 1."""
    lose: float
    """The opponent's chance."""

    @property
    def plies(self) -> int:
        """Plies of look-ahead."""
        return PLIES

    @property
    def best(self) -> str:
        """The better act, "bomb" or "keep"."""
        return "bomb" if self.exploded > self.kept else "keep"

    @property
    def loss(self) -> float:
        """Equity lost against the better act, in points, never negative."""
        return 0.0 if self.act == self.best else abs(self.exploded - self.kept)

    @property
    def grade(self) -> str:
        """'blunder', 'error', 'inaccuracy' or ''."""
        return grade_of(self.loss)

    @property
    def is_decision(self) -> bool:
        """Whether this was a decision: keeping a bomb that nobody would explode is none."""
        return bool(self.act == "bomb" or self.grade or self.kept - self.exploded < CLOSE)


def decides_bomb(before: Situation, event: Event) -> bool:
    """Whether the event explodes the bomb before the roll, or forgoes it."""
    if not before.rules.bomb or before.phase is not Phase.ROLL or not before.bomb.player_has_access:
        return False
    if isinstance(event, Acted):
        return event.act == "bomb" and event.player == before.to_act.value
    return isinstance(event, Rolled) and explode(before).position != before.position


def review_bomb(number: int, before: Situation, event: Event, bot: NeuralBot) -> ReviewedBomb:
    exploded, kept = Rolls.of(explode(before), bot), Rolls.of(before, bot)
    act = "bomb" if isinstance(event, Acted) else "keep"
    chances = exploded.chances if act == "bomb" else kept.chances
    points = points_of(before.rules)
    return ReviewedBomb(
        event=number,
        player=before.to_act,
        before=before,
        act=act,
        exploded=exploded.mean,
        kept=kept.mean,
        win=float(chances[points > 0].sum()),
        lose=float(chances[points < 0].sum()),
    )
