"""Leaderboards and profiles, as a page asks for them."""

import functools
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, cast

from litestar import Request, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from nardy.render.labels import result_word
from nardy.server.api.requests import club_of, guest_of
from nardy.server.bots.runner import LEVELS
from nardy.server.club.club import Club
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.protocol.messages import Seat
from nardy.server.protocol.players import (
    History,
    LadderFacts,
    LadderRecord,
    Leader,
    Leaders,
    PastGame,
    Profile,
    RatingMark,
    Rival,
)
from nardy.server.ratings.ladder import ESTABLISHED, OPPONENTS
from nardy.server.ratings.pace import PACES, Pace
from nardy.server.rooms.results import game_names
from nardy.server.seats import PREFIX
from nardy.server.store import api_clients, guests, profiles
from nardy.server.store.guests import PublicProfile
from nardy.server.store.profiles import HeadToHead, PastRoom, ResultFilter
from nardy.server.store.ratings import ladders
from nardy.server.store.ratings.ladders import LadderSize, Rank
from nardy.translations import LANGUAGES

PERSON = "guest:"
A_PAGE = 20
"""Games of a history that are told at once."""
MOST_OF_BOT = 1_000
"""Of a bot's rated games in each seat those that its score against opponents counts."""
Visit = Request[Any, Any, Any]


@get("/api/leaders")
async def list_ladders(request: Visit) -> list[LadderFacts]:
    """Every game and pace at which rated matches have been played, the most played first."""
    club = club_of(request)
    return [
        _ladder_facts(one, club.rule_versions) for one in await club.store.read(ladders.ladders)
    ]


@get("/api/leaders/{game:str}/{pace:str}")
async def tell_leaders(request: Visit, game: FromPath[str], pace: FromPath[str]) -> Leaders:
    """The best of a game at a pace, who may soon be among them, and your own row."""
    club, who = club_of(request), await _who(request)
    ladder = game, pace_called(pace)
    best = await club.store.read(lambda c: ladders.leaders(c, *ladder))
    new = await club.store.read(lambda c: ladders.leaders(c, *ladder, provisional=True))
    mine = await club.store.read(lambda c: ladders.place_of(c, who, *ladder)) if who else None
    by_id = await _profiles(club, (place.who for place in (*best, *new, *([mine] if mine else []))))

    def row(place: Rank, rank: int | None) -> Leader:
        return leader_row(place, rank, by_id[place.who], is_you=place.who == who)

    return Leaders(
        game=game,
        name=game_names(game, club.rule_versions),
        pace=ladder[1],
        leaders=[row(place, rank) for place, rank in _ranks(best)],
        provisional=[row(place, None) for place in new],
        ranked=await club.store.read(lambda c: ladders.ranked(c, *ladder)),
        needs=ESTABLISHED,
        needs_opponents=OPPONENTS,
        you=row(mine, await _rank(club, mine)) if mine else None,
    )


@get("/api/players/{player:str}")
async def tell_profile(request: Visit, player: FromPath[str]) -> Profile:
    """One player: ladders and the score against each opponent. `me` is who asks, `bot:SPEC` a bot."""
    club, who = club_of(request), await _meant(request, player)
    if who is None:
        return Profile(id="", name="", since=0, is_you=True, ladders=[], rivals=[])
    places = await club.store.read(lambda c: ladders.places_of(c, who))
    since = await _since(club, who, places)
    if since is None:
        raise no_player(player)
    is_you = who == await _who(request)
    asked = ResultFilter(who, casual=is_you, most=None if _id(who) else MOST_OF_BOT)
    rivals = await club.store.read(lambda c: profiles.rivals(c, asked))
    by_id = await _profiles(club, (who, *(one.opponent for one in rivals)))
    return Profile(
        id=who.removeprefix(PERSON),
        name=by_id[who].name,
        since=since,
        is_you=is_you,
        ladders=[await _record(club, place) for place in places],
        rivals=[_rival(one, by_id[one.opponent]) for one in rivals],
        avatar=by_id[who].avatar,
        level=next((level for level, spec in LEVELS.items() if who == PREFIX + spec), ""),
        is_bot=_id(who) is None,
        program_of=await _owner(club, who) if by_id[who].is_program else "",
    )


async def _owner(club: Club, who: str) -> str:
    """Who answers for a program, by name."""
    owner = await club.store.read(lambda c: api_clients.owner_of(c, who.removeprefix(PERSON)))
    return owner.name if owner else ""


async def _since(club: Club, who: str, places: Sequence[Rank]) -> int | None:
    """When somebody came first; None for nobody. A bot of the house was always here."""
    if guest := _id(who):
        return await club.store.read(lambda c: profiles.since_of(c, guest))
    is_known = who.removeprefix(PREFIX) in LEVELS.values() or places
    return 0 if is_known else None


@get("/api/players/{player:str}/games")
async def tell_history(
    request: Visit,
    player: FromPath[str],
    before: Annotated[int | None, QueryParameter(ge=0, le=1 << 53)] = None,
) -> History:
    """What somebody has played, the latest first; casual games only to the player."""
    club, who = club_of(request), await _meant(request, player)
    if who is None:
        return History([], None)
    asked = ResultFilter(who, casual=who == await _who(request), before=before)
    found = await club.store.read(lambda c: profiles.history(c, asked, A_PAGE + 1))
    by_id = await _profiles(club, (past.opponent for past in found))
    told = [_past(past, by_id[past.opponent], club.rule_versions) for past in found[:A_PAGE]]
    return History(told, told[-1].ended_at if len(found) > A_PAGE else None)


