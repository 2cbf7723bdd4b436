"""Tie-breaks for equal scores, from the opponents' scores.

Source: FIDE Handbook C.07, tie-break regulations. By 16.4, a bye or a win over an absent opponent counts
as a game against an opponent with one's own score. A round before entering, after leaving, or missed
counts nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from nardy.server.pairing.tally import scores_of
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Meeting

# Of two scores nothing is left without the highest and the lowest.
FEWEST_FOR_MEDIAN = 3


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """One meeting from an entrant's point of view: opponent, the opponent's current score, points won."""

    opponent: int | None
    score: float
    won: float
    is_played: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """All finished meetings of an entrant."""

    number: int
    meetings: tuple[MeetingRow, ...]

    @property
    def played(self) -> int:
        """Number of games played."""
        return sum(one.is_played for one in self.meetings)

    @property
    def won(self) -> int:
        """Number of wins, including byes."""
        return sum(one.won == 1 for one in self.meetings)

    @property
    def drawn(self) -> int:
        return sum(one.won == 0.5 for one in self.meetings)

    @property
    def lost(self) -> int:
        """Number of losses, including absences."""
        return sum(one.won == 0 for one in self.meetings)


def tallies(tournament: Tournament) -> dict[int, Tally]:
    """Input of the tie-breaks, by entrant."""
    scores = scores_of(tournament)
    finished = {
        one.number: [m for m in tournament.meetings_of(one.number) if m.result is not None]
        for one in tournament.entrants
    }
    return {
        number: Tally(number, tuple(_against(meeting, number, scores) for meeting in meetings))
        for number, meetings in finished.items()
    }


def _against(meeting: Meeting, number: int, scores: dict[int, float]) -> MeetingRow:
    opponent, won = meeting.opponent(number), meeting.points(number) or 0.0
    is_played = meeting.result is not None and meeting.result.is_played
    if is_played and opponent is not None:
        return MeetingRow(opponent, scores[opponent], won, is_played=True)
    return MeetingRow(opponent, scores[number] if won else 0.0, won, is_played=False)


def buchholz(tally: Tally) -> float:
    """Sum of the opponents' scores."""
    return sum(one.score for one in tally.meetings)


def median_buchholz(tally: Tally) -> float:
    """Buchholz without the best and the worst opponent, if there are at least three."""
    scores = sorted(one.score for one in tally.meetings)
    return sum(scores[1:-1]) if len(scores) >= FEWEST_FOR_MEDIAN else sum(scores)


def sonneborn_berger(tally: Tally) -> float:
    """Sum of the scores of beaten opponents, plus half those of drawn ones."""
    return sum(one.score * one.won for one in tally.meetings)


def direct(equals: Sequence[Tally]) -> dict[int, float]:
    """Points in games among these; 0 for all unless every two have met."""
    numbers = {one.number for one in equals}
    met = {one.number: [a for a in one.meetings if a.opponent in numbers] for one in equals}
    if any({a.opponent for a in met[number]} != numbers - {number} for number in numbers):
        return dict.fromkeys(numbers, 0.0)
    return {number: sum(a.won for a in found) for number, found in met.items()}
