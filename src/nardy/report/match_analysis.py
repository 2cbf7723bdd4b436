"""An analyzed match: every decision with its place, phase and plan, and why the mistakes were mistakes."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from nardy.analysis.answers import before_double
from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.game_review import Decision, ReviewedTurn
from nardy.analysis.judge import Judge
from nardy.bots.neural import NeuralBot
from nardy.coach import (
    CubeExplanation,
    Explanation,
    cube_sentences,
    explain,
    explain_cube,
    plan_of,
    sentences,
)
from nardy.coach.phases import phase_of
from nardy.core.events import Event, Played
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.formats.record import Record, RecordedGame


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    """One decision with its place in the match."""

    game: int
    """Index of the game among those of the file, from 0."""
    number: int
    """Place among the decisions of its game, from 1."""
    decision: Decision
    phase: str
    """One of those of coach/phases.py."""
    plan: str
    """The id of the deciding player's plan (coach/plans.py)."""

    @property
    def player(self) -> Player:
        return self.decision.player

    @property
    def played(self) -> str:
        """The turn or the act."""
        one = self.decision
        return one.played if isinstance(one, ReviewedTurn) else one.act

    @property
    def best(self) -> str:
        """The judge's turn or act; '?' for a cascade that it did not list."""
        one = self.decision
        if not isinstance(one, ReviewedTurn):
            return one.best
        return str(one.choices[0].turn) if one.choices else "?"


@dataclass(frozen=True)
class GameAnalysis:
    """The decisions of one game, in order."""

    recorded: RecordedGame
    decisions: tuple[JudgedDecision, ...]

    @property
    def rules(self) -> Rules:
        return self.recorded.game.rules


@dataclass(frozen=True)
class MatchAnalysis:
    """A match from a file with its decisions; the games that were not reached are left out."""

    name: str
    """What the file is called."""
    record: Record
    games: tuple[GameAnalysis, ...]
    judge: NeuralBot
    number: int = 1
    """Place among the files of a report, from 1."""
    is_complete: bool = True
    """Whether all games of the record were analyzed."""
    explanations: dict[tuple[int, int], Explanation | CubeExplanation] = field(
        default_factory=dict[tuple[int, int], Explanation | CubeExplanation]
    )
    """By the game and the number of a decision; mistakes of turns and cube, where they were asked for."""

    @cached_property
    def decisions(self) -> tuple[JudgedDecision, ...]:
        return tuple(one for game in self.games for one in game.decisions)

    @property
    def players(self) -> dict[Player, str]:
        """Their names."""
        return dict(zip(Player, self.record.players, strict=True))

    def of(self, player: Player) -> tuple[JudgedDecision, ...]:
        """One player's decisions."""
        return tuple(one for one in self.decisions if one.player is player)

    def mistakes(self, most: int | None = None) -> list[JudgedDecision]:
        """Decisions with a grade, the costliest first."""
        graded = [one for one in self.decisions if one.decision.grade]
        return sorted(graded, key=lambda one: -one.decision.loss)[:most]

    def why(self, one: JudgedDecision) -> Explanation | CubeExplanation | None:
        """Why a decision was a mistake, if that was asked for."""
        return self.explanations.get((one.game, one.number))

    def reasons(self, one: JudgedDecision, language: str) -> list[str]:
        """The same in words; no sentences if it was not asked for."""
        found = self.why(one)
        if isinstance(found, CubeExplanation):
            return cube_sentences(found, language)
        return sentences(found, language) if found else []

    def explain(self, decisions: Iterable[JudgedDecision]) -> Iterator[JudgedDecision]:
        """Explain the turns and cube acts among these decisions, and yield each that is done.

        The bomb, and a cascade whose turns the judge did not list, have no explanation.
        """
        for one in decisions:
            found = None if self.why(one) else _explained(one.decision, self.judge)
            if found:
                self.explanations[one.game, one.number] = found
            yield one


def _explained(decision: Decision, judge: NeuralBot) -> Explanation | CubeExplanation | None:
    before = decision.before
    if isinstance(decision, ReviewedCube):
        judged = Judge.of(judge).weigh(before_double(before))
        return explain_cube(before, decision.act, judge, judged)
    if isinstance(decision, ReviewedTurn) and decision.choices:
        return explain(before, decision.played, judge)
    return None


def analyzed_game(
    index: int, recorded: RecordedGame, decisions: Sequence[Decision]
) -> GameAnalysis:
    """The decisions of the game of this index, each with its place, phase and plan."""
    game, found = recorded.game, list[JudgedDecision]()
    for number, decision in enumerate(decisions, start=1):
        before = decision.before
        phase = _phase(game.events, decision)
        plan = plan_of(game.rules, before.position).id
        found.append(JudgedDecision(index, number, decision, phase, plan))
    return GameAnalysis(recorded, tuple(found))


def _phase(events: Sequence[Event], decision: Decision) -> str:
    own = [event for event in events[: decision.event] if isinstance(event, Played)]
    turns = sum(event.player == decision.player.value for event in own)
    return phase_of(decision.before, turns)
