"""Fair play: refuses evaluations and hints for positions of protected games.

All code that shows an evaluation to somebody calls `FairPlay.require` first, or `FairPlay.withheld` for
many positions. The rule: rules.py and docs/decisions/fairness.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from nardy.core.choices import Contact
from nardy.core.dice import ROLLS
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Situation
from nardy.errors import NardyError
from nardy.games import ROTATIONS
from nardy.kernel import is_available
from nardy.server.errors import RefusedError
from nardy.server.fair_play.protected_games import ProtectedGame, ProtectedGames
from nardy.server.fair_play.rules import (
    BoardCounts,
    are_of_one_kind,
    board_of,
    is_of_kind,
    is_on_a_clock,
    may_follow,
    points_made,
    stood_since,
)
from nardy.server.games.rule_versions import FAMILY, RuleVersions, in_log
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of, guest_seat
from nardy.server.store import api_clients
from nardy.server.store.database.writer import Writer

LEARNING = 5.0
"""Seconds for which a request waits after startup until all games are indexed."""
PLAYING = (
    "expected no analysis of such games while you play one on a clock that is rated, in a tournament or "
    "against a person; finish that game first"
)
YOURS = (
    "expected a position outside your games in progress, got one that is on your board, was on it since "
    "your last turn or may be after the next; ask again when that game is over"
)
RUNNING = (
    "expected a position that nobody is playing, got one from a rated, tournament or person-to-person "
    "game or within a turn of it; ask again later"
)
FindRoom = Callable[[str], Awaitable[Room | None]]


class FairPlay:
    """Applies the rule of fair play to requests for evaluations."""

    def __init__(
        self,
        store: Writer,
        rooms: Mapping[str, Room],
        find: FindRoom,
        rule_versions: RuleVersions = FAMILY,
        *,
        is_alone: bool = True,
    ) -> None:
        """*rooms* are the rooms in memory by id; *find* loads any room. Others have more unless it *is_alone*."""
        self.games = ProtectedGames(store, rooms, rule_versions, is_alone=is_alone)
        self._store, self._find, self._rule_versions = store, find, rule_versions

    async def require(
        self, who: str | None, situation: Situation, also: Sequence[Situation] = ()
    ) -> None:
        """Refuse the evaluation of a position that belongs to a protected game.

        Args:
            who: `guest:ID`; None for a browser without a cookie.
            situation: From either side's point of view, with or without dice, under the rules of any game.
            also: Later situations whose values the answer tells, too.

        Raises:
            RefusedError: `fair-playing`, `fair-yours` or `fair-running`; `warming` after a start.
        """
        asked = [situation, *also]
        own, others = await self._refused(
            who, asked, lambda game: any(is_of_kind(one, game) for one in asked)
        )
        if own:
            raise RefusedError("fair-yours", YOURS)
        if others:
            raise RefusedError("fair-running", RUNNING)

    async def require_playable(self, who: str | None, situation: Situation) -> None:
        """Refuse a game that begins where a bot or a friend would play on in a protected game.

        Before a roll that is also a position from which a turn leads to one of a protected game.

        Raises:
            RefusedError: as `require`.
        """
        await self.require(who, situation)
        if situation.phase is Phase.ROLL:
            rolled = [replace(situation, roll=roll) for roll in ROLLS]
            if await self.refused(who, rolled):
                raise RefusedError("fair-running", RUNNING)

    async def withheld(
        self, who: str | None, asked: Sequence[Situation], games: Collection[Rules]
    ) -> set[int]:
        """The indexes of the positions of a finished match that somebody may not see evaluated.

        *games* are those of the match. Its races, which are alike in all games, are no reason to refuse all:
        nobody could choose these positions.

        Raises:
            RefusedError: all are refused: `fair-playing`, or `warming` after startup.
        """
        own, others = await self._refused(
            who, asked, lambda game: any(are_of_one_kind(one, game) for one in games)
        )
        return own | others

    async def refused(self, who: str | None, asked: Sequence[Situation]) -> set[int]:
        """The indexes of the positions that `require` would refuse one by one.

        Raises:
            RefusedError: `warming` after a start.
        """
        people = await self.people(who)
        mine = await self._protected_of(people)
        live = self._live(mine)
        playing = {
            number
            for number, situation in enumerate(asked)
            if any(is_of_kind(situation, game) for game in live)
        }
        return playing | await self._of_own(mine, people, asked) | await self._of_others(asked)

    async def withheld_totals(self, who: str | None, games: Sequence[tuple[str, int]]) -> set[int]:
        """The indexes of finished games whose total losses somebody may not see yet.

        A total could tell what a review withholds: somebody might reach the position of their own game in
        another one and look at its total. So no total is told of a game that ended after a protected game of
        theirs of the same kind began, until that is over.

        Args:
            who: `guest:ID`; None for a browser without a cookie.
            games: The id for ratings of each game, and when it ended.

        Raises:
            RefusedError: `warming` after a start.
        """
        mine = await self._protected_of(await self.people(who))
        begun = [
            (record.since, frozenset[Contact]().union(*map(self._contacts, record.games)))
            for record in (one.record for one in mine)
        ]
        return {
            number
            for number, (game, ended_at) in enumerate(games)
            if any(
                ended_at >= since and not kinds.isdisjoint(self._contacts(game))
                for since, kinds in begun
            )
        }

    def _contacts(self, game: str) -> frozenset[Contact]:
        """The kinds of a game or rotation; all kinds of an unknown one."""
        try:
            rules = ROTATIONS.get(game) or (self._rule_versions.recall(game),)
        except NardyError:
            return frozenset(Contact)
        return frozenset(one.contact for one in rules)

    async def people(self, who: str | None) -> frozenset[str]:
        """All guests that count as this person: an owner and their programs."""
        if who is None:
            return frozenset()
        family = await self._store.read(lambda c: api_clients.family_of(c, guest_id_of(who)))
        return frozenset(guest_seat(member) for member in family)

    async def _refused(
        self, who: str | None, asked: Sequence[Situation], is_alike: Callable[[Rules], bool]
    ) -> tuple[set[int], set[int]]:
        people = await self.people(who)
        mine = await self._protected_of(people)
        if any(map(is_alike, self._live(mine))):
            raise RefusedError("fair-playing", PLAYING)
        return await self._of_own(mine, people, asked), await self._of_others(asked)

    def _live(self, mine: Sequence[ProtectedGame]) -> list[Rules]:
        """The rules of those games that are played on a clock."""
        games = (game for one in mine if is_on_a_clock(one.record) for game in one.record.games)
        return [self._rule_versions.recall(game) for game in games]

    async def _protected_of(self, people: Collection[str]) -> list[ProtectedGame]:
        """The protected games in progress in which any of these people has a seat."""
        try:
            async with asyncio.timeout(LEARNING):
                await self.games.learned()
        except TimeoutError:
            reason = "expected a club that is ready, and it has just started; try again in a minute"
            raise RefusedError("warming", reason) from None
        self.games.refresh()
        await self.games.catch_up()
        return await self.games.still(self.games.of(people))

    async def _of_own(
        self, mine: Sequence[ProtectedGame], people: Collection[str], asked: Sequence[Situation]
    ) -> set[int]:
        """Indexes of positions of somebody's own games, including those since their last turn."""
        stood = [await self._recent(one, people) for one in mine]
        pairs = [
            (number, moment, is_now)
            for one, moments in zip(mine, stood, strict=True)
            for moment, is_now in [(one.now, True), *((before, False) for before in moments)]
            if moment
            for number in range(len(asked))
        ]
        return await _touched(asked, pairs)

    async def _recent(self, one: ProtectedGame, people: Collection[str]) -> list[Situation]:
        room = await self._find(one.record.id)
        if room is None:
            return []
        seats = frozenset(player for player in Player if room.who(player) in people)
        # The cache is valid until the game changes, which replaces its ProtectedGame.
        kept = (self.games.get(one.record.id) or one).recent
        if seats not in kept:
            events, find = [entry.event for entry in room.entries], in_log(room.match.rotation)
            kept[seats] = [moment for seat in seats for moment in stood_since(events, seat, find)]
        return kept[seats]

    async def _of_others(self, asked: Sequence[Situation]) -> set[int]:
        """Indexes of positions that are in any protected game, or within a turn of one."""
        found = [
            (number, one)
            for number, situation in enumerate(asked)
            for one in self.games.near(board_of(situation.position))
            if not one.is_public
        ]
        going_on = {id(one) for one in await self.games.still([one for _, one in found])}
        return await _touched(
            asked,
            [(number, one.now, True) for number, one in found if one.now and id(one) in going_on],
        )


