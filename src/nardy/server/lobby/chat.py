"""Chat in a room, of the two players and of the spectators.

Spectators read all of it and write to each other: players see their lines only after the game.
The game's log has no chat. Rude words are masked only for readers who want that.
"""

import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files

from nardy.server.bus import Bus
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import Person, Said
from nardy.server.rate_limits import Limits
from nardy.server.rooms.room import Room
from nardy.server.seats import guest_id_of
from nardy.server.store import api_clients, decisions, talk
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.talk import ChatLine
from nardy.server.timestamps import now
from nardy.server.turns.view import seat_of
from nardy.translations import LANGUAGES

_WORD = re.compile(r"[\w@$]+")
_DISGUISES = str.maketrans("013457@$", "oieastas")
_CYRILLIC = str.maketrans("aekmopctyxbhu", "аекморстухвни")
"""Latin letters that look like Russian ones; applied after _DISGUISES."""
MOST_CHARACTERS = 300
MOST_TOLD = 200
"""Lines sent to a reader, the latest ones."""


def masked(text: str) -> str | None:
    """The text with its rude words masked; None if it has none.

    >>> masked("What the fuck?")
    'What the ••••?'
    >>> masked("Good game!") is None
    True
    """
    shown = _WORD.sub(lambda found: "•" * len(found[0]) if is_rude(found[0]) else found[0], text)
    return None if shown == text else shown


def is_rude(word: str) -> bool:
    """Whether a word is on the list, even if disguised by digits or letters of another alphabet."""
    plain = _plain(word)
    latin = plain.translate(_DISGUISES)
    readings = {plain, latin, plain.translate(_CYRILLIC), latin.translate(_CYRILLIC)}
    return any(_list().fullmatch(reading) for each in readings for reading in (each, _once(each)))


def _plain(word: str) -> str:
    """Lower case without accents; Russian й is a letter of its own."""
    letters = unicodedata.normalize("NFC", word.casefold()).replace("ё", "е")
    return "".join(
        letter if letter == "й" else unicodedata.normalize("NFD", letter)[0] for letter in letters
    )


def _once(word: str) -> str:
    """The word without repeated letters, as in fuuuck."""
    return re.sub(r"(.)\1+", r"\1", word)


@cache
def _list() -> re.Pattern[str]:
    table = json.loads(files("nardy.data").joinpath("rude-words.json").read_text("utf-8"))
    words = (_pattern(word) for language in LANGUAGES for word in table.get(language, ()))
    return re.compile("|".join(words))


def _pattern(word: str) -> str:
    stem = word.removesuffix("*")
    return _plain(stem) + (r"\w*" if word != stem else "")


def channel(room_id: str) -> str:
    """The bus topic of a room's chat."""
    return f"talk {room_id}"


def tidy(text: str) -> str:
    """The text on one line, without control characters.

    Raises:
        RefusedError: it is empty or too long.
    """
    # Cf has the marks that reverse the direction of text, which could disguise a line.
    seen = "".join(
        " " if unicodedata.category(sign) in {"Cc", "Cf", "Zl", "Zp"} else sign for sign in text
    )
    tidied = re.sub(r"\s+", " ", seen).strip()
    if not tidied:
        raise RefusedError("chat-empty", "expected some text, got none; write something")
    if len(tidied) > MOST_CHARACTERS:
        reason = (
            f"expected at most {MOST_CHARACTERS} characters, got {len(tidied)}; shorten the text"
        )
        raise RefusedError("chat-long", reason)
    return tidied


