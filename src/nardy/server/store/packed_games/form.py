"""The form of a packed log: what follows from something else is left out, and the rest is compressed.

A log of 110 entries takes about 700 bytes instead of 40,000. Left out are

- the moves of a turn, where they follow from its text and its roll;
- the links of the players' hash chains but the last, since each is the hash of the one after it;
- the clients' ids of their acts, which have one use: an act that comes again is done once. A page repeats an act for
  seconds, and a room is packed a day after its end.

The first byte is the number of the form. A later form gets another number, and a reader of its own.
"""

import contextlib
import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec

from nardy.server.errors import StoreError
from nardy.server.store.packed_games.dictionary import DICTIONARY
from nardy.server.store.packed_games.links import pack_links, unpack_links
from nardy.server.store.packed_games.turn_words import ORDERS, moves_of

FORM = 1
_SEATS = ("white", "black")
_THROWS = ("rolled-off", "rolled")
_encode = msgspec.json.Encoder().encode
Object = dict[str, Any]


class PackedEntry(NamedTuple):
    """An entry of a log as JSON objects, without the client's id of its act."""

    event: Object
    at: int
    note: Object | None


class _Packed(msgspec.Struct, array_like=True):
    """The parts of a log, each in a column of its own: equal things compress well together."""

    events: list[str | Object]
    times: list[int]
    """The first time, and then how much later each entry is."""
    clocks: list[list[int] | Object | None]
    """For each entry without a clock null, else by how much each number differs from the last clock."""
    links: list[Any]
    """Of White and of Black, for the throws that have links."""
    linked: str
    """For each throw '1' if it has links."""
    notes: list[tuple[int, Object]]
    """What else the notes say, by the index of the entry."""


_decode = msgspec.json.Decoder(_Packed).decode


def pack(entries: Sequence[PackedEntry]) -> bytes:
    """Pack a log."""
    throws = [entry for entry in entries if entry.event.get("kind") in _THROWS]
    linked = [_links_of(entry.note) for entry in throws]
    chains = [[links[seat] for links in linked if links] for seat in range(2)]
    rests = [(index, rest) for index, entry in enumerate(entries) if (rest := _rest_of(entry))]
    packed = _Packed(
        events=[*_short_events(entry.event for entry in entries)],
        times=[*_differences(entry.at for entry in entries)],
        clocks=[*_short_clocks(entry.note for entry in entries)],
        links=[pack_links(chain) for chain in chains],
        linked="".join("1" if links else "0" for links in linked),
        notes=rests,
    )
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=DICTIONARY)
    return bytes([FORM]) + press.compress(_encode(packed)) + press.flush()


def unpack(data: bytes) -> list[PackedEntry]:
    """The log that was packed.

    Raises:
        StoreError: the data is damaged, or of a newer nardy.
    """
    with _telling_damage():
        return _unpacked(_opened(data))


def first_events(data: bytes, count: int) -> list[Object]:
    """The first events of a packed log, which takes less time than all of it.

    Raises:
        StoreError: as `unpack`.
    """
    with _telling_damage():
        return [*_long_events(_opened(data).events[:count])]


def ended_at(data: bytes) -> int:
    """The time of the last entry of a packed log; 0 if it cannot be read."""
    try:
        with _telling_damage():
            return sum(_opened(data).times)
    except StoreError:
        return 0


def _unpacked(packed: _Packed) -> list[PackedEntry]:
    links = [unpack_links(chain, packed.linked.count("1")) for chain in packed.links]
    pairs = iter(zip(*links, strict=True))
    shown = iter(packed.linked)
    rests, at, found = dict(packed.notes), 0, list[PackedEntry]()
    clocks = _long_clocks(packed.clocks)
    columns = zip(_long_events(packed.events), packed.times, clocks, strict=True)
    for index, (event, later, clock) in enumerate(columns):
        at += later
        note: Object = {}
        if event.get("kind") in _THROWS and next(shown) == "1":
            note["links"] = dict(zip(_SEATS, next(pairs), strict=True))
        if clock is not None:
            note["clock"] = clock
        note |= rests.get(index, {})
        found.append(PackedEntry(event, at, note or None))
    return found


def _opened(data: bytes) -> _Packed:
    if data[:1] != bytes([FORM]):
        raise StoreError(
            f"expected a packed game of form {FORM}, got {data[:1].hex() or 'nothing'}; "
            "a newer nardy packed it: use that one"
        )
    opened = zlib.decompressobj(-15, zdict=DICTIONARY)
    return _decode(opened.decompress(data[1:]) + opened.flush())


@contextlib.contextmanager
def _telling_damage() -> Generator[None]:
    try:
        yield
    except StoreError:
        raise
    except Exception as error:  # there is no checksum: damage that inflates may end in anything
        raise StoreError("expected a packed game, got damaged data; restore a backup") from error


