"""The messages about tournaments."""

from collections import Counter

import msgspec

from nardy.server.club.club import Club
from nardy.server.groups.roles import DIRECTING
from nardy.server.names import GONE
from nardy.server.pairing import arena, course, knock_out
from nardy.server.pairing.standings import TIES
from nardy.server.pairing.tournament import Tournament
from nardy.server.pairing.values import FEWEST, Meeting
from nardy.server.protocol.tournaments import (
    BracketPairFacts,
    EntrantFacts,
    StandingRow,
    TableFacts,
    TournamentFacts,
    TournamentLine,
)
from nardy.server.rooms.results import game_names, game_of, is_changed
from nardy.server.seats import bot_spec_of, guest_id_of, is_bot, is_guest
from nardy.server.store import guests
from nardy.server.store.guests import PublicProfile
from nardy.server.timestamps import now
from nardy.server.tournaments.running import RunningTournament, TournamentLists, changes

MOST_TABLES = 100
"""Tables of an arena in a message, the latest ones; there may be thousands."""


async def line_of(club: Club, running: RunningTournament, who: str | None) -> TournamentLine:
    """A tournament's entry in the list, for a reader, *who*."""
    record, current = running.record, running.now
    number = current.number_of(who) if who else None
    winner = await _winner(club, running)
    return TournamentLine(
        id=record.id,
        name=record.name,
        format=current.terms.format,
        game=game_names(game_of(record.games), club.rule_versions),
        is_changed=is_changed(record.games),
        length=record.length,
        clock=record.conditions.clock,
        is_rated=record.conditions.is_rated,
        phase="over" if current.closed else "going" if current.begun else "open",
        entrants=len(current.inside),
        round=current.round,
        rounds=course.rounds_of(current) if current.begun else planned(running),
        minutes=current.terms.minutes,
        starts=record.conditions.starts,
        ends=arena.ends_at(current) if current.terms.format == "arena" else None,
        is_in=number is not None and current.entrant(number).is_in,
        is_yours=await directs(club, running, who),
        winner=bot_spec_of(winner) if winner else None,
        winner_is_bot=is_bot(winner),
    )


async def directs(club: Club, running: RunningTournament, who: str | None) -> bool:
    """Whether somebody may direct the tournament: its maker, and in a group its owner and helpers."""
    group = running.record.conditions.group
    is_leader = group and await club.groups.role(group, who) in DIRECTING
    return running.record.maker == who or bool(is_leader)


def planned(running: RunningTournament) -> int | None:
    """The number of rounds announced; None if it depends on the entrants."""
    terms = running.now.terms
    return terms.rounds if terms.format == "swiss" else None


async def facts_of(
    club: Club, running: RunningTournament, who: str | None, since: int | None = None
) -> TournamentFacts:
    """The facts of a tournament for a reader, *who*; its lists only with changes since a version."""
    record = running.record
    line = await line_of(club, running, who)
    group_name = await _group_name(club, record.conditions.group)
    profiles: dict[str, PublicProfile] = {}
    # Again if somebody has entered meanwhile.
    while any(person not in profiles for person in _people(running)):
        profiles = await names_and_pictures_of(club, _people(running))
    # Nothing is awaited from here on: all of the message is of one version.
    current = running.now
    you = current.number_of(who) if who else None
    is_waiting = current.begun is None and current.closed is None
    lists = _lists(running, profiles)
    # Of a version the first lists stay: names change without a new version, and open pages have the old ones.
    if running.sent.get(current.version) is None:
        running.sent[current.version] = lists
    seen = running.sent.get(since) if since is not None else None
    sent = changes(seen, lists) if seen else lists
    return TournamentFacts(
        version=current.version,
        since=since if seen else None,
        line=line,
        director=profiles[running.record.maker].name,
        entrants=sent.entrants,
        standings=sent.standings,
        order=[row.number for row in running.rows],
        ties=list(TIES[current.terms.format]),
        tables=sent.tables,
        duels=sent.duels,
        you=you,
        your_room=room_of(running, you),
        may_enter=_may_enter(current, you),
        may_begin=line.is_yours and is_waiting and len(current.inside) >= FEWEST,
        begun=current.begun,
        closed=current.closed,
        group=record.conditions.group,
        group_name=group_name,
        prizes=record.conditions.prizes,
    )


