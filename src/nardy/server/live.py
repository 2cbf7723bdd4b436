"""The WebSocket of one page: what it says is done, what happens in its rooms is told."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from nardy.core.events import event_to_json
from nardy.core.player import Player
from nardy.errors import NardyError
from nardy.server.advice import require_onlooker
from nardy.server.broadcast import Message
from nardy.server.cascades import judged, require_lawful
from nardy.server.chat import channel
from nardy.server.club import LOBBY, Club
from nardy.server.contest import TOPIC
from nardy.server.protocol import (
    MOST_BYTES,
    Act,
    Ask,
    Clocks,
    Commit,
    Done,
    Evaluate,
    Evaluated,
    Explore,
    Explored,
    Follow,
    Followed,
    Happened,
    Hint,
    Leave,
    Link,
    Listen,
    Lobby,
    Mute,
    Refused,
    Report,
    RoomFacts,
    Say,
    Talk,
    ToClient,
    ToServer,
    Update,
    Want,
    Watch,
    WatchLobby,
)
from nardy.server.refusals import RefusedError, code_of, says
from nardy.server.room import NotHereError, Room
from nardy.server.throws import link_of
from nardy.server.tree import nodes_of
from nardy.server.view import seat_of
from nardy.server.watching import VISITOR

MOST_ROOMS = 20
MOST_AT_ONCE = 8
"""Messages of one page that may be worked on side by side."""
MOST_WAITING = 200
"""Answers that may wait for a slow page before it is cut off; it comes back and asks anew."""

TOLD = ("time", "links", "left", "worth")
"""What everybody may read of the server's notes."""

Send = Callable[[bytes], Awaitable[None]]
_read = msgspec.json.Decoder(ToServer)
_write = msgspec.json.Encoder()


