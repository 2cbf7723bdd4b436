"""Whether any spoiled file makes a reader of formats hang, crash or succeed wrongly.

    python benchmarks/fuzz_formats.py              # 100,000 inputs a format
    python benchmarks/fuzz_formats.py 5000 sgf xg  # fewer, of these formats
    python benchmarks/fuzz_formats.py 1000 --seed 7

Whole matches and positions are written in each format, then spoiled: bytes changed, added, left out,
doubled and moved, words of the format put in, the file cut short. Binary files (.xg, .bgf, .ogxm) are spoiled
before they are packed with the right checksums; a part of them is spoiled again, and every 500th is read
by the process of its own.

Nothing but a NardyError may come, with `expected ..., got ...` or an equal sentence, within two seconds
of CPU. What is read must stand by itself: every tenth, written as JSON and read again, has the same events. A file cut
short must be refused, have a finding, or tell what the whole file tells. Exit status 1 otherwise.
"""

import contextlib
import gzip
import json
import math
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT)]

from tests.formats.bgf import made as made_bgf  # noqa: E402
from tests.formats.ogxm import made as made_ogxm  # noqa: E402
from tests.formats.played import played_match  # noqa: E402
from tests.formats.test_bgammon import replay_of  # noqa: E402
from tests.formats.test_gam import gam_of  # noqa: E402
from tests.formats.test_sgg import sgg_of  # noqa: E402
from tests.formats.xg import made  # noqa: E402

from nardy.core.game import Game  # noqa: E402
from nardy.core.match import Match  # noqa: E402
from nardy.errors import NardyError, NotationError  # noqa: E402
from nardy.formats import bgammon, bgf, gam, mat, match_json, ogxm, read_match, sgf, sgg, xg  # noqa: E402
from nardy.formats.bgf import extract as unpack_bgf  # noqa: E402
from nardy.formats.bgf.reader import read_bgf  # noqa: E402
from nardy.formats.catalog import POSITIONS  # noqa: E402
from nardy.formats.ogxm import extract as walk_ogxm  # noqa: E402
from nardy.formats.ogxm.reader import read_plies  # noqa: E402
from nardy.formats.other_files import other_file  # noqa: E402
from nardy.formats.record import Record  # noqa: E402
from nardy.formats.xg.extract import DamagedError, extract  # noqa: E402
from nardy.formats.xg.reader import read_records  # noqa: E402
from nardy.games import find_game  # noqa: E402

SECONDS = 2
"""More CPU than this is a hang."""
MATCHES = 16
MOST_EVENTS = 10
LONG_EVERY = 5
"""Of whole games of texts; reading on after an unclear turn takes most of the time, and more in a longer game."""
SHORT_EVENTS = 30
JSON_EVERY = 10
PROCESS_EVERY = 500
WORDS = {
    "sgf": [
        b"(",
        b")",
        b";",
        b"[",
        b"]",
        b"\\",
        b";W[31hefe]",
        b"AE[a:y]",
        b"AW[f]",
        b"RE[B+2R]",
        b"CV[64]",
    ],
    "bgf": [
        b"\xfa",
        b"\xfb",
        b"\xf8",
        b"\xf9",
        b"\x24\x7f\x7f\xbf",
        b"\xc7",
        b"\x21",
        b"-1",
        b"null",
        b"[]",
        b'"player": 1',
    ],
    "ogxm": [b"\x15\x56", b"\x1f", b"\xff", b"\0", b"GAME", b"\x9f\x01", b"\x80"],
    "xg": [b"\0", b"\xff", b"\xff\xff\xff\xff", b"DMLI", b"\0\0\0\x80"],
    "bgammon": [
        b"1 t\n",
        b"1 d 4 1\n",
        b"2 r 6-6 1/7\n",
        b"bar/",
        b"/off",
        b"i 1 a b 1 0 0 1 1 0\n",
    ],
    "gam": [
        b" ann  bob\n  1) 31: 8/5 6/5",
        b" Doubles => 4",
        b"Takes",
        b"bar/",
        b"Wins 1 point\n",
        b":",
    ],
    "sgg": [
        b"1\t31: 8/5\n",
        b"\t\tDouble\n",
        b"\tAccept\n",
        b"Game 9. 1-1/3\n",
        b" wins 2 points",
        b":",
    ],
    "mat": [
        b" Doubles => 4",
        b"Takes",
        b"31: 8/5 6/5",
        b"bar/",
        b"/off",
        b" Game 9\n",
        b"???",
        b":",
    ],
    "json": [b"null", b"[", b"]", b"{", b"}", b"-1", b"1e999", b'"', b"true", b"\\ud800"],
}
POSITION_WORDS = [
    b":",
    b";",
    b"-",
    b"0",
    b"99",
    b"XGID=",
    b"board:",
    b"dice=",
    b"bar",
    b"D",
    b"=",
    b"+",
]


@dataclass(frozen=True)
class Spoiled:
    """One input."""

    data: bytes
    whole: bytes
    is_cut: bool