AskedPair = tuple[int, Situation, bool]
"""The index of a position asked about, a situation of a game, and whether it is the current one."""


async def _touched(asked: Sequence[Situation], pairs: Sequence[AskedPair]) -> set[int]:
    """Indexes of positions that equal one of these situations, lead to it, or follow from a current one."""
    if not pairs:
        return set()  # a long review asks about thousands of positions
    boards = [board_of(situation.position) for situation in asked]
    points = [{points_made(side) for side in board} for board in boards]
    unsure: list[AskedPair] = []
    found: set[int] = set()
    for number, moment, is_now in pairs:
        stands = board_of(moment.position)
        if points[number].isdisjoint(points_made(side) for side in stands):
            continue  # they are more than a turn apart
        if boards[number] == stands:
            found.add(number)
        elif _may_lead(asked[number], boards[number], stands) or (
            is_now and may_follow(moment.rules, stands, boards[number])
        ):
            unsure.append((number, moment, is_now))
    unsure = [pair for pair in unsure if pair[0] not in found]
    if not unsure:
        return found
    # Without the kernel nobody can list the turns: in doubt the position is refused.
    if not is_available():
        return found | {number for number, _, _ in unsure}
    return found | await asyncio.to_thread(_by_turns, asked, boards, unsure)


def _may_lead(asked: Situation, board: BoardCounts, stands: BoardCounts) -> bool:
    # The answer about a position with dice includes the value after each of its turns.
    return asked.dice is not None and may_follow(asked.rules, board, stands)


def _by_turns(
    asked: Sequence[Situation], boards: Sequence[BoardCounts], unsure: Iterable[AskedPair]
) -> set[int]:
    from nardy.server.fair_play.reachable_boards import follows, leads_to  # noqa: PLC0415 (imports NumPy)

    return {
        number
        for number, moment, is_now in unsure
        if leads_to(asked[number], board_of(moment.position))
        or (is_now and follows(moment, boards[number]))
    }
