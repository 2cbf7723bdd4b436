"""Whole SGF files: our own, real ones where they are, and GNU Backgammon where it is installed."""

import io
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match, told

from nardy.errors import NardyError
from nardy.formats import mat, match_json, read_match, sgf
from nardy.formats.record import Record

FILE = Path(__file__).parent / "data" / "analyzed.sgf"
GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def comes_back(record: Record) -> None:
    text = sgf.dumps(record)
    again = sgf.loads(text)
    assert again.events == record.events
    assert again.tags == record.tags
    assert again.comments == record.comments
    assert [game.notes for game in again.games] == [game.notes for game in record.games]
    assert sgf.dumps(again) == text


def test_an_analyzed_match_is_read_whole() -> None:
    record = sgf.loads(FILE.read_bytes())
    assert record.players == ("Ann ] Lee", "Bob")
    assert record.score == (1, 2)
    assert record.comments == ("First line", "second: line")
    assert dict(record.tags)["Annotator"] == "Nino"
    assert not record.findings
    assert not [finding for game in record.games for finding in game.findings]
    notes = dict(record.games[0].notes)
    assert notes[2].luck == 0.025
    assert notes[2].comment == "A good start \\ here"
    assert (notes[2].played, notes[2].choices[0].equity) == (1, 0.2)
    assert [choice.equity for choice in notes[4].cube] == [0.45, 0.3]
    assert notes[5].comment == "Now?"
    assert dict(record.games[1].notes)[3].luck == 0.1
    comes_back(record)


def test_notes_go_through_json() -> None:
    record = sgf.loads(FILE.read_bytes())
    again = match_json.loads(match_json.dumps(record))
    assert [game.notes for game in again.games] == [game.notes for game in record.games]
    assert sgf.dumps(again) == sgf.dumps(record)


def test_files_are_read_and_written_as_streams() -> None:
    record = sgf.load(io.BytesIO(FILE.read_bytes()))
    written = io.StringIO()
    sgf.dump(record, written)
    assert sgf.load(io.StringIO(written.getvalue())).events == record.events
    assert read_match(FILE.read_bytes()).events == record.events
    assert not sgf.losses(record)


@settings(max_examples=tries(60, 600, 50_000), deadline=None)
@given(st.randoms(use_true_random=False))
def test_spoiled_files_never_crash(rng: Random) -> None:
    data = bytearray(FILE.read_bytes())
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        data[at : at + rng.randint(0, 3)] = bytes(rng.choices(b"()[];:aBWxyz612\\\n\xff", k=2))
    with suppress(NardyError):
        sgf.dumps(sgf.loads(bytes(data)))


def by_gnu_backgammon(folder: Path, commands: str) -> str:
    if not GNUBG:
        pytest.skip("GNU Backgammon is not installed (Debian: gnubg)")
    script = f"set confirm save off\nset confirm new off\n{commands}\n"
    done = subprocess.run(
        [GNUBG, "-t", "-q"],
        input=script,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.thorough
@pytest.mark.parametrize("game", ["backgammon", "nackgammon", "hypergammon"])
@pytest.mark.parametrize("length", [0, 1, 5])
def test_gnu_backgammon_reads_what_is_written(tmp_path: Path, game: str, length: int) -> None:
    match = played_match(game, length, seed=length, most_games=4)
    (tmp_path / "a.sgf").write_text(sgf.dumps(match), encoding="utf-8")
    by_gnu_backgammon(tmp_path, "load match a.sgf\nsave match b.sgf\nexport match mat b.mat")
    back = sgf.loads((tmp_path / "b.sgf").read_bytes())
    assert [told(recorded.game) for recorded in back.games] == [*map(told, match.games)]
    assert back.score == Record.of(match).score
    assert back.match.game.rules == match.game.rules


@pytest.mark.thorough
def test_a_match_of_gnu_backgammon_is_the_same_by_mat_and_by_sgf(tmp_path: Path) -> None:
    match = played_match("backgammon", 7, seed=4, most_games=9)
    (tmp_path / "a.sgf").write_text(sgf.dumps(match), encoding="utf-8")
    by_gnu_backgammon(tmp_path, "load match a.sgf\nexport match mat a.mat")
    read = mat.loads((tmp_path / "a.mat").read_bytes())
    again = sgf.loads((tmp_path / "a.sgf").read_bytes())
    assert [told(game.game) for game in read.games] == [told(game.game) for game in again.games]


@pytest.mark.thorough
def test_gnu_backgammon_keeps_the_analysis_that_is_written(tmp_path: Path) -> None:
    record = sgf.loads(FILE.read_bytes())
    (tmp_path / "a.sgf").write_text(sgf.dumps(record), encoding="utf-8")
    by_gnu_backgammon(tmp_path, "load match a.sgf\nsave match b.sgf")
    back = sgf.loads((tmp_path / "b.sgf").read_bytes())
    assert back.events == record.events
    assert back.games[0].notes == record.games[0].notes
