"""Counts of a tournament so far: scores, byes, earlier meetings."""

from collections import Counter

from nardy.server.pairing.choosing import Met
from nardy.server.pairing.tournament import Tournament


def scores_of(tournament: Tournament) -> dict[int, float]:
    """Scores by entrant: 1 for a win or a bye, a half for a draw."""
    scores = {entrant.number: 0.0 for entrant in tournament.entrants}
    for meeting in tournament.meetings:
        for number in (meeting.white, meeting.black):
            if number is not None:
                scores[number] += meeting.points(number) or 0.0
    return scores


def byes_of(tournament: Tournament) -> Counter[int]:
    """Byes by entrant."""
    return Counter(meeting.white for meeting in tournament.meetings if meeting.black is None)


def met_in(tournament: Tournament) -> Met:
    """Counts how often two have been paired, played or not."""
    counted = Counter(
        frozenset((meeting.white, meeting.black))
        for meeting in tournament.meetings
        if meeting.black is not None
    )
    return lambda one, other: counted[frozenset((one, other))]
