"""Chat of a tournament: what players and onlookers read and write, and when."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.server.club_room import enroll
from tests.server.tournaments.tournament_hall import begun, hall, lose, record, room_of, until

from nardy.core.player import Player
from nardy.server.club.club import Club
from nardy.server.errors import RefusedError, TooOftenError
from nardy.server.store import decisions
from nardy.server.tournaments.chat import TournamentChat
from nardy.server.tournaments.running import TALK_TOPIC, RunningTournament
from nardy.server.tournaments.service import TournamentService

Play = Callable[[Club, TournamentService, TournamentChat], Awaitable[None]]


def with_chat(folder: Path, play: Play) -> None:
    async def go() -> None:
        async with hall(folder) as (club, director):
            await enroll(club, "1", "2", "ann", "bo")
            await play(club, director, TournamentChat(club))

    asyncio.run(go())


async def read(chat: TournamentChat, running: RunningTournament, who: str | None) -> list[str]:
    return [line.text for line in (await chat.talk(running, who)).lines]


def test_everybody_reads_and_whoever_has_a_name_writes(tmp_path: Path) -> None:
    async def play(club: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await director.make(record())
        heard: list[str] = []
        club.bus.subscribe(TALK_TOPIC + running.record.id, heard.append)
        for key in ("k", "k", "l"):
            await chat.say(running, "guest:ann", key, "  Good   luck ")
        assert heard == [TALK_TOPIC + running.record.id] * 2
        told = await chat.talk(running, "guest:bo")
        assert [(line.number, line.text, line.name) for line in told.lines] == [
            (1, "Good luck", "Ann"),
            (2, "Good luck", "Ann"),
        ]
        assert told.may_speak
        visitor = await chat.talk(running, None)
        assert (len(visitor.lines), visitor.may_speak) == (2, False)
        assert [line.is_yours for line in (await chat.talk(running, "guest:ann")).lines] == [
            True
        ] * 2

    with_chat(tmp_path, play)


def test_who_plays_reads_what_was_said_before_and_writes_after_it(tmp_path: Path) -> None:
    async def play(club: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await director.make(record(rounds=1))
        for number in (1, 2):
            await director.enter(running, f"guest:{number}")
        await chat.say(running, "guest:ann", "1", "before")
        await asyncio.sleep(0.01)
        await director.begin(running)
        (meeting,) = running.now.open
        room = await room_of(club, meeting)
        await asyncio.sleep(0.01)
        await chat.say(running, "guest:bo", "2", "play 13/7")
        assert await read(chat, running, "guest:ann") == ["before", "play 13/7"]
        for who in ("guest:1", "guest:2"):
            told = await chat.talk(running, who)
            assert [line.text for line in told.lines] == ["before"]
            assert (told.may_speak, told.is_playing) == (False, True)
            with pytest.raises(RefusedError, match="after your game") as refused:
                await chat.say(running, who, "3", "what now?")
            assert refused.value.code == "chat-playing"
        await lose(club, room, Player.BLACK)
        await until(lambda: running.now.closed)
        assert await read(chat, running, "guest:1") == ["before", "play 13/7"]
        await chat.say(running, "guest:1", "4", "thanks")

    with_chat(tmp_path, play)


def test_who_plays_on_after_the_end_still_reads_and_writes_nothing(tmp_path: Path) -> None:
    async def play(club: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await begun(director, 2, rounds=1)
        (meeting,) = running.now.open
        room = await room_of(club, meeting)
        await director.end(running)
        await asyncio.sleep(0.01)
        await chat.say(running, "guest:bo", "1", "play 13/7")
        assert (await chat.talk(running, "guest:1")).is_playing
        assert await read(chat, running, "guest:1") == []
        with pytest.raises(RefusedError, match="after your game"):
            await chat.say(running, "guest:1", "2", "what now?")
        await lose(club, room, Player.BLACK)
        assert await read(chat, running, "guest:1") == ["play 13/7"]

    with_chat(tmp_path, play)


def test_a_muted_author_is_read_no_more_and_a_sanctioned_one_does_not_write(tmp_path: Path) -> None:
    async def play(club: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await director.make(record())
        await chat.say(running, "guest:ann", "1", "fuck")
        (line,) = (await chat.talk(running, "guest:bo")).lines
        assert (line.text, line.masked) == ("fuck", "••••")
        told = list[str]()
        club.describer.on_change = told.append
        await chat.mute(running, "guest:bo", 1, on=True)
        assert told == ["bo"]  # rooms may no longer name the author to them
        (line,) = (await chat.talk(running, "guest:bo")).lines
        assert (line.text, line.is_muted) == ("", True)
        await chat.mute(running, "guest:bo", 1, on=False)
        assert await read(chat, running, "guest:bo") == ["fuck"]
        for who, number, code in (("guest:ann", 1, "chat-yours"), ("guest:bo", 2, "chat-line")):
            with pytest.raises(RefusedError) as refused:
                await chat.report(running, who, number)
            assert refused.value.code == code
        await club.store.run(lambda c: decisions.impose(c, "ann", "mute", None))
        with pytest.raises(RefusedError, match="muted you"):
            await chat.say(running, "guest:ann", "2", "again")

    with_chat(tmp_path, play)


@pytest.mark.parametrize(("text", "code"), [(" \u202e ", "chat-empty"), ("x" * 301, "chat-long")])
def test_lines_have_the_limits_of_the_chat_in_rooms(tmp_path: Path, text: str, code: str) -> None:
    async def play(_: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await director.make(record())
        with pytest.raises(RefusedError) as refused:
            await chat.say(running, "guest:ann", "1", text)
        assert refused.value.code == code
        for number in range(5):
            await chat.say(running, "guest:ann", f"many {number}", "hello")
        with pytest.raises(TooOftenError):
            await chat.say(running, "guest:ann", "one too many", "hello")

    with_chat(tmp_path, play)


def test_a_round_of_three_leaves_the_third_in_the_chat(tmp_path: Path) -> None:
    async def play(_: Club, director: TournamentService, chat: TournamentChat) -> None:
        running = await begun(director, 3, "round-robin", rounds=1)
        told = [(await chat.talk(running, f"guest:{number}")).is_playing for number in (1, 2, 3)]
        assert sorted(told) == [False, True, True]

    with_chat(tmp_path, play)