def short_match(seed: int, game: str = "") -> Match:
    """A game of three checkers, or the beginning of a longer one."""
    game = game or ("hypergammon", "hypergammon", "backgammon", "nackgammon")[seed % 4]
    match = played_match(game, seed % 4, seed, most_games=1)
    whole = match.game
    if len(whole.events) > MOST_EVENTS:
        match.go_on([Game.from_events(whole.events[:MOST_EVENTS], lambda _: whole.rules)])
    return match


def written(form: str) -> list[bytes]:
    """Whole files of a format."""
    files: list[bytes] = []
    for seed in range(MATCHES):
        match = short_match(seed, "backgammon" if form == "bgammon" else "")
        if form == "bgammon":
            files.append(replay_of(match).encode())
        elif form == "xg":
            files.append(made.records_of(match))
        elif form in ("gam", "sgg"):
            files.append(long_text(form, seed))
        elif form == "ogxm":
            files += [made_ogxm.parts_of(match), made_ogxm.parts_of(match, is_old=True)]
        elif form == "bgf":
            # As text more of it survives.
            whole = made_bgf.match_of(match)
            files += [made_bgf.smile(whole), json.dumps(whole).encode()]
        elif form in POSITIONS:
            files += _positions(form, match.game.events, match.game.rules)
        else:
            write = {"sgf": sgf.dumps, "mat": mat.dumps, "json": match_json.dumps}[form]
            files.append(write(match).encode())
    if form == "sgf":
        files.append((ROOT / "tests/formats/sgf/data/analyzed.sgf").read_bytes())
    return files


def long_text(form: str, seed: int) -> bytes:
    """A whole game, mostly one that ended early; a form that has no beavers."""
    length = 0 if form == "gam" else seed % 4
    matches = (
        played_match("backgammon,beavers=off", length, again, 1) for again in count(seed, MATCHES)
    )
    is_long = seed % LONG_EVERY == 0
    match = next(one for one in matches if is_long or len(one.game.events) <= SHORT_EVENTS)
    return (gam_of if form == "gam" else sgg_of)(match).encode()


def _positions(form: str, events: tuple, rules: object) -> Iterator[bytes]:
    """Positions of one game."""
    game = Game.from_events(events[:1], lambda _: rules)
    for event in events[1:40]:
        game.apply(event)
        if game.outcome is None:
            try:
                yield POSITIONS[form].write(game.situation).encode()
            except NotationError:
                continue


def spoil(rng: Random, form: str, whole: bytes) -> Spoiled:
    """A file with a few faults."""
    if rng.random() < 0.1:
        return Spoiled(whole[: rng.randrange(len(whole))], whole, is_cut=True)
    data = bytearray(whole)
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randrange(len(data) + 1)
        length = rng.choice((0, 1, 1, 2, 8, 60))
        match rng.randrange(5):
            case 0:
                data[at : at + 1] = bytes([rng.randrange(256)])
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = data[at : at + length]
            case 3:
                other = rng.randrange(len(data) + 1)
                data[at:at] = data[other : other + length]
            case _:
                data[at : at + length] = rng.choice(WORDS.get(form, POSITION_WORDS))
    return Spoiled(bytes(data), whole, is_cut=False)


def reader_of(form: str, rng: Random) -> Callable[[bytes], object]:
    """How a spoiled file is read."""
    if form in POSITIONS:
        return lambda data: POSITIONS[form].read(data.decode("utf-8", "replace"), None, find_game)
    if form == "xg":
        return lambda data: read_xg(data, rng)
    if form == "ogxm":
        return lambda data: read_spoiled_ogxm(data, rng)
    if form == "bgf":
        return lambda data: read_spoiled_bgf(data, rng)
    direct = {"sgf": sgf.loads, "bgammon": bgammon.loads, "mat": mat.loads}
    direct |= {"gam": gam.loads, "sgg": sgg.loads}
    if form == "json":
        return read_match
    return lambda data: direct[form](data) if other_file(data) else read_match(data)


