import asyncio
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Connection
from tests.server.club_room import enroll, open_club, order

from nardy.core.player import Player
from nardy.server.accounts.moderation import MOST_REPORTS, Moderator
from nardy.server.club.club import Club, NewRoom
from nardy.server.connection.websocket import Page
from nardy.server.errors import RefusedError, StoreError, TooOftenError
from nardy.server.lobby.chat import MOST_CHARACTERS, MOST_TOLD, Chat, is_rude, masked, tidy
from nardy.server.protocol.messages import Refused, Say
from nardy.server.rate_limits import LIMITS, Limits
from nardy.server.rooms.room import Room
from nardy.server.store import api_clients, talk
from nardy.server.store.guests import PROGRAM, Guest
from nardy.server.store.talk import ChatLine


async def a_room(club: Club) -> Room:
    return await club.make(NewRoom(games=("long-nardy",), white="guest:a", black="guest:b"))


async def heard(club: Club, room: Room, who: str | None) -> list[str]:
    return [line.text for line in (await club.describer.talk(club.chat, room, who)).lines]


def code_of(refused: pytest.ExceptionInfo[RefusedError]) -> str:
    return refused.value.code


def test_words_are_one_line_that_can_be_seen() -> None:
    assert tidy("  one\n two\u202e\tthree ") == "one two three"
    assert tidy("<b>5/3</b> & more") == "<b>5/3</b> & more"
    for text, code in (("", "chat-empty"), (" \u200b\n", "chat-empty"), ("x" * 301, "chat-long")):
        with pytest.raises(RefusedError) as refused:
            tidy(text)
        assert code_of(refused) == code
    assert len(tidy("x" * MOST_CHARACTERS)) == MOST_CHARACTERS