@get("/api/players/{player:str}/ratings/{game:str}/{pace:str}")
async def tell_ratings(
    request: Visit, player: FromPath[str], game: FromPath[str], pace: FromPath[str]
) -> list[RatingMark]:
    """A rating over time: the last 300 matches, the oldest first."""
    ladder = await _meant(request, player) or "", game, pace_called(pace)
    marks = await club_of(request).store.read(lambda c: profiles.rated_over_time(c, *ladder))
    return [RatingMark(at, rating) for at, rating in marks]


HANDLERS = (list_ladders, tell_leaders, tell_profile, tell_history, tell_ratings)


def pace_called(name: str) -> Pace:
    """The pace of this name.

    Raises:
        NotFoundException: there is none.
    """
    found: Pace | None = next((pace for pace in PACES if pace == name), None)
    if found is None:
        raise NotFoundException(f"expected a pace ({', '.join(PACES)}), got {name!r:.40}")
    return found


def no_player(player: str) -> NotFoundException:
    """The answer where a player is asked for who does not exist."""
    return NotFoundException(f"expected the id of a player, got {player!r:.40}")


async def _who(request: Visit) -> str | None:
    guest = await guest_of(request)
    return PERSON + guest.id if guest else None


async def _meant(request: Visit, player: str) -> str | None:
    """Which player or bot an address means; None is a visitor of whom nothing is known yet."""
    if player.startswith(PREFIX):
        return player
    return await _who(request) if player == "me" else PERSON + player


async def _profiles(club: Club, people: Iterable[str]) -> dict[str, PublicProfile]:
    """What each is called, a bot by its spec, and looks like."""
    everybody = set(people)
    ids = sorted(who.removeprefix(PERSON) for who in everybody if who.startswith(PERSON))
    known = await club.store.read(lambda c: guests.names_and_pictures_of(c, ids)) if ids else {}
    return {
        who: known.get(_id(who) or "", PublicProfile("?" if _id(who) else who.removeprefix(PREFIX)))
        for who in everybody
    }


def _id(who: str) -> str | None:
    return who.removeprefix(PERSON) if who.startswith(PERSON) else None


async def _rank(club: Club, place: Rank) -> int | None:
    return await club.store.read(functools.partial(ladders.rank_of, place=place))


def _ladder_facts(one: LadderSize, known: RuleVersions) -> LadderFacts:
    names, pace = game_names(one.game, known), cast("Pace", one.pace)
    return LadderFacts(one.game, names, pace, one.ranked, one.players, one.matches)


def leader_row(place: Rank, rank: int | None, face: PublicProfile, *, is_you: bool) -> Leader:
    """One row of a leaderboard."""
    standing, player = place.standing, place.who.removeprefix(PERSON)
    trend = list(standing.trend)
    return Leader(
        rank,
        player,
        face.name,
        standing.rating,
        standing.matches,
        trend,
        is_you,
        face.avatar,
        is_bot=_id(place.who) is None,
        is_provisional=standing.is_provisional,
        opponents=standing.opponents,
    )


def _rival(one: HeadToHead, face: PublicProfile) -> Rival:
    player, change = _id(one.opponent), one.change
    return Rival(player, face.name, one.won, one.drawn, one.lost, change, face.avatar)


def _ranks(best: Iterable[Rank]) -> Iterable[tuple[Rank, int | None]]:
    """People are counted; a bot stands between them."""
    people = 0
    for place in best:
        people += bool(_id(place.who))
        yield place, people if _id(place.who) else None


async def _record(club: Club, place: Rank) -> LadderRecord:
    standing = place.standing
    return LadderRecord(
        game=place.game,
        name=game_names(place.game, club.rule_versions),
        pace=cast("Pace", place.pace),
        rating=standing.rating,
        is_provisional=standing.is_provisional,
        matches=standing.matches,
        won=standing.won,
        drawn=standing.drawn,
        lost=standing.lost,
        rank=await _rank(club, place),
        ranked=await club.store.read(lambda c: ladders.ranked(c, place.game, place.pace)),
        streak=standing.streak,
        longest=standing.longest,
        peak=standing.peak,
        strength=standing.strength.rating,
        deviation=standing.strength.deviation,
    )


def _past(past: PastRoom, opponent: PublicProfile, known: RuleVersions) -> PastGame:
    return PastGame(
        room=past.room,
        game=past.game,
        name=game_names(past.game, known),
        pace=cast("Pace | None", past.pace),
        length=past.length,
        is_rated=past.is_rated,
        seat=cast("Seat", past.seat),
        opponent=opponent.name,
        opponent_id=_id(past.opponent),
        score=past.score,
        mine=past.mine,
        theirs=past.theirs,
        size=past.size,
        on_time=past.on_time,
        ended_at=past.ended_at,
        change=past.change,
        avatar=opponent.avatar,
        words={language: result_word(language, past.size) for language in LANGUAGES}
        if past.score not in (None, 0.5)
        else {},
    )
