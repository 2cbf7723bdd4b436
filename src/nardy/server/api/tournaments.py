"""HTTP: the list of tournaments, announcements, and entering, leaving and directing one."""

import functools
from collections.abc import Callable
from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from nardy.core.clock import Control
from nardy.server.accounts.api_clients import require_person
from nardy.server.accounts.moderation import Moderator
from nardy.server.api.requests import EXACT, club_of, guest_of, invited, tournaments_of, who_of
from nardy.server.api.rooms import MOST_POINTS
from nardy.server.bots.levels import spec_of_level
from nardy.server.errors import RefusedError
from nardy.server.names import visible
from nardy.server.pairing.values import TournamentTerms
from nardy.server.protocol.shared import filled_from
from nardy.server.protocol.tournaments import (
    Format,
    PlayerTournament,
    TournamentFacts,
    TournamentLine,
)
from nardy.server.rooms.results import game_names, game_of, require_ratable
from nardy.server.seats import bot_seat, guest_id_of, guest_seat
from nardy.server.shards.numbers import new_id
from nardy.server.store import tournaments
from nardy.server.store.database.writer import Connection
from nardy.server.store.tournaments import Conditions, TournamentRecord
from nardy.server.timestamps import DAY_MS, now
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.views import directs, facts_of, line_of
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_NAME = 60
MOST_PRIZES = 300
MOST_ROUNDS = 15
MOST_MINUTES = 240
MOST_CYCLES = 2
A_MONTH = 30 * DAY_MS


class NewTournament(msgspec.Struct, forbid_unknown_fields=True, rename={"group": "circle"}):
    """A tournament to be announced."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
    game: Annotated[str, msgspec.Meta(max_length=200)]
    """The game as in position text, or any name or alias, optionally with options."""
    format: Format
    clock: Annotated[str, msgspec.Meta(max_length=20)]
    """600+8 or 240d12, as for a game."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of each match; 0 is a single game."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 5
    """The number of rounds of a Swiss tournament, or of cycles of a round robin, 1 or 2."""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=MOST_MINUTES)] = 60
    """The duration of an arena."""
    rated: bool = False
    """Games between people count for their ratings."""
    starts: Annotated[int, msgspec.Meta(ge=0, le=EXACT)] | None = None
    """The start in milliseconds since 1970; null is when you start it."""
    group: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """The id of a private group to which you belong: only its members see and enter it."""
    prizes: Annotated[str, msgspec.Meta(max_length=MOST_PRIZES)] = ""
    """What the winners get, in your words."""


def title_of(text: str) -> str:
    """The name of a tournament as it is displayed.

    Raises:
        RefusedError: it has invisible letters only, or control characters.
    """
    title = visible(text)
    if not title or not title.isprintable():
        reason = f"expected a name of visible letters, got {text!r:.60}"
        raise RefusedError("tournament-name", f"{reason}; choose another")
    return title


def words_of(text: str) -> str:
    """The words about prizes as they are displayed, on one line; '' for none.

    Raises:
        RefusedError: they have control characters.
    """
    words = visible(text)
    if words and not words.isprintable():
        reason = f"expected prizes in visible letters, got {text!r:.60}"
        raise RefusedError("tournament-prizes", f"{reason}; choose other words")
    return words


