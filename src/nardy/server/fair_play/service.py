"""Fair play at every door: refuses what an engine thinks of positions of protected games.

Whatever tells somebody what an engine thinks of a position asks `FairPlay.require` first, or
`FairPlay.withheld` for many positions. The rule: rules.py and docs/decisions/fairness.md.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.kernel import is_available
from nardy.server.errors import RefusedError
from nardy.server.fair_play.protected_games import ProtectedGame, ProtectedGames
from nardy.server.fair_play.rules import (
    Board,
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
from nardy.server.seats import guest_seat
from nardy.server.store import api_clients
from nardy.server.store.database.writer import Writer

LEARNING = 5.0
"""Seconds that a question waits after a start until the positions of all games are known."""
PLAYING = (
    "expected no help in this kind of game while you play one on a clock that is rated, in a tournament "
    "or against a person; finish that game first"
)
YOURS = (
    "expected a position that does not belong to your own running game, got one that stands in it, stood "
    "in it since your last turn or may follow within a turn; ask again when that game is over"
)
RUNNING = (
    "expected a position that nobody is playing, got one that stands in a rated, tournament or "
    "person-to-person game or may follow within a turn; ask again later"
)
FindRoom = Callable[[str], Awaitable[Room | None]]


class FairPlay:
    """Applies the rule of fair play to whoever asks an engine."""

    def __init__(
        self,
        store: Writer,
        rooms: Mapping[str, Room],
        find: FindRoom,
        rule_versions: RuleVersions = FAMILY,
    ) -> None:
        """*rooms* are those in memory, *find* brings any there."""
        self.games = ProtectedGames(store, rooms, rule_versions)
        self._store, self._find, self._rule_versions = store, find, rule_versions

    async def require(self, who: str | None, situation: Situation) -> None:
        """Refuse to tell somebody what an engine thinks of a position.

        Args:
            who: `guest:ID`; None for a browser without a cookie.
            situation: Seen by either side, with or without dice, by the rules of any game.

        Raises:
            RefusedError: `fair-playing`, `fair-yours` or `fair-running`; `warming` after a start.
        """
        own, others = await self._refused(
            who, [situation], lambda game: is_of_kind(situation, game)
        )
        if own:
            raise RefusedError("fair-yours", YOURS)
        if others:
            raise RefusedError("fair-running", RUNNING)

    async def withheld(
        self, who: str | None, asked: Sequence[Situation], games: Collection[Rules]
    ) -> set[int]:
        """Which positions of a finished match are refused to somebody, by their place in the list.

        *games* are those of the match. Nobody could choose its positions, so its races, which are alike
        in all games, are judged one by one.

        Raises:
            RefusedError: all of them are: `fair-playing`, or `warming` after a start.
        """
        own, others = await self._refused(
            who, asked, lambda game: any(are_of_one_kind(one, game) for one in games)
        )
        return own | others

    async def people(self, who: str | None) -> frozenset[str]:
        """Everybody who counts as this person: an owner and their programs are one."""
        if who is None:
            return frozenset()
        family = await self._store.read(lambda c: api_clients.family_of(c, who.partition(":")[2]))
        return frozenset(guest_seat(one) for one in family)

    async def _refused(
        self, who: str | None, asked: Sequence[Situation], is_alike: Callable[[Rules], bool]
    ) -> tuple[set[int], set[int]]:
        try:
            await asyncio.wait_for(self.games.learned(), LEARNING)
        except TimeoutError:
            told = (
                "expected a club that knows all its games, and it has just started; try again soon"
            )
            raise RefusedError("warming", told) from None
        self.games.refresh()
        people = await self.people(who)
        mine = await self.games.still(self.games.of(people))
        self._require_not_playing(mine, is_alike)
        return await self._of_own(mine, people, asked), await self._of_others(asked)

    def _require_not_playing(
        self, mine: Iterable[ProtectedGame], is_alike: Callable[[Rules], bool]
    ) -> None:
        games = (game for one in mine if is_on_a_clock(one.record) for game in one.record.games)
        if any(is_alike(self._rule_versions.recall(game)) for game in games):
            raise RefusedError("fair-playing", PLAYING)

    async def _of_own(
        self, mine: Sequence[ProtectedGame], people: Collection[str], asked: Sequence[Situation]
    ) -> set[int]:
        """Positions of somebody's own games, those since their last turn too."""
        stood = [await self._stood(one, people) for one in mine]
        pairs = [
            (number, moment, is_now)
            for one, moments in zip(mine, stood, strict=True)
            for moment, is_now in [(one.now, True), *((before, False) for before in moments)]
            if moment
            for number in range(len(asked))
        ]
        return await _touched(asked, pairs)

    async def _stood(self, one: ProtectedGame, people: Collection[str]) -> list[Situation]:
        room = await self._find(one.record.id)
        if room is None:
            return []
        seats = frozenset(player for player in Player if room.who(player) in people)
        # What is found out is kept as long as nothing happens in the room.
        kept = (self.games.get(one.record.id) or one).recent
        if seats not in kept:
            events, find = [entry.event for entry in room.entries], in_log(room.match.rotation)
            kept[seats] = [moment for seat in seats for moment in stood_since(events, seat, find)]
        return kept[seats]

    async def _of_others(self, asked: Sequence[Situation]) -> set[int]:
        """Positions that stand in any protected game, or are within a turn of one."""
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


Pair = tuple[int, Situation, bool]
"""The place of what is asked, a moment of a game, and whether it is the moment now."""


async def _touched(asked: Sequence[Situation], pairs: Iterable[Pair]) -> set[int]:
    """Which of what is asked stands at one of these moments, leads there or follows from one now."""
    boards = [board_of(situation.position) for situation in asked]
    points = [{points_made(side) for side in board} for board in boards]
    unsure: list[Pair] = []
    found: set[int] = set()
    for number, moment, is_now in pairs:
        stands = board_of(moment.position)
        if points[number].isdisjoint(points_made(side) for side in stands):
            continue  # more than a turn lies between them
        if boards[number] == stands:
            found.add(number)
        elif _may_lead(asked[number], boards[number], stands) or (
            is_now and may_follow(moment.rules, stands, boards[number])
        ):
            unsure.append((number, moment, is_now))
    unsure = [pair for pair in unsure if pair[0] not in found]
    if not unsure:
        return found
    if not is_available():
        return found | {number for number, _, _ in unsure}
    return found | await asyncio.to_thread(_by_the_turns, asked, boards, unsure)


def _may_lead(asked: Situation, board: Board, stands: Board) -> bool:
    # Who asks for the best turn is told the value of every position behind one.
    return asked.dice is not None and may_follow(asked.rules, board, stands)


def _by_the_turns(
    asked: Sequence[Situation], boards: Sequence[Board], unsure: Iterable[Pair]
) -> set[int]:
    from nardy.server.fair_play.reachable_boards import follows, leads_to  # noqa: PLC0415 (imports Numba)

    return {
        number
        for number, moment, is_now in unsure
        if leads_to(asked[number], board_of(moment.position))
        or (is_now and follows(moment, boards[number]))
    }
