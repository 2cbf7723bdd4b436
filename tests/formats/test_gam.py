"""Games of Jellyfish and GammonEmpire, .gam."""

import io
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.effort import tries
from tests.formats.played import played_match, silent_cuts, told

from nardy.core.match import Match
from nardy.errors import NotationError
from nardy.formats import gam, mat, read_match

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
ONE = " ann        bob\n  1) 31: 8/5 6/5      64: 24/14\n"


def gam_of(match: Match) -> str:
    """The rows of a .mat file without match, numbers of games and scores."""
    text = mat.dumps(match)
    text = re.sub(r"(?m)^;.*\n|^ *\d+ point match\n|^ Game \d+\n", "", text)
    return re.sub(r"(?m)^ (\S+) : \d+ +(\S+) : \d+$", r" \1                  \2", text)


@settings(max_examples=tries(8, 60, 3_000), deadline=None)
@given(st.integers(0, 9_999))
def test_played_games_come_back(seed: int) -> None:
    match = played_match("backgammon,beavers=off", 0, seed)
    text = gam_of(match)
    assert gam.is_gam(text.encode())
    record = gam.loads(text)
    assert [told(recorded.game) for recorded in record.games] == [*map(told, match.games)]
    assert (record.players, record.match.length) == (match.names, 0)


def test_a_gam_file_is_recognized() -> None:
    record = gam.load(io.BytesIO(ONE.encode()))
    assert read_match(ONE).events == record.events
    assert not gam.is_gam(b" 7 point match\n\n Game 1\n ann : 0   bob : 0\n  1) 31: 8/5 6/5\n")


@pytest.mark.skipif(not GNUBG, reason="GNU Backgammon is not installed (Debian: gnubg)")
@pytest.mark.thorough
def test_games_that_gnu_backgammon_writes_are_read(tmp_path: Path) -> None:
    match = played_match("backgammon,beavers=off", 3, 5, most_games=1)
    (tmp_path / "a.mat").write_text(mat.dumps(match), encoding="utf-8")
    commands = "import mat a.mat\nfirst game\nexport game gam a.gam\nquit\ny\n"
    assert GNUBG
    subprocess.run(
        [GNUBG, "-t", "-q", "-r"],
        input=commands,
        text=True,
        cwd=tmp_path,
        check=False,
        capture_output=True,
        timeout=120,
    )
    record = gam.loads((tmp_path / "a.gam").read_bytes())
    assert len(record.games) == 1
    assert not record.illegal


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hello", "two names and a row .* do export it as .mat"),
        (ONE * 1_001, "at most 1,000 games"),
        ("i" * 5_000_001, "at most 5,000,000 bytes"),
    ],
)
def test_other_files_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        gam.loads(text)


@given(st.text(alphabet="12) :/\n abWinsDoubles", max_size=120))
def test_noise_never_crashes(text: str) -> None:
    gam.loads(ONE + text)


@pytest.mark.parametrize("seed", [0, 3, 8])
def test_no_cut_is_silent(seed: int) -> None:
    text = gam_of(played_match("backgammon,beavers=off", 0, seed, most_games=1))
    assert not silent_cuts(gam.loads, text, least=len(text) - 150)
