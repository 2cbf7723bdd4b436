"""HTTP: leaderboards, profiles, and statistics of the dice."""

import functools
from collections.abc import Iterable, Sequence
from typing import Annotated

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, QueryParameter

from nardy.render.labels import result_word
from nardy.server.api.requests import EXACT, club_of, who_of
from nardy.server.bots.levels import level_of_spec
from nardy.server.club.club import Club
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.protocol import players
from nardy.server.protocol.dice import DiceCounts
from nardy.server.protocol.shared import filled_from
from nardy.server.ratings.pace import PACES, Pace
from nardy.server.ratings.standing import ESTABLISHED, OPPONENTS
from nardy.server.rooms.results import game_names
from nardy.server.seats import bot_spec_of, guest_id_of, guest_seat, is_bot, is_guest
from nardy.server.store import api_clients, profiles
from nardy.server.store.guests import PublicProfile
from nardy.server.store.profiles import PastRoom, ResultFilter
from nardy.server.store.ratings import ladders
from nardy.server.store.ratings.ladders import Rank
from nardy.server.timestamps import noon_of
from nardy.server.tournaments.views import names_and_pictures_of
from nardy.server.web.cookies import AnyRequest
from nardy.translations import LANGUAGES

A_PAGE = 20
"""Games on one page of a history."""
MOST_OF_BOT = 1_000
"""A bot's latest rated games in each seat that count for its scores against opponents."""


@get("/api/leaders")
async def list_ladders(request: AnyRequest) -> list[players.LadderFacts]:
    """Every game and pace with rated matches, the most played first."""
    club = club_of(request)
    sizes = await club.store.read(ladders.ladders)
    return [
        filled_from(players.LadderFacts, size, name=game_names(size.game, club.rule_versions))
        for size in sizes
    ]


