"""HTTP for tournaments: the list, one tournament, announcements, and what people do in it."""

import functools
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody, QueryParameter

from nardy.core.clock import Control
from nardy.server.accounts.api_clients import require_person
from nardy.server.api.requests import club_of, guest_of, invited
from nardy.server.api.rooms import MOST_POINTS
from nardy.server.bots.runner import LEVELS
from nardy.server.errors import RefusedError
from nardy.server.names import visible
from nardy.server.pairing.values import TournamentTerms
from nardy.server.protocol.tournaments import (
    Format,
    PlayerTournament,
    TournamentFacts,
    TournamentLine,
)
from nardy.server.rooms.clock import is_slow
from nardy.server.rooms.results import game_names, game_of, require_ratable
from nardy.server.seats import PREFIX
from nardy.server.store import tournaments
from nardy.server.store.tournaments import Conditions, TournamentRecord
from nardy.server.timestamps import now
from nardy.server.tournaments.running import RunningTournament
from nardy.server.tournaments.service import TournamentService, new_id
from nardy.server.tournaments.views import PERSON, directs, facts_of, line_of
from nardy.server.web.guards import address_of

MOST_NAME = 60
MOST_ROUNDS = 15
MOST_MINUTES = 240
MOST_CYCLES = 2
A_MONTH = 30 * 24 * 3600 * 1000
Asked = Request[Any, Any, Any]


class NewTournament(msgspec.Struct, forbid_unknown_fields=True):
    """A tournament to be announced."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_NAME)]
    game: Annotated[str, msgspec.Meta(max_length=200)]
    """As position text names it, or any name or alias; with options if you like."""
    format: Format
    clock: Annotated[str, msgspec.Meta(max_length=20)]
    """600+8 or 240d12, as for a game."""
    length: Annotated[int, msgspec.Meta(ge=0, le=MOST_POINTS)] = 0
    """The points of each match; 0 is a single game."""
    rounds: Annotated[int, msgspec.Meta(ge=1, le=MOST_ROUNDS)] = 5
    """Of a Swiss; of a round robin how often everybody meets everybody, 1 or 2."""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=MOST_MINUTES)] = 60
    """How long an arena pairs."""
    rated: bool = False
    """Games between people count for their ratings."""
    starts: Annotated[int, msgspec.Meta(ge=0, le=1 << 53)] | None = None
    """In milliseconds since 1970; null: when you say so."""
    circle: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """A club by invitation to which you belong: only its members see and enter it."""


def title_of(text: str) -> str:
    """What a tournament is called, as it is shown.

    Raises:
        RefusedError: it cannot be seen.
    """
    title = visible(text)
    if not title or not title.isprintable():
        told = f"expected a name of visible letters, got {text!r:.60}"
        raise RefusedError("tournament-name", f"{told}; choose another")
    return title


def conditions_of(plan: NewTournament, games: tuple[str, ...]) -> Conditions:
    """What is announced beside the game.

    Raises:
        NardyError: there is no such clock, or it or the games do not go with the format.
    """
    control = Control.parse(plan.clock)
    if len(games) > 1 and not plan.length:
        told = f"expected the points of a match for {plan.game:.40}, got a single game"
        raise RefusedError("need-match", f"{told} (for example 5)")
    if plan.format == "arena" and is_slow(control):
        told = f"expected a clock of minutes for an arena, got {plan.clock!r}"
        raise RefusedError("tournament-clock", f"{told} (for example 300+5)")
    if plan.rated:
        require_ratable(games, plan.clock)
    if plan.starts is not None and not now() <= plan.starts <= now() + A_MONTH:
        told = "expected a start within the next 30 days; choose another time"
        raise RefusedError("tournament-start", told)
    rounds = min(plan.rounds, MOST_CYCLES) if plan.format == "round-robin" else plan.rounds
    terms = TournamentTerms(plan.format, rounds=rounds, minutes=plan.minutes)
    return Conditions(terms, str(control), plan.rated, plan.starts, plan.circle)


class BotEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Bots of the house that enter."""

    level: Annotated[str, msgspec.Meta(max_length=40)] = "steady"
    """easy, beginner, steady, casual, club, expert, strong or strongest."""
    count: Annotated[int, msgspec.Meta(ge=1, le=32)] = 1


class EntrantNumber(msgspec.Struct, forbid_unknown_fields=True):
    """An entrant by the number."""

    number: Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]


class Announced(msgspec.Struct):
    """A tournament was announced."""

    tournament: str


def tournaments_of(request: Asked) -> TournamentService:
    """Who holds the tournaments."""
    return request.app.state.tournaments


@get("/api/tournaments")
async def list_tournaments(request: Asked) -> list[TournamentLine]:
    """Those that are to come or go on, and the last that are over."""
    club, who = club_of(request), await _who(request)
    return [await line_of(club, one, who) for one in await tournaments_of(request).all()]


@get("/api/circles/{circle:str}/tournaments")
async def list_tournaments_in(request: Asked, circle: FromPath[str]) -> list[TournamentLine]:
    """The same of a club by invitation, to its members."""
    club, who = club_of(request), await _who(request)
    await club.groups.circle(circle, who)
    return [await line_of(club, one, who) for one in await tournaments_of(request).all(circle)]


