"""The tags of a puzzle: the player's plan, the coach's reasons, and which simple bots miss it."""

from nardy.bots.baseline.bot import BaselineBot
from nardy.bots.neural import NeuralBot
from nardy.coach.explanation import explain
from nardy.coach.plans import plan_of
from nardy.coach.replies import PLIES
from nardy.core.judge import find_turn
from nardy.core.text import situation_text
from nardy.labels.puzzle_making import PuzzleFound
from nardy.labels.puzzles import Puzzle, PuzzleTurn


def tagged(found: PuzzleFound) -> Puzzle:
    """A puzzle of a label file with its tags; the coach looks two plies ahead."""
    situation, label = found
    best, second = (one.turn for one in label.turns[:2])
    why = explain(situation, second, NeuralBot(PLIES))
    final = find_turn(situation, best)[1]
    simple = (NeuralBot(0), BaselineBot())
    return Puzzle(
        position=situation_text(situation),
        turns=tuple(PuzzleTurn(one.turn, one.behind) for one in label.turns),
        plan=plan_of(situation.rules, situation.position).id,
        # The coach's words are about its own best turn, so they count where that is the good one.
        reasons=tuple(one.fact for one in why.reasons) if str(why.best) == best else (),
        missed=sum(bot.choose(situation)[0] != final for bot in simple),
    )
