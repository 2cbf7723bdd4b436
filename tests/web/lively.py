"""A database of a club where much has happened: ratings, talk, reports and tournaments."""

import asyncio
import functools
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from tests.server import thrown
from tests.server.played import DAY, some_results
from tests.web import finished, invited

from nardy.core.match import Match
from nardy.core.situation import Phase
from nardy.games import find_game
from nardy.server.accounts.moderation import Moderator
from nardy.server.accounts.passwords import Passwords
from nardy.server.pairing.course import first_round, next_event
from nardy.server.pairing.events import Closed, Entered, MeetingEnded, Paired, TournamentEvent
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import Format, Meeting, MeetingResult, TournamentTerms
from nardy.server.shards.numbers import new_id
from nardy.server.store import accounts, guests, log, reviewed_games, talk, tournaments
from nardy.server.store.accounts import Account
from nardy.server.store.database.opening import open_store
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import Guest
from nardy.server.store.log import LogEntry, RoomRecord
from nardy.server.store.ratings import ladders
from nardy.server.store.reviewed_games import GameFigures, ReviewChoice, ReviewPart
from nardy.server.store.talk import ChatLine
from nardy.server.store.tournaments import Conditions, TournamentRecord
from nardy.server.timestamps import now

PASSWORD = "lamp gravel tuesday"  # noqa: S105 (of nobody)
PEOPLE = (
    *("anna", "Gayane", "Levan", "Nino", "Tigran", "Mariam", "Давид", "Aram", "Elene", "Рустам"),
    *("Sona", "Constantinopolitanische", "Ani"),
)
"""Who has played; the first is the reader, and an admin."""
BOTS = ("bot:baseline", "bot:nardy:0")
"""Who has been played for a rating too."""
TABLE = "table"
"""Where the reader plays somebody."""
TURNS = 8
THROWS = 3_000
"""About so many were made in games that are long over."""
CUPS: dict[str, tuple[Format, int, int]] = {
    "knockout": ("knock-out", 13, 2),
    "knocked": ("knock-out", 8, 9),
    "swiss": ("swiss", 9, 2),
    "open": ("knock-out", 6, 0),
}
"""Tournaments by their ids: how they are paired, how many have entered, and rounds that are over."""


def prepare(folder: Path) -> None:
    """All of it; the reader's browser has `finished.TOKEN`."""
    finished.prepare(folder)

    async def go() -> None:
        store = open_store(folder / "club.db")
        await thrown.fill(store, thrown.tables(60), THROWS * 2)
        await _people(store)
        await _ratings(store)
        await _figures(store)
        await _order(store)
        await _table(store)
        await invited.prepare(store, "anna")
        for of, (kind, count, rounds) in CUPS.items():
            await _cup(store, cup(of, kind), played(kind, count, rounds))
        store.close()

    asyncio.run(go())


async def _people(store: Writer) -> None:
    for name in PEOPLE[1:]:
        guest = Guest(name, name)
        await store.run(
            lambda c, g=guest: guests.add_guest(c, g, f"token-{g.id}", now() - 90 * DAY)
        )
    kept = await Passwords().hash(PASSWORD)
    made = Account("anna", "anna", kept, "admin")
    await store.run(lambda c: accounts.add_account(c, made, now() - 90 * DAY))


