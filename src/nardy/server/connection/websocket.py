"""The WebSocket of one page or program: it receives messages, and sends answers and updates of rooms."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Collection, Mapping
from time import monotonic

import msgspec

from nardy.core.events import event_to_json
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.bots.advisor import require_hints, require_onlooker
from nardy.server.club.club import LOBBY, Club
from nardy.server.connection.keepalive import ConnectionHealth
from nardy.server.errors import (
    MovedError,
    RefusedError,
    StaleError,
    StoreError,
    code_of,
    says,
)
from nardy.server.fair_play.rules import one_turn_ago
from nardy.server.games.rule_versions import in_log
from nardy.server.lobby.chat import channel
from nardy.server.lobby.spectators import VISITOR, Message
from nardy.server.matchmaking.seekers import SearchNews, Seekers
from nardy.server.protocol import messages
from nardy.server.protocol.messages import MOST_BYTES, Act, Done, ToClient, ToServer
from nardy.server.protocol.nul_characters import has_nul
from nardy.server.protocol.shared import JsonObject
from nardy.server.rooms.clock import Arrival, served_time
from nardy.server.rooms.dice import link_of
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of
from nardy.server.store.guests import Guest
from nardy.server.tournaments.running import TALK_TOPIC, TOPIC
from nardy.server.turns.actions import verdict
from nardy.server.turns.cascades import is_long
from nardy.server.turns.move_graph import nodes_of
from nardy.server.turns.view import seat_of
from nardy.server.web.authorization import require_message_scope

PUBLIC_NOTES = ("time", "links", "left", "worth")
"""Keys of the server's notes that are public."""
AFTER_THE_MATCH = ("worth",)
"""Public only after the match: the evaluation of a claimed game would help in the next one."""
MOST_ROOMS = 20
MOST_AT_ONCE = 8
"""Messages of one page that are handled concurrently."""
MOST_WAITING = 200
"""Answers queued for a slow page before it is disconnected; it reconnects and asks again."""

Send = Callable[[bytes], Awaitable[None]]
Question = messages.Ask | messages.Explore | messages.Hint | messages.Tutor | messages.Evaluate
ChatMessage = messages.Say | messages.Mute | messages.Report
_read = msgspec.json.Decoder(ToServer)
_write = msgspec.json.Encoder()


def update(room: Room, since: int, facts: messages.RoomFacts) -> messages.Update:
    """The events of a room after number *since*, for the reader of these facts."""
    hidden = () if room.record.is_over else AFTER_THE_MATCH
    events = [
        messages.Happened(number, entry.at, event_to_json(entry.event), _public(entry.note, hidden))
        for number, entry in enumerate(room.entries[since:], since + 1)
    ]
    nodes = room.nodes if facts.you == room.view.to_act else []
    return messages.Update(
        room.record.id, since, room.version, events, room.view, _clocks(room), nodes, facts
    )


def _public(note: Mapping[str, object] | None, hidden: Collection[str]) -> JsonObject | None:
    """The public part of a note, without the *hidden* keys; None if it is empty."""
    known = (note or {}).items()
    shown = {name: value for name, value in known if name in PUBLIC_NOTES and name not in hidden}
    return shown or None


def _clocks(room: Room) -> messages.Clocks | None:
    if (clock := room.clock) is None:
        return None
    running = seat_of(clock.runs_for) if clock.runs_for else None
    waits = room.timing.waits if room.timing else 0
    return messages.Clocks(clock.white, clock.black, running, clock.free, waits)


