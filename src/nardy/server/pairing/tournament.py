"""The state of a tournament, computed from its events."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from nardy.server.pairing.events import Closed, Entered, Left, MeetingEnded, Paired, TournamentEvent
from nardy.server.pairing.values import (
    BYE,
    Entrant,
    Meeting,
    MeetingResult,
    Pairing,
    TournamentTerms,
)
from nardy.server.seats import is_bot

One = TypeVar("One")


@dataclass(frozen=True)
class Tournament:
    """Immutable state; equal events give equal states."""

    terms: TournamentTerms
    seed: str
    """Seed of the random tie-breaks."""
    entrants: tuple[Entrant, ...] = ()
    """Ordered by number."""
    meetings: tuple[Meeting, ...] = ()
    """Ordered by table."""
    begun: int | None = None
    """Start in milliseconds since 1970."""
    first: tuple[int, ...] = ()
    """Numbers of those who were in at the start."""
    closed: int | None = None
    version: int = 0
    """Number of events so far."""

    @classmethod
    def of(
        cls, terms: TournamentTerms, seed: str, events: Iterable[TournamentEvent]
    ) -> "Tournament":
        """The state after these events."""
        now = cls(terms, seed)
        for event in events:
            now = now.after(event)
        return now

    @property
    def round(self) -> int:
        """The latest round; 0 before the first."""
        return self.meetings[-1].round if self.meetings else 0

    @cached_property
    def open(self) -> tuple[Meeting, ...]:
        """Unfinished meetings."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @property
    def inside(self) -> list[Entrant]:
        """Entrants who have not left."""
        return [entrant for entrant in self.entrants if entrant.is_in]

    @property
    def starters(self) -> tuple[int, ...]:
        """Those who were in at the start, also if they left later; before it, those who are in now."""
        if self.begun is not None:
            return self.first
        return tuple(entrant.number for entrant in self.inside)

    def entrant(self, number: int) -> Entrant:
        return self.entrants[number - 1]

    def number_of(self, who: str) -> int | None:
        """A player's number; None if they never entered."""
        return next((one.number for one in self.entrants if one.who == who), None)

    def meetings_of(self, number: int) -> list[Meeting]:
        """An entrant's meetings, in order."""
        return self._by_number.get(number, [])

    @cached_property
    def _by_number(self) -> dict[int | None, list[Meeting]]:
        """Indexed once, since an arena has thousands of meetings."""
        found: dict[int | None, list[Meeting]] = {}
        for meeting in self.meetings:
            for number in (meeting.white, meeting.black):
                found.setdefault(number, []).append(meeting)
        return found

    def after(self, event: TournamentEvent) -> "Tournament":
        """The state after one more event."""
        now = replace(self, version=self.version + 1)
        match event:
            case Entered():
                known = None if is_bot(event.who) else self.number_of(event.who)
                if known is not None:
                    returns = self.entrant(known).returns + 1
                    return replace(now, entrants=self._changed(known, is_in=True, returns=returns))
                new = Entrant(len(self.entrants) + 1, event.who, event.rating)
                return replace(now, entrants=(*self.entrants, new))
            case Left(number=number):
                is_removed = event.removed or self.entrant(number).is_removed
                changed = self._changed(number, is_in=False, is_removed=is_removed)
                return replace(now, entrants=changed)
            case Paired():
                begun = event.at if self.begun is None else self.begun
                meetings = (*self.meetings, *self._meetings(event))
                return replace(now, begun=begun, first=self.starters, meetings=meetings)
            case MeetingEnded(table=table):
                ended = replace(self.meetings[table - 1], result=event.result, ended=event.at)
                return replace(now, meetings=_put(self.meetings, table - 1, ended))
            case Closed(at=at):
                return replace(now, closed=at)

    def _changed(self, number: int, **facts: int) -> tuple[Entrant, ...]:
        return _put(self.entrants, number - 1, replace(self.entrant(number), **facts))

    def _meetings(self, event: Paired) -> Iterator[Meeting]:
        for table, pairing in enumerate(event.pairings, len(self.meetings) + 1):
            result = self.result_at_once(pairing)
            both = pairing.white, pairing.black, pairing.room
            ended = event.at if result else 0
            yield Meeting(table, event.round, *both, event.at, result, ended)

    def result_at_once(self, pairing: Pairing) -> MeetingResult | None:
        """The result of a bye, or if one of the two has left; None if they play."""
        if pairing.black is None:
            return BYE
        white, black = (self.entrant(one).is_in for one in (pairing.white, pairing.black))
        if white and black:
            return None
        return MeetingResult(float(white), float(black), is_played=False)


def _put(many: tuple[One, ...], at: int, one: One) -> tuple[One, ...]:
    return (*many[:at], one, *many[at + 1 :])