class Page:
    """One connected page or bot."""

    def __init__(self, club: Club, who: str | None, session: str = "") -> None:
        """Somebody has connected; *who* is None for who has no seat anywhere."""
        self.club = club
        self.who = who
        self._session = session
        club.accounts.come(session, self)
        self.answers: asyncio.Queue[ToClient | str | None] = asyncio.Queue(MOST_WAITING)
        """Messages, and the names of rooms that have something new; None: the end."""
        self._room_for_more = asyncio.Semaphore(MOST_AT_ONCE)
        self._hearing: set[asyncio.Task[None]] = set()
        self._told: dict[str, int] = {}
        self._due: set[str] = set()
        self._followed = ""

    async def take(self, text: str) -> None:
        """Begin to do what a message asks; what a throw waits for may come in the next one.

        Who says too much is heard slowly: nothing is lost, and the connection fills up behind it.
        """
        if pause := self.club.limits.pause("say", self.who or f"page:{id(self)}"):
            await asyncio.sleep(pause)
        await self._room_for_more.acquire()
        task = asyncio.create_task(self.hear(text))
        self._hearing.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._hearing.discard(task)
        self._room_for_more.release()

    async def hear(self, text: str | bytes) -> None:
        """Do what one message asks, and answer it."""
        message_id = None
        try:
            if len(text) > MOST_BYTES:
                raise msgspec.ValidationError("it is too long")
            message = _read.decode(text)
            message_id = getattr(message, "id", None)
            await self._do(message)
        except NardyError as error:
            self._answer(Refused(message_id, code_of(error), str(error), says(error)))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            told = NardyError(f"expected a message of the protocol: {error}")
            self._answer(Refused(None, "message", str(told), says(told)))

    async def tell(self, send: Send) -> None:
        """Send what is to be told, in its order, until the page is gone."""
        while (answer := await self.answers.get()) is not None:
            message = await self._news(answer) if isinstance(answer, str) else answer
            if message is not None:
                await send(message if isinstance(message, bytes) else _write.encode(message))

    def dismiss(self) -> None:
        """Its session has ended: say no more, and close the connection."""
        for room in list(self._told):
            self._leave(room)
        self.who = None
        self._end()

    def want_link(self, room_id: str, number: int) -> None:
        """Ask the page for the link of a throw."""
        self._answer(Want(room_id, number))

    def close(self) -> None:
        """The page is gone."""
        self.club.accounts.leave(self._session, self)
        self.club.bus.unsubscribe(LOBBY, self._hint)
        self.club.bus.unsubscribe(self._followed, self._hint)
        for room in list(self._told):
            self._leave(room)

    async def _do(self, message: ToServer) -> None:
        match message:
            case Watch(room, since):
                await self._watch(room, since)
            case Commit(room, tip):
                found = await self._room(room)
                await self.club.commit(found, self._seat(found), tip)
            case Link(room, number, text):
                found, link = await self._room(room), link_of(text)
                if link:
                    self.club.links.hear(found, number, self._seat(found), link)
            case WatchLobby():
                self.club.bus.subscribe(LOBBY, self._hint)
                self._hint(LOBBY)
            case Follow(tournament):
                self.club.bus.unsubscribe(self._followed, self._hint)
                self._followed = TOPIC + tournament
                self.club.bus.subscribe(self._followed, self._hint)
            case Leave(room):
                self._leave(room)
            case Act():
                await self._act(message)
            case Listen() | Say() | Mute() | Report():
                await self._talk(message)
            case _:
                await self._tell_about(message)

    async def _talk(self, message: Listen | Say | Mute | Report) -> None:
        room, chat = await self._room(message.room), self.club.chat
        match message:
            case Say(_, asked, text):
                self._answer(Done(asked, await chat.say(room, self.who, asked, text)))
            case Report(_, asked, number):
                await chat.report(room, self.who, number)
                self._answer(Done(asked, number))
            case Mute(_, asked, number, on):
                await chat.mute(room, self.who, number, on=on)
                self._answer(Done(asked, number))
                self._hint(channel(room.record.id))
            case Listen():
                self._require_watched(room)
                self.club.bus.subscribe(channel(room.record.id), self._hint)
                self._hint(channel(room.record.id))

    def _require_watched(self, room: Room) -> None:
        if room.record.id not in self._told:
            raise RefusedError("no-room", "expected a room that you follow; watch it first")

    async def _tell_about(self, question: Ask | Explore | Hint | Evaluate) -> None:
        found = await self._room(question.room)
        match question:
            case Ask(_, asked, moves):
                self._answer(await judged(found.match.game.situation, asked, moves))
            case Explore(_, asked, moves):
                self._answer(Explored(asked, nodes_of(found.match.game.situation, moves)))
            case Hint(_, asked):
                self._answer(await self.club.adviser.hint(found, self._seat(found), asked))
            case Evaluate(_, asked):
                self._answer(await self._evaluated(found, asked))

    async def _watch(self, room_id: str, since: int) -> None:
        room = await self._room(room_id)
        if len(self._told) >= MOST_ROOMS and room_id not in self._told:
            told = f"expected at most {MOST_ROOMS} rooms at once; leave one first"
            raise RefusedError("rooms", told)
        is_new = room_id not in self._told
        self._told[room_id] = min(max(since, 0), room.version)
        self.club.bus.subscribe(room_id, self._hint)
        self._hint(room_id)
        if is_new:
            self.club.presence.come(room, self.who or VISITOR, self)

    def _leave(self, room_id: str) -> None:
        self.club.bus.unsubscribe(room_id, self._hint)
        self.club.bus.unsubscribe(channel(room_id), self._hint)
        room = self.club.loaded(room_id)
        if self._told.pop(room_id, None) is not None and room:
            self.club.presence.leave(room, self.who or VISITOR, self)

    async def _act(self, order: Act) -> None:
        room = await self._room(order.room)
        player = self._seat(room)
        await require_lawful(room, player, order)
        self._answer(Done(order.id, await self.club.act(room, player, order)))

    async def _evaluated(self, room: Room, asked: str) -> Evaluated:
        require_onlooker(room, room.player_of(self.who) if self.who else None)
        version, judged = room.version, await self.club.adviser.judge(room)
        win, equity = (judged.win, judged.equity) if judged else (None, None)
        return Evaluated(asked, room.record.id, version, win, equity)

    def _seat(self, room: Room) -> Player:
        player = room.player_of(self.who) if self.who else None
        if player is None:
            raise NotHereError("expected an act of who sits in this room; sit down first")
        return player

    async def _room(self, room_id: str) -> Room:
        room = await self.club.room(room_id)
        if room is None:
            raise RefusedError("no-room", f"expected the id of a room, got {room_id!r:.40}")
        return room

    def _hint(self, room: str) -> None:
        # One hint waits for any number of changes: whoever reads it reads all of them.
        if room not in self._due:
            self._due.add(room)
            self._answer(room)

    def _answer(self, answer: ToClient | str) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            if self.answers.qsize() < MOST_WAITING - 1:
                self.answers.put_nowait(answer)
            else:
                self._end()

    def _end(self) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self.answers.put_nowait(None)

    async def _news(self, name: str) -> Update | Lobby | Talk | Followed | bytes | None:
        self._due.discard(name)
        if name.startswith(TOPIC):
            return Followed(name.removeprefix(TOPIC))
        if name == LOBBY:
            return await self.club.lobby(self.who)
        if name.startswith(channel("")):
            return await self.club.talk(await self._room(name.removeprefix(channel(""))), self.who)
        return await self._update(name)

    async def _update(self, room_id: str) -> Update | bytes | None:
        if room_id not in self._told:
            return None
        room = await self._room(room_id)
        if self.who is None or room.player_of(self.who) is None:
            return await self._seen(room)
        facts = await self.club.facts(room, self.who)
        # No await from here on: what is told is one moment.
        since, self._told[room_id] = self._told[room_id], room.version
        return update(room, since, facts)

    async def _seen(self, room: Room) -> bytes | None:
        """What who looks on is told: the same as all others are."""
        room_id, since = room.record.id, self._told[room.record.id]

        async def make() -> Message:
            told = update(room, since, await self.club.facts(room, None))
            return Message(since, told.version, _write.encode(told))

        message = await self.club.broadcast.told(room, since, make)
        if self._told.get(room_id) != since:
            return None  # he has gone meanwhile, or has asked anew
        self._told[room_id] = message.version
        return message.text


def update(room: Room, since: int, facts: RoomFacts) -> Update:
    """What happened in a room behind number *since*, as whoever these facts are for sees it."""
    events = [
        Happened(number, entry.at, event_to_json(entry.event), _told(entry.note))
        for number, entry in enumerate(room.entries[since:], since + 1)
    ]
    nodes = room.nodes if facts.you == room.view.to_act else []
    return Update(
        room.record.id, since, room.version, events, room.view, _clocks(room), nodes, facts
    )


def _told(note: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What of a note is for everybody."""
    told = {name: value for name, value in (note or {}).items() if name in TOLD}
    return told or None


def _clocks(room: Room) -> Clocks | None:
    if (clock := room.clock) is None:
        return None
    running = seat_of(clock.runs_for) if clock.runs_for else None
    return Clocks(clock.white, clock.black, running, clock.free)
