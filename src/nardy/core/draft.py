"""A turn being made checker by checker; it becomes an event only when confirmed."""

from collections.abc import Mapping
from dataclasses import replace

from nardy.core import pictures
from nardy.core.canonical import canonical_turn
from nardy.core.judge import Verdict, judge_words
from nardy.core.laws import FORWARD
from nardy.core.legal import Reaches, begin, legal_moves, longest_step, reach
from nardy.core.position import BAR, OFF, Position
from nardy.core.refusal import clause, require_phase
from nardy.core.situation import Phase, Situation
from nardy.core.steps import MidTurn, after, lands_on_opponent
from nardy.core.turn import Move, Turn
from nardy.core.words import Word, place_text
from nardy.errors import IllegalTurnError


class Draft:
    """The moves so far of the player who must act, and the legal next ones.

    >>> from nardy.core.dice import Roll
    >>> from nardy.games import BACKGAMMON
    >>> start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    >>> draft = Draft(start)
    >>> draft.move(8, 5), draft.move(6, 5)
    (Move(origin=8, target=5, hits=False), Move(origin=6, target=5, hits=False))
    >>> str(draft.turn())
    '8/5 6/5'
    """

    def __init__(self, situation: Situation, reaches: Reaches | None = None) -> None:
        """Begin a turn; the dice must have been rolled.

        *reaches* caches results about the turn for later drafts of this game.
        """
        require_phase(situation, Phase.TURN, "move")
        dice = situation.dice
        # For the type checker: the phase implies dice.
        if dice is None:
            raise AssertionError("a turn has dice")
        self.situation = situation
        self._dice = dice
        self._reaches: Reaches = {} if reaches is None else reaches
        # Every state is kept, because `undo` cannot compute backwards what a hit or a pin has
        # changed.
        self._states: list[MidTurn] = [begin(situation.rules, situation.position, dice)]
        self._moves: list[Move] = []

    def _repr_svg_(self) -> str | None:
        """The board with the moves so far as SVG, for notebooks."""
        return pictures.picture(replace(self.situation, position=self.position))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves made so far, in order."""
        return tuple(self._moves)

    @property
    def position(self) -> Position:
        """The checkers now, seen by the mover."""
        return self._states[-1].position

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice not yet played."""
        return self._states[-1].dice

    @property
    def legal_moves(self) -> Mapping[Move, Position]:
        """The moves that keep the longest play within reach, with the positions after them."""
        legal = legal_moves(self.situation.rules, self._states[-1], self._reaches)
        return {move: mid.position for move, mid in legal.items()}

    @property
    def is_complete(self) -> bool:
        """Whether no more dice can be played, so that the turn may be confirmed."""
        here = self._states[-1]
        return here.is_over or reach(self.situation.rules, here, self._reaches) <= 0

    def move(self, origin: int, target: int) -> Move:
        """Move one checker by one die, in the mover's numbering.

        Raises:
            IllegalTurnError: a law forbids it; the error has its id and the judge's sentence.
        """
        rules, here = self.situation.rules, self._states[-1]
        is_place = BAR >= origin > target >= OFF
        step = longest_step(rules, here, (origin, target), self._reaches) if is_place else None
        if step is None:
            raise self._refusal(origin, target)
        move = Move(origin, target, lands_on_opponent(rules, here.position, target))
        self._moves.append(move)
        self._states.append(after(rules, here, step))
        return move

    def undo(self) -> Move | None:
        """Take the latest move back; None if there is none."""
        if not self._moves:
            return None
        self._states.pop()
        return self._moves.pop()

    def turn(self) -> Turn:
        """The finished turn.

        Raises:
            IllegalTurnError: more dice can be played.
        """
        if not self.is_complete:
            words = [Word((move.origin, move.target)) for move in self._moves]
            verdict = self._judge(words)
            raise IllegalTurnError(verdict.law or "longest-play", verdict.reason)
        return canonical_turn(self.situation.rules, self._states[0], self.moves, self.position)

    def _judge(self, words: list[Word]) -> Verdict:
        situation = self.situation
        return judge_words(situation.rules, situation.position, self._dice, words)

    def _refusal(self, origin: int, target: int) -> IllegalTurnError:
        """The error for a move that is not legal after the moves so far, with the judge's reason."""
        words = [Word((move.origin, move.target)) for move in self._moves]
        move = f"{place_text(origin)}/{place_text(target)}"
        if not 1 <= origin <= BAR:
            return IllegalTurnError("no-checker", f"{move}: there is no such place")
        if origin <= target:
            reason = f"{move}: {clause(FORWARD)}"
            return IllegalTurnError("wrong-die", reason, FORWARD.words)
        verdict = self._judge([*words, Word((origin, target))])
        is_one_die = any(max(OFF, origin - die) == target for die in self.dice)
        if verdict.is_legal or (verdict.law == "cascade-order" and not is_one_die):
            # The judge reads a word of several dice, but here it must be a single move.
            left = ", ".join(map(str, self.dice))
            reason = f"{move}: no die left is {origin - target} ({left}); move die by die"
            return IllegalTurnError("wrong-die", reason)
        return IllegalTurnError(verdict.law or "longest-play", verdict.reason, verdict.words)