class Page:
    """One connected page or bot."""

    def __init__(self, club: Club, who: str | None, session: str = "", address: str = "") -> None:
        """*who* is the text of a seat, such as `guest:ID`; None for a browser without a cookie."""
        self.club = club
        self.who = who
        self._address = address
        self._session = session
        self._guest: Guest | None = None
        self.line: ConnectionHealth | None = None
        """Measurements of its connection, if the server takes any."""
        self.seekers: Seekers | None = None
        """Where it may search for an opponent."""
        club.accounts.come(session, self)
        self.answers: asyncio.Queue[ToClient | str | None] = asyncio.Queue(MOST_WAITING)
        """Messages to send, and topics with something new, which `tell` reads; None closes the page."""
        self._free_tasks = asyncio.Semaphore(MOST_AT_ONCE)
        # Messages are handled in tasks that wait for the database: lines and searches shall stay in their order.
        self._speaking, self._searching = asyncio.Lock(), asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._sent: dict[str, int] = {}
        self._due: set[str] = set()
        self._followed: tuple[str, ...] = ()
        self._is_closed = False
        self.is_sent_away = False
        """Whether the page is to connect again, since another process owns a room of it now."""

    @classmethod
    def of(cls, club: Club, guest: Guest | None, address: str) -> "Page":
        """The page of a guest; an API client's token limits which messages it may send."""
        page = cls(club, guest and guest.seat, guest.session if guest else "", address)
        page._guest = guest
        return page

    async def take(self, text: str) -> None:
        """Handle a message in a task of its own: an action may wait for a reveal in a later message.

        Too many messages are delayed instead of lost, which fills the client's connection (back pressure).
        """
        if pause := self.club.limits.pause("say", self.who or f"page:{id(self)}"):
            await asyncio.sleep(pause)
        await self._free_tasks.acquire()
        task = asyncio.create_task(self.hear(text))
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        self._tasks.discard(task)
        self._free_tasks.release()

    async def hear(self, text: str | bytes) -> None:
        """Handle one message, and queue its answer."""
        message_id = None
        try:
            if len(text) > MOST_BYTES:
                raise msgspec.ValidationError("it is too long")
            if has_nul(text):
                raise msgspec.ValidationError("a text without the character NUL, got one")
            message = _read.decode(text)
            message_id = getattr(message, "id", None)
            if self._guest and self._guest.scopes:  # an API client
                require_message_scope(self._guest, message)
            if isinstance(message, messages.Search | messages.EndSearch):
                await self._search(message)
            else:
                await self._do(message)
        except MovedError:
            # Without an answer the page sends it again, to the process that has the room now.
            self.send_away()
        except NardyError as error:
            code = code_of(error)
            self.club.process.refusals[code] += 1
            self._answer(messages.Refused(message_id, code, str(error), says(error)))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            self.club.process.refusals["message"] += 1
            refused = NardyError(f"expected a message of the protocol: {error}")
            self._answer(messages.Refused(None, "message", str(refused), says(refused)))

    async def tell(self, send: Send) -> None:
        """Send queued answers and updates in order, until the page is closed."""
        while (answer := await self.answers.get()) is not None:
            message = await self._message_about(answer) if isinstance(answer, str) else answer
            if message is not None:
                await send(message if isinstance(message, bytes) else _write.encode(message))

    @property
    def silence(self) -> int:
        """Milliseconds since the client's last data, while a pong is due; else 0."""
        return self.line.silence if self.line else 0

    def dismiss(self) -> None:
        """Close the connection: the session has ended."""
        for room in list(self._sent):
            self._leave(room, is_left=True)
        self.who = None
        self._end()

    def send_away(self) -> None:
        """Close the connection: a room of the page has another owner, to whom it comes again."""
        self.is_sent_away = True
        self._end()

    def want_link(self, room_id: str, number: int) -> None:
        """Ask the page to reveal the link of a roll's hash chain."""
        self._answer(messages.RevealRequest(room_id, number))

    def tell_search(self, news: SearchNews) -> None:
        """Send news of the page's search."""
        self._answer(news)

    def close(self) -> None:
        """Unsubscribe from everything after a disconnect; messages being handled are finished."""
        self._is_closed = True
        self.club.accounts.leave(self._session, self)
        self.club.bus.unsubscribe(LOBBY, self._queue)
        self._follow(())
        is_left = self.line is not None and self.line.is_left
        for room in list(self._sent):
            self._leave(room, is_left=is_left)
        if self.seekers:
            self.seekers.end(self, is_left=is_left)

    def _follow(self, topics: tuple[str, ...]) -> None:
        for topic in self._followed:
            self.club.bus.unsubscribe(topic, self._queue)
        self._followed = topics
        for topic in topics:
            self.club.bus.subscribe(topic, self._queue)

    async def _do(self, message: messages.FromRoom) -> None:
        match message:
            case messages.Watch(room, since):
                await self._watch(room, since)
            case messages.Commit(room, tip):
                found = await self._room(room)
                await self.club.game_starter.commit(found, found.require_player(self.who), tip)
            case messages.Reveal(room, number, text):
                found, link = await self._room(room), link_of(text)
                if link:
                    self.club.links.hear(found, number, found.require_player(self.who), link)
            case messages.WatchLobby():
                self.club.bus.subscribe(LOBBY, self._queue)
                self._queue(LOBBY)
            case messages.Follow(tournament):
                self._follow((TOPIC + tournament, TALK_TOPIC + tournament))
            case messages.Unwatch(room):
                self._leave(room, is_left=True)
            case Act():
                await self._act(message)
            case messages.Listen() | messages.Say() | messages.Mute() | messages.Report():
                await self._talk(message)
            case _:
                found = await self._room(message.room)
                self._answer(await answer_about(self.club, found, self.who, message))

    async def _search(self, message: messages.Search | messages.EndSearch) -> None:
        if self.seekers is None:
            raise RefusedError("message", "expected a club with pools of opponents")
        if isinstance(message, messages.Search):
            person = self._guest.id if self._guest else ""
            self.club.limits.take("make", person=person, address=self._address)
        async with self._searching:
            if isinstance(message, messages.Search):
                await self.seekers.search(self, self._guest, message)
            # It may have been closed meanwhile, when there was no search to end.
            if isinstance(message, messages.EndSearch) or self._is_closed:
                self.seekers.end(self, is_left=not self._is_closed)

    async def _talk(self, message: messages.Listen | ChatMessage) -> None:
        room = await self._room(message.room)
        talk = channel(room.record.id)
        if isinstance(message, messages.Listen):
            if room.record.id not in self._sent:
                reason = "expected a room that this page watches; watch it first"
                raise RefusedError("no-room", reason)
            self.club.bus.subscribe(talk, self._queue)
        else:
            # Guests are free to make, so the chat is limited by address, too.
            if isinstance(message, messages.Say):
                self.club.limits.take("chat", address=self._address)
            elif isinstance(message, messages.Report):
                self.club.limits.take("report", address=self._address)
            async with self._speaking:
                self._answer(await answer_chat(self.club, room, self.who, message))
        if isinstance(message, messages.Listen | messages.Mute):
            self._queue(talk)

    async def _watch(self, room_id: str, since: int) -> None:
        room = await self._room(room_id)
        # It was closed while the room was loading: a subscription now would never end.
        if self._is_closed:
            return
        if len(self._sent) >= MOST_ROOMS and room_id not in self._sent:
            reason = f"expected at most {MOST_ROOMS} rooms at once; leave one first"
            raise RefusedError("rooms", reason)
        is_new = room_id not in self._sent
        self._sent[room_id] = min(max(since, 0), room.version)
        self.club.bus.subscribe(room_id, self._queue)
        self._queue(room_id)
        if is_new:
            self.club.presence.come(room, self.who or VISITOR, self)

    def _leave(self, room_id: str, *, is_left: bool) -> None:
        self.club.bus.unsubscribe(room_id, self._queue)
        self.club.bus.unsubscribe(channel(room_id), self._queue)
        room = self.club.loaded(room_id)
        if self._sent.pop(room_id, None) is not None and room:
            self.club.presence.leave(room, self.who or VISITOR, self, is_left=is_left)

    async def _act(self, act: Act) -> None:
        if self.club.process.is_draining:
            return  # without an answer the page sends it again, to the next process
        began = monotonic()
        arrival = Arrival(served_time(), self.line.round_trip if self.line else None)
        await self._room(act.room)
        try:
            self._answer(Done(act.id, await self.club.act(act, self.who, arrival)))
        except (StaleError, StoreError) as error:
            # Who has lost the room meanwhile cannot tell whether it is too late.
            raise error if self.club.ownership.owns(act.room) else MovedError from error
        self.club.process.acts.observe(monotonic() - began)

    async def _room(self, room_id: str) -> Room:
        room = await self.club.require_room(room_id, self.who)
        if self.club.loaded(room_id) is not room:
            # It has moved since the message came, perhaps away and back: a copy takes no messages.
            raise MovedError
        return room

    def _queue(self, topic: str) -> None:
        # A topic is queued only once, since its message includes all changes until it is sent.
        if topic not in self._due:
            self._due.add(topic)
            self._answer(topic)

    def _answer(self, answer: ToClient | str) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            # One place stays free for None, which closes the page.
            if self.answers.qsize() < MOST_WAITING - 1:
                self.answers.put_nowait(answer)
            else:
                self._end()

    def _end(self) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self.answers.put_nowait(None)

    async def _message_about(self, name: str) -> ToClient | bytes | None:
        self._due.discard(name)
        if name.startswith(TOPIC):
            return messages.Followed(name.removeprefix(TOPIC))
        if name.startswith(TALK_TOPIC):
            return messages.Followed(name.removeprefix(TALK_TOPIC), is_talk=True)
        if name == LOBBY:
            lists = await self.club.lobby.lists_for(self.who)
            lists.pools = self.seekers.pools(self.who) if self.seekers else []
            return lists
        if name.startswith(channel("")):
            room = await self.club.room_for(name.removeprefix(channel("")), self.who)
            return room and await self.club.describer.talk(self.club.chat, room, self.who)
        return await self._update(name)

    async def _update(self, room_id: str) -> messages.Update | bytes | None:
        if room_id not in self._sent:
            return None
        if not self.club.ownership.owns(room_id):
            return self.send_away()  # whoever has it tells the page
        room = await self.club.room_for(room_id, self.who)
        if room is None:
            return self._leave(room_id, is_left=True)  # they have left its group
        if self.who is None or room.player_of(self.who) is None:
            return await self._onlooker_update(room)
        facts = await self.club.describer.facts(room, self.who)
        # No await from here on, so that the update shows one consistent state.
        if (since := self._sent.get(room_id)) is None:
            return None  # the page has left meanwhile
        self._sent[room_id] = room.version
        return update(room, since, facts)

    async def _onlooker_update(self, room: Room) -> bytes | None:
        """The update for a spectator, encoded once for all of them."""
        room_id = room.record.id
        if (since := self._sent.get(room_id)) is None:
            return None  # the page has left while the room was found

        async def make() -> Message:
            message = update(room, since, await self.club.describer.facts(room, None))
            return Message(since, message.version, _write.encode(message))

        message = await self.club.update_cache.message_for(room, since, make)
        if self._sent.get(room_id) != since:
            return None  # the page has left meanwhile, or watches from another number
        self._sent[room_id] = message.version
        return message.text