def conditions_of(plan: NewTournament, games: tuple[str, ...]) -> Conditions:
    """The conditions of a tournament.

    Raises:
        NardyError: the clock is unknown, or the clock, games or start do not fit the format.
    """
    control = Control.parse(plan.clock)
    if len(games) > 1 and not plan.length:
        reason = f"expected the points of a match for {plan.game:.40}, got a single game"
        raise RefusedError("need-match", f"{reason} (for example 5)")
    if plan.format == "arena" and control.is_correspondence:
        reason = f"expected a clock of minutes for an arena, got {plan.clock!r}"
        raise RefusedError("tournament-clock", f"{reason} (for example 300+5)")
    if plan.rated:
        require_ratable(games, plan.clock)
    if plan.starts is not None and not now() <= plan.starts <= now() + A_MONTH:
        reason = "expected a start within the next 30 days; choose another time"
        raise RefusedError("tournament-start", reason)
    rounds = min(plan.rounds, MOST_CYCLES) if plan.format == "round-robin" else plan.rounds
    terms = TournamentTerms(plan.format, rounds=rounds, minutes=plan.minutes)
    prizes = words_of(plan.prizes)
    return Conditions(terms, str(control), plan.rated, plan.starts, plan.group, prizes)


class BotEntry(msgspec.Struct, forbid_unknown_fields=True):
    """The club's bots that enter a tournament."""

    level: Annotated[str, msgspec.Meta(max_length=40)] = "steady"
    """1 to 8, easy, steady or strong; or an old name: beginner, casual, club, expert, strongest."""
    count: Annotated[int, msgspec.Meta(ge=1, le=32)] = 1


class EntrantNumber(msgspec.Struct, forbid_unknown_fields=True):
    """An entrant by their number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]


class Announced(msgspec.Struct):
    """The id of a tournament that was announced."""

    tournament: str


@get("/api/tournaments")
async def list_tournaments(request: AnyRequest) -> list[TournamentLine]:
    """Upcoming and running public tournaments, and the last finished ones."""
    club, who = club_of(request), await who_of(request)
    found = await tournaments_of(request).all()
    return [await line_of(club, tournament, who) for tournament in found]


@get("/api/groups/{group:str}/tournaments")
async def list_tournaments_in(request: AnyRequest, group: FromPath[str]) -> list[TournamentLine]:
    """The same of a private group, for its members only."""
    club, who = club_of(request), await who_of(request)
    await club.groups.for_member(group, who)
    found = await tournaments_of(request).all(group)
    return [await line_of(club, tournament, who) for tournament in found]


@get("/api/tournaments/{tournament:str}")
async def tell_tournament(
    request: AnyRequest,
    tournament: FromPath[str],
    since: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> TournamentFacts:
    """A tournament; `since`, the last version seen, leaves out what has not changed."""
    running = await shown_tournament(request, tournament)
    return await facts_of(club_of(request), running, await who_of(request), since)


@post("/api/tournaments")
async def announce(request: AnyRequest, data: JSONBody[NewTournament]) -> Response[Announced]:
    """Announce a tournament, which you direct."""
    games = club_of(request).rule_versions.games_of(data.game, is_match=bool(data.length))
    conditions = conditions_of(data, games)
    guest, cookies = await invited(request)
    require_person(guest, what="a tournament")
    if data.group:
        await club_of(request).groups.for_member(data.group, guest.seat)
    club_of(request).limits.take("tournament", person=guest.id, address=address_of(request))
    record = TournamentRecord(
        id=club_of(request).ownership.new_id(),
        name=title_of(data.name),
        maker=guest.seat,
        games=games,
        length=data.length,
        conditions=conditions,
        seed=new_id(),
        since=now(),
    )
    await tournaments_of(request).make(record)
    return Response(Announced(record.id), cookies=cookies)


@post("/api/tournaments/{tournament:str}/enter")
async def enter(request: AnyRequest, tournament: FromPath[str]) -> Response[TournamentFacts]:
    """Enter a tournament, also again after leaving."""
    running = await shown_tournament(request, tournament)
    guest, cookies = await invited(request)
    require_person(guest, what="a tournament")
    who = guest.seat
    club_of(request).limits.take("enter", person=guest.id, address=address_of(request))
    await tournaments_of(request).enter(running, who)
    return Response(await facts_of(club_of(request), running, who), cookies=cookies)


@post("/api/tournaments/{tournament:str}/leave")
async def leave(request: AnyRequest, tournament: FromPath[str]) -> TournamentFacts:
    """Withdraw from a tournament; your game in progress goes on."""
    running, who = await shown_tournament(request, tournament), await who_of(request)
    number = running.now.number_of(who) if who else None
    await tournaments_of(request).leave(running, number or 0)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/begin")
async def begin(request: AnyRequest, tournament: FromPath[str]) -> TournamentFacts:
    """Start a tournament: pair the first round now."""
    running, who = await _directed(request, tournament)
    note = await _noting(request, running, "tournament begin")
    await tournaments_of(request).begin(running, also=note)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/end")
async def end(request: AnyRequest, tournament: FromPath[str]) -> TournamentFacts:
    """End a tournament; games in progress go on but do not count for it."""
    running, who = await _directed(request, tournament)
    note = await _noting(request, running, "tournament end")
    await tournaments_of(request).end(running, also=note)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/bots")
async def send_bots(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[BotEntry]
) -> TournamentFacts:
    """Let the club's bots enter a tournament."""
    spec = spec_of_level(data.level)
    running, who = await _directed(request, tournament)
    note = await _noting(request, running, "tournament bots")
    await tournaments_of(request).enter(running, bot_seat(spec), data.count, also=note)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/remove")