@get("/api/leaders/{game:str}/{pace:str}")
async def tell_leaders(
    request: AnyRequest, game: FromPath[str], pace: FromPath[str]
) -> players.Leaders:
    """The best players of a game at a pace, newcomers with provisional ratings, and your own row."""
    club, who = club_of(request), await who_of(request)
    ladder = game, pace_called(pace)
    best = await club.store.read(lambda c: ladders.leaders(c, *ladder))
    new = await club.store.read(lambda c: ladders.leaders(c, *ladder, provisional=True))
    mine = await club.store.read(lambda c: ladders.place_of(c, who, *ladder)) if who else None
    by_id = await names_and_pictures_of(
        club, [place.who for place in (*best, *new, *([mine] if mine else []))]
    )

    def row(place: Rank, rank: int | None) -> players.Leader:
        return leader_row(place, rank, by_id[place.who], is_you=place.who == who)

    return players.Leaders(
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
async def tell_profile(request: AnyRequest, player: FromPath[str]) -> players.Profile:
    """A player's ratings, and scores against each opponent; `me` is yourself, `bot:SPEC` a bot."""
    club, who = club_of(request), await _meant(request, player)
    if who is None:
        return players.Profile(id="", name="", since=0, is_you=True, ladders=[], rivals=[])
    places = await club.store.read(lambda c: ladders.places_of(c, who))
    since = await _since(club, who, places)
    if since is None:
        raise NotFoundException(f"expected the id of a player, got {player!r:.40}")
    is_you = who == await who_of(request)
    wanted = ResultFilter(who, casual=is_you, most=None if _id(who) else MOST_OF_BOT)
    rivals = await club.store.read(lambda c: profiles.rivals(c, wanted))
    by_id = await names_and_pictures_of(club, [who, *(score.opponent for score in rivals)])
    return players.Profile(
        id=guest_id_of(who),
        name=by_id[who].name,
        since=since,
        is_you=is_you,
        ladders=[await _record(club, place) for place in places],
        rivals=[
            filled_from(players.Rival, score, by_id[score.opponent], player=_id(score.opponent))
            for score in rivals
        ],
        avatar=by_id[who].avatar,
        level=level_of_spec(bot_spec_of(who)) if is_bot(who) else "",
        is_bot=_id(who) is None,
        program_of=await _owner(club, who) if by_id[who].is_program else "",
        scores=await _scores(club, wanted) if is_you else [],
    )


async def _scores(club: Club, wanted: ResultFilter) -> list[players.ColorScore]:
    found = await club.store.read(lambda c: profiles.scores(c, wanted))
    return [
        filled_from(players.ColorScore, one, name=game_names(one.game, club.rule_versions))
        for one in found
    ]


async def _owner(club: Club, who: str) -> str:
    """The name of a program's owner, or ''."""
    owner = await club.store.read(lambda c: api_clients.owner_of(c, guest_id_of(who)))
    return owner.name if owner else ""


async def _since(club: Club, who: str, places: Sequence[Rank]) -> int | None:
    """When a player first came, 0 for the club's bots; None for unknown players."""
    if guest := _id(who):
        return await club.store.read(lambda c: profiles.since_of(c, guest))
    is_known = level_of_spec(bot_spec_of(who)) or places
    return 0 if is_known else None


@get("/api/players/{player:str}/games")
async def tell_history(
    request: AnyRequest,
    player: FromPath[str],
    before: Annotated[int | None, QueryParameter(ge=0, le=EXACT)] = None,
) -> players.History:
    """The games of a player, the latest first; casual games are shown only to the player."""
    club, who = club_of(request), await _meant(request, player)
    if who is None:
        return players.History([], None)
    wanted = ResultFilter(who, casual=who == await who_of(request), before=before)
    found = await club.store.read(lambda c: profiles.history(c, wanted, A_PAGE + 1))
    by_id = await names_and_pictures_of(club, [past.opponent for past in found])
    games = [_past(past, by_id[past.opponent], club.rule_versions) for past in found[:A_PAGE]]
    return players.History(games, games[-1].ended_at if len(found) > A_PAGE else None)


@get("/api/players/{player:str}/ratings/{game:str}/{pace:str}")
async def tell_ratings(
    request: AnyRequest, player: FromPath[str], game: FromPath[str], pace: FromPath[str]
) -> list[players.RatingMark]:
    """A player's rating after each of the last 300 matches, the oldest first."""
    who = await _meant(request, player) or ""
    ladder = who, game, pace_called(pace)
    marks = await club_of(request).store.read(lambda c: profiles.rated_over_time(c, *ladder))
    if who != await who_of(request):
        # Two players with a mark at the same moment have met, perhaps within a private group.
        marks = [(noon_of(at), rating) for at, rating in marks]
    return [players.RatingMark(at, rating) for at, rating in marks]


@get("/api/dice")
async def tell_dice(request: AnyRequest) -> DiceCounts:
    """Counts of all dice thrown in finished games."""
    return await club_of(request).dice.counts()


def pace_called(name: str) -> Pace:
    """The pace with this name.

    Raises:
        NotFoundException: there is no such pace.
    """
    found: Pace | None = next((pace for pace in PACES if pace == name), None)
    if found is None:
        raise NotFoundException(f"expected a pace ({', '.join(PACES)}), got {name!r:.40}")
    return found


async def _meant(request: AnyRequest, player: str) -> str | None:
    """The player or bot of an address; None for `me` in a browser without a cookie."""
    if is_bot(player):
        return player
    return await who_of(request) if player == "me" else guest_seat(player)


def _id(who: str) -> str | None:
    return guest_id_of(who) if is_guest(who) else None


async def _rank(club: Club, place: Rank) -> int | None:
    return await club.store.read(functools.partial(ladders.rank_of, place=place))


def leader_row(
    place: Rank, rank: int | None, profile: PublicProfile, *, is_you: bool
) -> players.Leader:
    """A row of a leaderboard."""
    return filled_from(
        players.Leader,
        profile,
        place.standing,
        rank=rank,
        player=guest_id_of(place.who),
        trend=list(place.standing.trend),
        is_you=is_you,
        is_bot=_id(place.who) is None,
    )


def _ranks(best: Iterable[Rank]) -> Iterable[tuple[Rank, int | None]]:
    """Places with the ranks of people; a bot keeps its place in the list and has no rank (None)."""
    people = 0
    for place in best:
        people += bool(_id(place.who))
        yield place, people if _id(place.who) else None


async def _record(club: Club, place: Rank) -> players.LadderRecord:
    standing = place.standing
    return filled_from(
        players.LadderRecord,
        place,
        standing,
        name=game_names(place.game, club.rule_versions),
        rank=await _rank(club, place),
        ranked=await club.store.read(lambda c: ladders.ranked(c, place.game, place.pace)),
        strength=standing.strength.rating,
        deviation=standing.strength.deviation,
    )


def _past(past: PastRoom, opponent: PublicProfile, known: RuleVersions) -> players.PastGame:
    has_winner = past.score not in (None, 0.5)
    languages = LANGUAGES if has_winner else ()
    return filled_from(
        players.PastGame,
        past,
        name=game_names(past.game, known),
        opponent=opponent.name,
        opponent_id=_id(past.opponent),
        avatar=opponent.avatar,
        words={language: result_word(language, past.size) for language in languages},
    )