def read_xg(records: bytes, rng: Random) -> Record:
    """Records packed into a file, which in half of the cases is spoiled again."""
    # Records keep their size, so that their contents are looked at.
    records = records[: len(records) // 2560 * 2560]
    data = made.packed({"temp.xg": records})
    if rng.random() < 0.5:
        spoiled = spoil(rng, "xg", data)
        data = spoiled.data
    if rng.randrange(PROCESS_EVERY) == 0:
        return xg.loads(data)
    try:
        return read_records(extract(data))
    except DamagedError as error:
        raise NotationError(f"expected an .xg file: {error}") from None


def read_spoiled_bgf(document: bytes, rng: Random) -> Record:
    """A Smile document packed into a file, which in a quarter of the cases is spoiled again."""
    data = made_bgf.HEAD + (gzip.compress(document, 1) if rng.random() < 0.5 else document)
    if rng.random() < 0.25:
        data = spoil(rng, "bgf", data).data
    if rng.randrange(PROCESS_EVERY) == 0:
        return bgf.loads(data)
    try:
        found = unpack_bgf.extract(data)
    except unpack_bgf.UnpackingError as error:
        raise NotationError(f"expected a .bgf file: {error}") from None
    return read_bgf(found)


def read_spoiled_ogxm(parts: bytes, rng: Random) -> Record:
    """Parts packed into a file, which in a quarter of the cases is spoiled again."""
    data = made_ogxm.packed(parts, is_old=b"MHDR" in parts)
    if rng.random() < 0.25:
        data = spoil(rng, "ogxm", data).data
    if rng.randrange(PROCESS_EVERY) == 0:
        return ogxm.loads(data)
    try:
        found = walk_ogxm.extract(data)
    except walk_ogxm.ChunkError as error:
        raise NotationError(f"expected an .ogxm file: {error}") from None
    return read_plies(found)


def wrong(form: str, spoiled: Spoiled, found: object, cache: dict[int, tuple]) -> str:
    """Why a success is wrong; empty if it is right."""
    if not isinstance(found, Record):
        return ""
    is_chosen = zlib.crc32(spoiled.data) % JSON_EVERY == 0
    if is_chosen and match_json.loads(match_json.dumps(found)).events != found.events:
        return "another match after JSON"
    if not spoiled.is_cut or form in ("xg", "bgf", "ogxm") or found.findings:
        return ""
    if any(recorded.findings for recorded in found.games):
        return ""
    key = zlib.crc32(spoiled.whole)
    if key not in cache:
        cache[key] = reader_of(form, Random(0))(spoiled.whole).events
    whole = cache[key]
    # A cut between two games leaves a match that goes on.
    is_between = whole[: len(found.events)] == found.events and found.games[-1].game.outcome
    return "" if is_between else "a file cut short is read without a finding"


def cpu_of(again: Callable[[], object]) -> float:
    """The seconds of CPU that reading takes; of a hang the least of three, as a busy machine adds some."""
    least = math.inf
    for _ in range(3):
        began = time.process_time()
        with contextlib.suppress(Exception):
            again()
        least = min(least, time.process_time() - began)
        if least <= SECONDS:
            break
    return least


def read_again(
    read: Callable[[bytes], object], data: bytes, rng: Random, state: tuple
) -> Callable[[], object]:
    """Reads an input as the first time, so that later inputs are the same as without it."""

    def again() -> object:
        rng.setstate(state)
        return read(data)

    return again


def fuzz(form: str, inputs: int, seed: int, *, tell: bool = True) -> int:
    """Read so many spoiled inputs; return the number of failures."""
    rng, files, counts = Random(f"{seed} {form}"), written(form), Counter[str]()
    read, cache, slowest, begun = reader_of(form, rng), {}, 0.0, time.perf_counter()
    for number in range(inputs):
        spoiled = spoil(rng, form, rng.choice(files))
        state, cpu = rng.getstate(), 0.0
        began, found, fault = time.perf_counter(), None, ""
        try:
            found = read(spoiled.data)
        except NardyError as error:
            counts["refused"] += 1
            fault = "" if str(error) else "an error without a sentence"
        except Exception as error:  # noqa: BLE001 (what is looked for)
            fault = f"{type(error).__name__}: {error}"[:200]
        # On a busy machine the wall says little, and asking for the CPU each time costs more than reading.
        if time.perf_counter() - began > min(slowest, SECONDS):
            cpu = cpu_of(read_again(read, spoiled.data, rng, state))
            slowest = max(slowest, cpu)
        if not fault and found is not None:
            counts["read"] += 1
            try:
                fault = wrong(form, spoiled, found, cache)
            except Exception as error:  # noqa: BLE001
                fault = f"not written again: {type(error).__name__}: {error}"[:200]
        fault = fault or (f"{cpu:.1f} s" if cpu > SECONDS else "")
        if fault:
            counts["failures"] += 1
            if tell and counts["failures"] <= 5:
                Path(f"fuzz-{form}-{number}.bin").write_bytes(spoiled.data)
                print(f"  {form} {number}: {fault}", flush=True)
    if tell:
        print(
            f"{form}: {inputs:,} inputs, {counts['read']:,} read, {counts['refused']:,} refused, "
            f"{counts['failures']} failures, slowest {slowest:.2f} s, "
            f"{time.perf_counter() - begun:.0f} s in all",
            flush=True,
        )
    return counts["failures"]


def main(arguments: list[str]) -> int:
    seed = 1
    if "--seed" in arguments:
        at = arguments.index("--seed")
        seed, arguments = int(arguments[at + 1]), arguments[:at] + arguments[at + 2 :]
    inputs = int(arguments[0]) if arguments else 100_000
    forms = arguments[1:] or [*WORDS, *POSITIONS]
    return int(sum(fuzz(form, inputs, seed) for form in forms) > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
