"""One player over many matches: error rates by part of the play, the trend, strengths and leaks."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from nardy.analysis.cube_review import ReviewedBomb, ReviewedCube
from nardy.analysis.game_review import Decision
from nardy.core.player import Player
from nardy.error_rates.performance_rating import performance_rating
from nardy.error_rates.rates import LossContrast, LossCount, contrast, told
from nardy.error_rates.twins import first_of_twins
from nardy.errors import NardyError
from nardy.report.match_analysis import JudgedDecision, MatchAnalysis

COMPARED = ("kind", "phase", "plan")
"""Facets whose parts may be leaks or strengths; games are too different for that."""
NONE = LossCount(0, 0.0)

Trend = Literal["better", "worse", "even", ""]


class UnknownPlayerError(NardyError):
    """No match has a player of this name."""


@dataclass(frozen=True, slots=True)
class PlayPart:
    """The decisions of one part of the play: of a game, a phase, a plan, a kind or a match."""

    name: str
    games: tuple[LossCount, ...]
    """Decisions and points for a cube of 1; the parts of a facet have the same games in the same order."""

    @property
    def decisions(self) -> int:
        return sum(game.count for game in self.games)

    @property
    def lost(self) -> float:
        """Points."""
        return math.fsum(game.lost for game in self.games)

    @property
    def performance_rating(self) -> float:
        """PR; 0 without a decision."""
        return performance_rating(self.lost, self.decisions)


@dataclass(frozen=True)
class Difference:
    """A part of the play beside all other decisions."""

    facet: str
    """One of COMPARED."""
    part: PlayPart
    rest: PlayPart

    @property
    def is_leak(self) -> bool:
        return self.part.performance_rating > self.rest.performance_rating

    @cached_property
    def contrast(self) -> LossContrast:
        """The two rates with their error; a game is one observation."""
        return contrast([*zip(self.part.games, self.rest.games, strict=True)])


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
        """How the second half of the files compares with the first; '' with too few games."""
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
    found = [
        _Placed((place, one.game), match, one)
        for place, (match, decided) in enumerate(own)
        for one in decided
    ]
    facets = {name: _parts(found, key) for name, key in _FACETS.items()}
    by_match = tuple(
        _part(match.name, [one for one in found if one.game[0] == place])
        for place, (match, _) in enumerate(own)
    )
    return PlayerProfile(player, _part(player, found), facets, by_match, differences_of(facets))


@dataclass(frozen=True, slots=True)
class _Placed:
    game: tuple[int, int]
    """The places of the file and of the game in it."""
    match: MatchAnalysis
    one: JudgedDecision


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


def _part(
    name: str, found: Sequence[_Placed], games: Iterable[tuple[int, int]] | None = None
) -> PlayPart:
    """Decisions by game; *games* are all that count, those of the decisions themselves by default."""
    losses: dict[tuple[int, int], list[float]] = {game: [] for game in games or ()}
    for placed in found:
        losses.setdefault(placed.game, []).append(placed.one.decision.loss)
    return PlayPart(name, tuple(LossCount(len(lost), math.fsum(lost)) for lost in losses.values()))


def _parts(
    found: Sequence[_Placed], key: Callable[[MatchAnalysis, JudgedDecision], str]
) -> tuple[PlayPart, ...]:
    games = dict.fromkeys(placed.game for placed in found)
    divided: dict[str, list[_Placed]] = {}
    for placed in found:
        divided.setdefault(key(placed.match, placed.one), []).append(placed)
    parts = (_part(name, some, games) for name, some in divided.items())
    return tuple(sorted(parts, key=lambda part: -part.decisions))


def differences_of(facets: Mapping[str, Sequence[PlayPart]]) -> tuple[Difference, ...]:
    """The parts that differ from the rest of their facet by more than chance, the surest first.

    A plan with nearly the decisions of a phase is not compared again.
    """
    every = [
        one
        for facet in COMPARED
        for one in _compared(facet, facets.get(facet, ()))
        if one.contrast.chance is not None
    ]
    firsts = first_of_twins([(one.facet, one.part.games) for one in every])
    tried = [one for place, one in enumerate(every) if firsts[place] == place]
    verdicts = told([one.contrast for one in tried])
    sure = [one for one, verdict in zip(tried, verdicts, strict=True) if verdict]
    return tuple(sorted(sure, key=lambda one: one.contrast.chance or 0.0))


def _compared(facet: str, parts: Sequence[PlayPart]) -> Iterable[Difference]:
    # Of two parts each is the rest of the other: one comparison tells both.
    for part in parts[-1:] if len(parts) == 2 else parts:
        rest = [one.games for one in parts if one is not part]
        games = (_sum(game) for game in zip(*rest, strict=True))
        yield Difference(facet, part, PlayPart("rest", tuple(games) or (NONE,) * len(part.games)))


def _sum(counts: Iterable[LossCount]) -> LossCount:
    some = [*counts]
    return LossCount(sum(one.count for one in some), math.fsum(one.lost for one in some))


def trend_of(first: PlayPart, second: PlayPart) -> Trend:
    """How the play of a later time compares with that of an earlier one; '' with too few games."""
    earlier, later = ((game, NONE) for game in first.games), ((NONE, game) for game in second.games)
    found = contrast([*earlier, *later])
    if found.chance is None:
        return ""
    kinds: dict[str, Trend] = {"leak": "better", "strength": "worse", "": "even"}
    return kinds[told([found])[0]]


def _together(name: str, parts: Iterable[PlayPart]) -> PlayPart:
    return PlayPart(name, tuple(game for part in parts for game in part.games))
