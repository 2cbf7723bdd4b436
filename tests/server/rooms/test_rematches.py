"""Another game of the same two: offered, agreed to, declined, taken back."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import pytest
from tests.server.club_room import enroll, open_club, order

from nardy.core.player import Player
from nardy.server.accounts.moderation import MACHINE, Moderator
from nardy.server.api.accounts import evict_person
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import SessionScore
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.presence import AskablePage
from nardy.server.rooms.rematches import Rematch, rematch_terms, session_of
from nardy.server.rooms.room import Room
from nardy.server.store import accounts
from nardy.server.store.log import Terms

A, B = "guest:a", "guest:b"
FAST, SLOW = {"clock": "60+5"}, {"clock": "0d86400"}


class Page:
    """A page that is open somewhere."""

    def want_link(self, room_id: str, number: int) -> None:
        """Nothing is known of chains here."""


async def over(club: Club, here: tuple[str, ...] = (A, B), **terms: Any) -> Room:
    """A finished game of two, with those who still look at it."""
    room = await club.make(
        NewRoom(games=("plakoto",), white=A, black=B, terms=Terms(**terms or FAST))
    )
    await room.act(room.match.game.to_act, order(room, "resign:single"))
    await room.act(room.match.game.to_act, order(room, "accept"))
    for who in here:
        club.presence.come(room, who, cast("AskablePage", Page()))
    return room


def at_a_club(does: Callable[[Club], Coroutine[Any, Any, None]], folder: Path) -> None:
    async def go() -> None:
        async with open_club(folder) as club:
            await does(club)

    asyncio.run(go())


def test_an_offer_is_told_and_both_meet_in_one_room(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club)
        heard: list[str] = []
        club.bus.subscribe(room.record.id, heard.append)
        assert await club.offer_again(room, A) is room
        assert heard == [room.record.id]
        for who in (A, B):
            facts = await club.describer.facts(room, who)
            assert (facts.rematch, facts.next) == ("white", None)
        (told,) = await club.lobby.mine(B)
        assert (told.room, told.is_rematch, told.is_your_turn) == (room.record.id, True, True)
        assert await club.lobby.mine(A) == []
        following = await club.offer_again(room, B)
        assert (following.record.white, following.record.black) == (B, A)
        assert await club.offer_again(room, A) is following
        facts = await club.describer.facts(room, A)
        assert (facts.rematch, facts.next) == (None, following.record.id)
        assert [one.is_rematch for one in await club.lobby.mine(B)] == [False]

    at_a_club(go, tmp_path)


def test_an_unrated_rematch_is_agreed_to_though_a_rated_one_may_not_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: object) -> None:
        raise RefusedError("rated-pair", "they have played enough rated games today")

    async def go(club: Club) -> None:
        await enroll(club, "a", "b")
        room = await over(club, clock="600+8", rated=True)
        monkeypatch.setattr(club.rated, "require", refuse)
        with pytest.raises(RefusedError):
            await club.offer_again(room, A)
        assert await club.offer_again(room, A, is_rated=False) is room
        following = await club.offer_again(room, B)
        assert following is not room
        assert not following.record.terms.rated

    at_a_club(go, tmp_path)


def test_who_ask_at_once_meet_and_a_bot_agrees_at_once(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club)
        await asyncio.gather(club.offer_again(room, A), club.offer_again(room, B))
        assert room.next is not None
        assert await club.offer_again(room, A) is await club.offer_again(room, B)
        against = await club.make(NewRoom(games=("plakoto",), white=A, black="bot:random"))
        await club.close_room(against)
        assert (await club.offer_again(against, A)).record.black == A

    at_a_club(go, tmp_path)


def test_declined_is_told_and_no_more_is_asked_until_the_decliner_does(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club)
        await club.offer_again(room, A)
        club.rematches.decline(room, Player.WHITE)  # one's own cannot be declined
        assert club.rematches.of(room.record.id) == Rematch(offered=Player.WHITE)
        club.rematches.decline(room, Player.BLACK)
        facts = await club.describer.facts(room, A)
        assert (facts.rematch, facts.declined) == (None, "black")
        assert await club.lobby.mine(B) == []
        with pytest.raises(RefusedError, match="your opponent declined"):
            await club.offer_again(room, A)
        assert await club.offer_again(room, B) is room
        assert (await club.offer_again(room, A)).record.white == B

    at_a_club(go, tmp_path)


@pytest.mark.parametrize("goes", ["forget", "ban"])
def test_nobody_plays_again_with_who_has_left_the_club(tmp_path: Path, goes: str) -> None:
    async def go(club: Club) -> None:
        await enroll(club, "a", "b")
        room = await over(club, here=(), **SLOW)
        await club.offer_again(room, A)
        if goes == "ban":
            await Moderator(club.store, MACHINE).impose("ban", "a")
        else:
            await club.store.run(lambda c: accounts.forget(c, "a"))
        for _ in range(2):
            with pytest.raises(RefusedError, match="left the club"):
                await club.offer_again(room, B)
            assert club.rematches.of(room.record.id) == Rematch()
        with pytest.raises(RefusedError, match="left the club"):
            await club.again(room, B)
        assert room.next is None

    at_a_club(go, tmp_path)


def test_all_offers_of_who_deletes_an_account_are_withdrawn(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        rooms = [await over(club, here=(), **SLOW) for _ in range(2)]
        await club.offer_again(rooms[0], A)
        await club.offer_again(rooms[1], B)
        evict_person(club, "a")
        assert club.rematches.of(rooms[0].record.id) == Rematch()
        assert club.rematches.of(rooms[1].record.id) == Rematch(offered=Player.BLACK)

    at_a_club(go, tmp_path)


def test_what_was_taken_back_or_forgotten_is_nobodys(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club)
        await club.offer_again(room, A)
        club.rematches.withdraw(room, Player.BLACK)  # it is not Black's to take back
        assert club.rematches.offered_to(B)
        club.rematches.withdraw(room, Player.WHITE)
        assert not club.rematches.offered_to(B)
        assert await club.offer_again(room, B) is room
        club.evict(room)
        assert club.rematches.of(room.record.id) == Rematch()
        assert not club.rematches.offered_to(A)

    at_a_club(go, tmp_path)


def test_nobody_is_brought_to_a_running_clock_who_has_gone(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        gone = await over(club, here=(B,))
        await club.offer_again(gone, A)
        assert await club.offer_again(gone, B) is gone
        assert club.rematches.of(gone.record.id) == Rematch(offered=Player.BLACK)
        assert [one.is_rematch for one in await club.lobby.mine(A)] == [True]
        slow = await over(club, here=(), **SLOW)
        await club.offer_again(slow, A)
        assert await club.offer_again(slow, B) is not slow

    at_a_club(go, tmp_path)


def test_an_unrated_offer_stays_unrated_where_its_maker_has_gone(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        await enroll(club, "a", "b")
        room = await over(club, here=(B,), clock="600+8", rated=True)
        assert await club.offer_again(room, A, is_rated=False) is room
        assert await club.offer_again(room, B) is room
        assert club.rematches.of(room.record.id) == Rematch(offered=Player.BLACK, is_rated=False)
        following = await club.offer_again(room, A)
        assert following is not room
        assert not following.record.terms.rated

    at_a_club(go, tmp_path)


def test_a_session_goes_on_from_its_score(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club, **FAST, session=(2, 5.0, 1.0))
        assert room.view.result
        winner = room.view.result.winner
        score = (3, 6.0, 1.0) if winner == "white" else (3, 5.0, 2.0)
        assert session_of(room) == score
        facts = await club.describer.facts(room, A)
        assert facts.session == SessionScore(*score)
        await club.offer_again(room, A)
        following = await club.offer_again(room, B)
        # The seats are exchanged, and each takes the points along.
        assert (following.record.white, following.record.black) == (B, A)
        assert following.record.terms.session == (score[0], score[2], score[1])
        assert session_of(following) == following.record.terms.session

    at_a_club(go, tmp_path)


def test_other_games_have_no_running_score(tmp_path: Path) -> None:
    async def go(club: Club) -> None:
        room = await over(club)
        assert session_of(room) is None
        assert rematch_terms(room) == Terms(**FAST, after=room.record.id)

    at_a_club(go, tmp_path)
