"""A tournament as it stands: the sum of everything that happened in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from nardy.server.pairing.events import Closed, Entered, Event, Left, MeetingEnded, Paired
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
    """Who entered, who met whom, and what the result was; the same events make the same one."""

    terms: TournamentTerms
    seed: str
    """Lots are drawn by it."""
    entrants: tuple[Entrant, ...] = ()
    """By their numbers."""
    meetings: tuple[Meeting, ...] = ()
    """By their tables."""
    begun: int | None = None
    """When the first were paired, in milliseconds since 1970."""
    first: tuple[int, ...] = ()
    """Who was in when it began."""
    closed: int | None = None
    version: int = 0
    """How many events it has had."""

    @classmethod
    def of(cls, terms: TournamentTerms, seed: str, events: Iterable[Event]) -> "Tournament":
        """What these events come to."""
        now = cls(terms, seed)
        for event in events:
            now = now.after(event)
        return now

    @property
    def round(self) -> int:
        """Which round is the last that began; 0 before the first."""
        return self.meetings[-1].round if self.meetings else 0

    @cached_property
    def open(self) -> tuple[Meeting, ...]:
        """The meetings that go on."""
        return tuple(meeting for meeting in self.meetings if meeting.is_open)

    @property
    def inside(self) -> list[Entrant]:
        """Those who have not left."""
        return [entrant for entrant in self.entrants if entrant.is_in]

    @property
    def starters(self) -> tuple[int, ...]:
        """Who was in when it began, or is in before it has; whoever leaves later stays one."""
        if self.begun is not None:
            return self.first
        return tuple(entrant.number for entrant in self.inside)

    def entrant(self, number: int) -> Entrant:
        """Who has this number."""
        return self.entrants[number - 1]

    def number_of(self, who: str) -> int | None:
        """The number of a person; None for who never entered."""
        return next((one.number for one in self.entrants if one.who == who), None)

    def meetings_of(self, number: int) -> list[Meeting]:
        """The meetings of an entrant, the first one first."""
        return self._by_number.get(number, [])

    @cached_property
    def _by_number(self) -> dict[int, list[Meeting]]:
        """An arena has thousands: they are gone through once."""
        found: dict[int, list[Meeting]] = {}
        for meeting in self.meetings:
            for number in (meeting.white, meeting.black):
                if number is not None:
                    found.setdefault(number, []).append(meeting)
        return found

    def after(self, event: Event) -> "Tournament":
        """What it is when this has happened too."""
        now = replace(self, version=self.version + 1)
        match event:
            case Entered():
                return replace(now, entrants=self._with(event))
            case Left(number=number):
                return replace(now, entrants=self._changed(number, is_in=False))
            case Paired():
                begun = event.at if self.begun is None else self.begun
                meetings = (*self.meetings, *self._meetings(event))
                return replace(now, begun=begun, first=self.starters, meetings=meetings)
            case MeetingEnded(table=table):
                ended = replace(self.meetings[table - 1], result=event.result, ended=event.at)
                return replace(now, meetings=_put(self.meetings, table - 1, ended))
            case Closed(at=at):
                return replace(now, closed=at)

    def _with(self, event: Entered) -> tuple[Entrant, ...]:
        known = None if is_bot(event.who) else self.number_of(event.who)
        if known is not None:
            return self._changed(known, is_in=True)
        return (*self.entrants, Entrant(len(self.entrants) + 1, event.who, event.rating))

    def _changed(self, number: int, *, is_in: bool) -> tuple[Entrant, ...]:
        return _put(self.entrants, number - 1, replace(self.entrant(number), is_in=is_in))

    def _meetings(self, event: Paired) -> list[Meeting]:
        first = len(self.meetings) + 1
        return [
            Meeting(
                table,
                event.round,
                pairing.white,
                pairing.black,
                pairing.room,
                event.at,
                result := self.result_at_once(pairing),
                event.at if result else 0,
            )
            for table, pairing in enumerate(event.pairings, first)
        ]

    def result_at_once(self, pairing: Pairing) -> MeetingResult | None:
        """Of a bye, or where one of the two has left; None where they play."""
        if pairing.black is None:
            return BYE
        white, black = (self.entrant(one).is_in for one in (pairing.white, pairing.black))
        if white and black:
            return None
        return MeetingResult(float(white), float(black), is_played=False)


def _put(many: tuple[One, ...], at: int, one: One) -> tuple[One, ...]:
    return (*many[:at], one, *many[at + 1 :])
