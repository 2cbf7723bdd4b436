"""What is counted of a tournament so far: scores, byes, who has met whom."""

from collections import Counter

from nardy.server.pairing.choosing import Met
from nardy.server.pairing.tournament import Tournament


def scores_of(tournament: Tournament) -> dict[int, float]:
    """Everybody's score: 1 for a win or a bye, a half for a draw."""
    scores = {entrant.number: 0.0 for entrant in tournament.entrants}
    for meeting in tournament.meetings:
        for number in (meeting.white, meeting.black):
            if number is not None:
                scores[number] += meeting.points(number) or 0.0
    return scores


def byes_of(tournament: Tournament) -> Counter[int]:
    """How many byes everybody has had."""
    return Counter(meeting.white for meeting in tournament.meetings if meeting.black is None)


def met_in(tournament: Tournament) -> Met:
    """How often two have been paired, whether both came or not."""
    counted = Counter(
        frozenset((meeting.white, meeting.black))
        for meeting in tournament.meetings
        if meeting.black is not None
    )
    return lambda one, other: counted[frozenset((one, other))]