def test_many_guests_of_one_address_do_not_flood_a_room(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, most = await a_room(club), LIMITS["chat"].address
            club.limits = Limits(lambda: 0.0)
            assert most is not None
            pages = [Page(club, f"guest:{n}", address="192.0.2.7") for n in range(most.most + 1)]
            for number, page in enumerate([*pages, Page(club, "guest:b", address="192.0.2.8")]):
                line = Say(room.record.id, str(number), f"Hello, {number}!")
                await page.hear(msgspec.json.encode(line))
            said = await heard(club, room, None)
            assert said[: most.most] == [f"Hello, {n}!" for n in range(most.most)]
            assert said[most.most :] == [f"Hello, {most.most + 1}!"]
            refused = pages[-1].answers.get_nowait()
            assert isinstance(refused, Refused)
            assert refused.law == "too-often"

    asyncio.run(go())


def test_so_many_lines_at_once_are_enough(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, most = await a_room(club), LIMITS["chat"].person
            assert most is not None
            for number in range(most.most):
                await club.chat.say(room, "guest:a", str(number), "Hello!")
            with pytest.raises(TooOftenError):
                await club.chat.say(room, "guest:a", "more", "Hello!")
            # What was said already is answered, and others are heard.
            assert await club.chat.say(room, "guest:a", "0", "Hello!") == 1
            assert await club.chat.say(room, "guest:b", "0", "Hello!") == most.most + 1

    asyncio.run(go())


def test_a_reader_gets_the_latest_lines(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)

            def job(connection: Connection) -> None:
                for number in range(1, MOST_TOLD + 2):
                    line = ChatLine(
                        number, "guest:a", f"{number}", 5, is_aside=False, key=f"{number}"
                    )
                    talk.add_line(connection, room.record.id, line)

            await club.store.run(job)
            assert await heard(club, room, None) == [str(n) for n in range(2, MOST_TOLD + 2)]

    asyncio.run(go())


def test_a_room_is_talked_in_after_a_line_that_was_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another line came meanwhile and was written, with the number after the lost one."""

    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, run = await a_room(club), club.store.run
            fails = asyncio.Event()

            async def fail(_: object) -> None:
                await fails.wait()
                raise StoreError("the line was not written")

            monkeypatch.setattr(club.store, "run", fail)
            lost = asyncio.create_task(club.chat.say(room, "guest:a", "1", "Hello!"))
            while not await club.chat.lines(room):
                await asyncio.sleep(0)
            monkeypatch.setattr(club.store, "run", run)
            assert await club.chat.say(room, "guest:b", "1", "Hi!") == 2
            fails.set()
            with pytest.raises(StoreError):
                await lost
            assert await club.chat.say(room, "guest:a", "1", "Hello!") == 3
            assert await club.chat.say(room, "guest:b", "2", "Well?") == 4
            assert await heard(club, room, None) == ["Hi!", "Hello!", "Well?"]

    asyncio.run(go())


def test_who_takes_his_words_back_leaves_their_places(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, (guest, _) = await a_room(club), await club.welcome("Guest 7")
            who = f"guest:{guest.id}"
            await club.chat.say(room, who, "1", "My secret")
            await club.chat.say(room, "guest:b", "1", "What?")
            await club.chat.report(room, "guest:b", 1)
            await club.chat.mute(room, who, 2, on=True)
            told = await club.accounts.tell_all(guest)
            assert [line["text"] for line in told["lines"]] == ["My secret"]
            assert [one["muted"] for one in told["mutes"]] == ["guest:b"]
            await club.accounts.forget(guest, "")
            club.chat.forget(who)
            assert await heard(club, room, "guest:c") == ["", "What?"]
            chat = Chat(club.store, club.bus, club.limits)
            assert [line.text for line in await chat.lines(room)] == ["", "What?"]
            assert await club.store.run(lambda c: talk.reports(c, 9)) == []
            assert await club.store.run(lambda c: talk.mutes_of(c, who)) == set()

    asyncio.run(go())


def test_players_talk_at_the_table_and_others_aside(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            assert await club.chat.say(room, "guest:a", "1", "Hello!") == 1
            assert await club.chat.say(room, "guest:c", "1", "White should run") == 2
            assert await club.chat.say(room, "guest:a", "1", "Hello!") == 1
            for player in ("guest:a", "guest:b"):
                assert await heard(club, room, player) == ["Hello!"]
            for other in ("guest:c", "guest:d", None):
                assert await heard(club, room, other) == ["Hello!", "White should run"]
            with pytest.raises(RefusedError) as refused:
                await club.chat.say(room, None, "1", "Hello!")
            assert code_of(refused) == "chat-guest"
            version = room.version
            assert all(entry.key != "1" for entry in room.entries)
            loser = room.match.game.to_act
            await room.act(loser, order(room, "resign:single"))
            await room.act(loser.opponent, order(room, "accept"))
            assert room.version > version
            assert await heard(club, room, "guest:a") == ["Hello!", "White should run"]

    asyncio.run(go())


def test_who_is_muted_is_not_read_by_who_muted_him(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, second = await a_room(club), await a_room(club)
            await club.chat.say(room, "guest:b", "1", "You are only lucky")
            await club.chat.mute(room, "guest:a", 1, on=True)
            (line,) = (await club.describer.talk(club.chat, room, "guest:a")).lines
            assert (line.is_muted, line.text, line.seat) == (True, "", "black")
            await club.chat.say(second, "guest:b", "1", "And again")
            assert await heard(club, second, "guest:a") == [""]
            assert await heard(club, second, "guest:c") == ["And again"]
            await club.chat.mute(room, "guest:a", 1, on=False)
            assert await heard(club, second, "guest:a") == ["And again"]
            for who, number, code in (
                ("guest:b", 1, "chat-yours"),
                ("guest:a", 7, "chat-line"),
                (None, 1, "chat-guest"),
            ):
                with pytest.raises(RefusedError) as refused:
                    await club.chat.mute(room, who, number, on=True)
                assert code_of(refused) == code

    asyncio.run(go())


def test_a_reported_line_is_kept_for_who_keeps_order(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            await club.chat.say(room, "guest:b", "1", "What the fuck?")
            (line,) = (await club.describer.talk(club.chat, room, "guest:a")).lines
            assert (line.text, line.masked) == ("What the fuck?", "What the ••••?")
            await club.chat.report(room, "guest:a", 1)
            ((where, told, who),) = await club.store.run(lambda c: talk.reports(c, 9))
            assert (where, told.text, who) == (room.record.id, "What the fuck?", "guest:a")
            with pytest.raises(RefusedError):
                await club.chat.report(room, "guest:b", 1)

    asyncio.run(go())


def test_many_reports_of_one_guest_hide_no_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room, most = await a_room(club), LIMITS["report"].person
            assert most is not None
            await club.chat.say(room, "guest:b", "1", "rude")
            await club.chat.report(room, "guest:a", 1)
            for number in range(2, MOST_REPORTS + 3):
                line = ChatLine(number, "guest:c", "hello", 5, is_aside=True, key=str(number))
                await club.store.run(lambda c, line=line: talk.add_line(c, room.record.id, line))
            club.chat.evict(room)
            refused = 0
            for number in range(2, MOST_REPORTS + 3):
                try:
                    await club.chat.report(room, "guest:d", number)
                except TooOftenError:
                    refused += 1
            assert refused == MOST_REPORTS + 1 - most.most
            listed = await Moderator(club.store, "machine").reports()
            assert len(listed) == most.most + 1
            assert (listed[-1][1].number, listed[-1][2]) == (1, "guest:a")

    asyncio.run(go())


def test_a_line_that_many_report_is_listed_once(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            await club.chat.say(room, "guest:b", "1", "rude")
            for at, who in enumerate("dca"):
                reported = (room.record.id, 1, f"guest:{who}", at)
                await club.store.run(lambda c, new=reported: talk.add_report(c, *new))
            ((_, line, who),) = await club.store.read(lambda c: talk.reports(c, 9))
            assert (line.number, who) == (1, "guest:d")

    asyncio.run(go())


def test_talk_outlives_the_club_and_what_cannot_be_kept_was_not_said(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            await club.chat.say(room, "guest:a", "1", "Hello!")
            lost = replace(room.record, id="nowhere")
            nowhere = Room(lost, room.entries, room.needs)
            chat = Chat(club.store, club.bus, club.limits)
            with pytest.raises(Exception, match=r"(?i)foreign key"):
                await chat.say(nowhere, "guest:a", "1", "Hello?")
            assert await chat.lines(nowhere) == []
        async with open_club(tmp_path) as club:
            found = await club.room(room.record.id)
            assert found is not None
            assert await heard(club, found, "guest:b") == ["Hello!"]
            assert found.player_of("guest:b") is Player.BLACK

    asyncio.run(go())


def test_who_is_muted_by_the_club_is_not_heard_until_he_may_speak_again(tmp_path: Path) -> None:
    async def go() -> None:
        async with open_club(tmp_path) as club:
            room = await a_room(club)
            await enroll(club, "louis")
            moderator, who = Moderator(club.store, "machine"), "guest:louis"
            await moderator.impose("mute", "louis", days=1)
            with pytest.raises(RefusedError) as refused:
                await club.chat.say(room, who, "1", "Buy my dice!")
            assert code_of(refused) == "chat-muted"
            assert await club.chat.lines(room) == []
            # Nor may their program.
            engine = Guest("e", "Engine", PROGRAM)
            await club.store.run(lambda c: api_clients.add(c, engine, "louis", 0))
            with pytest.raises(RefusedError) as refused:
                await club.chat.say(room, engine.seat, "1", "Buy these dice!")
            assert code_of(refused) == "chat-muted"
            await moderator.lift("mute", "louis")
            assert await club.chat.say(room, who, "1", "Sorry.") == 1

    asyncio.run(go())


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("What the fuck?", "What the ••••?"),
        ("FUUUCKING dice", "••••••••• dice"),
        ("sh1t, again", "••••, again"),
        ("Ну и хуйня.", "Ну и •••••."),
        ("ёбаный зар", "•••••• зар"),
        ("cyka", "••••"),
    ],
)
def test_rude_words_are_masked_and_all_else_stays(text: str, shown: str) -> None:
    assert masked(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Good game, thank you!",
        "Хорошая партия, спасибо!",
        "Scunthorpe, Essex: a class of assassins with a cocktail",
        "страхуй меня, не психуй; употреблять сукно; колебания ебонита; мандарин и бляха",
        "6-6! 13/7(2) 8/2*(2)",
        "",
    ],
)
def test_innocent_words_are_not(text: str) -> None:
    assert masked(text) is None


def test_a_word_is_judged_alone() -> None:
    assert is_rude("Bullshitting")
    assert not is_rude("shirt")
