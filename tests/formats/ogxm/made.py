"""An .ogxm file made from a match, in version 1 or 2, as far as its reader looks at it."""

import struct
import zlib
from collections.abc import Iterable

from nardy.core.cube import Offer
from nardy.core.events import Acted, Event, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.formats.record import Record, RecordedGame, start_of

ACTIONS = {"double": 21, "take": 22, "pass": 23, "beaver": 32, "raccoon": 33}
RESIGN = 27
VARIANTS = {"backgammon": 0, "nackgammon": 1, "hypergammon": 2, "longgammon": 3}
DICE = [(one, other) for one in range(1, 7) for other in range(one, 7)]


def number(value: int) -> bytes:
    """Groups of seven bits, the lowest first."""
    if value < 128:
        return bytes([value])
    return bytes([value & 0x7F | 0x80]) + number(value >> 7)


def text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def record_of(fields: dict[int, bytes], before: bytes = b"") -> bytes:
    """A record with these fields after its mask."""
    body = (
        number(sum(1 << at for at in fields))
        + before
        + b"".join(fields[at] for at in sorted(fields))
    )
    return number(len(body)) + body


def flags_of(rules: Rules) -> int:
    return rules.crawford + 2 * rules.jacoby + 4 * rules.beavers + 8 * rules.raccoons


def plies_of(game: Game, *, is_old: bool) -> Iterable[bytes]:
    again = Game.from_events(game.events[:1], lambda _: game.rules)
    acts = [*game.events[1:]]
    for at, event in enumerate(acts):
        seat = [*Player].index(again.to_act) if again.phase is not Phase.OVER else 0
        if isinstance(event, Played):
            yield _turn(again, event, seat, is_old=is_old)
        # After a beaver there is no take.
        is_silent = again.situation.offer in (Offer.BEAVER, Offer.RACCOON)
        if (
            isinstance(event, Acted)
            and event.act in ACTIONS
            and not (is_silent and event.act == "take")
        ):
            yield ply(ACTIONS[event.act], seat, is_old=is_old)
        if isinstance(event, Resigned) and _stands(acts, at):
            if again.phase is Phase.TURN:
                yield _turn(again, None, seat, is_old=is_old)
            yield ply(RESIGN, [*Player].index(Player(event.player)), is_old=is_old)
        again.apply(event)


def _stands(acts: list[Event], at: int) -> bool:
    return not (at + 1 < len(acts) and getattr(acts[at + 1], "act", "") == "refuse")


def ply(action: int, seat: int, *, is_old: bool, more: bytes = b"") -> bytes:
    return bytes([action | (1 - seat) << 5 if is_old else action | seat << 6]) + more


def _turn(game: Game, event: Played | None, seat: int, *, is_old: bool) -> bytes:
    roll = game.situation.roll
    assert roll
    dice = (roll.low, roll.high)
    most = 4 if roll.low == roll.high else 2
    steps = b""
    left = [*dice] * (most // 2)
    for origin, target in event.moves if event else ():
        # A checker may be borne off by a larger die.
        die = origin - target if origin - target in left else max(left)
        left.remove(die)
        steps += bytes([(25 - origin if seat == 0 else origin) | die << 5])
    is_short = len(steps) < most
    steps = steps.ljust(most, b"\0") if is_old else steps + b"\0" * is_short
    return ply(DICE.index(dice), seat, is_old=is_old, more=steps)


def game_of(recorded: RecordedGame) -> bytes:
    """A game in version 2."""
    game = recorded.game
    fields: dict[int, bytes] = {}
    if game.outcome and game.outcome.winner:
        fields = {0: number([*Player].index(game.outcome.winner)), 1: number(int(game.points))}
    if start_of(game).cube.value > 1:
        fields[4] = number(start_of(game).cube.value)
    return record_of(fields) + b"".join(plies_of(game, is_old=False))


def old_game_of(recorded: RecordedGame, at: int) -> bytes:
    """A game in version 1."""
    game = recorded.game
    winner = [*Player].index(game.outcome.winner) if game.outcome and game.outcome.winner else 255
    plies = [*plies_of(game, is_old=True)]
    head = struct.pack("<BHBBBBB", at, len(plies), winner, min(255, int(game.points)), 0, 0, 0)
    return head + b"\xff\xff" + b"".join(plies)


def part(name: bytes, content: bytes, *, is_old: bool) -> bytes:
    head = struct.pack("<4sIHH", name, len(content), 1, 0)
    return (head if is_old else struct.pack("<4sIB", name, len(content), 1)) + content


def parts_of(match: Match, *, is_old: bool = False) -> bytes:
    """The head of the match and its games."""
    rules, games = match.rotation[0], Record.of(match).games
    if is_old:
        numbers = match.length, len(games), flags_of(rules), 0, 0, 0, 0, 1_767_225_600, 0, 0
        head = struct.pack("<HBBHHBBIHH6x", *numbers)
        head += b"".join(bytes([len(name.encode())]) + name.encode() for name in match.names)
        return part(b"MHDR", head, is_old=True) + b"".join(
            part(b"GAME", old_game_of(game, at), is_old=True) for at, game in enumerate(games)
        )
    fields = {0: text(match.names[0]), 1: text(match.names[1]), 2: number(flags_of(rules))}
    fields |= {8: number(1_767_225_600_000), 12: text("Open")}
    head = record_of(fields, number(match.length) + number(VARIANTS[rules.id]))
    return part(b"MTCH", head, is_old=False) + b"".join(
        part(b"GAME", game_of(game), is_old=False) for game in games
    )


def packed(parts: bytes, *, is_old: bool = False) -> bytes:
    """A file of these parts, with the right size and checksum."""
    size = 20 + len(parts) + 12 + 8 + 8 if is_old else 16 + len(parts) + 9 + 8 + 4
    head = struct.pack("<4s4HI", b"OGXM", *((1, 3, 1, 0) if is_old else (2, 0, 2, 0)), size)
    before = head + (bytes(4) if is_old else b"") + parts
    checksum = struct.pack("<I", zlib.crc32(before))
    digest = bytes(4) + checksum if is_old else number(7) + b"\0\0\x04" + checksum
    return (
        before
        + part(b"CSUM", digest, is_old=is_old)
        + (struct.pack("<4sI", b"END!", size) if is_old else b"END!")
    )


def file_of(match: Match, *, is_old: bool = False) -> bytes:
    return packed(parts_of(match, is_old=is_old), is_old=is_old)