@get("/api/tournaments/{tournament:str}")
async def tell_tournament(
    request: Asked,
    tournament: FromPath[str],
    since: Annotated[int | None, QueryParameter(ge=0)] = None,
) -> TournamentFacts:
    """Everything of a tournament, or with the version that was seen last what has changed."""
    running = await _running_tournament(request, tournament)
    return await facts_of(club_of(request), running, await _who(request), since)


@post("/api/tournaments")
async def announce(request: Asked, data: JSONBody[NewTournament]) -> Response[Announced]:
    """A new tournament, which who asks directs."""
    games = club_of(request).rule_versions.games_of(data.game, is_match=bool(data.length))
    conditions = conditions_of(data, games)
    guest, cookies = await invited(request)
    require_person(guest, what="a tournament")
    if data.circle:
        await club_of(request).groups.circle(data.circle, PERSON + guest.id)
    club_of(request).limits.take("tournament", person=guest.id, address=address_of(request))
    record = TournamentRecord(
        id=new_id(),
        name=title_of(data.name),
        maker=PERSON + guest.id,
        games=games,
        length=data.length,
        conditions=conditions,
        seed=new_id(),
        since=now(),
    )
    await tournaments_of(request).make(record)
    return Response(Announced(record.id), cookies=cookies)


@post("/api/tournaments/{tournament:str}/enter")
async def enter(request: Asked, tournament: FromPath[str]) -> Response[TournamentFacts]:
    """Enter, or come back after leaving."""
    running = await _running_tournament(request, tournament)
    guest, cookies = await invited(request)
    require_person(guest, what="a tournament")
    who = PERSON + guest.id
    club_of(request).limits.take("enter", person=guest.id, address=address_of(request))
    await tournaments_of(request).enter(running, who)
    return Response(await facts_of(club_of(request), running, who), cookies=cookies)


@post("/api/tournaments/{tournament:str}/leave")
async def leave(request: Asked, tournament: FromPath[str]) -> TournamentFacts:
    """Be paired no more; a game that goes on may be played to its end."""
    running, who = await _running_tournament(request, tournament), await _who(request)
    number = running.now.number_of(who) if who else None
    await tournaments_of(request).leave(running, number or 0)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/begin")
async def begin(request: Asked, tournament: FromPath[str]) -> TournamentFacts:
    """Pair the first round now."""
    running, who = await _directed(request, tournament)
    await tournaments_of(request).begin(running)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/end")
async def end(request: Asked, tournament: FromPath[str]) -> TournamentFacts:
    """End a tournament; the games that go on are played to their end, but count in it no more."""
    running, who = await _directed(request, tournament)
    await tournaments_of(request).end(running)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/bots")
async def send_bots(
    request: Asked, tournament: FromPath[str], data: JSONBody[BotEntry]
) -> TournamentFacts:
    """Let bots of the house enter."""
    if data.level not in LEVELS:
        told = f"expected a level ({', '.join(LEVELS)}), got {data.level!r}"
        raise RefusedError("level", told)
    running, who = await _directed(request, tournament)
    await tournaments_of(request).enter(running, PREFIX + LEVELS[data.level], data.count)
    return await facts_of(club_of(request), running, who)


@post("/api/tournaments/{tournament:str}/remove")
async def remove(
    request: Asked, tournament: FromPath[str], data: JSONBody[EntrantNumber]
) -> TournamentFacts:
    """Take an entrant out: paired no more."""
    running, who = await _directed(request, tournament)
    await tournaments_of(request).leave(running, data.number)
    return await facts_of(club_of(request), running, who)


@get("/api/players/{player:str}/tournaments")
async def list_tournaments_of(request: Asked, player: FromPath[str]) -> list[PlayerTournament]:
    """The tournaments that somebody entered, the newest first. `me` is who asks."""
    who = await _who(request) if player == "me" else PERSON + player
    if who is None:
        return []
    is_you = who == await _who(request)
    asked = functools.partial(tournaments.tournaments_of, who=who, is_you=is_you)
    club = club_of(request)
    return [
        PlayerTournament(
            one.tournament,
            one.name,
            game_names(game_of(one.games), club.rule_versions),
            one.rank,
            one.of,
            one.since,
        )
        for one in await club.store.read(asked)
    ]


HANDLERS = (
    *(list_tournaments, tell_tournament, announce, list_tournaments_of, list_tournaments_in),
    *(enter, leave, begin, end, send_bots, remove),
)


async def _who(request: Asked) -> str | None:
    guest = await guest_of(request)
    return PERSON + guest.id if guest else None


async def _running_tournament(request: Asked, tournament: str) -> RunningTournament:
    """A tournament that is there for who asks."""
    director = tournaments_of(request)
    running = await director.running(tournament)
    if running is None or not await director.is_for(running, await _who(request)):
        raise NotFoundException(f"expected the id of a tournament, got {tournament!r:.40}")
    return running


async def _directed(request: Asked, tournament: str) -> tuple[RunningTournament, str]:
    """A tournament that who asks directs; an admin directs every one that he sees."""
    running, guest = await _running_tournament(request, tournament), await guest_of(request)
    who = PERSON + guest.id if guest else ""
    is_admin = guest is not None and guest.role == "admin"
    if not is_admin and not await directs(club_of(request), running, who):
        raise RefusedError("tournament-director", "expected who directs this tournament; ask them")
    return running, who
