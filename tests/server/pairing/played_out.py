"""Tournaments for tests, without the games: results come from a rule."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from nardy.server.pairing.course import first_round, next_event
from nardy.server.pairing.events import Entered, Left, MeetingEnded, Paired, TournamentEvent
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Meeting, MeetingResult, TournamentTerms

Rule = Callable[[Meeting], MeetingResult]
WHITE, BLACK, DRAW, NOBODY = (
    MeetingResult(1, 0),
    MeetingResult(0, 1),
    MeetingResult(0.5, 0.5),
    MeetingResult(0, 0, False),
)


class Played:
    """A tournament that grows, with its events."""

    def __init__(self, terms: TournamentTerms, seed: str = "s") -> None:
        self.now = Tournament(terms, seed)
        self.events: list[TournamentEvent] = []
        self.clock = 0

    def add(self, event: TournamentEvent) -> None:
        self.events.append(event)
        self.now = self.now.after(event)

    def enter(self, ratings: Iterable[float]) -> "Played":
        for rating in ratings:
            self.add(Entered(self.clock, f"guest:{len(self.now.entrants) + 1}", rating))
        return self

    def leave(self, number: int) -> None:
        self.add(Left(self.clock, number))

    def begin(self) -> list[tuple[int, int | None]]:
        """The next round; its pairs, White first."""
        event = first_round(self.now, self.clock)
        if self.now.begun is not None:
            event = next_event(self.now, self.clock)
        assert isinstance(event, Paired)
        self.add(event)
        return [(pairing.white, pairing.black) for pairing in event.pairings]

    def end(self, rule: Rule) -> None:
        """Results for all that goes on."""
        for meeting in self.now.open:
            self.clock += 1
            self.add(MeetingEnded(self.clock, meeting.table, rule(meeting)))

    def play(self, rule: Rule) -> "Played":
        """Round after round, to the end."""
        self.begin()
        self.end(rule)
        while isinstance(event := next_event(self.now, self.clock), Paired):
            self.add(event)
            self.end(rule)
        assert event is not None
        self.add(event)
        return self


def begun(terms: TournamentTerms, count: int, seed: str = "s") -> Played:
    """So many entrants, the first with the highest rating."""
    return Played(terms, seed).enter(2000 - 10 * number for number in range(count))


def lower_wins(upsets: Mapping[int, Sequence[int]] | None = None) -> Rule:
    """The lower number wins, but for these in a round."""

    def rule(meeting: Meeting) -> MeetingResult:
        assert meeting.black is not None
        wins = (upsets or {}).get(meeting.round, ())
        strong = min((meeting.white, meeting.black), key=lambda n: (n not in wins, n))
        return WHITE if strong == meeting.white else BLACK

    return rule


def by_lot(lots: Iterable[float]) -> Rule:
    """White wins, draws or loses as these fall."""
    source = iter(lots)

    def rule(meeting: Meeting) -> MeetingResult:
        lot = next(source)
        return WHITE if lot < 0.45 else BLACK if lot < 0.9 else DRAW

    return rule


def without_sides(pairs: Iterable[tuple[int, int | None]]) -> list[tuple[int, ...]]:
    """Pairs as they are told by hand: the lower number first."""
    return [tuple(sorted(number for number in pair if number)) for pair in pairs]