def _people(running: RunningTournament) -> list[str]:
    return [running.record.maker, *(entrant.who for entrant in running.now.entrants)]


def _may_enter(tournament: Tournament, number: int | None) -> bool:
    """Whether a reader, an entrant of this number or nobody yet, may enter or come back."""
    if number is not None and tournament.entrant(number).is_removed:
        return False
    return course.may_enter(tournament, now()) or course.may_return(tournament, number)


async def _group_name(club: Club, group: str) -> str:
    found = await club.groups.known(group) if group else None
    return found.name if found else ""


def room_of(running: RunningTournament, number: int | None) -> str | None:
    """The room in which an entrant should play now, or None."""
    if number is None or running.now.closed is not None:
        return None
    return next((meeting.room for meeting in running.now.open if meeting.holds(number)), None)


def _lists(running: RunningTournament, profiles: dict[str, PublicProfile]) -> TournamentLists:
    meetings = running.now.meetings
    if running.now.terms.format == "arena":
        meetings = meetings[-MOST_TABLES:]
    return TournamentLists(
        entrants=_entrants(running, profiles),
        standings=msgspec.convert(running.rows, list[StandingRow], from_attributes=True),
        tables=list(map(_table, meetings)),
        duels=duels_of(running.now),
    )


def duels_of(current: Tournament) -> list[BracketPairFacts]:
    """The bracket of a knock-out; empty before it starts and in other formats."""
    if current.terms.format != "knock-out" or current.begun is None:
        return []
    tables = {(one.round, frozenset((one.white, one.black))): one.table for one in current.meetings}
    tree = knock_out.tree(current)
    rounds = max(tree, default=0).bit_length()
    return [
        BracketPairFacts(
            knot=knot,
            white=one.white,
            black=one.black,
            winner=one.winner,
            is_decided=one.is_decided,
            table=tables.get((rounds - knot.bit_length() + 1, frozenset((one.white, one.black)))),
        )
        for knot, one in sorted(tree.items())
    ]


def _entrants(running: RunningTournament, profiles: dict[str, PublicProfile]) -> list[EntrantFacts]:
    entrants = running.now.entrants
    alike, seen = Counter(one.who for one in entrants), Counter[str]()
    found: list[EntrantFacts] = []
    for one in entrants:
        seen[one.who] += 1
        facts = EntrantFacts(
            number=one.number,
            name=profiles[one.who].name,
            is_bot=is_bot(one.who),
            player=None if is_bot(one.who) else guest_id_of(one.who),
            which=seen[one.who] if alike[one.who] > 1 else 0,
            is_in=one.is_in,
            rating=None if is_bot(one.who) else one.rating,
            avatar=profiles[one.who].avatar,
        )
        found.append(facts)
    return found


def _table(meeting: Meeting) -> TableFacts:
    result = meeting.result
    return TableFacts(
        table=meeting.table,
        round=meeting.round,
        white=meeting.white,
        black=meeting.black,
        room=meeting.room,
        result=[result.white, result.black] if result else None,
        is_played=result.is_played if result else True,
    )


async def _winner(club: Club, running: RunningTournament) -> str | None:
    """The name or `bot:SPEC` of the only winner; None before the end and after a tie for first."""
    if running.now.closed is None or not running.now.meetings:
        return None
    first, *others = (row for row in running.rows if row.rank == 1)
    if others:
        return None
    who = running.now.entrant(first.number).who
    return who if is_bot(who) else (await names_and_pictures_of(club, [who]))[who].name


async def names_and_pictures_of(club: Club, people: list[str]) -> dict[str, PublicProfile]:
    """The name and picture of each person; a bot's name is its spec."""
    ids = sorted({guest_id_of(who) for who in people if is_guest(who)})
    known = await club.store.read(lambda c: guests.names_and_pictures_of(c, ids)) if ids else {}
    return {
        who: PublicProfile(bot_spec_of(who))
        if is_bot(who)
        else known.get(guest_id_of(who), PublicProfile(GONE))
        for who in people
    }
