"""People who search for an opponent: their pools, and the rooms of those who have found each other.

The pools decide by themselves (server/pairing/pool.py); here are connections, rooms and the clock. Somebody
who loses the connection leaves the pool at once, so that nobody meets an empty chair. Their place is kept for
a while. Searches live in memory only: after a restart the pages send them again.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from time import monotonic
from typing import Protocol

from nardy.server.club.club import LOBBY, Club
from nardy.server.errors import RefusedError
from nardy.server.games.catalog import laws_of_games
from nardy.server.matchmaking.open_rooms import take_seat, waiting_for
from nardy.server.pairing.pool import CASUAL, RATED, SearchPool, SearchRange, Seeker, SeekerPair
from nardy.server.players.rating_eligibility import REASONS
from nardy.server.protocol.matchmaking import Matched, Search, SearchEnded, Searching
from nardy.server.protocol.messages import PoolFacts, PoolPerson
from nardy.server.ratings.pace import Pace, pace_of
from nardy.server.rooms.new_room import NewRoom, RoomRequest, new_room_of
from nardy.server.rooms.presence import SILENT_MS
from nardy.server.rooms.results import game_of
from nardy.server.rooms.room import Room
from nardy.server.store import talk
from nardy.server.store.guests import Guest
from nardy.server.store.shard_tables import LEAD

GRACE_SECONDS = 30.0
"""How long the place of somebody is kept whose connection was lost."""
MET_SECONDS = 60.0
"""How long a room is told again to somebody who did not hear of it."""
BOT_SECONDS = 15.0
"""After how long a page may offer a bot beside the search."""
MOST_LISTED = 12
MOST_NAMED = 6
USUAL_PACE: Pace = "rapid"
"""The pace whose ratings tell the strength for games without a clock."""
_log = logging.getLogger(__name__)
PoolTerms = tuple[tuple[str, ...], int, str | None, bool]
SearchNews = Searching | Matched | SearchEnded


class SearchPage(Protocol):
    """A page that searches."""

    @property
    def silence(self) -> int:
        """Milliseconds since its last message while an answer is due, otherwise 0."""
        ...

    def tell_search(self, news: SearchNews) -> None:
        """Send news of its search."""

    def send_away(self) -> None:
        """Close the connection: another process leads the searches, and the page comes again to that one."""


@dataclass(slots=True)
class _OpenSearch:
    """One search of a person, in a pool or about to have a room."""

    id: str
    person: PoolPerson
    is_shown: bool
    order: NewRoom
    seeker: Seeker
    page: SearchPage | None
    """None once the page has gone."""
    has_met: bool = False
    """Whether it has left its pool, and a room is being made."""

    @property
    def terms(self) -> PoolTerms:
        return terms_of(self.order)


def terms_of(order: NewRoom) -> PoolTerms:
    """What two people must have in common to be paired."""
    return order.games, order.length, order.terms.clock, order.terms.rated


def reach_of(*, is_rated: bool) -> SearchRange:
    return RATED if is_rated else CASUAL


class Seekers:
    """All searches of the club."""

    def __init__(self, club: Club, clock: Callable[[], float] = monotonic) -> None:
        """*clock* returns seconds."""
        self._club = club
        self._clock = clock
        self._pools: dict[PoolTerms, SearchPool] = {}
        self._searches: dict[str, _OpenSearch] = {}
        """By person, those in a pool and those whose room is being made."""
        self._kept: dict[tuple[str, str], tuple[float, float]] = {}
        """Of lost connections, by person and id of the search: since when, and kept until when."""
        self._met: dict[tuple[str, str], tuple[str, float]] = {}
        """The rooms of those who have met, and told until when."""
        self._timer: asyncio.TimerHandle | None = None
        self._meetings: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """End all searches; rooms that are being made are finished."""
        if self._timer:
            self._timer.cancel()
        self._pools.clear()
        self._searches.clear()
        await asyncio.gather(*self._meetings, return_exceptions=True)

    def let_go(self, shards: Collection[int]) -> None:
        """Send all pages that search to the next lead, where the lead is among the shards that have gone.

        Whoever's room is being made is told of it first.
        """
        if LEAD not in shards:
            return
        for search in list(self._searches.values()):
            if not search.has_met:
                self._leave(search)
                _send_away(search)
        self._changed()

    async def search(self, page: SearchPage, guest: Guest | None, wanted: Search) -> None:
        """Begin a search or go on with one; the page is told what becomes of it.

        Raises:
            NardyError: the game cannot be made, or the person may not play it.
        """
        if guest is None:
            raise RefusedError("search-name", "expected a name; choose one before you search")
        asked = RoomRequest(
            game=wanted.game,
            length=wanted.length,
            clock=wanted.clock,
            rated=wanted.rated,
            open=True,
        )
        order = new_room_of(asked, self._club.rule_versions)
        if self._goes_on(page, guest, wanted):
            return
        await self._club.groups.require(guest)
        if wanted.rated:
            # The handshake of the page has not waited for the place from which it comes.
            await self._club.known_devices.written(guest.id)
            await self._club.rated.require([guest.seat])
        person = PoolPerson(guest.name, guest.avatar, guest.id)
        seeker = await self._seeker(guest.seat, wanted.id, order)
        search = _OpenSearch(wanted.id, person, wanted.shown, order, seeker, page)
        self._replace(guest.seat)
        if room := await self._open_room(search):
            self._meet_in(room, search)
        else:
            self._join(search)

    async def meet_maker(self, who: str, seated: NewRoom) -> Room | None:
        """The room of somebody who would wait in an open one, with the first who searches and fits; None: nobody.

        Who makes a room takes everybody, so the range of the one who searches alone decides.
        """
        seeker, pool = await self._seeker(who, "", seated), self._pools.get(terms_of(seated))
        if pool is None or who in self._searches:
            return None
        reach, now = reach_of(is_rated=seated.terms.rated), self._clock()
        pair = pool.join(replace(seeker, since=now - reach.open_after), now)
        if pair is None:
            pool.leave(who)
            return None
        search = next(self._searches[one.who] for one in pair if one.who != who)
        search.has_met = True
        other = search.seeker.who
        order = replace(seated, white=seated.white or other, black=seated.black or other)
        room = await self._made(order, [search])
        if room is not None and search.page is None:
            await self._club.close_room(room)
            room = None
        if room is not None:
            self._meet_in(room, search)
        self._go_on([search])
        self._changed()
        return room

    def end(self, page: SearchPage, *, is_left: bool = True) -> None:
        """End the search of a page; unless it has *left*, its place is kept for a while."""
        for who, search in list(self._searches.items()):
            if search.page is page:
                search.page = None
                self._leave(search)
                if not is_left:
                    until = self._clock() + GRACE_SECONDS
                    self._kept[who, search.id] = search.seeker.since, until
                self._changed()

    def pools(self, who: str | None) -> list[PoolFacts]:
        """All pools with somebody in them, the largest first, for a reader, *who*."""
        if not self._club.ownership.leads:
            return [pool for told in self._club.lobby.others for pool in told.pools]
        found = [self._facts(terms, pool, who) for terms, pool in self._pools.items()]
        return sorted(found, key=lambda facts: -facts.waiting)[:MOST_LISTED]

    def _facts(self, terms: PoolTerms, pool: SearchPool, who: str | None) -> PoolFacts:
        games, length, clock, is_rated = terms
        searches = [self._searches[seeker.who] for seeker in pool.seekers]
        return PoolFacts(
            laws=laws_of_games(games, self._club.rule_versions),
            clock=clock,
            length=length,
            is_rated=is_rated,
            waiting=len(searches),
            people=[search.person for search in searches if search.is_shown][:MOST_NAMED],
            is_yours=any(search.seeker.who == who for search in searches),
        )

    def _goes_on(self, page: SearchPage, guest: Guest, wanted: Search) -> bool:
        """Whether the page only asks again about a search that goes on, or has found somebody."""
        self._forget_old()
        if met := self._met.get((guest.seat, wanted.id)):
            page.tell_search(Matched(wanted.id, met[0]))
            return True
        search = self._searches.get(guest.seat)
        if search is None or search.id != wanted.id:
            return False
        search.page, search.is_shown = page, wanted.shown
        self._club.spectators.soon(LOBBY)
        page.tell_search(self._news(search))
        return True

    async def _seeker(self, who: str, search_id: str, order: NewRoom) -> Seeker:
        avoids = await self._club.store.read(lambda c: talk.apart(c, who))
        strength = await self._strength(who, order)
        # Last, so that no time passes between the kept place and its use.
        since, _ = self._kept.pop((who, search_id), (self._clock(), 0.0))
        return Seeker(who, strength, since, frozenset(avoids))

    async def _strength(self, who: str, order: NewRoom) -> float:
        pace = pace_of(order.terms.clock, order.length) or USUAL_PACE
        standing = await self._club.standings.of(who, game_of(order.games), pace)
        return standing.strength.rating

    async def _open_room(self, search: _OpenSearch) -> Room | None:
        """An open room of somebody of about the same strength, whose seat was taken."""
        club, seeker, order = self._club, search.seeker, search.order
        start = reach_of(is_rated=order.terms.rated).start
        # A program waits under its own name: who searches for a person is never sat down at its board.
        for room in await waiting_for(club, seeker.who, order, with_programs=False):
            maker = room.record.white or room.record.black or ""
            is_near = abs(await self._strength(maker, order) - seeker.strength) <= start
            if is_near and await take_seat(club, room, seeker.who):
                return room
        return None

    def _replace(self, who: str) -> None:
        """End the search that somebody has begun elsewhere."""
        if (before := self._searches.get(who)) is None:
            return
        page, before.page = before.page, None
        self._leave(before)
        if page is not None:
            page.tell_search(SearchEnded(before.id, "elsewhere"))

    def _join(self, search: _OpenSearch) -> None:
        self._replace(search.seeker.who)  # once more: another page may have begun meanwhile
        if search.page is not None:
            search.page.tell_search(self._news(search))
        self._enter(search)
        self._changed()

    def _enter(self, search: _OpenSearch) -> None:
        """Put a search into its pool, where it may be paired at once; without the lead it is none of ours."""
        if not self._club.ownership.leads:
            _send_away(search)
            return
        self._searches[search.seeker.who] = search
        reach = reach_of(is_rated=search.order.terms.rated)
        pool = self._pools.setdefault(search.terms, SearchPool(reach))
        if pair := pool.join(search.seeker, self._clock()):
            self._pair(pair)

    def _leave(self, search: _OpenSearch) -> None:
        if search.has_met:
            return  # whoever makes the room sees that the page has gone
        who = search.seeker.who
        if self._searches.get(who) is search:
            del self._searches[who]
        if pool := self._pools.get(search.terms):
            pool.leave(who)

    def _pair(self, pair: SeekerPair) -> None:
        searches = [self._searches[seeker.who] for seeker in pair]
        for search in searches:
            search.has_met = True
        task = asyncio.get_running_loop().create_task(self._meet(searches))
        self._meetings.add(task)
        task.add_done_callback(self._meetings.discard)

    async def _meet(self, searches: list[_OpenSearch]) -> None:
        """Make the room of two, and tell both; if it cannot be, who is still here waits on."""
        for search in searches:
            if search.page is not None and search.page.silence > SILENT_MS:
                self._lose(search)
        if all(search.page for search in searches):
            seats = [search.seeker.who for search in searches]
            secrets.SystemRandom().shuffle(seats)
            order = replace(searches[0].order, white=seats[0], black=seats[1])
            room = await self._made(order, searches)
            if room is not None and all(search.page for search in searches):
                for search in searches:
                    self._meet_in(room, search)
            elif room is not None:
                await self._club.close_room(room)
        self._go_on(searches)
        self._changed()

    def _lose(self, search: _OpenSearch) -> None:
        """Take a page out that does not answer, though its connection is not closed yet."""
        until = self._clock() + GRACE_SECONDS
        self._kept[search.seeker.who, search.id] = search.seeker.since, until
        # An idle page is silent between a ping and its answer: if it lives, it comes again and has its place.
        _send_away(search)
        search.page = None

    async def _made(self, order: NewRoom, searches: Collection[_OpenSearch]) -> Room | None:
        both = {one for one in (order.white, order.black) if one}
        try:
            if await self._has_muted(both):
                for search in searches:
                    _avoid(search, both)
                return None
            return await self._club.make(order)
        except Exception as error:  # noqa: BLE001 (both are told, and the club goes on)
            if isinstance(error, RefusedError) and error.code in REASONS:
                # These two may not play for a rating: both look on for somebody else.
                for search in searches:
                    _avoid(search, both)
            else:
                _log.exception("could not make the room of two who searched")
                for search in searches:
                    self._fail(search)
        return None

    async def _has_muted(self, both: set[str]) -> bool:
        """Whether one of two has muted the other, perhaps since the search began."""
        who = next(iter(both))
        return not both.isdisjoint(await self._club.store.read(lambda c: talk.apart(c, who)))

    def _fail(self, search: _OpenSearch) -> None:
        if search.page is not None:
            search.page.tell_search(SearchEnded(search.id, "failed"))
            search.page = None

    def _meet_in(self, room: Room, search: _OpenSearch) -> None:
        who = search.seeker.who
        self._met[who, search.id] = room.record.id, self._clock() + MET_SECONDS
        self._remove(search)
        if search.page is not None:
            search.page.tell_search(Matched(search.id, room.record.id))

    def _go_on(self, searches: Collection[_OpenSearch]) -> None:
        """Put those back who have met nobody and are still here."""
        for search in searches:
            if search.has_met:
                self._remove(search)
                if search.page is not None:
                    self._enter(search)

    def _remove(self, search: _OpenSearch) -> None:
        search.has_met = False
        if self._searches.get(search.seeker.who) is search:
            del self._searches[search.seeker.who]

    def _news(self, search: _OpenSearch) -> Searching:
        reach = reach_of(is_rated=search.order.terms.rated)
        return Searching(
            search.id,
            waited=round(1000 * max(0.0, self._clock() - search.seeker.since)),
            strength=search.seeker.strength,
            start=reach.start,
            growth=reach.growth,
            open_after=round(1000 * reach.open_after),
            bot_after=round(1000 * BOT_SECONDS),
        )

    def _changed(self) -> None:
        """Tell the lobby, and wake up when the next two fit."""
        self._pools = {terms: pool for terms, pool in self._pools.items() if pool.seekers}
        moments = [at for pool in self._pools.values() if (at := pool.next_at()) is not None]
        if self._timer:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        wait = max(0.0, min(moments) - self._clock()) if moments else None
        self._timer = None if wait is None else loop.call_later(wait, self._look)
        self._club.spectators.soon(LOBBY)

    def _look(self) -> None:
        for pool in list(self._pools.values()):
            for pair in pool.due(self._clock()):
                self._pair(pair)
        self._changed()

    def _forget_old(self) -> None:
        now = self._clock()
        self._kept = {key: kept for key, kept in self._kept.items() if kept[1] > now}
        self._met = {key: met for key, met in self._met.items() if met[1] > now}


def _send_away(search: _OpenSearch) -> None:
    if search.page is not None:
        search.page.send_away()


def _avoid(search: _OpenSearch, people: set[str]) -> None:
    others = people - {search.seeker.who}
    search.seeker = replace(search.seeker, avoids=search.seeker.avoids | others)
