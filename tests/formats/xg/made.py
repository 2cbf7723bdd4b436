"""An .xg file made from a match, as far as its reader looks at it."""

import struct
import zlib
from collections.abc import Iterable, Mapping

from nardy.core.events import Acted, Event, Played, Resigned
from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.formats.record import Record, RecordedGame

NUMBERS = {Player.WHITE: 1, Player.BLACK: -1}
VARIATIONS = {"backgammon": 0, "nackgammon": 1, "hypergammon": 2}


def record_of(kind: int, *parts: tuple[int, str, tuple]) -> bytes:
    """A record of this kind with values of struct formats at their places."""
    data = bytearray(2560)
    data[8] = kind
    for at, form, values in parts:
        struct.pack_into(f"<{form}", data, at, *values)
    return bytes(data)


def short(at: int, text: str, size: int) -> tuple[int, str, tuple]:
    coded = text.encode("cp1252")[: size - 1]
    return at, f"B{len(coded)}s", (len(coded), coded)


def wide(at: int, text: str) -> tuple[int, str, tuple]:
    coded = text.encode("utf-16-le")[:256]
    return at, f"{len(coded)}s", (coded,)


def match_record(match: Match, **changed: int) -> bytes:
    rules = match.rotation[0]
    facts = {"length": match.length or 99_999, "version": 32} | changed
    switches = (rules.crawford, rules.jacoby, rules.beavers)
    return record_of(
        0,
        short(9, match.names[0], 41),
        short(50, match.names[1], 41),
        (92, "ii", (facts["length"], facts.get("variation", VARIATIONS[rules.id]))),
        (100, "???", switches),
        (104, "dd", (1600, 0)),
        (128, "d", (45_969.5,)),
        (552, "i4s", (facts["version"], b"DMLI")),
        (612, "i", (10,)),
        wide(622, "Open"),
        wide(880, match.names[0]),
        wide(1138, match.names[1]),
    )


def turn_record(game: Game, event: Event | None, comment: int = -1) -> bytes:
    """A turn, or a roll without one; the game is before it."""
    moves = [-1] * 8 if event else [0] * 8
    if isinstance(event, Played):
        for at, (origin, target) in enumerate(event.moves):
            moves[2 * at : 2 * at + 2] = origin - 1, target - 1
    roll = game.situation.roll
    assert roll
    choices = ((188, "i", (1,)), (1024, "8b", moves), (1280, "h", (3,)))
    values = (1408, "7f", (0.01, 0.125, 0.5, 0.5, 0.25, 0.02, 0.1))
    return record_of(
        3,
        (64, "i8i2i", (NUMBERS[game.to_act], *moves, roll.high, roll.low)),
        *choices,
        values,
        (2308, "?", (event is not None,)),
        (2320, "d", (0.125,)),
        (2524, "i", (comment,)),
    )


def cube_record(player: Player, take: int, raccoon: int = -1) -> bytes:
    values = (0.01, 0.125, 0.5, 0.5, 0.25, 0.02, 0.1)
    return record_of(
        2,
        (12, "6i", (NUMBERS[player], 1, take, -1, raccoon, 0)),
        (92, "i", (3,)),
        (124, "7f", values),
        (152, "3f", (0.25, 0.5, 1)),
        (168, "7f", values),
        (292, "i", (-1,)),
    )


def game_records(recorded: RecordedGame) -> Iterable[bytes]:
    game, number = recorded.game, recorded.number
    start = game.events[0]
    yield record_of(
        1,
        (12, "ii?", (*map(int, recorded.scores), "crawford" in getattr(start, "position", ""))),
        (48, "i", (number,)),
        (56, "ii", (-1, -1)),
    )
    again = Game.from_events(game.events[:1], lambda _: game.rules)
    acts = [*game.events[1:]]
    for at, event in enumerate(acts):
        if isinstance(event, Played):
            yield turn_record(again, event)
        if isinstance(event, Acted) and event.act == "double":
            answers = [later.act for later in acts[at + 1 : at + 4] if isinstance(later, Acted)]
            yield _cube(Player(event.player), answers)
        if isinstance(event, Resigned) and again.phase is Phase.TURN and _stands(acts, at):
            yield turn_record(again, None)
        again.apply(event)
    outcome = game.outcome
    winner = NUMBERS[outcome.winner] if outcome and outcome.winner else 0
    yield record_of(4, (24, "iii", (winner, int(game.points), 0)))


def _stands(acts: list[Event], at: int) -> bool:
    return not (at + 1 < len(acts) and getattr(acts[at + 1], "act", "") == "refuse")


def _cube(player: Player, answers: list[str]) -> bytes:
    if answers[:1] == ["beaver"]:
        return cube_record(player, 2, int(answers[1:2] == ["raccoon"]))
    return cube_record(player, {"pass": 0, "take": 1}.get(next(iter(answers), ""), -1))


def records_of(match: Match) -> bytes:
    """The content of temp.xg."""
    games = Record.of(match).games
    return match_record(match) + b"".join(r for game in games for r in game_records(game))


def packed(files: Mapping[str, bytes]) -> bytes:
    """An .xg file with these files in its archive."""
    archive, index = b"", b""
    for name, content in files.items():
        stream = zlib.compress(content, 1)
        numbers = len(content), len(stream), len(archive), zlib.crc32(content)
        coded = name.encode()
        entry = bytes([len(coded)]) + coded
        index += entry.ljust(512, b"\0") + struct.pack("<iiiI4x", *numbers)
        archive += stream
    index = zlib.compress(index, 1)
    checksum = zlib.crc32(archive + index)
    trailer = struct.pack("<Iiiiii12x", checksum, len(files), 1, len(index), len(archive), 1)
    return b"RGMH".ljust(8232, b"\0") + archive + index + trailer


def file_of(match: Match, comments: bytes = b"") -> bytes:
    """The match as an .xg file."""
    return packed({"temp.xg": records_of(match), "temp.xgc": comments})
