"""A .bgf file made from a match, as far as its reader looks at it."""

import gzip
import json
import struct
from collections.abc import Iterable
from typing import Any

from nardy.core.events import Acted, Event, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Phase
from nardy.formats.record import Record, RecordedGame

NUMBERS = {Player.WHITE: -1, Player.BLACK: 1}
DOUBLE, TAKE, PASS, END, DANCE, RESIGN = 1, 2, 3, 4, 5, 9
HEAD = b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\n'
EQUITY = {
    "equity": "0.10000000",
    "myWins": "0.50000000",
    "myGammon": "0.12500000",
    "myBackGammon": "0.00500000",
    "oppWins": "0.50000000",
    "oppGammon": "0.25000000",
    "oppBackGammon": "0.00100000",
    "emg": "0.02500000",
    "hasEMG": True,
    "cubeDecision": {"eqNoDouble": "0.25000000", "eqDoubleTake": "0.50000000"},
    "cube": 1,
}


def record_of(player: Player, red: int, green: int, **fields: Any) -> dict[str, Any]:
    """A record of a roll, or of an act if green is 7."""
    none = [-1, -1, -1, -1]
    usual = {"type": "amove", "red": red, "green": green, "player": NUMBERS[player]}
    return usual | {"from": none, "to": none, "moveAnalysis": [], "comment": None} | fields


def points_of(rules: Rules) -> list[int]:
    """The checkers of a start, Green's positive, in Red's numbering."""
    points = [rules.start.player[24 - at] - rules.start.opponent[at + 1] for at in range(24)]
    return [*points, 0, 0, 0, 0]


def turn_record(game: Game, event: Played) -> dict[str, Any]:
    """A turn, with itself as the only one compared; the game is before it."""
    roll, player = game.situation.roll, game.to_act
    assert roll
    if not event.moves:
        dice = {"from": [roll.low, -1, -1, -1], "to": [roll.high, -1, -1, -1]}
        return record_of(player, DANCE, 7, **dice)
    moves = {
        name: [*(move[at] for move in event.moves), *[-1] * (4 - len(event.moves))]
        for at, name in enumerate(("from", "to"))
    }
    analyzed = {"move": moves, "eq": EQUITY, "ply": 2, "played": True}
    luck = {"luckPlain": "0.25", "luckWeighted": "0.125", "mode": "Match"}
    return record_of(player, roll.high, roll.low, **moves, moveAnalysis=[analyzed], luck=luck)


def records_of(recorded: RecordedGame) -> Iterable[dict[str, Any]]:
    game = recorded.game
    again = Game.from_events(game.events[:1], lambda _: game.rules)
    acts = [*game.events[1:]]
    for at, event in enumerate(acts):
        player = again.to_act if again.phase is not Phase.OVER else Player.WHITE
        if isinstance(event, Played):
            yield turn_record(again, event)
        if isinstance(event, Acted) and event.act in ("double", "take", "pass"):
            red = {"double": DOUBLE, "take": TAKE, "pass": PASS}[event.act]
            yield record_of(player, red, 7, equity=EQUITY)
        if isinstance(event, Resigned) and _stands(acts, at):
            yield record_of(Player(event.player), RESIGN, 7)
        again.apply(event)
    outcome = game.outcome
    if outcome and outcome.winner:
        yield record_of(outcome.winner, END, 7)


def _stands(acts: list[Event], at: int) -> bool:
    return not (at + 1 < len(acts) and getattr(acts[at + 1], "act", "") == "refuse")


def game_of(recorded: RecordedGame) -> dict[str, Any]:
    initial = {"cube": 1, "cubeOwner": 0, "points": points_of(recorded.game.rules)}
    scores = [*map(int, recorded.scores)]
    return {
        "scoreGreen": scores[0],
        "scoreRed": scores[1],
        "wonPoints": int(recorded.game.points),
        "isCrawford": "crawford" in getattr(recorded.game.events[0], "position", ""),
        "initial": initial,
        "moves": [*records_of(recorded)],
        "comment": [],
    }


def match_of(match: Match) -> dict[str, Any]:
    """The JSON of a match."""
    record, rules = Record.of(match), match.rotation[0]
    return {
        "matchlen": match.length,
        "finalGreen": int(record.score[0]),
        "finalRed": int(record.score[1]),
        "useCrawford": rules.crawford,
        "useJacoby": rules.jacoby,
        "useBeaver": rules.beavers,
        "useCube": True,
        "cubeLimit": -1,
        "date": "2026.01.08",
        "nameGreen": match.names[0],
        "nameRed": match.names[1],
        "event": "Open",
        "games": [game_of(recorded) for recorded in record.games],
    }


def smile(value: Any) -> bytes:
    """A Smile document, in which names are shared."""
    return b":)\n\x01" + _coded(value, {})


def _coded(value: Any, names: dict[str, int]) -> bytes:
    if isinstance(value, dict):
        pairs = (_name(name, names) + _coded(one, names) for name, one in value.items())
        return b"\xfa" + b"".join(pairs) + b"\xfb"
    if isinstance(value, list):
        return b"\xf8" + b"".join(_coded(one, names) for one in value) + b"\xf9"
    if isinstance(value, str):
        return _text(value.encode())
    if isinstance(value, float):
        bits = int.from_bytes(struct.pack(">d", value), "big")
        return b"\x29" + bytes(bits >> 7 * (9 - at) & 0x7F for at in range(10))
    if value is None or isinstance(value, bool):
        return {None: b"\x21", False: b"\x22", True: b"\x23"}[value]
    return _integer(value)


def _name(name: str, names: dict[str, int]) -> bytes:
    if name in names:
        at = names[name]
        return bytes([0x40 + at]) if at < 64 else bytes([0x30 | at >> 8, at & 0xFF])
    names[name] = len(names)
    return bytes([0x7F + len(name)]) + name.encode()


def _text(coded: bytes) -> bytes:
    if not coded:
        return b"\x20"
    if len(coded) <= 64 and coded.isascii():
        return bytes([0x3F + len(coded)]) + coded
    return b"\xe4" + coded + b"\xfc"


def _integer(value: int) -> bytes:
    signed = 2 * value if value >= 0 else -2 * value - 1
    if signed < 32:
        return bytes([0xC0 + signed])
    groups = [0x80 | signed & 0x3F]
    signed >>= 6
    while signed:
        groups.insert(0, signed & 0x7F)
        signed >>= 7
    return b"\x24" + bytes(groups)


def packed(found: Any) -> bytes:
    """A .bgf file as BGBlitz writes it."""
    return HEAD + gzip.compress(smile(found), 1, mtime=0)


def plain(found: Any) -> bytes:
    """A .bgf file whose JSON is text."""
    return HEAD + json.dumps(found).encode()


def file_of(match: Match) -> bytes:
    return packed(match_of(match))
