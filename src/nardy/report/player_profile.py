"""One player over many matches: error rates by part of the play, the trend, strengths and leaks."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import Decision
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.report.match_analysis import JudgedDecision, MatchAnalysis

FEWEST = 20
"""Fewest decisions inside and outside a part for which they are compared."""
SURE = 3.0
"""Standard errors by which a part differs at least: of some twenty parts one in fifty differs so by chance."""
PER_DECISION = 500
"""PR is 500 times the mean loss of a decision, as in eXtreme Gammon."""


Trend = Literal["better", "worse", "even", ""]


class UnknownPlayerError(NardyError):
    """No match has a player of this name."""


@dataclass(frozen=True, slots=True)
class PlayPart:
    """The decisions of one part of the play: of a game, a phase, a plan, a kind or a match."""

    name: str
    losses: tuple[float, ...]
    """Points for a cube of 1, one for each decision."""

    @property
    def decisions(self) -> int:
        return len(self.losses)

    @property
    def lost(self) -> float:
        """Points."""
        return sum(self.losses)

    @property
    def performance_rating(self) -> float:
        """PR; 0 without a decision."""
        return PER_DECISION * self.lost / self.decisions if self.losses else 0.0

    @property
    def variance(self) -> float:
        """Of the mean loss, from the sample."""
        mean, count = self.lost / self.decisions, self.decisions
        return sum((loss - mean) ** 2 for loss in self.losses) / (count - 1) / count


@dataclass(frozen=True, slots=True)
class Difference:
    """A part of the play whose error rate differs from that of all other decisions."""

    facet: str
    """'game', 'phase', 'plan' or 'kind'."""
    part: PlayPart
    rest: PlayPart

    @property
    def is_leak(self) -> bool:
        return self.part.performance_rating > self.rest.performance_rating


@dataclass(frozen=True)
class PlayerProfile:
    """One player's decisions over all matches."""

    player: str
    total: PlayPart
    facets: Mapping[str, tuple[PlayPart, ...]]
    """The parts of the play by 'game', 'kind', 'phase' and 'plan', the largest first."""
    matches: tuple[PlayPart, ...]
    """One a file, in the order of the files."""
    differences: tuple[Difference, ...]
    """What differs from the rest by more than chance, the surest first."""

    @property
    def leaks(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if one.is_leak)

    @property
    def strengths(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if not one.is_leak)

    @property
    def halves(self) -> tuple[PlayPart, PlayPart]:
        """The first and the second half of the files."""
        middle = len(self.matches) // 2
        first, second = self.matches[:middle], self.matches[middle:]
        return _together("first", first), _together("second", second)

    @property
    def trend(self) -> Trend:
        """How the second half of the files compares with the first; '' with too few decisions."""
        return trend_of(*self.halves)


def player_profile(matches: Sequence[MatchAnalysis], player: str) -> PlayerProfile:
    """The profile of the player of this name; small and capital letters are the same.

    Raises:
        UnknownPlayerError: no match has this player; the message lists some names.
    """
    own = [
        (match, [one for one in _own(match, player) if one.decision.is_decision])
        for match in matches
        if _seats(match, player)
    ]
    if not own:
        names = dict.fromkeys(name for match in matches for name in match.record.players)
        raise UnknownPlayerError(
            f"expected a player of these matches ({', '.join([*names][:10])}), got {player!r:.80}"
        )
    found = [(match, one) for match, decided in own for one in decided]
    facets = {name: _parts(found, key) for name, key in _FACETS.items()}
    total = PlayPart(player, tuple(one.decision.loss for _, one in found))
    by_match = tuple(
        PlayPart(match.name, tuple(one.decision.loss for one in decided)) for match, decided in own
    )
    return PlayerProfile(player, total, facets, by_match, differences_of(facets))


def kind_of(decision: Decision) -> str:
    """'turn', 'double', 'answer' or 'bomb'."""
    if isinstance(decision, ReviewedCube):
        return "answer" if decision.before.offer else "double"
    return "bomb" if isinstance(decision, ReviewedBomb) else "turn"


_FACETS: Mapping[str, Callable[[MatchAnalysis, JudgedDecision], str]] = {
    "game": lambda match, one: match.games[one.game].rules.id,
    "kind": lambda _, one: kind_of(one.decision),
    "phase": lambda _, one: one.phase,
    "plan": lambda _, one: one.plan,
}


def _seats(match: MatchAnalysis, player: str) -> set[Player]:
    wanted = player.strip().casefold()
    return {who for who, name in match.players.items() if name.strip().casefold() == wanted}


def _own(match: MatchAnalysis, player: str) -> Iterable[JudgedDecision]:
    seats = _seats(match, player)
    return (one for one in match.decisions if one.player in seats)


def _parts(
    found: Sequence[tuple[MatchAnalysis, JudgedDecision]],
    key: Callable[[MatchAnalysis, JudgedDecision], str],
) -> tuple[PlayPart, ...]:
    losses: dict[str, list[float]] = {}
    for match, one in found:
        losses.setdefault(key(match, one), []).append(one.decision.loss)
    parts = (PlayPart(name, tuple(lost)) for name, lost in losses.items())
    return tuple(sorted(parts, key=lambda part: -part.decisions))


def differences_of(facets: Mapping[str, Sequence[PlayPart]]) -> tuple[Difference, ...]:
    """The parts that differ from the rest of their facet by SURE standard errors or more."""
    found: list[tuple[float, Difference]] = []
    for facet, parts in facets.items():
        for part in parts:
            rest = _together("rest", (one for one in parts if one is not part))
            if min(part.decisions, rest.decisions) >= FEWEST:
                found.append((_sureness(part, rest), Difference(facet, part, rest)))
    sure = [one for one in found if abs(one[0]) >= SURE]
    return tuple(one for _, one in sorted(sure, key=lambda pair: -abs(pair[0])))


def trend_of(first: PlayPart, second: PlayPart) -> Trend:
    """How the play of a later time compares with that of an earlier one; '' with too few decisions."""
    if min(first.decisions, second.decisions) < FEWEST:
        return ""
    if abs(_sureness(first, second)) < SURE:
        return "even"
    return "better" if second.performance_rating < first.performance_rating else "worse"


def _together(name: str, parts: Iterable[PlayPart]) -> PlayPart:
    return PlayPart(name, tuple(loss for part in parts for loss in part.losses))


def _sureness(one: PlayPart, other: PlayPart) -> float:
    """By how many standard errors of the difference two mean losses differ; both have FEWEST decisions."""
    error = sqrt(one.variance + other.variance)
    more = one.lost / one.decisions - other.lost / other.decisions
    return more / error if error else 0.0