async def answer_about(
    club: Club, room: Room, who: str | None, question: Question
) -> (
    messages.MoveVerdict
    | messages.Explored
    | messages.Advised
    | messages.Tutored
    | messages.Evaluated
):
    """The answer to a question about the position of a room."""
    match question:
        case messages.Ask(_, message_id, moves):
            situation = room.match.game.situation
            if not is_long(situation):
                return verdict(situation, message_id, moves)
            return await asyncio.to_thread(verdict, situation, message_id, moves)
        case messages.Explore(_, message_id, moves):
            return messages.Explored(message_id, nodes_of(room.match.game.situation, moves))
        case messages.Hint(_, message_id):
            player = room.require_player(who)
            require_hints(room, player)
            await club.fair_play.require(who, room.situation)
            return await club.advisor.hint(room, player, message_id)
        case messages.Tutor(_, message_id, moves):
            player = room.require_player(who)
            require_hints(room, player)
            await club.fair_play.require(who, room.situation)
            return await club.advisor.tutor(room, player, message_id, moves)
        case messages.Evaluate(_, message_id):
            return await _evaluated(club, room, who, message_id)


async def answer_chat(club: Club, room: Room, who: str | None, message: ChatMessage) -> Done:
    """Say something in the chat of a room, or report or mute a line."""
    match message:
        case messages.Say(_, message_id, text):
            if who is None or room.player_of(who) is None:
                await club.groups.require_voice(who)
            return Done(message_id, await club.chat.say(room, who, message_id, text))
        case messages.Report(_, message_id, number):
            await club.chat.report(room, who, number)
            return Done(message_id, number)
        case messages.Mute(_, message_id, number, on):
            await club.chat.mute(room, who, number, on=on)
            if who:
                club.describer.evict(guest_id_of(who))
            return Done(message_id, number)


async def _evaluated(
    club: Club, room: Room, who: str | None, message_id: str
) -> messages.Evaluated:
    """The evaluation one turn ago: the live one would let a spectator help a player."""
    require_onlooker(room, await club.fair_play.people(who))
    version, before = room.version, None
    if room.situation.phase is not Phase.OVER:
        events = [entry.event for entry in room.entries]
        before = one_turn_ago(events, in_log(room.match.rotation))
    if before is not None:
        await club.fair_play.require(who, before)
    found = await club.advisor.look_back(room, before)
    win, equity = (found.win, found.equity) if found else (None, None)
    return messages.Evaluated(message_id, room.record.id, version, win, equity)