class Chat:
    """The chat of all rooms, cached by room."""

    def __init__(self, store: Writer, bus: Bus, limits: Limits) -> None:
        self._store = store
        self._bus = bus
        self._limits = limits
        self._lines: dict[str, list[ChatLine]] = {}
        self.on_forget: Callable[[str], None] = lambda _: None
        """Called with a guest whose texts were deleted."""

    async def lines(self, room: Room) -> list[ChatLine]:
        """All lines of a room."""
        room_id = room.record.id
        if room_id not in self._lines:
            found = await self._store.read(lambda connection: talk.lines_of(connection, room_id))
            self._lines.setdefault(room_id, found)
        return self._lines[room_id]

    async def say(self, room: Room, who: str | None, key: str, text: str) -> int:
        """Add a line and return its number; a repeated *key* of the same speaker adds nothing.

        Raises:
            RefusedError: the speaker is muted or has no name, or the text is empty or too long.
            TooOftenError: the speaker writes too often.
        """
        speaker, lines = _named(who), await self.lines(room)
        guest = guest_id_of(speaker)
        if await self._store.read(lambda c: _is_muted(c, guest)):
            reason = "an admin has muted you; write again when that has ended"
            raise RefusedError("chat-muted", reason)
        for line in lines:
            # A page sends a line again if it was disconnected before the answer.
            if (line.who, line.key) == (speaker, key):
                return line.number
        tidied = tidy(text)
        # After these checks: a repeated or refused line does not count against the limit.
        self._limits.take("chat", person=speaker)
        # Failed writes may leave a gap.
        number = lines[-1].number + 1 if lines else 1
        new = ChatLine(number, speaker, tidied, now(), room.player_of(speaker) is None, key)
        # Before the write, so that a line that comes meanwhile gets the next number.
        lines.append(new)
        try:
            await self._store.run(lambda c: talk.add_line(c, room.record.id, new))
        except Exception:
            # Only what is stored counts: load the lines from disk again.
            self._lines.pop(room.record.id, None)
            raise
        self._bus.publish(channel(room.record.id))
        return new.number

    async def mute(self, room: Room, who: str | None, number: int, *, on: bool) -> None:
        """Mute the author of a line for one reader in all rooms; *on* False ends it."""
        reader, line = await self._others_line(room, who, number)
        await self._store.run(lambda c: talk.set_mute(c, reader, line.who, on=on))

    async def report(self, room: Room, who: str | None, number: int) -> None:
        """Report a line to the club's admins.

        Raises:
            RefusedError: it is the reader's own line, or there is none with this number.
            TooOftenError: the reader reports too often.
        """
        reader, line = await self._others_line(room, who, number)
        self._limits.take("report", person=reader)
        await self._store.run(
            lambda c: talk.add_report(c, room.record.id, line.number, reader, now())
        )

    async def lines_for(self, room: Room, who: str | None) -> list[tuple[ChatLine, bool]]:
        """The latest lines that a reader may see, each with whether they muted its author."""
        lines = await self.lines(room)
        muted = await self._store.read(lambda c: talk.mutes_of(c, who)) if who else set[str]()
        plays = who is not None and room.player_of(who) is not None and not room.record.is_over
        heard = [line for line in lines if not (plays and line.is_aside)]
        return [(line, line.who in muted) for line in heard[-MOST_TOLD:]]

    def evict(self, room: Room) -> None:
        """Drop a room from the cache."""
        self._lines.pop(room.record.id, None)

    def evict_all(self) -> None:
        """Drop all rooms from the cache."""
        self._lines.clear()

    def rename(self, old: str, new: str) -> None:
        """Give all lines of a guest to another in the cache; the store is up to date."""
        for lines in self._lines.values():
            lines[:] = [replace(line, who=new) if line.who == old else line for line in lines]

    def forget(self, who: str) -> None:
        """Delete a guest's texts in the cache; the store is up to date."""
        for lines in self._lines.values():
            lines[:] = [replace(line, text="") if line.who == who else line for line in lines]
        self.on_forget(who)

    async def _others_line(self, room: Room, who: str | None, number: int) -> tuple[str, ChatLine]:
        """The reader's id, and the line with this number, which must not be their own."""
        reader, lines = _named(who), await self.lines(room)
        line = next((line for line in lines if line.number == number), None)
        if line is None:
            raise RefusedError("chat-line", f"expected the number of a line, got {number}")
        if line.who == reader:
            raise RefusedError("chat-yours", "expected a line of somebody else, got one of yours")
        return reader, line


def _is_muted(connection: Connection, guest: str) -> bool:
    """Whether a guest is muted, or the owner of this program, who would write through it."""
    owner = api_clients.owner_of(connection, guest)
    people = (guest, owner.id) if owner else (guest,)
    return any(decisions.is_under(connection, one, "mute", now()) for one in people)


def _named(who: str | None) -> str:
    if who is None:
        raise RefusedError("chat-guest", "expected somebody with a name; play a game first")
    return who


def said(room: Room, line: ChatLine, *, by: Person, is_yours: bool, is_muted: bool) -> Said:
    """A line as a reader sees it; the text of a muted author is left out."""
    player = room.player_of(line.who)
    text = "" if is_muted else line.text
    return Said(
        number=line.number,
        at=line.at,
        name=by.name,
        seat=seat_of(player) if player else None,
        is_yours=is_yours,
        text=text,
        masked=masked(text),
        is_aside=line.is_aside,
        is_muted=is_muted,
        avatar=by.avatar,
    )