async def remove(
    request: AnyRequest, tournament: FromPath[str], data: JSONBody[EntrantNumber]
) -> TournamentFacts:
    """Remove an entrant, who is not paired again."""
    running, who = await _directed(request, tournament)
    known = {one.number: guest_id_of(one.who) for one in running.now.entrants}
    note = await _noting(request, running, "tournament remove", known.get(data.number, ""))
    await tournaments_of(request).leave(running, data.number, is_removed=True, also=note)
    return await facts_of(club_of(request), running, who)


@get("/api/players/{player:str}/tournaments")
async def list_tournaments_of(request: AnyRequest, player: FromPath[str]) -> list[PlayerTournament]:
    """The tournaments that a player has entered, the newest first; `me` is yourself."""
    who = await who_of(request) if player == "me" else guest_seat(player)
    if who is None:
        return []
    is_you = who == await who_of(request)
    read = functools.partial(tournaments.tournaments_of, who=who, is_you=is_you)
    club = club_of(request)
    return [
        filled_from(
            PlayerTournament,
            entry,
            id=entry.tournament,
            game=game_names(game_of(entry.games), club.rule_versions),
        )
        for entry in await club.store.read(read)
    ]


async def shown_tournament(request: AnyRequest, tournament: str) -> RunningTournament:
    """The tournament with this id, if the sender of the request may see it.

    Raises:
        NotFoundException: there is none, or they may not see it.
    """
    tournaments = tournaments_of(request)
    running = await tournaments.running(tournament)
    if running is None or not await tournaments.is_for(running, await who_of(request)):
        raise NotFoundException(f"expected the id of a tournament, got {tournament!r:.40}")
    return running


async def _directed(request: AnyRequest, tournament: str) -> tuple[RunningTournament, str]:
    """A tournament that the sender of the request may direct, and their seat text.

    Admins may direct every tournament that they can see.

    Raises:
        RefusedError: they may not direct it.
    """
    running, guest = await shown_tournament(request, tournament), await guest_of(request)
    who = guest.seat if guest else ""
    is_admin = guest is not None and guest.role == "admin"
    if not is_admin and not await directs(club_of(request), running, who):
        raise RefusedError(
            "tournament-director", "expected the director of this tournament; ask them"
        )
    return running, who


async def _noting(
    request: AnyRequest, running: RunningTournament, what: str, about: str = ""
) -> Callable[[Connection], None]:
    """Appends to the audit log what an admin does in a tournament that others direct."""
    guest = await guest_of(request)
    if guest is None or await directs(club_of(request), running, guest.seat):
        return lambda _: None
    return Moderator(club_of(request).store, guest.id).noting(what, about or running.record.id)