async def _ratings(store: Writer) -> None:
    """Two months of matches in two ladders."""
    for game, count in (("long-nardy", 160), ("backgammon", 24)):
        rivals = (*PEOPLE, *BOTS) if game == "backgammon" else PEOPLE
        first = Match(find_game(game), 1, seed=1).events[:1]
        for number, one in enumerate(some_results(rivals, count)):
            told = replace(one, room=f"{game}-{number}", game=game)
            told = replace(told, ended_at=now() - (count - number) * DAY // 3)
            record = RoomRecord(id=told.room, games=(game,), length=told.length)
            # A result has its place from its room's last entry, and without one none.
            begun = [LogEntry(event, told.ended_at) for event in first]
            await store.run(lambda c, r=record, b=begun: log.make_room(c, r, b))
            await store.run(lambda c, r=record: log.append(c, r.id, 1, [], is_over=True))
            await store.run(lambda c, r=told: ladders.add_result(c, r))


async def _figures(store: Writer) -> None:
    """Error rates of two readers over their games of long nardy; one game of the other looks unlike them."""
    source = Random(5)
    for who in ("anna", "Levan"):
        rooms = await store.read(lambda c, who=who: reviewed_games.waiting(c, who, 60))
        for number, (_, room) in enumerate(rooms):
            if not room.startswith("long-nardy"):
                continue
            is_odd = (who, number) == ("Levan", 3)
            told, parts = game_figures(source, room, number, is_odd=is_odd)
            await store.run(
                lambda c, who=who, told=told, parts=parts: reviewed_games.save(c, who, told, parts)
            )
        choice = ReviewChoice("all", is_automatic=False)
        await store.run(lambda c, who=who, choice=choice: reviewed_games.choose(c, who, choice))


def game_figures(
    source: Random, room: str, number: int, *, is_odd: bool
) -> tuple[GameFigures, list[ReviewPart]]:
    """A game of somebody who loses much when building the fence."""
    plans = {"head": 0.02, "building": 0.045, "fence": 0.02, "race": 0.006}
    skill = 0.1 if is_odd else source.lognormvariate(0, 0.25)
    counts = {name: source.randrange(4, 12) for name in plans}
    losses = {name: counts[name] * rate * skill for name, rate in plans.items()}
    parts = [ReviewPart("plan", name, counts[name], losses[name]) for name in plans]
    phases = {"opening": "head", "middle": "building", "race": "fence", "bearing off": "race"}
    parts += [ReviewPart("phase", name, counts[at], losses[at]) for name, at in phases.items()]
    parts += [ReviewPart("reason", "head", 1, 0.04 * skill), ReviewPart("reason", "blocks", 2, 0.1)]
    ended_at = now() - number * DAY
    figures = GameFigures(
        room=room,
        game="long-nardy",
        begun=ended_at - 1,
        ended_at=ended_at,
        plies=1,
        is_protected=True,
        turns=sum(counts.values()),
        turns_lost=sum(losses.values()),
        cubes=0,
        cubes_lost=0.0,
        luck=source.gauss(0, 0.4),
        timed=sum(counts.values()),
        spread=0.05 if is_odd else source.lognormvariate(-0.2, 0.15),
    )
    return figures, parts


async def _table(store: Writer) -> None:
    """A match of the reader's with somebody, begun, and what they said."""
    match = Match(find_game("backgammon"), 5, seed=4)
    game = match.game
    while len(game.events) < TURNS * 2 or game.phase is not Phase.ROLL:
        if game.phase is Phase.TURN:
            game.play(next(iter(game.legal_turns)))
        else:
            game.roll()
    seats = {"white": "guest:anna", "black": "guest:Levan"}
    record = RoomRecord(id=TABLE, games=("backgammon",), length=5, seed="5e" * 32, **seats)
    entries = [LogEntry(event, now()) for event in match.events]
    await store.run(lambda c: log.make_room(c, record, entries))
    said = ["Good luck!", "You too. What the fuck was that roll?"]
    for n, (who, text) in enumerate(zip(("guest:anna", "guest:Levan"), said, strict=True), 1):
        line = ChatLine(n, who, text, now(), False, f"k{n}")
        await store.run(lambda c, one=line: talk.add_line(c, TABLE, one))


async def _order(store: Writer) -> None:
    """Something to decide for an admin, and what was decided."""
    line = ChatLine(1, "guest:Рустам", "These dice are loaded and so are you.", now(), False, "k")
    await store.run(lambda c: talk.add_line(c, finished.ROOM, line))
    await store.run(lambda c: talk.add_report(c, finished.ROOM, 1, "guest:anna", now()))
    moderator = Moderator(store, "anna")
    await moderator.impose("mute", "Aram", 7)
    await moderator.lift("mute", "Aram")


def cup(of: str, kind: Format) -> TournamentRecord:
    """What was announced."""
    names = {"knockout": "Winter cup", "knocked": "Кубок двора", "swiss": "Sunday Swiss"}
    starts = now() + DAY if of == "open" else None
    return TournamentRecord(
        id=of,
        name=names.get(of, "Friday night knock-out"),
        maker="guest:anna",
        games=("long-nardy",),
        length=3,
        conditions=Conditions(TournamentTerms(kind, rounds=5), "600+8", starts=starts),
        seed="s",
        since=now() - DAY,
    )


def played(kind: Format, count: int, rounds: int) -> list[TournamentEvent]:
    """A tournament in which the better seed wins, but for an upset now and then."""
    events: list[TournamentEvent] = [
        Entered(now(), f"guest:{name}", 1800.0 - 25 * n) for n, name in enumerate(PEOPLE[:count])
    ]
    tournament = functools.partial(Tournament.of, TournamentTerms(kind, rounds=5), "s")
    paired: Paired | Closed | None = first_round(tournament(events), now()) if rounds else None
    while isinstance(paired, Paired):
        events.append(replaced(paired))
        current = tournament(events)
        if current.round > rounds:
            events += ends(current.open[1:])
            break
        events += ends(current.open)
        paired = next_event(tournament(events), now())
    return events if paired is None or isinstance(paired, Paired) else [*events, paired]


def replaced(paired: Paired) -> Paired:
    """The pairings with rooms; those that are over are not looked into."""
    rooms = (replace(one, room=new_id()) for one in paired.pairings)
    return Paired(paired.at, paired.round, tuple(rooms))


def ends(meetings: Sequence[Meeting]) -> list[TournamentEvent]:
    """How these went."""
    return [MeetingEnded(now(), one.table, score(one)) for one in meetings]


def score(meeting: Meeting) -> MeetingResult:
    """The lower number wins; at every fifth table the other one."""
    white = (meeting.white < (meeting.black or 99)) ^ (meeting.table % 5 == 4)
    return MeetingResult(float(white), float(not white))


async def _cup(store: Writer, record: TournamentRecord, events: list[TournamentEvent]) -> None:
    is_over = isinstance(events[-1], Closed)
    await store.run(lambda c: tournaments.make(c, record))
    await store.run(lambda c: tournaments.append(c, record.id, 0, events, is_over=is_over))