def _links_of(note: Object | None) -> tuple[str | None, str | None] | None:
    """White's and Black's link in the note of a throw."""
    match note:
        case {"links": {"white": white, "black": black, **more}} if not more:
            return white, black
        case _:
            return None


def _clock_of(note: Object | None) -> list[int] | None:
    """The clock in a note, if it is a list of integers."""
    clock: list[Any] | None = note.get("clock") if note else None
    is_one = type(clock) is list and all(type(one) is int for one in clock)
    return clock if is_one else None


def _rest_of(entry: PackedEntry) -> Object:
    """The note without what has a column of its own."""
    note, own = entry.note or {}, set[str]()
    if _clock_of(note) is not None:
        own.add("clock")
    if entry.event.get("kind") in _THROWS and _links_of(note):
        own.add("links")
    return {name: value for name, value in note.items() if name not in own}


def _differences(times: Iterable[int]) -> Iterator[int]:
    before = 0
    for at in times:
        yield at - before
        before = at


def _short_clocks(notes: Iterable[Object | None]) -> Iterator[list[int] | Object | None]:
    before: list[int] = []
    for note in notes:
        clock = _clock_of(note)
        if clock is None:
            yield None
            continue
        if len(clock) == len(before):
            changes = [now - then for now, then in zip(clock, before, strict=True)]
            while changes and not changes[-1]:
                changes.pop()
            yield changes
        else:
            yield {"clock": clock}
        before = clock


def _long_clocks(clocks: Iterable[list[int] | Object | None]) -> Iterator[list[int] | None]:
    before: list[int] = []
    for one in clocks:
        if one is None:
            yield None
            continue
        if isinstance(one, dict):
            before = one["clock"]
        else:
            changes = [*one, *[0] * (len(before) - len(one))]
            before = [then + more for then, more in zip(before, changes, strict=True)]
        yield before


def _short_events(events: Iterable[Object]) -> Iterator[str | Object]:
    """The events, the frequent ones as words: 'o31', 'w31', 'pw1 8/5 6/5', 'awdouble'."""
    dice: Sequence[int] = ()
    for event in events:
        word = _word_of(event, dice)
        yield event if word is None or _event_of(word, dice) != event else word
        dice = _dice_of(event, dice)


def _long_events(events: Iterable[str | Object]) -> Iterator[Object]:
    dice: Sequence[int] = ()
    for one in events:
        event = _event_of(one, dice) if isinstance(one, str) else one
        yield event
        dice = _dice_of(event, dice)


def _dice_of(event: Object, before: Sequence[int]) -> Sequence[int]:
    match event:
        case {"kind": "rolled", "dice": dice}:
            return dice
        case {"kind": "rolled-off", "white": white, "black": black}:
            return (white, black)
        case _:
            return before


def _word_of(event: Object, dice: Sequence[int]) -> str | None:
    """The word of a frequent event; None for others, which stay as they are."""
    match event:
        case {"kind": "rolled-off", "white": int(white), "black": int(black)}:
            return f"o{white}{black}"
        case {"kind": "rolled", "player": ("white" | "black") as seat, "dice": [first, second]}:
            return f"{seat[0]}{first}{second}"
        case {"kind": "acted", "player": ("white" | "black") as seat, "act": str(act)}:
            return f"a{seat[0]}{act}"
        case {"kind": "played", "player": ("white" | "black") as seat, "turn": str(turn)}:
            moves = event.get("moves")
            for number, order in enumerate(ORDERS):
                if moves_of(turn, dice, order) == moves:
                    return f"p{seat[0]}{number}{turn}"
            steps = ",".join(f"{origin}.{target}" for origin, target in moves or ())
            return f"p{seat[0]}{turn};{steps}"
        case _:
            return None


def _event_of(word: str, dice: Sequence[int]) -> Object:
    """The event of a word; one that is not what it was made from is not used (`_short_events`)."""
    kind, rest = word[:1], word[1:]
    if kind == "o":
        return {"kind": "rolled-off", "white": int(rest[:1]), "black": int(rest[1:])}
    if kind in "wb":
        seat = "white" if kind == "w" else "black"
        return {"kind": "rolled", "player": seat, "dice": [int(rest[:1]), int(rest[1:])]}
    seat = "white" if rest[:1] == "w" else "black"
    if kind == "a":
        return {"kind": "acted", "player": seat, "act": rest[1:]}
    turn, explicit, steps = rest[1:].rpartition(";")
    if explicit:
        moves = [[int(place) for place in step.split(".")] for step in steps.split(",") if step]
    else:
        turn = rest[2:]
        moves = moves_of(turn, dice, ORDERS[int(rest[1:2])])
    return {"kind": "played", "player": seat, "turn": turn, "moves": moves}
